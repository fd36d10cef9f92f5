// Wire types for inputs that name records: options, and the call that creates a missing record in place.

import type { AppCallAction, AppActionParts } from './actions.ts'

/**
 * Answer of `GET /_ninefold/options/<entity>?by=<field>&q=<search>`, or with `value=` for given ones: at most 50.
 * `with=<field>`, once or several times, adds fields that the caller may see. With one `value`, `with=lines.amount`
 * adds fields of the records in a list field; null: there are too many.
 */
export interface OptionsData {
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
  /** Fuzzy matches, most similar first, if there is no exact one. */
  readonly near?: OptionsData['options']
}

/** The standard call that creates a record of an entity, with its whole form. */
export interface AppCreation {
  readonly entity: string
  readonly label: string
  /** The input that takes the searched words; null: the label has no text of its own. */
  readonly titled: string | null
  readonly action: AppActionParts & AppCallAction
}
