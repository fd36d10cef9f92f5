// A question of the form that is open: the place of its answer, and all that waits for it.

import type { Point } from '../model/points.ts'
import type { Span } from '../text/source.ts'

export interface OpenQuestion {
  readonly question: string
  readonly point: Point | null
  /**
   * `open`: what waits does nothing. `provisional`: `ninefold dev` offers something in its place, production does not.
   * `assumed`: what waits runs with an answer that nobody has confirmed. `by choice`: each of the answers is right, and
   * what waits runs with the first.
   */
  readonly standing: 'open' | 'provisional' | 'assumed' | 'by choice'
  /** Where the answer belongs. */
  readonly span: Span
  readonly waiting: readonly Waiting[]
  /** Possible texts in that place; empty when the language does not know. */
  readonly answers: readonly string[]
}

export interface Waiting {
  readonly span: Span
  /** Blocked part, as a sentence. */
  readonly why: string
}
