import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  type CodeAction,
  type CompletionItem,
  type DocumentSymbol,
  FileChangeType,
  type Location,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LAUNCHER, workplace } from '../program.ts'
import { copyGarden, GARDEN_FILES } from './garden-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

class Editor {
  readonly folder: string
  readonly connection: ProtocolConnection
  private readonly told = new Map<string, PublishDiagnosticsParams['diagnostics']>()
  private readonly texts = new Map<string, TextDocument>()
  private hear: () => void = () => {}

  private constructor(folder: string, connection: ProtocolConnection) {
    this.folder = folder
    this.connection = connection
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
      this.told.set(uri, diagnostics)
      this.hear()
    })
    connection.listen()
  }

  static async inGarden(): Promise<Editor> {
    const place = await workplace()
    onTestFinished(async () => place[Symbol.asyncDispose]())
    await copyGarden(place.folder)
    const server = spawn(process.execPath, [LAUNCHER, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    )
    const editor = new Editor(place.folder, connection)
    onTestFinished(() => {
      connection.dispose()
      server.kill()
    })
    const registered = new Promise<RegistrationParams>((resolve) =>
      connection.onRequest('client/registerCapability', (params: RegistrationParams) => resolve(params)),
    )
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities })
    await connection.sendNotification('initialized', {})
    expect((await registered).registrations[0]?.registerOptions).toEqual({ watchers: [{ globPattern: '**/*.md' }] })
    return editor
  }

  uri(file: string): string {
    return pathToFileURL(join(this.folder, file)).href
  }

  async text(file: string): Promise<TextDocument> {
    const text = await readFile(join(this.folder, file), 'utf8')
    return this.texts.get(file) ?? TextDocument.create(this.uri(file), 'markdown', 1, text)
  }

  async open(file: string): Promise<void> {
    const text = await this.text(file)
    this.texts.set(file, text)
    const textDocument = { uri: text.uri, languageId: 'markdown', version: 1, text: text.getText() }
    await this.connection.sendNotification('textDocument/didOpen', { textDocument })
  }

  async replace(file: string, found: string, written: string): Promise<void> {
    const text = await this.text(file)
    const start = text.getText().indexOf(found)
    const range = { start: text.positionAt(start), end: text.positionAt(start + found.length) }
    const next = TextDocument.update(text, [{ range, text: written }], text.version + 1)
    this.texts.set(file, next)
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: next.uri, version: next.version },
      contentChanges: [{ range, text: written }],
    })
  }

  async at(file: string, words: string, index = 0) {
    const text = await this.text(file)
    return { textDocument: { uri: text.uri }, position: text.positionAt(text.getText().indexOf(words) + index) }
  }

  /** Waits until exactly these errors are told, each as its file and code. */
  async errors(...expected: readonly string[]): Promise<void> {
    for (;;) {
      const found = [...this.told].flatMap(([uri, diagnostics]) =>
        diagnostics.flatMap(({ severity, code }) =>
          severity === 1 ? [`${GARDEN_FILES.find((file) => this.uri(file) === uri)} ${String(code)}`] : [],
        ),
      )
      if (JSON.stringify(found.sort()) === JSON.stringify([...expected].sort()) && this.told.size > 0) return
      await new Promise<void>((resolve) => (this.hear = resolve))
    }
  }

  diagnostics(file: string): PublishDiagnosticsParams['diagnostics'] {
    return this.told.get(this.uri(file)) ?? []
  }

  async changed(edit: WorkspaceEdit | undefined): Promise<Record<string, string>> {
    const changes: [string, string][] = []
    for (const file of GARDEN_FILES) {
      const edits: TextEdit[] = edit?.changes?.[this.uri(file)] ?? []
      if (edits.length > 0) changes.push([file, TextDocument.applyEdits(await this.text(file), edits)])
    }
    expect(Object.keys(edit?.changes ?? {})).toHaveLength(changes.length)
    return Object.fromEntries(changes)
  }
}

it('understands a chapter by the file that lists it, without that file being open', async () => {
  const editor = await Editor.inGarden()
  await editor.open('garden/rights.md')
  await editor.errors()
  await editor.replace('garden/rights.md', '| Gardener | see | Plot |', '| Gardner | see | Plot |')
  await editor.errors('garden/rights.md N601')
  const place = await editor.at('garden/rights.md', 'Gardner')
  expect(editor.diagnostics('garden/rights.md')[0]?.range.start).toEqual(place.position)
  const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: place.textDocument,
    range: { start: place.position, end: place.position },
    context: { diagnostics: [] },
  })
  const mended = await editor.changed(actions.find(({ title }) => title === 'Replace with "Gardener"')?.edit)
  expect(mended).toEqual({ 'garden/rights.md': await readFile(join(editor.folder, 'garden/rights.md'), 'utf8') })
})

it('goes to declarations, offers names and renames across all files', async () => {
  const editor = await Editor.inGarden()
  await editor.open('garden/rights.md')
  await editor.open('allotments.md')
  await editor.errors()
  const [declared] = await editor.connection.sendRequest<Location[]>(
    'textDocument/definition',
    await editor.at('garden/rights.md', '| Plot |', 3),
  )
  expect(declared?.uri).toBe(editor.uri('garden/plots.md'))
  expect(declared?.range.start).toEqual((await editor.at('garden/plots.md', 'Entity: Plot', 8)).position)

  const items = await editor.connection.sendRequest<CompletionItem[]>(
    'textDocument/completion',
    await editor.at('allotments.md', 'gardener.name', 9),
  )
  expect(items.map(({ label }) => label)).toContain('gardener.email')

  const edit = await editor.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
    ...(await editor.at('garden/rights.md', '| Board | Gardener |', 3)),
    newName: 'Committee',
  })
  const renamed = await editor.changed(edit)
  expect(Object.keys(renamed)).toEqual([...GARDEN_FILES])
  for (const [file, text] of Object.entries(renamed)) await writeFile(join(editor.folder, file), text)
  expect(renamed['garden/words.md']).toContain('| Committee | Vorstand |')
})

it('answers about one file only with what stands in it', async () => {
  const editor = await Editor.inGarden()
  await editor.open('garden/words.md')
  await editor.errors()
  const textDocument = { uri: editor.uri('garden/words.md') }
  const symbols = await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument })
  expect(symbols.map(({ name }) => name)).toEqual([
    '7. The calls it makes',
    '8. The error catalogue',
    '9. Business constants and limits',
  ])
  expect(symbols[0]?.range.start.line).toBe(2)
  const folds = await editor.connection.sendRequest<{ endLine: number }[]>('textDocument/foldingRange', {
    textDocument,
  })
  const text = (await editor.text('garden/words.md')).getText()
  expect(Math.max(...folds.map(({ endLine }) => endLine))).toBe(text.split('\n').length - 2)
  await editor.replace('garden/words.md', '| pageSize | 20 |', '|pageSize|  20 |')
  const edits = await editor.connection.sendRequest<TextEdit[]>('textDocument/formatting', {
    textDocument,
    options: { tabSize: 2, insertSpaces: true },
  })
  expect(TextDocument.applyEdits(await editor.text('garden/words.md'), edits)).toBe(text)
})

it('sees what a main file lists while it is being written, and a chapter that is gone', async () => {
  const editor = await Editor.inGarden()
  await editor.open('allotments.md')
  await editor.errors()
  await editor.replace('allotments.md', '- [Rights](garden/rights.md)\n', '- [Rights](garden/right.md)\n')
  await editor.errors('allotments.md N025')
  await editor.replace('allotments.md', 'garden/right.md', 'garden/rights.md')
  await editor.errors()
  const rights = join(editor.folder, 'garden/rights.md')
  const text = await readFile(rights, 'utf8')
  const changes = [{ uri: editor.uri('garden/rights.md'), type: FileChangeType.Deleted }]
  await rm(rights)
  await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
  await editor.errors('allotments.md N025')
  await writeFile(rights, text.replace('| Gardener | see | Plot |', '| Gardner | see | Plot |'))
  await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
  await editor.errors('garden/rights.md N601')
})
