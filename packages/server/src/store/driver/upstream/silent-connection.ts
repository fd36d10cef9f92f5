// A connection over which nothing comes while an answer is awaited: its database is gone, whatever the network says.
// It is cut, and what was asked fails as it does when the database ends the connection.
//
// The driver can do this for each statement, by a timer each. A timer of the connection is moved on by whatever
// comes and goes, and keeps nothing of the statements from the garbage collector.

import type { Socket } from 'node:net'
import type pg from 'pg'

/** Members of the driver's client that its types leave out. */
interface DriverClient {
  readonly connection: { readonly stream: Socket }
  /** Nothing is asked. */
  readonly readyForQuery: boolean
}

export function cutWhenSilent(client: pg.ClientBase, msMax: number): void {
  const driven = client as unknown as DriverClient
  const { stream } = driven.connection
  stream.setTimeout(msMax, () => {
    if (!driven.readyForQuery) stream.destroy(new Error(`Connection terminated: no answer for ${msMax / 1000} seconds`))
  })
}
