// A connection → the process id of its backend, as PostgreSQL reported it at the start.

import type pg from 'pg'

/** Members of the driver's client that its types leave out. */
interface DriverClient {
  readonly processID: number
}

export function backendProcessId(client: pg.ClientBase): number {
  return (client as unknown as DriverClient).processID
}
