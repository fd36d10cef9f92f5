// A value of a model, with its place in the text.

import type { Span } from '../text/source.ts'

/** Every value of a model knows the text that states it. */
export interface Stated {
  readonly span: Span
}
