// Language Server Protocol on standard input and output → the language service of core. This file decides nothing: it
// converts offsets to lines and characters, and kinds to those of the protocol.

import { actionsIn } from '@ninefold/core/service/actions.ts'
import { completionsAt } from '@ninefold/core/service/completion.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import { foldingOf } from '@ninefold/core/service/folding.ts'
import { hoverAt } from '@ninefold/core/service/hover.ts'
import { definitionsAt, referencesAt } from '@ninefold/core/service/names.ts'
import { renameableAt, renameAt } from '@ninefold/core/service/rename.ts'
import { landmarksOf } from '@ninefold/core/service/landmarks.ts'
import { tokensOf } from '@ninefold/core/service/tokens.ts'
import { formatSpecification } from '@ninefold/core/format/format-specification.ts'
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  FoldingRangeKind,
  InsertTextFormat,
  MarkupKind,
  ProposedFeatures,
  ResponseError,
  TextDocumentSyncKind,
  TextEdit,
  type Connection,
  type InitializeResult,
  type Position,
} from 'vscode-languageserver/node'
import { codeActionOf, diagnosticOf, encodeTokens, LEGEND, symbolOf } from './in-protocol-words.ts'
import { COMPLETION_KINDS } from './kinds.ts'
import { type FileInText, type OpenSpecification, OpenTexts } from './open-texts.ts'

const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: ['|', '`', '.', '"', ',', ' ', '*', '#'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: true,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  documentFormattingProvider: true,
  semanticTokensProvider: { legend: LEGEND, full: true },
}

export function serveLanguage(): void {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout)
  const open = new OpenTexts()
  connection.onInitialize(({ capabilities }) => {
    if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      connection.onInitialized(() => void followFiles(connection))
    return { capabilities: CAPABILITIES, serverInfo: { name: 'ninefold' } }
  })
  tellDiagnostics(connection, open)
  answerAtCaret(connection, open)
  answerAboutNames(connection, open)
  answerAboutText(connection, open)
  open.texts.listen(connection)
  connection.listen()
}

/** The editor reports changes of files that are not open: one of them may be a chapter. */
function followFiles(connection: Connection): Promise<unknown> {
  return connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.md' }] })
}

/** An answer about a place of an open text. Null if the text was closed meanwhile. */
async function at<Answer>(
  open: OpenTexts,
  uri: string,
  position: Position,
  answer: (whole: OpenSpecification, offset: number, file: FileInText) => Answer,
): Promise<Answer | null> {
  const found = await open.specification(uri)
  return found === null ? null : answer(found.whole, found.file.offsetAt(position), found.file)
}

function answerAtCaret(connection: Connection, open: OpenTexts): void {
  connection.onCompletion(({ textDocument, position }) =>
    at(open, textDocument.uri, position, ({ document }, offset, file) =>
      completionsAt(document, offset).map((offered, index) => ({
        label: offered.label,
        kind: COMPLETION_KINDS[offered.kind],
        sortText: String(index).padStart(4, '0'),
        filterText: offered.insert,
        insertTextFormat: InsertTextFormat.PlainText,
        textEdit: TextEdit.replace(file.rangeOf(offered.span), offered.insert),
        ...(offered.detail === null ? {} : { detail: offered.detail }),
        ...(offered.words === null ? {} : { documentation: offered.words }),
      })),
    ),
  )
  connection.onHover(({ textDocument, position }) =>
    at(open, textDocument.uri, position, ({ document }, offset, file) => {
      const hover = hoverAt(document, offset)
      if (hover === null) return null
      return { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: file.rangeOf(hover.span) }
    }),
  )
}

function answerAboutNames(connection: Connection, open: OpenTexts): void {
  connection.onDefinition(({ textDocument, position }) =>
    at(open, textDocument.uri, position, (whole, offset) =>
      definitionsAt(whole.document, offset).map((span) => whole.locationOf(span)),
    ),
  )
  connection.onReferences(({ textDocument, position, context }) =>
    at(open, textDocument.uri, position, (whole, offset) =>
      referencesAt(whole.document, offset, context.includeDeclaration).map((span) => whole.locationOf(span)),
    ),
  )
  connection.onPrepareRename(({ textDocument, position }) =>
    at(open, textDocument.uri, position, ({ document }, offset, file) => {
      const found = renameableAt(document, offset)
      return found === null ? null : { range: file.rangeOf(found.span), placeholder: found.name }
    }),
  )
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    at(open, textDocument.uri, position, (whole, offset) => {
      const renaming = renameAt(whole.document, offset, newName)
      if (renaming.kind === 'refused') return new ResponseError<void>(ErrorCodes.InvalidRequest, renaming.why)
      return { changes: whole.changesOf(renaming.edits) }
    }),
  )
}

function answerAboutText(connection: Connection, open: OpenTexts): void {
  connection.onCodeAction(async ({ textDocument, range }) => {
    const found = await open.specification(textDocument.uri)
    if (found === null) return null
    const { whole, file } = found
    const span = { start: file.offsetAt(range.start), end: file.offsetAt(range.end) }
    return actionsIn(whole.document, span).map((action) => codeActionOf(whole, action))
  })
  connection.onDocumentSymbol(({ textDocument }) =>
    inFile(open, textDocument.uri, (document, file) =>
      landmarksOf(document).flatMap((landmark) => (file.has(landmark.span) ? [symbolOf(file, landmark)] : [])),
    ),
  )
  connection.onFoldingRanges(({ textDocument }) =>
    inFile(open, textDocument.uri, (document, file) =>
      foldingOf(document)
        .filter((span) => file.has(span))
        .map(({ start, end }) => ({
          startLine: file.positionAt(start).line,
          endLine: file.positionAt(end).line,
          kind: FoldingRangeKind.Region,
        })),
    ),
  )
  connection.languages.semanticTokens.on(async ({ textDocument }) => {
    const data = await inFile(open, textDocument.uri, (document, file) =>
      encodeTokens(
        file,
        tokensOf(document).filter(({ span }) => file.has(span)),
      ),
    )
    return { data: data ?? [] }
  })
  connection.onDocumentFormatting(({ textDocument }) =>
    inFile(open, textDocument.uri, (document, file) => {
      const before = file.text.getText()
      const formatted = file.textIn(formatSpecification(document.text))
      const whole = { start: file.text.positionAt(0), end: file.text.positionAt(before.length) }
      return formatted === before ? [] : [TextEdit.replace(whole, formatted)]
    }),
  )
}

async function inFile<Answer>(
  open: OpenTexts,
  uri: string,
  answer: (document: Document, file: FileInText) => Answer,
): Promise<Answer | null> {
  const found = await open.specification(uri)
  return found === null ? null : answer(found.whole.document, found.file)
}

/** Debounced, so that fast typing does not wait for a check of each letter. */
function tellDiagnostics(connection: Connection, open: OpenTexts): void {
  const waiting = new Map<string, NodeJS.Immediate>()
  /** Files with diagnostics in the editor, by the text for which they were told. */
  const told = new Map<string, readonly string[]>()
  const tell = async (uri: string): Promise<void> => {
    const found = await open.specification(uri)
    if (found === null) return
    const { whole } = found
    for (const file of whole.files) {
      const inside = whole.document.compiled.diagnostics.filter(({ span }) => whole.fileAt(span) === file)
      void connection.sendDiagnostics({
        uri: file.uri,
        version: file.text.version,
        diagnostics: inside.map((each) => diagnosticOf(whole, each)),
      })
    }
    const files = whole.files.map((file) => file.uri)
    for (const former of told.get(uri) ?? [])
      if (!files.includes(former)) void connection.sendDiagnostics({ uri: former, diagnostics: [] })
    told.set(uri, files)
  }
  const soon = (uri: string): void => {
    clearImmediate(waiting.get(uri))
    waiting.set(
      uri,
      setImmediate(() => {
        waiting.delete(uri)
        void tell(uri)
      }),
    )
  }
  connection.onDidChangeWatchedFiles(() => {
    for (const { uri } of open.texts.all()) void open.opened(uri).then(() => soon(uri))
  })
  open.texts.onDidOpen(({ document: { uri } }) => void open.opened(uri).then(() => soon(uri)))
  open.texts.onDidSave(({ document: { uri } }) => void open.opened(uri).then(() => soon(uri)))
  open.texts.onDidChangeContent(({ document: { uri } }) => soon(uri))
  open.texts.onDidClose(({ document: { uri } }) => {
    open.forget(uri)
    told.delete(uri)
    void connection.sendDiagnostics({ uri, diagnostics: [] })
  })
}
