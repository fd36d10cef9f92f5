// A document and a range of it → possible actions: the fixes of its diagnostics, and possible answers to open
// questions.

import { memoized } from '../check/memoized.ts'
import type { Diagnostic, Edit } from '../diagnostic/diagnostic.ts'
import { openQuestions } from '../questions/open-questions.ts'
import type { Span } from '../text/source.ts'
import type { Document } from './document.ts'

export interface Action {
  readonly title: string
  readonly kind: 'fix' | 'answer'
  readonly edits: readonly Edit[]
  /** The diagnostic that it resolves, if any. */
  readonly settles: Diagnostic | null
  /** It is the only possible action, so no choice is needed. */
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

/** Cached, because each move of the cursor asks about the same text. */
const questionsOf = memoized(openQuestions)

/** Texts with capitals or dots are patterns and not answers. */
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
