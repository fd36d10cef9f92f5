// Addresses of the database → pools of connections, each with the settings of its transactions.

import pg from 'pg'
import { ninefoldTypes } from './column-values.ts'
import { type ConnectionSettings, sayingSettings } from './connection-settings.ts'
import { withoutClient } from './failures.ts'
import { settingsOfClock } from './moved-clock.ts'
import {
  type Pooling,
  settingsOfTransactions,
  SESSION_SETTINGS,
  type TransactionSettings,
} from './transaction-settings.ts'
import { cutWhenSilent } from './upstream/silent-connection.ts'

/** Statements are cancelled after this time, so that they do not hold resources that others need. */
const STATEMENT_MS_MAX = 20_000
/** If the database has not even cancelled the statement by then, it is unreachable. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000
/** Ends transactions of a stalled process, so that their locks are released. */
const IDLE_TRANSACTION_MS_MAX = 60_000

/** Settings of the connections by which callers read and write. */
export const SETTINGS_OF_CALLS: ConnectionSettings = {
  // Prepared plans are kept, but JIT code is not; compiling it for each execution would take longer than it saves.
  jit: 'off',
  // Data is in memory or on an SSD. In addition, a generic plan estimates an average caller. Where an index scan in the
  // list's order and a sort of all rows cost about the same for that caller, the index scan has to win, because it
  // costs no more for a caller with a thousand times as many rows.
  random_page_cost: '1.1',
  statement_timeout: String(STATEMENT_MS_MAX),
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_MS_MAX),
}

export interface ConnectionPoolOptions {
  readonly connectionString: string
  /** Set if `connectionString` leads to a pooler in transaction mode. */
  readonly pooling?: Pooling
  readonly connectionsMax?: number
  /** In development: the clock's offset from the real time. */
  readonly aheadMs?: number
  /** Set if a replica may answer. Otherwise connections to one are refused. */
  readonly mayBeReplica?: true
  /** Notified of connections that break while idle; the pool replaces them. */
  readonly onConnectionLost?: (cause: Error) => void
}

export interface PoolUsage {
  readonly pool: string
  readonly total: number
  readonly idle: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

/** After these times a connection counts as broken. */
export interface Waits {
  readonly answerMs?: number
  readonly connectMs?: number
}

/** A kind of connections, with the settings of their transactions. */
export interface ConnectionPool {
  readonly pool: pg.Pool
  readonly told: TransactionSettings
}

/** `isSerializable`: set once per connection, because setting it per transaction would cost a round trip. */
export function openConnectionPool(
  options: ConnectionPoolOptions,
  isSerializable: boolean,
  waits: Waits = {},
): ConnectionPool {
  const { pooling, aheadMs = 0 } = options
  const patient = { answerMs: ANSWER_MS_MAX, ...waits }
  if (pooling !== undefined)
    return {
      pool: openPool(options, null, patient),
      told: settingsOfTransactions({ ...settingsOfClock(aheadMs), ...SETTINGS_OF_CALLS }, isSerializable, pooling),
    }
  const isolation = isSerializable ? { default_transaction_isolation: 'serializable' } : {}
  return { pool: openPool(options, { ...SETTINGS_OF_CALLS, ...isolation }, patient), told: SESSION_SETTINGS }
}

export function usageOf(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolUsage {
  return { pool: name, total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** `settings`: null for pooled connections, whose settings last one transaction at most. */
export function openPool(
  { connectionString, connectionsMax = 10, aheadMs = 0, mayBeReplica, onConnectionLost }: ConnectionPoolOptions,
  settings: ConnectionSettings | null,
  { answerMs, connectMs = 10_000 }: Waits = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    types: ninefoldTypes,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'ninefold',
    // Without it, PostgreSQL would first search a schema with the user's name, which could be the engine's.
    ...(settings === null
      ? {}
      : { onConnect: sayingSettings({ ...settingsOfClock(aheadMs), ...settings }, mayBeReplica === true) }),
    // Sends the first statement of a transaction together with its BEGIN.
    pipeline: true,
  })
  pool.on('error', (cause) => onConnectionLost?.(withoutClient(cause)))
  // The pool handles errors of idle connections only. Without a listener, one that breaks within a transaction would
  // end the process; its next statement fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (answerMs !== undefined) cutWhenSilent(client, answerMs)
  })
  return pool
}

/** Ends the connections of a pool: idle ones at once, the others when they are given back. Late requests are still served. */
export function retirePool(pool: pg.Pool): void {
  // Without this, idle connections of several retired pools would exceed PostgreSQL's limit.
  pool.options.maxUses = 1
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      // It is closed already.
      () => {},
    )
}
