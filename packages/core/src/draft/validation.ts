// Point 5 as written.

import type { Span, Written } from '../text/source.ts'

export interface ValidationDraft {
  readonly rules: readonly RuleDraft[]
  readonly rulesOverRecords: readonly RuleOverRecordsDraft[]
}

/** A row of `Rule | Entity | When | If | Must hold | Otherwise`. */
export interface RuleDraft {
  readonly name: Written
  readonly entity: Written
  readonly when: RuleMomentDraft
  /** Expression. */
  readonly condition: Written | null
  /** Expression. */
  readonly mustHold: Written
  readonly otherwise: Written
  readonly span: Span
}

export type RuleMomentDraft = { readonly span: Span } & (
  | { readonly kind: 'always' | 'create' | 'change' | 'delete' }
  | { readonly kind: 'field changes'; readonly field: Written }
  | { readonly kind: 'transition'; readonly transition: Written }
)

/** A row of `Rule | Over | Same | Counting only | Holds | Otherwise`. */
export interface RuleOverRecordsDraft {
  readonly name: Written
  readonly over: Written
  readonly same: readonly Written[]
  /** Expression. */
  readonly countingOnly: Written | null
  readonly holds: RecordsFormDraft
  readonly otherwise: Written
  readonly span: Span
}

/** `bound` is an expression, or a number as written. */
export type RecordsFormDraft = { readonly span: Span } & (
  | { readonly kind: 'never overlaps'; readonly field: Written }
  | { readonly kind: 'count'; readonly comparison: CountComparison; readonly bound: Written }
  | { readonly kind: 'never below'; readonly field: Written; readonly bound: Written }
  | { readonly kind: 'sum'; readonly field: Written; readonly comparison: SumComparison; readonly bound: Written }
  | { readonly kind: 'never in a circle'; readonly field: Written }
)

export type CountComparison = 'at most' | 'exactly' | 'at least'
export type SumComparison = 'at most' | 'is' | 'at least'
