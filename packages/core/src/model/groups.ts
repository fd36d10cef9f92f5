// Records in groups, as a chart or a matrix shows them: what they are grouped by, and what is measured of each group. The
// contract derives both from a block of a screen, and a plan makes one statement of them. Expressions are over `this`.

import type { Expression } from '../expression/expression.ts'
import type { CalendarUnit } from './screens.ts'

export interface GroupDimension {
  readonly value: Expression
  /** As JSON: the same for all of a group. */
  readonly output: Expression
  /** Periods of the calendar, each by its first day. */
  readonly per: CalendarUnit | null
}

export type GroupMeasure =
  | { readonly kind: 'count' }
  | { readonly kind: 'sum' | 'average'; readonly of: Expression }
  /** A JSON array of what `output` says of each record. */
  | { readonly kind: 'value'; readonly of: Expression; readonly output: Expression }
