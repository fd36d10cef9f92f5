// A person who asks for a block of a screen → the request, and the rows that come of it.

import type { ListQuery } from '../standard-calls/lists.ts'
import type { Datum } from '../store.ts'

export interface BlockRequest {
  /** The name of the screen. */
  readonly screen: string
  /** The place among the blocks that the caller is shown. */
  readonly block: number
  /** Values of the parameters of its address. */
  readonly place: Readonly<Record<string, Datum>>
  readonly query: ListQuery
}

/** A row of a list, whatever page it is on. Its rank is that of all that only their `id` sets in order. */
export interface ShownRow {
  readonly row: Datum
  readonly rank: number
}
