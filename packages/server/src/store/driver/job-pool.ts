// A separate pool for the job queue, whose library expects the driver's default types. The library treats most errors
// as fatal, and retries others only after minutes. So connecting waits until the database is available, and an
// unavailable or full database is reported as an error that is retried at once.

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { sayingSettings } from './connection-settings.ts'
import type { Database } from './database.ts'
import { isDatabaseAway, isOutOfRoom, withoutClient } from './failures.ts'

/** PostgreSQL's code for an error that a retry resolves. */
const SERIALIZATION_FAILURE = '40001'
const RETRY_MS = 500

export class JobPool extends pg.Pool {
  private isClosed = false
  /** Aborted when waiting for an unavailable database should stop. */
  private readonly patience = new AbortController()

  constructor({ pool }: Database, connectionsMax: number) {
    const { connectionString } = pool.options
    const onConnect = sayingSettings({}, false)
    super({ connectionString, max: connectionsMax, application_name: 'ninefold jobs', onConnect })
    // The user of the connection learns of the error by the next statement; the pool replaces it.
    this.on('error', withoutClient)
    this.on('connect', (client) => this.tellSoon(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (cause: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback)
    // After the end, pending retries never resolve.
    return this.isClosed ? new Promise(() => {}) : this.connected()
  }

  /** Makes failures final, so that shutdown does not wait for the database. */
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
