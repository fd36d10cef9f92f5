// Additional fields of some generated entities. Each family defines how the fields are written, which conditions use
// them, and which values people send.

import type { Random } from '../../chance.ts'
import type { Json } from '../json.ts'

/** Name of a field in a condition: `price`, or `x.price`. */
export type FieldName = (field: string) => string

export interface SendingPlace {
  readonly random: Random
  readonly nowMs: number
  /** The code of a record of the entity, or one that no record has. */
  readonly keyOf: (entity: string) => string
}

export interface MadeUpField {
  readonly name: string
  /** Its row in the entity's table: `price | money in EUR | at least 0 | | `. */
  readonly row: string
  /** Values that a shape computes from it, by key. */
  readonly parts?: Readonly<Record<string, string>>
  /** True: no shape can show it. */
  readonly isUnshown?: true
  /** Conditions about the record alone. */
  readonly conditions?: (name: FieldName, random: Random) => readonly string[]
  /** Conditions that also involve other records. */
  readonly related?: (name: FieldName, random: Random) => readonly string[]
  /** Missing: nobody sends a value. */
  readonly sent?: (place: SendingPlace) => Json
  /** Value as a filter of a list. Missing: lists have no such filter. */
  readonly filter?: (place: SendingPlace) => string
  readonly isSorted?: true
  /** True: nobody may change its first value. */
  readonly isSetOnce?: true
  /** The value that the product sets. */
  readonly set?: (name: FieldName) => string
}

/** The part of one entity that a family generates. */
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

/** A day that is some days away from the present. */
export function dayNear(nowMs: number, days: number): string {
  return new Date(nowMs + days * 86_400_000).toISOString().slice(0, 10)
}
