// The differences between two models, by what each asks of people.

import type { Point } from '../model/points.ts'

/**
 * Consequence of a difference for people: nothing (`safe`), values for existing records (`fill`, `convert`), records
 * that fit (`tightening`), a consent to a loss (`destructive`), a reader who has reviewed it (`review`), or users of
 * the calls who follow (`contract`).
 */
export type DifferenceKind = 'safe' | 'fill' | 'tightening' | 'convert' | 'destructive' | 'review' | 'contract'

export interface Difference {
  readonly point: Point
  readonly kind: DifferenceKind
  readonly sentence: string
  /** SQL text that counts what it concerns, in the database as it is after the change. */
  readonly breaking?: Breaking
}

/** Records that break a rule: counted, and some of them shown. */
export interface Breaking {
  readonly entity: string
  readonly countSql: string
  readonly someSql: string
}
