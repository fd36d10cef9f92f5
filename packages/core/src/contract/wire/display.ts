// Wire types for columns: a value's key in a row, its label, and its display.

import type { StateColour } from '../../model/states.ts'
import type { UnixUnit } from '../../model/wire.ts'

export interface AppColumn {
  /** `category.name`: the key of its value in a row. */
  readonly key: string
  readonly label: string
  /** A built-in field: its label is translated by the product. */
  readonly isBuiltIn?: true
  readonly display: Display
  readonly isSortable: boolean
  /** A web address, shown as a button with the label. */
  readonly isButton?: true
  /** The page of the named record: a pattern, filled from the row's `links`. */
  readonly page?: string
  /** On a record's page: the title contains this value. */
  readonly isInTitle?: true
  /** For a text: the key of the list of users whom it may mention with `@`. */
  readonly mentions?: string
  /** A generated number, or a text with it: it names the row. */
  readonly isKey?: true
  /** The label of the row's record is this value alone. */
  readonly isLabel?: true
}

/** A value of a row with its display. */
export type AppMeasure = Pick<AppColumn, 'key' | 'label' | 'display'>

/** The display of a value. Choices and states include their words in order. */
export type Display =
  /** `names`: a code with a name that browsers know. `isColour`: `#336699`. */
  | { readonly kind: 'text'; readonly names?: 'region' | 'language'; readonly isColour?: true }
  | {
      readonly kind:
        | 'long text'
        | 'formatted text'
        | 'email'
        | 'url'
        | 'number'
        | 'yes/no'
        | 'date'
        | 'time'
        | 'date and time'
        | 'duration'
        /** `{name, size, type, url}` */
        | 'file'
      /** For a date or moment: the key of the boolean that says it has passed. */
      readonly deadline?: string
      /** Set for a moment sent as a number. */
      readonly unix?: UnixUnit
      /** Unit of a number: `%`, `points`. */
      readonly unit?: string
      /** Fixed number of decimals. */
      readonly places?: number
      /** For a boolean: true is bad news. */
      readonly isBad?: true
      /** For a boolean: it follows from other values, and is worth a line only if it is true. */
      readonly isComputed?: true
    }
  /** `isUrgency`: the last choice is the most urgent. */
  | { readonly kind: 'choice' | 'state'; readonly values: readonly Choice[]; readonly isUrgency?: true }
  | { readonly kind: 'period'; readonly of: 'date' | 'date and time' }
  /** True: there is a text, which `GET /_ninefold/secrets/<entity>/<id>/<field>` returns to callers who may see it. */
  | { readonly kind: 'secret'; readonly entity: string; readonly field: string }
  /** A decimal as text, in this currency; null: `{amount, currency}`. */
  | { readonly kind: 'money'; readonly currency: string | null }
  /** Any value of JSON. `definedBy`: records of this entity describe its keys, and each has a column of its own. */
  | { readonly kind: 'json'; readonly definedBy?: string }
  /** An object with free keys, whose values are displayed as `of`. */
  | { readonly kind: 'map'; readonly of: Display }
  /** Several values, each displayed as `of`. */
  | { readonly kind: 'list'; readonly of: Display }

/** Colours of states; `cyan` and `pink` are derived only. */
export type Tone = StateColour | 'cyan' | 'pink'

export interface Choice {
  readonly value: string
  readonly label: string
  /** Of a state. */
  readonly tone?: Tone
  /** Of a state, how much of its sign is filled: 0 at the beginning, 1 at an end. */
  readonly filled?: number
}
