// The pools of connections, and the ways to use them: one statement that reads, a transaction that writes as if it
// were alone, or one statement that is such a transaction.

import pg from 'pg'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Change } from '@ninefold/core/plan/schema/statement-tables.ts'
import { type Bindings, JUDGED_BY, type Row } from './rows.ts'
import { Changes } from './changes.ts'
import { ninefoldTypes } from './column-values.ts'
import { querySurrounded, type Surrounded, unnamed } from './upstream/pipelined-query.ts'
import { cutWhenSilent } from './upstream/silent-connection.ts'
import { settingsOfClock } from './moved-clock.ts'
import { retirePool } from './retired-pool.ts'
import { type ConnectionSettings, sayingSettings } from './connection-settings.ts'
import {
  type Pooling,
  settingsOfTransactions,
  SESSION_SETTINGS,
  type TransactionSettings,
} from './transaction-settings.ts'
import { callerValues, changesOf, changesOfOwn, parameterValues, statementName } from './statement.ts'
import { ASK_AS_OWNER, askAs, judge } from './caller-query.ts'

/** Something that runs statements: the database itself, or one transaction. */
export interface Executor {
  run(statement: Statement, bindings: Bindings): Promise<readonly Row[]>
  /** A statement on the engine's own tables, prepared under this name. */
  runOwn(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** Changes that this transaction has made so far. */
  readonly written: ReadonlySet<Change>
  /** Something outside of the database that is to happen once what was written is there for everybody to see. */
  afterCommit(effect: () => void): void
}

export interface Database extends Executor {
  /**
   * Runs `work` as if nothing else ran at the same time (SERIALIZABLE). When PostgreSQL finds that
   * impossible, the whole work is run again, for a while; then TransactionBusy is thrown.
   * So `work` must have no effect outside the transaction.
   */
  write<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>
  /** One statement that is such a transaction by itself. */
  writeAtOnce(statement: Statement, bindings: Bindings): Promise<readonly Row[]>
  /** Runs `work` on one unchanging moment of the data. */
  read<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>
  /** Its connections migrate, which takes its time; nothing of the calls is read or written by them. */
  readonly pool: pg.Pool
  /** The moment that its statements call `now()`, as far as this process knows it. */
  nowMs(): number
  /** How its connections are used now. */
  usage(): readonly PoolUsage[]
  /** Tells of everything that is committed here or by another process. */
  readonly changes: Changes
  /** Another one takes its place: it keeps no connection that is not in use. */
  retire(): void
  close(): Promise<void>
}

export interface PoolUsage {
  readonly pool: string
  readonly total: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

/** Too many writers wanted the same records at once; trying again later is safe. */
export class TransactionBusy extends Error {
  override name = 'TransactionBusy'
}

/** As long as a person waits without wondering; until then, trying again is our work and not theirs. */
const RETRY_TIME_MAX_MS = 3_000
const PAUSE_MAX_MS = 150
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const QUERY_CANCELED = '57014'
/** No answer to a person takes longer; what would is ended, so that it keeps nothing from others. */
const STATEMENT_MS_MAX = 20_000
/** A database that has not even ended the statement by then is gone. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000
/** A process that stands still in the middle keeps its locks no longer. */
const IDLE_TRANSACTION_MS_MAX = 60_000
/** Of the connections by which callers read and write. */
export const SETTINGS_OF_CALLS: ConnectionSettings = {
  // A plan is kept, but what was compiled of it is not: with a question for each field that would take longer than it saves.
  jit: 'off',
  // Data is in memory or on a disk without an arm. And a plan that is kept for all values expects of each as
  // many rows as of any: where a walk along an index in the list's order costs about as much as reading and sorting all
  // rows of an average caller, it has to win, since it costs no more for one who has a thousand times as many.
  random_page_cost: '1.1',
  statement_timeout: String(STATEMENT_MS_MAX),
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_MS_MAX),
}
/**
 * Connection failures, too many connections, a PostgreSQL that ends, crashed or starts, and one that has become a replica
 * of another, which takes its place; then those of the system.
 */
const AWAY = /^(08...|25006|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/

/** A full disk, no memory, some other limit of the server, and a disk that fails. */
const OUT_OF_ROOM = /^(53[124]00|58030)$/

/** An unknown table, column or function, values of another type than before, and broken constraints. */
const MISFIT = /^(42...|0A000|22P0[23]|2200[78]|2201[89]|23...|55000)$/

export interface DatabaseOptions {
  readonly connectionString: string
  /** Given: `connectionString` leads to a pooler that lends a connection for each transaction. */
  readonly pooling?: Pooling
  readonly connectionsMax?: number
  /** While a specification is written: so far is its clock from the real one. */
  readonly aheadMs?: number
  /** Told about connections that break while idle; the pool replaces them by itself. */
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

/** Connections of one kind, and how their transactions are told their settings. */
interface Lane {
  readonly pool: pg.Pool
  readonly told: TransactionSettings
}

/** `isSerializable`: as a setting of connections that stay. Each transaction would take a round trip to say it. */
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

/** The driver hangs the whole client on the error of an idle connection, and a line of the log would hold all of it. */
export function withoutClient(cause: Error): Error {
  delete (cause as { client?: unknown }).client
  return cause
}

export interface DatabaseAddress {
  /** The folder of the socket, where it is one. */
  readonly host: string
  readonly port: number
  readonly name: string
  readonly user: string
}

export function databaseAddress(connectionString: string): DatabaseAddress {
  const { host, port, database = '', user = '' } = new pg.Client({ connectionString })
  return { host, port, name: database, user }
}

/** `settings`: null for connections that are told nothing for longer than a transaction. */
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
    // PostgreSQL would look in a schema called like the user first, which could be the engine's.
    ...(settings === null ? {} : { onConnect: sayingSettings({ ...settingsOfClock(aheadMs), ...settings }) }),
    // The first statement of a transaction is sent with its beginning.
    pipeline: true,
  })
  pool.on('error', (cause) => onConnectionLost?.(withoutClient(cause)))
  // The pool listens to idle connections only. One that breaks between two statements of a transaction would end
  // the process if nobody listened; the statement after it fails, which is what counts.
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
      const asked = {
        name: statementName(statement, bindings),
        text: statement.text,
        values: parameterValues(statement, bindings),
      }
      const rows = await ask({ ...asked, ...surroundings(statement, bindings, isTransaction) })
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

/** Statements that are sent with another one: the judgement on its caller, and whom it is for. Nothing: it goes by itself. */
function surroundings(
  statement: Statement,
  bindings: Bindings,
  isTransaction: boolean,
): Pick<Surrounded, 'before' | 'after'> {
  const judgement = bindings[JUDGED_BY] ?? null
  if (statement.isForCaller === true)
    return {
      before: [askAs(callerValues(bindings), judgement, statement.isPlannedOnce === true)],
      after: isTransaction ? [ASK_AS_OWNER] : [],
    }
  return judgement === null ? BY_ITSELF : { before: [judge(judgement)], after: [] }
}

/** A transaction of one statement. */
async function askAlone(pool: pg.Pool, told: TransactionSettings, asked: Surrounded): Promise<readonly Row[]> {
  const whole = {
    ...asked,
    before: [...told.before, ...asked.before],
    after: [...asked.after, ...told.after],
  }
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await querySurrounded(client, told.isNamed ? whole : unnamed(whole))
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || isDatabaseAway(cause)) broken = cause as Error
    // The block that a statement of `before` has begun is open still.
    else if (told.after.length > 0) broken = await rolledBack(client)
    throw cause
  } finally {
    client.release(broken)
  }
}

/** A connection that cannot even roll back is thrown away, with whatever it had begun. */
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
    // The first statement is sent with it, and fails when it does.
    begun.catch(() => {})
    const effects: (() => void)[] = []
    const result = await work(executorOn(client, told, changes, (effect) => effects.push(effect)))
    await begun
    await client.query('COMMIT')
    for (const effect of effects) effect()
    return result
  } catch (cause) {
    // A connection that has not answered is not asked again: that would take as long once more.
    broken = isDatabaseAway(cause) ? cause : await rolledBack(client)
    throw cause
  } finally {
    client.release(broken)
  }
}

/** Connecting, or a connection that was there, failed: what was asked may or may not have been done. */
export function isDatabaseAway(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false
  const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && AWAY.test(code)) return true
  // The driver has no code for these.
  return (
    syscall === 'connect' ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      cause.message,
    )
  )
}

/** Its disk is full, or it has no memory left: nothing was done, and nothing more will be before somebody makes room. */
export function isOutOfRoom(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && OUT_OF_ROOM.test(cause.code ?? '')
}

/** The statement was made for other tables than the database has by now. */
export function isMisfit(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && MISFIT.test(cause.code ?? '')
}

/** It would have taken too long, and was ended with nothing of it done. */
export function isEndedStatement(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === QUERY_CANCELED
}

/** The database did nothing of what it was asked, because of the values or of what is there. */
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

/** Waits a little, longer each time and never in step with the others. */
function randomPause(attempt: number): Promise<void> {
  const longestMs = Math.min(PAUSE_MAX_MS, 2 * 2 ** attempt)
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs))
}
