import { POINT_HEADINGS, POINTS } from '@ninefold/core/model/points.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { openPromise as openZip } from 'yauzl'
import { writePackage } from './editor-extension.ts'
import { projectFiles, root, textOf } from '../project-files.ts'

const load = createRequire(import.meta.url)
const { isSpecification } = load(join(root, 'editors/vscode/is-specification.cjs')) as {
  isSpecification: (text: string) => boolean
}

const extension = join(root, 'editors/vscode/extension.cjs')

/** Replaces `vscode` and the language client by objects that record the client's options. */
function middlewareOf(): Middleware {
  let options: { readonly middleware: Middleware } | null = null
  const document = { languageId: 'markdown', uri: 'file:///app.md', getText: () => '**Ninefold:** 1' }
  const told = { dispose: () => {} }
  const modules: Readonly<Record<string, unknown>> = {
    vscode: {
      window: {},
      commands: { registerCommand: () => told },
      workspace: {
        textDocuments: [document],
        getConfiguration: () => ({ get: () => ['ninefold'] }),
        onDidOpenTextDocument: () => told,
        onDidSaveTextDocument: () => told,
      },
    },
    'vscode-languageclient/node': {
      TransportKind: { stdio: 0 },
      LanguageClient: class {
        constructor(...words: unknown[]) {
          options = words[3] as typeof options
        }
        async start(): Promise<void> {}
      },
    },
  }
  const exports: { activate?: (context: unknown) => Promise<void> } = {}
  new Script(`(function (exports, require) {${textOf('editors/vscode/extension.cjs')}})`, {
    filename: extension,
  }).runInThisContext()(exports, (name: string) => modules[name] ?? createRequire(extension)(name))
  void exports.activate?.({ subscriptions: [] })
  if (options === null) throw new Error('No client was made.')
  return (options as { readonly middleware: Middleware }).middleware
}

interface Middleware {
  didOpen(document: unknown, next: (document: unknown) => Promise<void>): Promise<void>
}

async function partsOf(file: string): Promise<Record<string, string>> {
  const zip = await openZip(file, { lazyEntries: true })
  const parts: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return parts
}

describe('the extension for Visual Studio Code', () => {
  it('sends the server specifications alone, and lets the client wait for each document', async () => {
    const { didOpen } = middlewareOf()
    const sent: unknown[] = []
    const next = async (document: unknown): Promise<void> => void sent.push(document)
    const open = (uri: string, content: string): Promise<void> =>
      didOpen({ uri, getText: () => content }, next).catch((cause: unknown) => Promise.reject(cause))
    await open('file:///shopping.md', '# Shopping')
    await open('file:///app.md', '**Ninefold:** 1')
    expect(sent).toMatchObject([{ uri: 'file:///app.md' }])
  })
  it('is packed with all that it says of itself, and a type for every ending', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-vsix-'))
    const manifest = { ...JSON.parse(textOf('editors/vscode/package.json')), description: 'Words & "more" <words>' }
    const file = join(folder, 'a.vsix')
    await writePackage(file, { 'extension/extension.cjs': '1', 'extension/package.json': JSON.stringify(manifest) })
    const parts = await partsOf(file)
    rmSync(folder, { recursive: true })
    const said = parts['extension.vsixmanifest'] ?? ''
    expect(said).toContain(`Id="ninefold" Version="${manifest.version}" Publisher="ninefold"`)
    expect(said).toContain('Words &amp; &quot;more&quot; &lt;words&gt;')
    expect(parts['extension/extension.cjs']).toBe('1')
    const endings = Object.keys(parts)
      .map((name) => extname(name))
      .filter((ending) => ending !== '.xml')
    for (const ending of endings) expect(parts['[Content_Types].xml']).toContain(`Extension="${ending}"`)
  })
  it('knows every example and the empty form for a specification', () => {
    for (const file of projectFiles(['examples/*/*.md', 'packages/core/src/read/fixtures/*.md']))
      if (textOf(file).includes('## 1. ')) expect(isSpecification(textOf(file)), file).toBe(true)
  })
  it('leaves the documents of this project alone', () => {
    for (const file of projectFiles(['*.md', 'docs/**/*.md', '.changes/*.md', 'editors/**/*.md']))
      expect(isSpecification(textOf(file)), file).toBe(false)
  })
  it('knows three headings as the language has them, or the first one of a chapter', () => {
    const headings = POINTS.map((point) => `## ${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}`)
    for (const [index] of headings.entries()) {
      const three = [0, 1, 2].map((step) => headings[(index + step) % headings.length])
      expect(isSpecification(three.join('\n\n'))).toBe(true)
      expect(isSpecification(['## Contents', ...three.slice(1)].join('\n\n'))).toBe(false)
      expect(isSpecification(`# A chapter\n\n${three[0]}\n`)).toBe(true)
    }
  })
})
