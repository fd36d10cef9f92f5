// Point 5 as written.

import type { Span, Written } from '../text/source.ts'

export interface ValidationDraft {
  readonly rules: readonly RuleDraft[]
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
