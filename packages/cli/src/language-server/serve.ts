// Language Server Protocol on standard input and output → the language service of core. This file decides nothing: it
// converts offsets to lines and characters, and kinds to those of the protocol.

import { actionsIn } from '@ninefold/core/service/actions.ts'
import { completionsAt } from '@ninefold/core/service/completion.ts'
import { openDocument, type Document } from '@ninefold/core/service/document.ts'
import { foldingOf } from '@ninefold/core/service/folding.ts'
import { hoverAt } from '@ninefold/core/service/hover.ts'
import { definitionsAt, referencesAt } from '@ninefold/core/service/names.ts'
import { renameableAt, renameAt } from '@ninefold/core/service/rename.ts'
import { landmarksOf } from '@ninefold/core/service/landmarks.ts'
import { tokensOf } from '@ninefold/core/service/tokens.ts'
import { formatSpecification } from '@ninefold/core/format/format-specification.ts'
import {
  createConnection,
  ErrorCodes,
  FoldingRangeKind,
  InsertTextFormat,
  MarkupKind,
  ProposedFeatures,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  TextEdit,
  type Connection,
  type InitializeResult,
  type Position,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { codeActionOf, diagnosticOf, encodeTokens, LEGEND, placesOf, rangeIn, symbolOf } from './in-protocol-words.ts'
import { today } from '../today.ts'
import { COMPLETION_KINDS } from './kinds.ts'

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

/** A version of a text with its results. */
interface Opened {
  readonly version: number
  readonly document: Document
}

/** The open texts of an editor. */
class OpenTexts {
  readonly texts = new TextDocuments(TextDocument)
  private readonly opened = new Map<string, Opened>()

  /** Compiles each version at most once. */
  understand(text: TextDocument): Document {
    const known = this.opened.get(text.uri)
    if (known?.version === text.version) return known.document
    const document = openDocument(text.getText(), today())
    this.opened.set(text.uri, { version: text.version, document })
    return document
  }

  forget(uri: string): void {
    this.opened.delete(uri)
  }

  /** Null if the text was closed meanwhile. */
  at<Answer>(
    uri: string,
    position: Position,
    answer: (document: Document, offset: number, text: TextDocument) => Answer,
  ): Answer | null {
    const text = this.texts.get(uri)
    return text === undefined ? null : answer(this.understand(text), text.offsetAt(position), text)
  }

  whole<Answer>(uri: string, answer: (document: Document, text: TextDocument) => Answer): Answer | null {
    const text = this.texts.get(uri)
    return text === undefined ? null : answer(this.understand(text), text)
  }
}

export function serveLanguage(): void {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout)
  const open = new OpenTexts()
  connection.onInitialize(() => ({ capabilities: CAPABILITIES, serverInfo: { name: 'ninefold' } }))
  tellDiagnostics(connection, open)
  answerAtCaret(connection, open)
  answerAboutNames(connection, open)
  answerAboutText(connection, open)
  open.texts.listen(connection)
  connection.listen()
}

function answerAtCaret(connection: Connection, open: OpenTexts): void {
  connection.onCompletion(({ textDocument, position }) =>
    open.at(textDocument.uri, position, (document, offset, text) =>
      completionsAt(document, offset).map((offered, index) => ({
        label: offered.label,
        kind: COMPLETION_KINDS[offered.kind],
        sortText: String(index).padStart(4, '0'),
        filterText: offered.insert,
        insertTextFormat: InsertTextFormat.PlainText,
        textEdit: TextEdit.replace(rangeIn(text, offered.span), offered.insert),
        ...(offered.detail === null ? {} : { detail: offered.detail }),
        ...(offered.words === null ? {} : { documentation: offered.words }),
      })),
    ),
  )
  connection.onHover(({ textDocument, position }) =>
    open.at(textDocument.uri, position, (document, offset, text) => {
      const hover = hoverAt(document, offset)
      if (hover === null) return null
      return { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: rangeIn(text, hover.span) }
    }),
  )
}

function answerAboutNames(connection: Connection, open: OpenTexts): void {
  connection.onDefinition(({ textDocument, position }) =>
    open.at(textDocument.uri, position, (document, offset, text) => placesOf(text, definitionsAt(document, offset))),
  )
  connection.onReferences(({ textDocument, position, context }) =>
    open.at(textDocument.uri, position, (document, offset, text) =>
      placesOf(text, referencesAt(document, offset, context.includeDeclaration)),
    ),
  )
  connection.onPrepareRename(({ textDocument, position }) =>
    open.at(textDocument.uri, position, (document, offset, text) => {
      const found = renameableAt(document, offset)
      return found === null ? null : { range: rangeIn(text, found.span), placeholder: found.name }
    }),
  )
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    open.at(textDocument.uri, position, (document, offset, text) => {
      const renaming = renameAt(document, offset, newName)
      if (renaming.kind === 'refused') return new ResponseError<void>(ErrorCodes.InvalidRequest, renaming.why)
      const edits = renaming.edits.map((edit) => TextEdit.replace(rangeIn(text, edit.span), edit.text))
      return { changes: { [text.uri]: edits } }
    }),
  )
}

function answerAboutText(connection: Connection, open: OpenTexts): void {
  connection.onCodeAction(({ textDocument, range }) =>
    open.whole(textDocument.uri, (document, text) =>
      actionsIn(document, { start: text.offsetAt(range.start), end: text.offsetAt(range.end) }).map((action) =>
        codeActionOf(text, action),
      ),
    ),
  )
  connection.onDocumentSymbol(({ textDocument }) =>
    open.whole(textDocument.uri, (document, text) => landmarksOf(document).map((landmark) => symbolOf(text, landmark))),
  )
  connection.onFoldingRanges(({ textDocument }) =>
    open.whole(textDocument.uri, (document, text) =>
      foldingOf(document).map(({ start, end }) => ({
        startLine: text.positionAt(start).line,
        endLine: text.positionAt(end).line,
        kind: FoldingRangeKind.Region,
      })),
    ),
  )
  connection.languages.semanticTokens.on(({ textDocument }) => {
    const data = open.whole(textDocument.uri, (document, text) => encodeTokens(text, tokensOf(document)))
    return { data: data ?? [] }
  })
  connection.onDocumentFormatting(({ textDocument }) =>
    open.whole(textDocument.uri, (_document, text) => {
      const before = text.getText()
      const formatted = formatSpecification(before)
      return formatted === before ? [] : [TextEdit.replace(rangeIn(text, { start: 0, end: before.length }), formatted)]
    }),
  )
}

/** Debounced, so that fast typing does not wait for a check of each letter. */
function tellDiagnostics(connection: Connection, open: OpenTexts): void {
  const waiting = new Map<string, NodeJS.Immediate>()
  open.texts.onDidChangeContent(({ document: { uri } }) => {
    clearImmediate(waiting.get(uri))
    const tell = (): void => {
      waiting.delete(uri)
      void open.whole(uri, ({ compiled }, text) =>
        connection.sendDiagnostics({
          uri,
          version: text.version,
          diagnostics: compiled.diagnostics.map((found) => diagnosticOf(text, found)),
        }),
      )
    }
    waiting.set(uri, setImmediate(tell))
  })
  open.texts.onDidClose(({ document: { uri } }) => {
    open.forget(uri)
    void connection.sendDiagnostics({ uri, diagnostics: [] })
  })
}
