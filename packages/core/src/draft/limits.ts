// Point 9 as written.

import type { Span, Written } from '../text/source.ts'

export interface LimitsDraft {
  readonly settings: readonly { readonly name: Written; readonly value: Written }[]
  readonly constants: readonly ConstantDraft[]
  readonly lookups: readonly LookupDraft[]
  readonly limits: readonly LimitDraft[]
}

/** A row of `Constant | Value | Used for`. */
export interface ConstantDraft {
  readonly name: Written
  readonly value: Written
  readonly usedFor: Written
}

/** `### Lookup: answerTime` with `priority | Value`. */
export interface LookupDraft {
  readonly name: Written
  /** The first column's header. */
  readonly argument: Written
  readonly rows: readonly { readonly key: Written; readonly value: Written }[]
  readonly span: Span
}

/** A row of `Limit | On | Per | At most | Otherwise`. */
export interface LimitDraft {
  readonly name: Written
  readonly on: Written
  readonly per: Written
  readonly atMost: Written
  readonly otherwise: Written
  readonly span: Span
}
