// Point 5, checked.

import type { Expression } from '../expression/expression.ts'
import type { Stated } from './model.ts'

export interface ValidationModel {
  readonly rules: readonly Rule[]
}

export interface Rule extends Stated {
  readonly name: string
  readonly entity: string
  readonly when: RuleMoment
  /** The rule applies only where this holds. */
  readonly condition: Expression | null
  /** The good case. Its implicit record is `this`, after the change; `old` is the record before. */
  readonly holds: Expression
  /** Code of the error catalogue. */
  readonly otherwise: string
}

/** Creation counts as a change of every field that then has a value. */
export type RuleMoment =
  | { readonly kind: 'always' | 'create' | 'change' | 'delete' }
  | { readonly kind: 'field changes'; readonly field: string }
  | { readonly kind: 'transition'; readonly transition: string }
