// A call that is being interpreted, between two of its steps.

import type { Datum } from './store.ts'
import type { Writing } from './write.ts'

export interface Run extends Writing {
  readonly names: Map<string, Datum>
  /** Inputs that were sent, by dotted path. */
  readonly sent: ReadonlySet<string>
  /** The roles that may use the call; null: they are no steps of a call. */
  readonly who: readonly string[] | null
}
