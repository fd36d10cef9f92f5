// A connection → the number of the process that answers it, as PostgreSQL told the driver when the connection began.

import type pg from 'pg'

/** Members of the driver’s client that its types leave out. */
interface DriverClient {
  readonly processID: number
}

export function toldProcess(client: pg.ClientBase): number {
  return (client as unknown as DriverClient).processID
}
