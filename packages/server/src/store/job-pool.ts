// Connections for the job queue, of its own, because it expects the driver's own types. Its library tries again what
// failed with certain codes, and takes everything else for the end of the program: so a database that is away, or has no
// room, is told to it as one that is about to come back.

import pg from 'pg'
import { type Database, isDatabaseAway, isOutOfRoom } from './database.ts'

/** PostgreSQL's own word for: not now, but soon. */
const CANNOT_CONNECT_NOW = '57P03'

export class JobPool extends pg.Pool {
  private isClosed = false

  constructor({ pool }: Database, connectionsMax: number) {
    const { connectionString } = pool.options
    super({ connectionString, max: connectionsMax, application_name: 'ninefold jobs' })
    // Whoever uses a connection is told by its next statement; the pool replaces it.
    this.on('error', () => {})
    this.on('connect', patient)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (cause: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback)
    // What is tried again after the end has nobody who waits for it.
    return this.isClosed ? new Promise(() => {}) : super.connect().catch(soon)
  }

  close(): Promise<void> {
    this.isClosed = true
    return this.end()
  }
}

function patient(client: pg.PoolClient): void {
  client.on('error', () => {})
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  const asked = (...statement: unknown[]): unknown => {
    const answer = query(...statement)
    return answer instanceof Promise ? answer.catch(soon) : answer
  }
  client.query = asked as typeof client.query
}

function soon(cause: unknown): never {
  if (!isDatabaseAway(cause) && !isOutOfRoom(cause)) throw cause
  throw Object.assign(new Error('The database is away.', { cause }), { code: CANNOT_CONNECT_NOW })
}
