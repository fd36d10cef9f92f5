// Rules for an input, shared by browser and server, so that both refuse the same.

import type { Expression } from '../../expression/expression.ts'
import type { FieldKind } from '../../model/field-types.ts'
import type { UnixUnit } from '../../model/wire.ts'
import type { Choice } from './display.ts'

/** One input of a form or call. */
export interface InputField {
  /** Its place in the body: `['user', 'email']`. Joined with dots, it is the input's name. */
  readonly path: readonly string[]
  /** Its place in the body if it differs: `['first-name']`. Empty: the whole body. */
  readonly sentAs?: readonly string[]
  readonly label: string
  readonly kind: FieldKind
  readonly isNeeded: boolean
  /** At least one of the inputs with this flag is required. */
  readonly isOneNeeded?: true
  /** A list of such values, each under the same rules. */
  readonly isList?: true
  readonly countMin?: number
  readonly countMax?: number
  /** Values that can be converted unambiguously are accepted. */
  readonly isLenient?: true
  /** A moment is sent as a number. */
  readonly unix?: UnixUnit
  /** A list of objects with these inputs; the other members then do not apply. */
  readonly objects?: SentObjects
  /** For a text that is unique ignoring case: Unicode variants of the same text are equal. */
  readonly isOneHoweverSpelt?: true
  /** A text of several lines loses spaces and ends of lines around it. */
  readonly isTrimmed?: true
  /** A text of spaces counts as empty. */
  readonly isBlankEmpty: boolean
  /** Required if the field may not be empty: null and blank are refused. */
  readonly isRequired: boolean
  /** Masked while typed. */
  readonly isSecret: boolean
  readonly lengthMin: number | null
  readonly lengthMax: number | null
  readonly min: number | null
  readonly max: number | null
  /** A pattern for the whole text; null: any text. */
  readonly pattern: string | null
  readonly choices: readonly Choice[]
  /** For references: the entity, and the field that identifies a record. */
  readonly reference: {
    readonly entity: string
    readonly by: string
    readonly isList: boolean
    /** An unknown value is accepted and creates a record. */
    readonly isMadeWhenMissing: boolean
  } | null
  /** For decimals, and money in one currency: the maximum number of decimals. */
  readonly places?: number
  /** For money in a fixed currency: its code. */
  readonly currency?: string
  /** For money of any currency: the default currency of an amount. */
  readonly money?: { readonly supplied: string | null }
  /** For periods: their unit. */
  readonly periodOf?: 'date' | 'date and time'
  /** An object, whose keys and values records of this entity describe. A form has an input for each of them. */
  readonly definedBy?: string
  /** For files: permitted uploads. The input contains ids of uploads. */
  readonly file?: FileLimits
  /** The author's text under "Meaning". */
  readonly help: string | null
  /**
   * Initial value of a form; null: none. For money of any currency, amount and currency. For a moment, milliseconds or
   * a local time in the application's time zone.
   */
  readonly initial: string | number | boolean | readonly string[] | null
  /** The initial day of a form, computed from `today`. */
  readonly initialDay?: Expression
  /** A form begins with its user: the default of a reference is `me`. */
  readonly isInitiallyMe?: true
}

export interface SentObjects {
  /** They are sent as one object with free keys. */
  readonly isMap?: true
  /** Their paths start within the object. */
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

/** Tells whether one of its inputs is a list of objects. */
export function takesObjects(form: readonly InputField[]): boolean {
  return form.some(({ objects }) => objects !== undefined)
}
