// Diagnostics and questions → JSON for other programs. Keys are stable, and new ones may be added.

import { placeAt, type Places, placesOf } from '../text/chapters.ts'
import type { Source, Span } from '../text/source.ts'
import type { Diagnostic } from './diagnostic.ts'

/** Status of one of the thirteen questions; this folder does not know the points. */
interface Question {
  readonly point: string
  readonly question: string
  readonly answer: string
}

export function printJson(diagnostics: readonly Diagnostic[], source: Source, questions: readonly Question[]): string {
  const places = placesOf(source)
  const value = {
    diagnostics: diagnostics.map((found) => ({
      number: found.number,
      severity: found.severity,
      message: found.message,
      ...rangeOf(places, found.span),
      related: found.related.map(({ span, message }) => ({ message, ...rangeOf(places, span) })),
      hint: found.hint,
      fixes: found.fixes.map(({ title, edits }) => ({
        title,
        edits: edits.map(({ span, text }) => ({ ...rangeOf(places, span), text })),
      })),
    })),
    questions: questions.map(({ point, question, answer }) => ({ point, question, answer })),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

/** For people and editors, and by offsets for programs with the file's text as one string. A span is in one file. */
function rangeOf(places: Places, span: Span) {
  const { file, ...start } = placeAt(places, span.start)
  const { file: _, ...end } = placeAt(places, span.end)
  return { file, start, end }
}
