// A labelled line of the language: a description, and its values.

import { FREE, type Values } from './values.ts'

export interface LabelGrammar {
  /** Hover text of the label. Null: the label is self-explanatory. */
  readonly about: string | null
  readonly values: Values
  /** It may occur more than once in its place. */
  readonly isRepeatable: boolean
  /** Part of a later version, so it is not suggested. */
  readonly isLater: boolean
}

/** The labels of one place, by their words. */
export type Labels<Name extends string = string> = Readonly<Record<Name, LabelGrammar>>

export const label = (about: string | null, values: Values = FREE): LabelGrammar => ({
  about,
  values,
  isRepeatable: false,
  isLater: false,
})
export const repeatable = (known: LabelGrammar): LabelGrammar => ({ ...known, isRepeatable: true })
export const LATER: LabelGrammar = { ...label(null), isLater: true }
