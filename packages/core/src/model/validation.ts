// Point 5, checked.

import type { Expression } from '../expression/expression.ts'
import type { Stated } from './stated.ts'

export interface ValidationModel {
  readonly rules: readonly Rule[]
  readonly rulesOverRecords: readonly RuleOverRecords[]
}

export interface Rule extends Stated {
  readonly name: string
  readonly entity: string
  readonly when: RuleMoment
  /** The rule applies only where this holds. */
  readonly condition: Expression | null
  /** The valid case. Its implicit record is `this`, after the change; `old` is the record before. */
  readonly holds: Expression
  /** Code of the error catalogue. */
  readonly otherwise: string
}

/** Creation counts as a change of every field that has a value. */
export type RuleMoment =
  | { readonly kind: 'always' | 'create' | 'change' | 'delete' }
  | { readonly kind: 'field changes'; readonly field: string }
  | { readonly kind: 'transition'; readonly transition: string }

/** A rule over several records, in one of the closed forms that the database can enforce. */
export interface RuleOverRecords extends Stated {
  readonly name: string
  readonly entity: string
  /** Records with equal values here form a group; a record with an empty value belongs to no group. */
  readonly same: readonly string[]
  /** Only records that satisfy this count, over `this`. */
  readonly countingOnly: Expression | null
  readonly form: RecordsForm
  /** Code of the error catalogue. */
  readonly otherwise: string
}

export interface OverlapRule extends RuleOverRecords {
  readonly form: Extract<RecordsForm, { kind: 'never overlaps' }>
}

/** `bound` is a number over `this`, the same for every record of a group. */
export type RecordsForm =
  /** No two periods of a group overlap. */
  | { readonly kind: 'never overlaps'; readonly field: string }
  | { readonly kind: 'at most' | 'exactly' | 'at least'; readonly bound: Expression }
  | { readonly kind: 'never below'; readonly field: string; readonly bound: Expression }
  | {
      readonly kind: 'sum'
      readonly field: string
      readonly comparison: 'is' | 'at most' | 'at least'
      readonly bound: Expression
    }
  /** Following the field from record to record never leads back to the first one. */
  | { readonly kind: 'never in a circle'; readonly field: string }
