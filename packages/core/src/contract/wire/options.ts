// Wire types for inputs that name records: options to choose from, and the call that creates a missing record in place.

import type { AppCallAction, AppActionParts } from './actions.ts'

/**
 * Answer of `GET /_ninefold/options/<entity>?by=<field>&q=<search>`, or with `value=` for some: at most 50. `with=<field>`,
 * once or several times, brings fields of each record: those that the caller may see. With one `value`, `with=lines.amount`
 * brings fields of each of the records that a field holds; null: there are too many.
 */
export interface OptionsData {
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
  /** No record has the words; these have words like them, the likest first. */
  readonly near?: OptionsData['options']
}

/** The standard call that creates a record of an entity, with its whole form. */
export interface AppCreation {
  readonly entity: string
  readonly label: string
  /** Name of the input that takes the words by which the record was sought; null: the title is no text of its own. */
  readonly titled: string | null
  readonly action: AppActionParts & AppCallAction
}
