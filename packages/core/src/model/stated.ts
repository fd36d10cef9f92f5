// The position in the text that states a value of a model.

import type { Span } from '../text/source.ts'

/** Every value of a model has the position of its statement. */
export interface Stated {
  readonly span: Span
}
