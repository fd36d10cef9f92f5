// A specification's text → its model, questions and diagnostics: reading, then checking.

import { checkSpecification } from './check/specification.ts'
import { inOrder, type Diagnostic } from './diagnostic/diagnostic.ts'
import type { Draft } from './draft/draft.ts'
import type { Model } from './model/model.ts'
import type { AnsweredQuestion } from './model/points.ts'
import { readSpecification } from './read/specification.ts'

export interface Compiled {
  /** Null when the text has errors. */
  readonly model: Model | null
  readonly questions: readonly AnsweredQuestion[]
  /** Of reading and checking, by position. */
  readonly diagnostics: readonly Diagnostic[]
  readonly draft: Draft
}

export function compile(text: string): Compiled {
  const { draft, diagnostics } = readSpecification(text)
  const checked = checkSpecification(draft, { diagnostics, text })
  return {
    model: checked.model,
    questions: checked.questions,
    diagnostics: inOrder([...diagnostics, ...checked.diagnostics]),
    draft,
  }
}
