// Point 9 as written.

import type { Span, Written } from '../text/source.ts'

export interface LimitsDraft {
  readonly settings: readonly SettingDraft[]
  readonly constants: readonly ConstantDraft[]
  readonly lookups: readonly LookupDraft[]
  readonly limits: readonly LimitDraft[]
  readonly translations: readonly TranslationDraft[]
}

/** `### Translation: de` with `Words | Translation`. */
export interface TranslationDraft {
  readonly language: Written
  /** An empty translation counts as missing. */
  readonly entries: readonly { readonly words: Written; readonly translation: Written }[]
}

/** A row of `Setting | Value`. */
export interface SettingDraft {
  readonly name: Written
  /** Null: not shown. `none` and `out of scope` are kept as texts. */
  readonly value: Written | null
}

/** A row of `Constant | Value | Used for`. */
export interface ConstantDraft {
  readonly name: Written
  /** Null: not shown, so only the constant's name is known. */
  readonly value: Written | null
  readonly usedFor: Written
}

/** `### Lookup: answerTime` with `priority | Value`. */
export interface LookupDraft {
  readonly name: Written
  /** The first column's header. */
  readonly argument: Written
  /** A null value is not shown. */
  readonly rows: readonly { readonly key: Written; readonly value: Written | null }[]
  readonly span: Span
}

/** A row of `Limit | On | Per | At most | Otherwise`. */
export interface LimitDraft {
  readonly name: Written
  /** A call, an entity, or `signing in`. */
  readonly on: Written
  /** `user` of `user, 1 hour`; null: the cell is empty, so there is one count for everybody. */
  readonly per: Written | null
  /** `1 hour` of `user, 1 hour`. */
  readonly window: Written | null
  /** An expression, such as a number. */
  readonly atMost: Written
  /** A code; null: the built-in error. */
  readonly otherwise: Written | null
  readonly span: Span
}
