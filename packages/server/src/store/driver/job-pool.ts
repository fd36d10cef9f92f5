// Connections for the job queue, of its own, because it expects the driver's own types. Its library takes most of what fails
// for the end of the program, and what it tries again it tries after minutes. So nobody gets a connection before there is
// one, and what fails because the database is away, or has no room, is told to it as what is to be tried again at once.

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Database, isDatabaseAway, isOutOfRoom, withoutClient } from './database.ts'

/** PostgreSQL's own word for: try it again. */
const SERIALIZATION_FAILURE = '40001'
const RETRY_MS = 500

export class JobPool extends pg.Pool {
  private isClosed = false
  /** From then on nobody waits for a database that is away. */
  private readonly patience = new AbortController()

  constructor({ pool }: Database, connectionsMax: number) {
    const { connectionString } = pool.options
    super({ connectionString, max: connectionsMax, application_name: 'ninefold jobs' })
    // The next statement tells the user of a connection; the pool replaces it.
    this.on('error', withoutClient)
    this.on('connect', (client) => this.tellSoon(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (cause: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback)
    // Nobody waits for work that is tried again after the end.
    return this.isClosed ? new Promise(() => {}) : this.connected()
  }

  /** Failures are final from now on: the end does not wait for a database to come back. */
  stopWaiting(): void {
    this.patience.abort()
  }

  close(): Promise<void> {
    this.isClosed = true
    return this.end()
  }

  private async connected(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect()
      } catch (cause) {
        if (!comesBack(cause) || this.patience.signal.aborted) throw cause
      }
      await wait(RETRY_MS, undefined, { signal: this.patience.signal })
    }
  }

  private tellSoon(client: pg.PoolClient): void {
    client.on('error', () => {})
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const soon = (cause: unknown): never => {
      if (!comesBack(cause) || this.patience.signal.aborted) throw cause
      throw Object.assign(new Error('The database is away.', { cause }), { code: SERIALIZATION_FAILURE })
    }
    const asked = (...statement: unknown[]): unknown => {
      const answer = query(...statement)
      return answer instanceof Promise ? answer.catch(soon) : answer
    }
    client.query = asked as typeof client.query
  }
}

function comesBack(cause: unknown): boolean {
  return isDatabaseAway(cause) || isOutOfRoom(cause)
}
