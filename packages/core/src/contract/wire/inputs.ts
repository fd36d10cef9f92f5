// Rules for an input, in a form that browser and server share: the same function refuses in both.

import type { Expression } from '../../expression/expression.ts'
import type { FieldKind } from '../../model/field-types.ts'
import type { UnixUnit } from '../../model/wire.ts'
import type { Choice } from './display.ts'

/** One value that a form or a call takes. */
export interface InputField {
  /** Its place in the body: `['user', 'email']`. Joined with dots it is the input's name. */
  readonly path: readonly string[]
  /** Its place in the body where that is another one: `['first-name']`. None: it is the whole body. */
  readonly sentAs?: readonly string[]
  readonly label: string
  readonly kind: FieldKind
  readonly isNeeded: boolean
  /** At least one of those that say so is. */
  readonly isOneNeeded?: true
  /** Several values of the kind, each under the rules of one. */
  readonly isList?: true
  readonly countMin?: number
  readonly countMax?: number
  /** A value that can be read as one of the kind is accepted. */
  readonly isLenient?: true
  /** A moment is sent as a number. */
  readonly unix?: UnixUnit
  /** Several objects, each with these inputs; then nothing else here says what is taken. */
  readonly objects?: SentObjects
  /** Of a text that is unique ignoring case: two that differ only in how their letters are encoded are one. */
  readonly isOneHoweverSpelt?: true
  /** A text of nothing but blanks counts as empty. */
  readonly isBlankEmpty: boolean
  /** Present when the field itself may not be empty: null and blank are refused. */
  readonly isRequired: boolean
  /** Never shown while typed. */
  readonly isSecret: boolean
  readonly lengthMin: number | null
  readonly lengthMax: number | null
  readonly min: number | null
  readonly max: number | null
  /** The whole text follows it; null: any text. */
  readonly pattern: string | null
  readonly choices: readonly Choice[]
  /** For references: whose records can be named, and by which of their fields. */
  readonly reference: {
    readonly entity: string
    readonly by: string
    readonly isList: boolean
    /** A value that no record has yet is taken too, and makes one. */
    readonly isMadeWhenMissing: boolean
  } | null
  /** For decimals, and money in one currency: how many digits may follow the point. */
  readonly places?: number
  /** For money in one currency: its code. */
  readonly currency?: string
  /** For money of any currency: the currency of an amount that names none. */
  readonly money?: { readonly supplied: string | null }
  /** For periods: of what. */
  readonly periodOf?: 'date' | 'date and time'
  /** For files: what may be uploaded. An input holds the ids of uploads. */
  readonly file?: FileLimits
  /** The author's words under "Meaning". */
  readonly help: string | null
  /**
   * Value that a form starts with; null when there is none. Of money of any currency, amount and currency. A moment
   * is milliseconds, or a text on the application's clock.
   */
  readonly initial: string | number | boolean | readonly string[] | null
  /** The day that a form starts with, reckoned from `today`. */
  readonly initialDay?: Expression
}

export interface SentObjects {
  /** They are sent as one object: the keys and values of its members. */
  readonly isMap?: true
  /** Their paths begin in the object. */
  readonly fields: readonly InputField[]
  readonly countMin: number | null
  readonly countMax: number
}

export interface FileLimits {
  readonly media: 'file' | 'image'
  readonly bytesMax: number
  readonly isList: boolean
  readonly countMax: number | null
}

/** Is one of its inputs a list of objects? */
export function takesObjects(form: readonly InputField[]): boolean {
  return form.some(({ objects }) => objects !== undefined)
}
