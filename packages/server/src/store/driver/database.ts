// Connection pools, with three ways to use them: a reading statement, a serializable transaction that writes, and a
// writing statement that is its own transaction.

import pg from 'pg'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Change } from '@ninefold/core/plan/schema/statement-tables.ts'
import { type Bindings, JUDGED_BY, type Row } from './rows.ts'
import { Changes } from './changes.ts'
import { ninefoldTypes } from './column-values.ts'
import { querySurrounded, type Surrounded, unnamed } from './upstream/pipelined-query.ts'
import { cutWhenSilent } from './upstream/silent-connection.ts'
import { settingsOfClock } from './moved-clock.ts'
import { type ConnectionSettings, sayingSettings } from './connection-settings.ts'
import {
  type Pooling,
  settingsOfTransactions,
  SESSION_SETTINGS,
  type TransactionSettings,
} from './transaction-settings.ts'
import { callerValues, changesOf, changesOfOwn, parameterValues, statementName } from './statement.ts'
import { ASK_AS_OWNER, askAs, judge } from './caller-query.ts'

/** Runs statements: the database or one transaction. */
export interface Executor {
  run(statement: Statement, bindings: Bindings): Promise<readonly Row[]>
  /** Runs a statement on the engine's own tables, prepared under this name. */
  runOwn(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** Changes made by this transaction so far. */
  readonly written: ReadonlySet<Change>
  /** Runs an external effect after the commit. */
  afterCommit(effect: () => void): void
}

export interface Database extends Executor {
  /**
   * Runs `work` in a SERIALIZABLE transaction. On a serialization failure the whole work is retried for a while; then
   * TransactionBusy is thrown. So `work` must have no effect outside the transaction.
   */
  write<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>
  /** One statement as a serializable transaction of its own. */
  writeAtOnce(statement: Statement, bindings: Bindings): Promise<readonly Row[]>
  /** Runs `work` on one snapshot of the data. */
  read<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>
  /** For migrations, which may take long. Calls do not use it. */
  readonly pool: pg.Pool
  /** The value of `now()` in its statements, as far as this process knows it. */
  nowMs(): number
  /** Present use of its connections. */
  usage(): readonly PoolUsage[]
  /** Reports commits of this process and of others. */
  readonly changes: Changes
  /** A new one replaces it: closes connections as soon as they are unused. */
  retire(): void
  close(): Promise<void>
}

export interface PoolUsage {
  readonly pool: string
  readonly total: number
  readonly idle: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

/** Too many writers wanted the same records at once; a later retry is safe. */
export class TransactionBusy extends Error {
  override name = 'TransactionBusy'
}

/** Retries longer than this would make a person wait noticeably. */
const RETRY_TIME_MAX_MS = 3_000
const PAUSE_MAX_MS = 150
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const QUERY_CANCELED = '57014'
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
/**
 * Connection failures, too many connections, a PostgreSQL that shuts down, crashed, starts or has become a read-only
 * replica; then errors of the operating system.
 */
const AWAY = /^(08...|25006|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/

/** A full disk, no memory, another limit of the server, or a failing disk. */
const OUT_OF_ROOM = /^(53[124]00|58030)$/

/** An unknown table, column or function, a value of another type, or a broken constraint. */
const MISFIT = /^(42...|0A000|22P0[23]|2200[78]|2201[89]|23...|55000)$/

export interface DatabaseOptions {
  readonly connectionString: string
  /** Set if `connectionString` leads to a pooler in transaction mode. */
  readonly pooling?: Pooling
  readonly connectionsMax?: number
  /** In development: the clock's offset from the real time. */
  readonly aheadMs?: number
  /** Notified of connections that break while idle; the pool replaces them. */
  readonly onConnectionLost?: (cause: Error) => void
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, pooling } = options
  const direct = { ...options, connectionString: pooling?.directConnectionString ?? connectionString }
  const pool = openPool({ ...direct, aheadMs: 0 }, {})
  const readers = openLane(options, false)
  const writers = openLane(options, true)
  const changes = new Changes(pool)
  const writing = executorOn(writers.pool, writers.told, changes, (effect) => effect())
  return {
    pool,
    changes,
    nowMs: () => Date.now() + (options.aheadMs ?? 0),
    ...executorOn(readers.pool, readers.told, changes, (effect) => effect()),
    write: (work) => withRetries(() => transact(writers, changes, 'BEGIN', work)),
    writeAtOnce: (statement, bindings) => withRetries(() => writing.run(statement, bindings)),
    read: (work) => transact(readers, changes, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    usage: () => [usageOf('reading', readers.pool), usageOf('writing', writers.pool)],
    retire: () => [pool, readers.pool, writers.pool].forEach(retirePool),
    close: async () => {
      await changes.close()
      await Promise.all([pool.end(), readers.pool.end(), writers.pool.end()])
    },
  }
}

/** A kind of connections, with the settings of their transactions. */
interface Lane {
  readonly pool: pg.Pool
  readonly told: TransactionSettings
}

/** `isSerializable`: set once per connection, because setting it per transaction would cost a round trip. */
function openLane(options: DatabaseOptions, isSerializable: boolean): Lane {
  const { pooling, aheadMs = 0 } = options
  if (pooling !== undefined)
    return {
      pool: openPool(options, null, ANSWER_MS_MAX),
      told: settingsOfTransactions({ ...settingsOfClock(aheadMs), ...SETTINGS_OF_CALLS }, isSerializable, pooling),
    }
  const isolation = isSerializable ? { default_transaction_isolation: 'serializable' } : {}
  return { pool: openPool(options, { ...SETTINGS_OF_CALLS, ...isolation }, ANSWER_MS_MAX), told: SESSION_SETTINGS }
}

function usageOf(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolUsage {
  return { pool: name, total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** The driver attaches the whole client to an error, and the log would print all of it. */
export function withoutClient(cause: Error): Error {
  delete (cause as { client?: unknown }).client
  return cause
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

/** `settings`: null for pooled connections, whose settings last one transaction at most. */
function openPool(
  { connectionString, connectionsMax = 10, aheadMs = 0, onConnectionLost }: DatabaseOptions,
  settings: ConnectionSettings | null,
  answerMsMax?: number,
) {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    types: ninefoldTypes,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'ninefold',
    // Without it, PostgreSQL would first search a schema with the user's name, which could be the engine's.
    ...(settings === null ? {} : { onConnect: sayingSettings({ ...settingsOfClock(aheadMs), ...settings }) }),
    // Sends the first statement of a transaction together with its BEGIN.
    pipeline: true,
  })
  pool.on('error', (cause) => onConnectionLost?.(withoutClient(cause)))
  // The pool handles errors of idle connections only. Without a listener, one that breaks within a transaction would
  // end the process; its next statement fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (answerMsMax !== undefined) cutWhenSilent(client, answerMsMax)
  })
  return pool
}

function executorOn(
  client: pg.Pool | pg.PoolClient,
  told: TransactionSettings,
  changes: Changes,
  afterCommit: Executor['afterCommit'],
): Executor {
  const written = new Set<Change>()
  const isTransaction = !(client instanceof pg.Pool)
  const wrote = (made: readonly Change[]): void => {
    if (isTransaction) for (const change of made) written.add(change)
    if (made.length > 0) afterCommit(() => changes.tell(made))
  }
  const ask = (asked: Surrounded): Promise<readonly Row[]> =>
    isTransaction ? querySurrounded(client, told.isNamed ? asked : unnamed(asked)) : askAlone(client, told, asked)
  return {
    afterCommit,
    written,
    run: async (statement, bindings) => {
      const { before, after } = surroundings(statement, bindings, isTransaction)
      const name = statementName(statement, bindings)
      const rows = await ask({
        name,
        text: statement.text,
        values: parameterValues(statement, bindings),
        before,
        after,
      })
      wrote(changesOf(statement))
      return rows
    },
    runOwn: async (name, text, values) => {
      const rows = await ask({ name: `own-${name}`, text, values, ...BY_ITSELF })
      wrote(changesOfOwn(text, values))
      return rows
    },
  }
}

const BY_ITSELF = { before: [], after: [] } as const

/**
 * Statements that are sent with another one: the verification of its caller, and the caller's settings. Nothing: the
 * statement goes alone.
 */
function surroundings(
  statement: Statement,
  bindings: Bindings,
  isTransaction: boolean,
): Pick<Surrounded, 'before' | 'after'> {
  const judgement = bindings[JUDGED_BY] ?? null
  if (statement.isForCaller === true)
    return {
      before: [askAs(callerValues(bindings), judgement, statement)],
      after: isTransaction ? [ASK_AS_OWNER] : [],
    }
  return judgement === null ? BY_ITSELF : { before: [judge(judgement)], after: [] }
}

/** A transaction of one statement. */
async function askAlone(pool: pg.Pool, told: TransactionSettings, asked: Surrounded): Promise<readonly Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await querySurrounded(client, told === SESSION_SETTINGS ? asked : withSettings(told, asked))
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || isDatabaseAway(cause)) broken = cause as Error
    // The block that a statement of `before` opened is still open.
    else if (told.after.length > 0) broken = await rolledBack(client)
    throw cause
  } finally {
    client.release(broken)
  }
}

function withSettings({ before, after, isNamed }: TransactionSettings, asked: Surrounded): Surrounded {
  const whole = { ...asked, before: [...before, ...asked.before], after: [...asked.after, ...after] }
  return isNamed ? whole : unnamed(whole)
}

/** A connection that cannot roll back is closed, with whatever it had begun. */
function rolledBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  )
}

async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + RETRY_TIME_MAX_MS
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      if (performance.now() > giveUpAt) throw new TransactionBusy('The transaction met others each time.', { cause })
      await randomPause(attempt)
    }
  }
}

async function transact<Result>(
  { pool, told }: Lane,
  changes: Changes,
  begin: string,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query(told.begin(begin))
    // The first statement is sent with it, and fails if it fails.
    begun.catch(() => {})
    const effects: (() => void)[] = []
    const result = await work(executorOn(client, told, changes, (effect) => effects.push(effect)))
    await begun
    await client.query('COMMIT')
    for (const effect of effects) effect()
    return result
  } catch (cause) {
    // A connection that timed out is closed without a rollback, which would time out as well.
    broken = isDatabaseAway(cause) ? cause : await rolledBack(client)
    throw cause
  } finally {
    client.release(broken)
  }
}

/** A connection failed, so the statement may or may not have run. */
export function isDatabaseAway(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false
  const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && AWAY.test(code)) return true
  // Errors of the driver without a code.
  return (
    syscall === 'connect' ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      cause.message,
    )
  )
}

/** The disk is full, or memory is exhausted. Nothing was done, and nothing will be until the operator makes room. */
export function isOutOfRoom(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && OUT_OF_ROOM.test(cause.code ?? '')
}

/** The statement was made for another version of the tables. */
export function isMisfit(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && MISFIT.test(cause.code ?? '')
}

/** The statement was cancelled by its timeout and had no effect. */
export function isEndedStatement(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === QUERY_CANCELED
}

/** The database refused because of the values or of present rows, and did nothing. */
export function isRefusedByDatabase(cause: unknown): boolean {
  return (
    cause instanceof pg.DatabaseError &&
    ![isDatabaseAway, isConflict, isEndedStatement, isOutOfRoom].some((is) => is(cause))
  )
}

function isConflict(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** Exponential backoff with jitter. */
function randomPause(attempt: number): Promise<void> {
  const longestMs = Math.min(PAUSE_MAX_MS, 2 * 2 ** attempt)
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs))
}

/** Ends the connections of a pool: idle ones at once, the others when they are given back. Late requests are still served. */
function retirePool(pool: pg.Pool): void {
  // Without this, idle connections of several retired pools would exceed PostgreSQL's limit.
  pool.options.maxUses = 1
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      // It is closed already.
      () => {},
    )
}
