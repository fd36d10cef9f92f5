// Diagnostics of a text → the overlay in the browser.

import type { ReportedDiagnostic, SpecificationReport } from '@ninefold/core/contract/wire/development.ts'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { AnsweredQuestion } from '@ninefold/core/model/points.ts'
import { excerptAt, placeAt, type Places, placesOf } from '@ninefold/core/text/chapters.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import type { WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'

export function reportOf(
  source: Source,
  questions: readonly AnsweredQuestion[],
  diagnostics: readonly Diagnostic[],
  waiting: readonly WaitingStep[],
): SpecificationReport {
  const places = placesOf(source)
  return {
    file: source.file,
    questions,
    diagnostics: diagnostics.map((found) => reported(places, found)),
    waiting: waiting.map((step) => ({
      sentence: step.hint === undefined ? step.sentence : `${step.sentence} ${step.hint}`,
      rows: step.rows,
      losesValues: step.consequence === 'loses values',
    })),
  }
}

function reported(places: Places, { number, severity, message, hint, span, fixes }: Diagnostic): ReportedDiagnostic {
  const { file, line, column } = placeAt(places, span.start)
  const { before, marked, after } = excerptAt(places, span)
  return {
    number,
    severity,
    message,
    hint,
    file,
    line,
    column,
    offset: span.start,
    excerpt: `${before}${marked}${after}`,
    from: before.length + 1,
    to: before.length + 1 + marked.length,
    ...remedyIn(fixes),
  }
}

/** Only a single remedy is offered; with several, the author chooses in the editor. */
function remedyIn([fix, ...others]: Diagnostic['fixes']): Pick<ReportedDiagnostic, 'remedy'> {
  if (fix === undefined || others.length > 0) return {}
  return { remedy: { title: fix.title, edits: fix.edits.map(({ span, text }) => ({ ...span, text })) } }
}

/** A defect of ours: it has no place in the text. */
export function defectReport(before: SpecificationReport, cause: unknown): SpecificationReport {
  const message = cause instanceof Error ? cause.message : String(cause)
  const place = { file: before.file, line: 1, column: 1, offset: 0, excerpt: '', from: 1, to: 1 }
  const hint = 'The last version is still served. The terminal has details.'
  return { ...before, diagnostics: [{ number: 'defect', severity: 'error', message, hint, ...place }], waiting: [] }
}
