// A mistake of a sent value.

import type { Bounds } from '../../model/errors.ts'

/** Without its place. */
export interface Mistake {
  readonly code: string
  readonly limit?: number
  /** Both limits of the value. */
  readonly bounds?: Bounds
  /** The value of a list that it is about. */
  readonly index?: number
}

export function placeOfMistake({ index }: Mistake, place: string): string {
  return index === undefined ? place : `${place}[${index}]`
}
