// The differences between two models, by what each asks of people.

import type { Point } from '../model/points.ts'

/**
 * What a difference asks of people: nothing (`safe`), values for records that exist (`fill`, `convert`), records that
 * fit (`tightening`), a yes to what goes away (`destructive`), somebody who has read it (`review`), or those who use the
 * calls to follow (`contract`).
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
