// Diagnostics and questions → JSON for other programs. Keys are stable, and new ones may be added.

import { linesOf, positionAt, type Lines } from '../text/lines.ts'
import type { Source, Span } from '../text/source.ts'
import type { Diagnostic } from './diagnostic.ts'

/** Status of one of the thirteen questions; this folder does not know the points. */
interface Question {
  readonly point: string
  readonly question: string
  readonly answer: string
}

export function printJson(diagnostics: readonly Diagnostic[], source: Source, questions: readonly Question[]): string {
  const lines = linesOf(source.text)
  const value = {
    diagnostics: diagnostics.map((found) => ({
      number: found.number,
      severity: found.severity,
      message: found.message,
      file: source.file,
      ...placesOf(lines, found.span),
      related: found.related.map(({ span, message }) => ({ message, ...placesOf(lines, span) })),
      hint: found.hint,
      fixes: found.fixes.map(({ title, edits }) => ({
        title,
        edits: edits.map(({ span, text }) => ({ ...placesOf(lines, span), text })),
      })),
    })),
    questions: questions.map(({ point, question, answer }) => ({ point, question, answer })),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function placesOf(lines: Lines, span: Span) {
  return { start: placeOf(lines, span.start), end: placeOf(lines, span.end) }
}

/** For people and editors, and for programs with the text as one string. */
function placeOf(lines: Lines, offset: number) {
  return { ...positionAt(lines, offset), offset }
}
