// The place of each value of a model in the text that states it.

import type { Span } from '../text/source.ts'

/** Every value of a model knows the text that states it. */
export interface Stated {
  readonly span: Span
}
