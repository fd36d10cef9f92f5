// A document and a stretch of it → what can be done about it: the fixes of its diagnostics, and the possible answers
// of what is still open.

import { onceFor } from '../check/once.ts'
import type { Diagnostic, Edit } from '../diagnostic/diagnostic.ts'
import { openQuestions } from '../questions/open-questions.ts'
import type { Span } from '../text/source.ts'
import type { Document } from './document.ts'

export interface Action {
  readonly title: string
  readonly kind: 'fix' | 'answer'
  readonly edits: readonly Edit[]
  /** Diagnostic that it settles, if there is one. */
  readonly settles: Diagnostic | null
  /** The only thing that can be done about it, so that nobody has to choose. */
  readonly isOnly: boolean
}

export function actionsIn(document: Document, span: Span): Action[] {
  const { compiled } = document
  const fixes = compiled.diagnostics
    .filter((found) => touches(found.span, span))
    .flatMap((found) =>
      found.fixes.map(({ title, edits }): Action => ({
        title,
        kind: 'fix',
        edits,
        settles: found,
        isOnly: found.fixes.length === 1,
      })),
    )
  return [...fixes, ...answersIn(document, span)]
}

/** Each move of the cursor asks about the same text. */
const questionsOf = onceFor(openQuestions)

/** Words in capitals or dots would be a pattern, not an answer. */
function answersIn({ compiled }: Document, span: Span): Action[] {
  return questionsOf(compiled)
    .filter((question) => touches(question.span, span))
    .flatMap((question) => {
      const settles = compiled.diagnostics.find(
        (found) => found.number === 'N007' && touches(found.span, question.span),
      )
      return question.answers.map((answer): Action => ({
        title: `Answer "${question.question}" with: ${answer}`,
        kind: 'answer',
        edits: [{ span: question.span, text: answer }],
        settles: settles ?? null,
        isOnly: false,
      }))
    })
}

function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end
}
