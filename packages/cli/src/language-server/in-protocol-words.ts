// Spans, diagnostics, actions, landmarks and tokens of the language service → types of the Language Server Protocol.

import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Severity } from '@ninefold/core/diagnostic/severity.ts'
import { DIAGNOSTICS } from '@ninefold/core/diagnostic/registry.ts'
import type { Action } from '@ninefold/core/service/actions.ts'
import type { Landmark } from '@ninefold/core/service/landmarks.ts'
import type { Token } from '@ninefold/core/service/tokens.ts'
import {
  CodeActionKind,
  DiagnosticSeverity,
  SemanticTokensBuilder,
  type CodeAction,
  type Diagnostic as ProtocolDiagnostic,
  type DocumentSymbol,
  type SemanticTokensLegend,
} from 'vscode-languageserver/node'
import { SYMBOL_KINDS, TOKEN_TYPES } from './kinds.ts'
import type { FileInText, OpenSpecification } from './open-texts.ts'

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  unknown: DiagnosticSeverity.Information,
  note: DiagnosticSeverity.Hint,
}

export function diagnosticOf(whole: OpenSpecification, found: Diagnostic): ProtocolDiagnostic {
  return {
    range: whole.locationOf(found.span).range,
    severity: SEVERITIES[found.severity],
    code: found.number,
    source: 'ninefold',
    message: found.hint === null ? found.message : `${found.message}\n${found.hint}`,
    relatedInformation: found.related.map(({ span, message }) => ({
      location: whole.locationOf(span),
      message,
    })),
    data: { title: DIAGNOSTICS[found.number].title },
  }
}

export function codeActionOf(whole: OpenSpecification, action: Action): CodeAction {
  const { title, edits, settles, isOnly } = action
  return {
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred: isOnly,
    edit: { changes: whole.changesOf(edits) },
    ...(settles === null ? {} : { diagnostics: [diagnosticOf(whole, settles)] }),
  }
}

export function symbolOf(file: FileInText, { name, kind, span, words, children }: Landmark): DocumentSymbol {
  return {
    // The protocol requires a name, even if the author has not written one yet.
    name: name.trim() === '' ? '…' : name,
    kind: SYMBOL_KINDS[kind],
    range: file.rangeOf(span),
    selectionRange: file.rangeOf(words),
    children: children.map((child) => symbolOf(file, child)),
  }
}

const TYPES = [...new Set(Object.values(TOKEN_TYPES))]

export const LEGEND: SemanticTokensLegend = { tokenTypes: TYPES, tokenModifiers: ['declaration'] }

/** A token of the protocol cannot span lines. */
export function encodeTokens(file: FileInText, tokens: readonly Token[]): number[] {
  const builder = new SemanticTokensBuilder()
  for (const { span, kind, isDeclaration } of tokens) {
    const { line, character } = file.positionAt(span.start)
    const type = TYPES.indexOf(TOKEN_TYPES[kind])
    if (file.positionAt(span.end).line === line)
      builder.push(line, character, span.end - span.start, type, isDeclaration ? 1 : 0)
  }
  return builder.build().data
}
