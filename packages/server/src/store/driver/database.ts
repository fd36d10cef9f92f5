// Connection pools, with three ways to use them: a reading statement, a serializable transaction that writes, and a
// writing statement that is its own transaction.

import pg from 'pg'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { Changes } from './changes.ts'
import { type Executor, executorOn, surrounded, transact } from './executor.ts'
import {
  type ConnectionPoolOptions,
  openConnectionPool,
  openPool,
  type PoolUsage,
  retirePool,
  usageOf,
} from './connection-pools.ts'
import { retries } from './retries.ts'
import { Replica, type ReplicaFigures, type ReplicaOptions } from './replica/replica.ts'
import { writeLocated } from './located-write.ts'
import { type Bindings, LOCATED_AT, type Row } from './rows.ts'
import { changesOf } from './statement.ts'
import { SESSION_SETTINGS } from './transaction-settings.ts'

export type { Executor } from './executor.ts'

export interface Database extends Executor {
  /**
   * Runs `work` in a SERIALIZABLE transaction. On a serialization failure the whole work is retried for a while; then
   * TransactionBusy is thrown. So `work` must have no effect outside the transaction.
   */
  write<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>
  /** One statement as a serializable transaction of its own. */
  writeAtOnce(statement: Statement, bindings: Bindings): Promise<readonly Row[]>
  /** Runs `work` on one snapshot of the data. It may run twice, so it must have no effect outside the transaction. */
  read<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>
  /** For migrations, which may take long. Calls do not use it. */
  readonly pool: pg.Pool
  /** The value of `now()` in its statements, as far as this process knows it. */
  nowMs(): number
  /** Present use of its connections. */
  usage(): readonly PoolUsage[]
  /** Null: reads go to the primary only. */
  replicaFigures(): ReplicaFigures | null
  /** Reports commits of this process and of others. */
  readonly changes: Changes
  /** A new one replaces it: closes connections as soon as they are unused. */
  retire(): void
  close(): Promise<void>
}

export interface DatabaseOptions extends ConnectionPoolOptions {
  /** Reads of callers go there as long as it is as new as the primary. */
  readonly replica?: ReplicaOptions
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, pooling } = options
  const direct = { ...options, connectionString: pooling?.directConnectionString ?? connectionString }
  const pool = openPool({ ...direct, aheadMs: 0 }, {})
  const readers = openConnectionPool(options, false)
  const writers = openConnectionPool(options, true)
  const changes = new Changes(pool)
  const retry = retries()
  const writing = executorOn(writers.pool, writers.told, changes, (effect) => effect())
  const reading = executorOn(readers.pool, readers.told, changes, (effect) => effect())
  const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
  const replica = options.replica === undefined ? null : new Replica(options.replica, direct.connectionString, changes)
  const writeAtOnce = async (statement: Statement, bindings: Bindings): Promise<readonly Row[]> => {
    const { locatedBy } = statement
    if (locatedBy === undefined) return writing.run(statement, bindings)
    if (writers.told !== SESSION_SETTINGS) {
      const position = (await reading.run(locatedBy, bindings))[0]?.['position']
      return typeof position === 'string' ? writing.run(statement, { ...bindings, [LOCATED_AT]: position }) : []
    }
    const locating = surrounded(locatedBy, bindings, false)
    const rows = await writeLocated(writers.pool, locating, surrounded(statement, bindings, false))
    changes.tell(changesOf(statement))
    return rows
  }
  return {
    pool,
    changes,
    nowMs: () => Date.now() + (options.aheadMs ?? 0),
    ...reading,
    run: (statement, bindings) => {
      const onPrimary = (): Promise<readonly Row[]> => reading.run(statement, bindings)
      // Statements of callers only read: their role in PostgreSQL has no other right. The engine's own statements look
      // up single rows, which takes no longer than asking for the position.
      return replica === null || statement.isForCaller !== true
        ? onPrimary()
        : replica.run(statement, bindings, onPrimary)
    },
    write: (work) => retry(() => transact(writers, changes, 'BEGIN', work)),
    writeAtOnce: (statement, bindings) => retry(() => writeAtOnce(statement, bindings)),
    read: (work) => {
      const onPrimary = () => transact(readers, changes, snapshot, work)
      return replica === null ? onPrimary() : replica.read(snapshot, work, onPrimary)
    },
    usage: () => [
      usageOf('reading', readers.pool),
      usageOf('writing', writers.pool),
      ...(replica === null ? [] : [replica.usage()]),
    ],
    replicaFigures: () => replica?.figures() ?? null,
    retire: () => {
      for (const each of [pool, readers.pool, writers.pool]) retirePool(each)
      replica?.retire()
    },
    close: async () => {
      await changes.close()
      await Promise.all([pool.end(), readers.pool.end(), writers.pool.end(), replica?.close()])
    },
  }
}

export interface DatabaseAddress {
  /** Host name, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly name: string
  readonly user: string
}

export function databaseAddress(connectionString: string): DatabaseAddress {
  const { host, port, database = '', user = '' } = new pg.Client({ connectionString })
  return { host, port, name: database, user }
}
