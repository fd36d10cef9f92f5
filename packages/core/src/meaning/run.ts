// A run of steps: the bindings so far, and the caller.

import type { Input, QueryParameter } from '../model/calls.ts'
import type { SentPlace } from './refusals/sent-places.ts'
import type { Caller } from './rights.ts'
import type { Datum } from './store.ts'
import type { Writing } from './write.ts'

export interface Run extends Writing {
  readonly names: Map<string, Datum>
  /** Sent inputs, by dotted path. */
  readonly sent: ReadonlySet<string>
  /** Roles that the call requires; null: not a call's steps. */
  readonly who: readonly string[] | null
  /** The version for the first record that the call finds. Missing: not required. */
  needed?: number | null
  /** `If-Match` was sent: the call finds a record. */
  isFoundNeeded?: boolean
  /** `If-None-Match`: versions of a record that is not to be there, or `*` for any. */
  unwanted?: '*' | readonly number[]
  /** Inputs of the call. Missing: not a call's steps. */
  readonly inputs?: readonly Input[]
  /** The objects of sent lists in turn, by the names that steps give them. */
  readonly places: Map<string, SentPlace>
  /** Missing: there are no optional queries. */
  readonly queries?: readonly QueryParameter[]
  /** Changed by a step that signs in or out. */
  caller: Caller
}
