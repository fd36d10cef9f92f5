// Spans, diagnostics, actions, landmarks and tokens of the language service → types of the Language Server Protocol.

import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Severity } from '@ninefold/core/diagnostic/severity.ts'
import { DIAGNOSTICS } from '@ninefold/core/diagnostic/registry.ts'
import type { Action } from '@ninefold/core/service/actions.ts'
import type { Landmark } from '@ninefold/core/service/landmarks.ts'
import type { Token } from '@ninefold/core/service/tokens.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import {
  CodeActionKind,
  DiagnosticSeverity,
  SemanticTokensBuilder,
  TextEdit,
  type CodeAction,
  type Diagnostic as ProtocolDiagnostic,
  type DocumentSymbol,
  type Location,
  type Range,
  type SemanticTokensLegend,
} from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { SYMBOL_KINDS, TOKEN_TYPES } from './kinds.ts'

export function rangeIn(text: TextDocument, { start, end }: Span): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) }
}

export function placesOf(text: TextDocument, spans: readonly Span[]): Location[] {
  return spans.map((span) => ({ uri: text.uri, range: rangeIn(text, span) }))
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  unknown: DiagnosticSeverity.Information,
  note: DiagnosticSeverity.Hint,
}

export function diagnosticOf(text: TextDocument, found: Diagnostic): ProtocolDiagnostic {
  return {
    range: rangeIn(text, found.span),
    severity: SEVERITIES[found.severity],
    code: found.number,
    source: 'ninefold',
    message: found.hint === null ? found.message : `${found.message}\n${found.hint}`,
    relatedInformation: found.related.map(({ span, message }) => ({
      location: { uri: text.uri, range: rangeIn(text, span) },
      message,
    })),
    data: { title: DIAGNOSTICS[found.number].title },
  }
}

export function codeActionOf(text: TextDocument, action: Action): CodeAction {
  const { title, edits, settles, isOnly } = action
  return {
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred: isOnly,
    edit: { changes: { [text.uri]: edits.map((edit) => TextEdit.replace(rangeIn(text, edit.span), edit.text)) } },
    ...(settles === null ? {} : { diagnostics: [diagnosticOf(text, settles)] }),
  }
}

export function symbolOf(text: TextDocument, { name, kind, span, words, children }: Landmark): DocumentSymbol {
  return {
    // The protocol requires a name, even if the author has not written one yet.
    name: name.trim() === '' ? '…' : name,
    kind: SYMBOL_KINDS[kind],
    range: rangeIn(text, span),
    selectionRange: rangeIn(text, words),
    children: children.map((child) => symbolOf(text, child)),
  }
}

const TYPES = [...new Set(Object.values(TOKEN_TYPES))]

export const LEGEND: SemanticTokensLegend = { tokenTypes: TYPES, tokenModifiers: ['declaration'] }

/** A token of the protocol cannot span lines. */
export function encodeTokens(text: TextDocument, tokens: readonly Token[]): number[] {
  const builder = new SemanticTokensBuilder()
  for (const { span, kind, isDeclaration } of tokens) {
    const { line, character } = text.positionAt(span.start)
    const type = TYPES.indexOf(TOKEN_TYPES[kind])
    if (text.positionAt(span.end).line === line)
      builder.push(line, character, span.end - span.start, type, isDeclaration ? 1 : 0)
  }
  return builder.build().data
}
