// Kinds of differences between two models, by the work that they give people.

import type { Point } from '../model/points.ts'

/**
 * The demand of a difference on people: nothing (`safe`), values for existing records (`fill`, `convert`), records that
 * comply (`tightening`), consent to a loss (`destructive`), a review (`review`), or adaptation by users of the calls
 * (`contract`).
 */
export type DifferenceKind = 'safe' | 'fill' | 'tightening' | 'convert' | 'destructive' | 'review' | 'contract'

export interface Difference {
  readonly point: Point
  readonly kind: DifferenceKind
  readonly sentence: string
  /** SQL text that counts the affected rows, in the migrated database. */
  readonly breaking?: Breaking
}

/** Records that break a rule: their number, and some of them. */
export interface Breaking {
  readonly entity: string
  readonly countSql: string
  readonly someSql: string
}
