// The order of a list in a step.

import type { Expression } from '../../expression/expression.ts'
import type { Sort } from '../field-types.ts'

export interface StepSort extends Sort {
  /** Applies only if this holds; over values of the call, and no record. */
  readonly when?: Expression
}
