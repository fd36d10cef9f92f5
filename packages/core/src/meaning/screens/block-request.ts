// A request for a block of a screen → its rows.

import type { ListQuery } from '../standard-calls/lists.ts'
import type { Datum } from '../store.ts'

export interface BlockRequest {
  /** The name of the screen. */
  readonly screen: string
  /** The index among the blocks that the caller sees. */
  readonly block: number
  /** Values of the address parameters. */
  readonly place: Readonly<Record<string, Datum>>
  readonly query: ListQuery
}
