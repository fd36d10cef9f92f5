// Point 1 as written.

import type { Span, Written } from '../text/source.ts'

export interface PurposeDraft {
  readonly purpose: Written | null
  readonly users: readonly UserDraft[]
  readonly terms: readonly TermDraft[]
}

/** A row of `User | Role | Comes to`. */
export interface UserDraft {
  readonly user: Written
  /** An empty text: the cell is empty. Null: not shown. */
  readonly role: Written | null
  readonly comesTo: Written
  readonly span: Span
}

/** A row of `Term | Means`. */
export interface TermDraft {
  readonly term: Written
  readonly means: Written
}
