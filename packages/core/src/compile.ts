// A specification's text → its model, questions and diagnostics: reading, then checking, then consequences.

import type { NamesIndex } from './check/names/occurrences.ts'
import { checkSpecification } from './check/specification.ts'
import { refuseForShards } from './check/tenants/shards.ts'
import { consequencesOf } from './consequences/consequences.ts'
import { inOrder, type Diagnostic } from './diagnostic/diagnostic.ts'
import type { Draft } from './draft/draft.ts'
import type { Model } from './model/model.ts'
import type { AnsweredQuestion } from './model/points.ts'
import type { Sections } from './read/sections.ts'
import { readSpecification, type ReadSpecification } from './read/specification.ts'

export interface Compiled {
  /** Null if the text has errors. */
  readonly model: Model | null
  readonly questions: readonly AnsweredQuestion[]
  /** Of reading and checking, sorted by position. */
  readonly diagnostics: readonly Diagnostic[]
  readonly draft: Draft
  /** The position and meaning of each name, whatever errors the text has. */
  readonly names: NamesIndex
  /** The text split at its headings, and what may stand below each. */
  readonly sections: Sections
  readonly expected: ReadSpecification['expected']
}

/** The model alone, without diagnostics. Null if the text has errors. */
export function modelOf(text: string): Model | null {
  const { draft, diagnostics } = readSpecification(text)
  return checkSpecification(draft, { diagnostics, text }).model
}

export interface CompileOptions {
  /** Reports what tenants in several databases cannot have. */
  readonly areShards?: boolean
}

/** `today` only affects diagnostics about past days, and not the model. */
export function compile(text: string, today?: string, { areShards = false }: CompileOptions = {}): Compiled {
  const { draft, sections, expected, diagnostics, isWhole } = readSpecification(text)
  const checked = checkSpecification(draft, { diagnostics, text, ...(today === undefined ? {} : { today }) })
  // With an error, apparent consequences would be unreliable.
  const consequences = checked.model === null ? [] : consequencesOf(checked.model, checked.checked)
  const beyondShards = checked.model === null || !areShards ? [] : refuseForShards(checked.model)
  return {
    model: checked.model,
    questions: checked.questions,
    names: checked.names,
    sections,
    expected,
    // Without all chapters, names seem to be missing that are declared in the others.
    diagnostics: isWhole
      ? inOrder([...diagnostics, ...checked.diagnostics, ...consequences, ...beyondShards])
      : diagnostics,
    draft,
  }
}
