// The order of a list that a step makes.

import type { Expression } from '../../expression/expression.ts'
import type { Sort } from '../field-types.ts'

export interface StepSort extends Sort {
  /** It counts only where this holds; over what the call knows, and no record. */
  readonly when?: Expression
}
