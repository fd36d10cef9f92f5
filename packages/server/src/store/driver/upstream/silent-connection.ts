// A connection without any data while an answer is expected: its database is gone, whatever the network says. It is
// closed, and the query fails as if the database had ended the connection.
//
// The driver has a timer per statement for this. A timer per connection is reset by any traffic, and does not keep
// statements from being garbage collected.

import type { Socket } from 'node:net'
import type pg from 'pg'

/** Members of the driver's client that its types leave out. */
interface DriverClient {
  readonly connection: { readonly stream: Socket }
  /** The connection is idle. */
  readonly readyForQuery: boolean
}

export function cutWhenSilent(client: pg.ClientBase, msMax: number): void {
  const driven = client as unknown as DriverClient
  const { stream } = driven.connection
  stream.setTimeout(msMax)
  // The callback of `setTimeout` is called once only, and an idle connection would use it up.
  stream.on('timeout', () => {
    if (!driven.readyForQuery) stream.destroy(new Error(`Connection terminated: no answer for ${msMax / 1000} seconds`))
  })
}

/** Closes a connection at once, so that its running statement fails. */
export function cut(client: pg.ClientBase): void {
  const { stream } = (client as unknown as DriverClient).connection
  stream.destroy(new Error('Connection terminated: its server is gone'))
}
