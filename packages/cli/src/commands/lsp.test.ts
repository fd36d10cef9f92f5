import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  createProtocolConnection,
  type CodeAction,
  type CompletionItem,
  type DocumentSymbol,
  type Hover,
  type InitializeResult,
  type Location,
  type PublishDiagnosticsParams,
  type SemanticTokens,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The launcher of the checkout, which starts the sources.
const LAUNCHER = fileURLToPath(new URL('../../bin/ninefold.mjs', import.meta.url))
const helpDesk = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const uri = 'file:///app.md'

let server: ChildProcess
let editor: ProtocolConnection
let capabilities: InitializeResult['capabilities']
const told: PublishDiagnosticsParams[] = []
let hear: () => void = () => {}
let text = TextDocument.create(uri, 'markdown', 1, helpDesk)

/** Diagnostics for this version of the text. */
async function diagnostics(version: number): Promise<PublishDiagnosticsParams['diagnostics']> {
  for (;;) {
    const found = told.find((each) => each.version === version)
    if (found !== undefined) return found.diagnostics
    await new Promise<void>((resolve) => (hear = resolve))
  }
}

/** Position of the words, or of a character after their start. */
function at(words: string, index = 0) {
  const offset = text.getText().indexOf(words)
  if (offset < 0) throw new Error(`There is no ${words}`)
  return { textDocument: { uri }, position: text.positionAt(offset + index) }
}

async function replace(found: string, written: string): Promise<void> {
  const start = text.getText().indexOf(found)
  const range = { start: text.positionAt(start), end: text.positionAt(start + found.length) }
  text = TextDocument.update(text, [{ range, text: written }], text.version + 1)
  await editor.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: text.version },
    contentChanges: [{ range, text: written }],
  })
}

function applied(edit: WorkspaceEdit | undefined): string {
  return TextDocument.applyEdits(text, edit?.changes?.[uri] ?? [])
}

beforeAll(async () => {
  server = spawn(process.execPath, [LAUNCHER, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (server.stdout === null || server.stdin === null) throw new Error('The server has no streams.')
  editor = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin))
  editor.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    told.push(params)
    hear()
  })
  editor.listen()
  const answer = await editor.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  })
  capabilities = answer.capabilities
  await editor.sendNotification('initialized', {})
  await editor.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'markdown', version: 1, text: helpDesk },
  })
})

afterAll(() => {
  editor.dispose()
  server.kill()
})

it('says what it can do', () => {
  expect(capabilities).toMatchObject({
    hoverProvider: true,
    definitionProvider: true,
    renameProvider: { prepareProvider: true },
  })
})

it('tells what is wrong as soon as a text is opened, and again when it changes', async () => {
  expect((await diagnostics(1)).filter(({ severity }) => severity === 1)).toEqual([])
  await replace('| Owner | see | Ticket |', '| Ownr | see | Ticket |')
  const [found] = (await diagnostics(2)).filter(({ severity }) => severity === 1)
  expect(found).toMatchObject({ code: 'N601', range: { start: at('Ownr').position, end: at('Ownr', 4).position } })

  const actions = await editor.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: found?.range,
    context: { diagnostics: [] },
  })
  const fix = actions.find(({ title }) => title === 'Replace with "Owner"')
  expect(fix).toMatchObject({ kind: 'quickfix', isPreferred: true })
  expect(applied(fix?.edit)).toBe(helpDesk)
  await replace('| Ownr | see | Ticket |', '| Owner | see | Ticket |')
  expect((await diagnostics(3)).filter(({ severity }) => severity === 1)).toEqual([])
})

it('offers what can stand at the caret', async () => {
  const items = await editor.sendRequest<CompletionItem[]>(
    'textDocument/completion',
    at('assignee.name, dueAt, late, rating', 9),
  )
  expect(items.map(({ label }) => label)).toContain('assignee.email')
  const inside = await editor.sendRequest<CompletionItem[]>('textDocument/completion', at('category.active', 9))
  expect(inside.map(({ label }) => label)).toEqual(expect.arrayContaining(['active', 'team']))
})

it('says what stands somewhere, and where it is declared', async () => {
  const hover = await editor.sendRequest<Hover>('textDocument/hover', at('dueAt < now', 2))
  expect(hover.contents).toMatchObject({
    kind: 'markdown',
    value: expect.stringContaining('field of Ticket: a date and time'),
  })
  const [declared] = await editor.sendRequest<Location[]>('textDocument/definition', at('dueAt < now', 2))
  expect(declared?.range.start).toEqual(at('| dueAt | date and time', 2).position)
  const places = await editor.sendRequest<Location[]>('textDocument/references', {
    ...at('dueAt < now', 2),
    context: { includeDeclaration: true },
  })
  expect(places.length).toBe(8)
})

it('renames everywhere, and says why when it cannot', async () => {
  const place = at('| dueAt | date and time', 2)
  expect(await editor.sendRequest('textDocument/prepareRename', place)).toMatchObject({ placeholder: 'dueAt' })
  const edit = await editor.sendRequest<WorkspaceEdit>('textDocument/rename', { ...place, newName: 'promisedAt' })
  expect(applied(edit)).toContain('`firstRepliedAt == null && promisedAt < now`')
  expect(applied(edit)).toContain('| dueAt | `promisedAt` |')
  await expect(editor.sendRequest('textDocument/rename', { ...place, newName: 'body' })).rejects.toThrow(/body/)
})

it('gives the outline, the colours, the folds and the canonical form', async () => {
  const symbols = await editor.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } })
  expect(symbols.map(({ name }) => name)).toHaveLength(9)
  expect(symbols[2]?.children?.map(({ name }) => name)).toContain('Entity: Ticket')
  const { data } = await editor.sendRequest<SemanticTokens>('textDocument/semanticTokens/full', {
    textDocument: { uri },
  })
  expect(data.length % 5).toBe(0)
  expect(data.length).toBeGreaterThan(500 * 5)
  expect(await editor.sendRequest('textDocument/foldingRange', { textDocument: { uri } })).not.toEqual([])
  expect(
    await editor.sendRequest('textDocument/formatting', {
      textDocument: { uri },
      options: { tabSize: 2, insertSpaces: true },
    }),
  ).toBeInstanceOf(Array)
})

it('ends when the editor says so', async () => {
  const ended = once(server, 'close')
  await editor.sendRequest('shutdown')
  await editor.sendNotification('exit')
  expect(await ended).toEqual([0, null])
})
