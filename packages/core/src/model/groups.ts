// Groups of records for a chart or matrix: their dimensions, and the measure of each group. The contract derives both
// from a block of a screen, and a plan makes one statement of them. Expressions are over `this`.

import type { Expression } from '../expression/expression.ts'
import type { CalendarUnit } from './screens.ts'

export interface GroupDimension {
  readonly value: Expression
  /** As JSON: equal within a group. */
  readonly output: Expression
  /** Calendar periods, each by its first day. */
  readonly per: CalendarUnit | null
}

export type GroupMeasure =
  | { readonly kind: 'count' }
  | { readonly kind: 'sum' | 'average'; readonly of: Expression }
  /** A JSON array with the `output` of each record. */
  | { readonly kind: 'value'; readonly of: Expression; readonly output: Expression }
