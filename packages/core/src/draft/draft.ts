// A draft: the content of a specification's text, point by point, before names are resolved and checked. The reader
// always returns one, whatever the text. Names and expressions are unchanged, with their positions; an expression's
// text excludes its backticks.

import type { Span, Written } from '../text/source.ts'
import type { Point, QuestionLabel } from '../model/points.ts'
import type { PurposeDraft } from './purpose.ts'
import type { ScreensDraft } from './screens.ts'
import type { EntitiesDraft } from './entities.ts'
import type { StatesDraft } from './states.ts'
import type { ValidationDraft } from './validation.ts'
import type { RolesDraft } from './roles.ts'
import type { CallsDraft } from './calls.ts'
import type { ErrorsDraft } from './errors.ts'
import type { LimitsDraft } from './limits.ts'

export interface Draft {
  readonly name: Written | null
  /** `**Ninefold:** 1`, if present. */
  readonly languageVersion: Written | null
  /** Positions of the points' headings; a missing heading has none. */
  readonly headings: Partial<Readonly<Record<Point, Span>>>
  /** From the heading of point 9 to the end of its file, for each file that has it. */
  readonly rangesOfLimits: readonly Span[]
  /** Questions that the text answers by a label with an openness, such as `Purpose: not shown.` */
  readonly answers: readonly QuestionDraft[]
  readonly purpose: PurposeDraft
  readonly screens: ScreensDraft
  readonly entities: EntitiesDraft
  readonly states: StatesDraft
  readonly validation: ValidationDraft
  readonly roles: RolesDraft
  readonly calls: CallsDraft
  readonly errors: ErrorsDraft
  readonly limits: LimitsDraft
}

/**
 * Four kinds of openness, which are never mixed. `not shown`: unanswered; `assumed` applies meanwhile. `any of`:
 * deliberately left open. `none`: known to be empty. `out of scope`: known, and outside of the product.
 */
export type Openness =
  | { readonly kind: 'not shown'; readonly assumed: Written | null }
  | { readonly kind: 'any of'; readonly options: readonly Written[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'out of scope' }

export interface QuestionDraft {
  readonly question: QuestionLabel
  readonly openness: Openness
  readonly span: Span
}
