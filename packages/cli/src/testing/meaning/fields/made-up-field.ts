// Fields that some made-up entities have beside those that all have: each family says how they are written, what is asked
// of them, and what people send for them.

import type { Random } from '../../chance.ts'
import type { Json } from '../json.ts'

/** How a field is called where a condition stands: `price`, or `x.price`. */
export type FieldName = (field: string) => string

export interface SendingPlace {
  readonly random: Random
  readonly nowMs: number
  /** The code of a record of the entity, or one that nobody has. */
  readonly keyOf: (entity: string) => string
}

export interface MadeUpField {
  readonly name: string
  /** Its row in the entity's table: `price | money in EUR | at least 0 | | `. */
  readonly row: string
  /** Values that a shape works out of it, by key. */
  readonly parts?: Readonly<Record<string, string>>
  /** It is no value that a shape could show. */
  readonly isUnshown?: true
  /** Conditions about the record alone. */
  readonly conditions?: (name: FieldName, random: Random) => readonly string[]
  /** Conditions about other records, too. */
  readonly related?: (name: FieldName, random: Random) => readonly string[]
  /** Missing: nobody gives it. */
  readonly sent?: (place: SendingPlace) => Json
  /** As a filter of a list. Missing: lists are not narrowed by it. */
  readonly filter?: (place: SendingPlace) => string
  readonly isSorted?: true
  /** It keeps its first value: nobody may change it. */
  readonly isSetOnce?: true
  /** The value to which the product sets it. */
  readonly set?: (name: FieldName) => string
}

/** The part of one entity that a family makes. */
export interface MadeUpPart {
  readonly fields: readonly MadeUpField[]
  /** Labels above the entity's table, and tables below it. */
  readonly labels?: readonly string[]
  readonly below?: readonly string[]
  /** Other entities that it needs, as lines of point 3. */
  readonly entities?: readonly string[]
  /** Rows of rules over several records. */
  readonly rules?: readonly string[]
}

/** A day near the present, some days away. */
export function dayNear(nowMs: number, days: number): string {
  return new Date(nowMs + days * 86_400_000).toISOString().slice(0, 10)
}
