// A call as other parts of a text refer to it.

import type { Span, Written } from '../text/source.ts'

/** `POST /api/tickets` in backticks. */
export interface CallReferenceDraft {
  readonly method: Written
  readonly path: Written
  readonly span: Span
}
