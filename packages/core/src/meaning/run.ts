// A run of steps: the names bound so far, and whoever acts.

import type { QueryParameter } from '../model/calls.ts'
import type { Caller } from './rights.ts'
import type { Datum } from './store.ts'
import type { Writing } from './write.ts'

export interface Run extends Writing {
  readonly names: Map<string, Datum>
  /** Inputs that were sent, by dotted path. */
  readonly sent: ReadonlySet<string>
  /** The roles that may use the call; null: they are no steps of a call. */
  readonly who: readonly string[] | null
  /** The version of the first record that the call finds. Missing: none is asked for. */
  needed?: number | null
  /** Missing: nothing in an address narrows its lists. */
  readonly queries?: readonly QueryParameter[]
  /** Another one from a step on that signs somebody in or out. */
  caller: Caller
}
