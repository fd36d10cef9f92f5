// A specification's text → its model, questions and diagnostics: reading, then checking, then what follows.

import type { NamesIndex } from './check/names/occurrences.ts'
import { checkSpecification } from './check/specification.ts'
import { consequencesOf } from './consequences/consequences.ts'
import { inOrder, type Diagnostic } from './diagnostic/diagnostic.ts'
import type { Draft } from './draft/draft.ts'
import type { Model } from './model/model.ts'
import type { AnsweredQuestion } from './model/points.ts'
import type { Sections } from './read/sections.ts'
import { readSpecification, type ReadSpecification } from './read/specification.ts'

export interface Compiled {
  /** Null when the text has errors. */
  readonly model: Model | null
  readonly questions: readonly AnsweredQuestion[]
  /** Of reading and checking, by position. */
  readonly diagnostics: readonly Diagnostic[]
  readonly draft: Draft
  /** Where each name stands and what it means there, whatever errors the text has. */
  readonly names: NamesIndex
  /** The text taken apart at its headings, and what may stand below each. */
  readonly sections: Sections
  readonly expected: ReadSpecification['expected']
}

/** The model alone, without what is said about it. Null when the text has errors. */
export function modelOf(text: string): Model | null {
  const { draft, diagnostics } = readSpecification(text)
  return checkSpecification(draft, { diagnostics, text }).model
}

/** `today` is the day on which it is asked: only what is over by then is told by it, and the model is the same. */
export function compile(text: string, today?: string): Compiled {
  const { draft, sections, expected, diagnostics } = readSpecification(text)
  const checked = checkSpecification(draft, { diagnostics, text, ...(today === undefined ? {} : { today }) })
  // An error may be the cause of anything that seems to follow.
  const consequences = checked.model === null ? [] : consequencesOf(checked.model, checked.checked)
  return {
    model: checked.model,
    questions: checked.questions,
    names: checked.names,
    sections,
    expected,
    diagnostics: inOrder([...diagnostics, ...checked.diagnostics, ...consequences]),
    draft,
  }
}
