// An open question of the form: the place of its answer, and everything that waits for it.

import type { Point } from '../model/points.ts'
import type { Span } from '../text/source.ts'

export interface OpenQuestion {
  readonly question: string
  readonly point: Point | null
  /**
   * `open`: waiting parts have no effect. `provisional`: `ninefold dev` provides a replacement, production does not.
   * `assumed`: waiting parts run with an unconfirmed answer. `by choice`: each answer is valid, and waiting parts use
   * the first.
   */
  readonly standing: 'open' | 'provisional' | 'assumed' | 'by choice'
  /** The place of the answer. */
  readonly span: Span
  readonly waiting: readonly Waiting[]
  /** Possible texts there; empty if the language knows none. */
  readonly answers: readonly string[]
}

export interface Waiting {
  readonly span: Span
  /** The blocked part, as a sentence. */
  readonly why: string
}
