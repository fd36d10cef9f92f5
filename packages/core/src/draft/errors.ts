// Point 8 as written.

import type { Span, Written } from '../text/source.ts'
import type { TemplateDraft } from './template.ts'

/** `` `…` as text ``: the expression, and its media type where one is said. */
export interface ErrorBodyDraft {
  readonly body: Written | null
  readonly bodyType: Written | null
}

/** `` X-Code `…` ``: a header and its expression. */
export interface HeaderDraft {
  readonly name: Written
  readonly value: Written
}

export interface ErrorsDraft {
  /** Expression of `**Error body:**`. */
  readonly body: Written | null
  /** `as application/vnd.api+json` behind it; null: plain JSON. */
  readonly bodyType: Written | null
  /** `**Error headers:**`. */
  readonly headers: readonly HeaderDraft[]
  readonly catalogue: readonly CatalogueEntryDraft[]
  readonly builtIn: readonly BuiltInErrorDraft[]
  /** `**Built-in errors:** as supplied`: the English defaults are intended. */
  readonly areBuiltInAsSupplied: boolean
}

/** A row of `Code | Status | About | Message`. */
export interface CatalogueEntryDraft {
  readonly code: Written
  readonly status: Written
  readonly about: Written
  readonly message: TemplateDraft
  readonly span: Span
}

/** A row of `Built-in error | Status | About | Message`. */
export interface BuiltInErrorDraft {
  readonly name: Written
  readonly status: Written
  readonly about: Written
  readonly message: TemplateDraft
  readonly span: Span
}
