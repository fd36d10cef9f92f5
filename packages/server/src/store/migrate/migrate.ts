// A schema → a database that has it, by one process at a time. Stated values for existing records are computed
// beforehand, while the old version serves; everything else is one transaction. Nothing is lost without a yes: when a
// step that would lose values, or that existing rows don't pass, is not agreed to, nothing of the change is done, and
// what waits is reported with its rows counted.

import { ENGINE_MIGRATIONS, ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import {
  type Migration,
  type MigrationStep,
  NO_MIGRATION,
  planMigration,
} from '@ninefold/core/plan/migration/migration.ts'
import { needsPassingRows } from '@ninefold/core/plan/migration/migration-step.ts'
import { NO_CHANGES, type SchemaChanges } from '@ninefold/core/plan/migration/schema-changes.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Pool, PoolClient } from 'pg'
import { contract, fillColumns, hasBegun, startAnew, takeBack } from './fill-columns.ts'
import { refuseSharedConnections } from '../driver/kept-connections.ts'
import { bringLettersCompared } from '../driver/letters-compared.ts'
import { suitServer } from '../driver/suitable-server.ts'
import { keepWallUp, putRestoredWallUp, putWallUp, takeWallDown } from '../driver/row-level-security.ts'

/** A step that can't be done unasked, and how many rows it concerns. */
export type WaitingStep = MigrationStep & { readonly rows: number }

/** A database before a change: its tables, and the text that they were made from. */
export interface Applied {
  readonly schema: Schema
  /** '' where nobody said. */
  readonly text: string
  /** Which name is which thing; null where nobody said. */
  readonly identities: unknown
}

/** Facts about the change besides two schemas, and which name is which thing after it. */
export interface Evolution {
  readonly changes: SchemaChanges
  readonly identities: unknown
  /** Sentences about what stands in the way. */
  readonly problems: readonly string[]
}

const NO_EVOLUTION: Evolution = { changes: NO_CHANGES, identities: null, problems: [] }

export interface MigrateOptions {
  /** Whether values may be lost. A function is asked with the steps that would lose some, outside of any transaction. */
  readonly consent: boolean | ((steps: readonly WaitingStep[]) => boolean | Promise<boolean>)
  /** The specification that the schema comes from, kept beside it. */
  readonly text?: string
  /** Missing: every name is what it says, and nothing is stated of records that exist. */
  readonly evolution?: (before: Applied | null) => Evolution
  /** How many records are filled in one statement. */
  readonly batch?: number
}

export interface MigrateResult {
  /** Empty when something waits. */
  readonly applied: readonly MigrationStep[]
  readonly waiting: readonly WaitingStep[]
  /** Why there is no second wall behind the gate; missing: there is. */
  readonly wallProblem?: string
}

/** Any number will do, as long as every process takes the same. */
export const MIGRATION_LOCK = 9_009_001
/** Longer than any call; a migration that can't get a table by then must not hold up the calls behind it. */
const TABLE_LOCK_MS_MAX = 10_000

export async function migrate(pool: Pool, schema: Schema, options: MigrateOptions): Promise<MigrateResult> {
  const first = await attempt(pool, schema, options, options.consent === true ? 'all' : [])
  if (first.waiting.length === 0 || typeof options.consent === 'boolean') return first
  const losing = first.waiting.filter(({ consequence }) => consequence === 'loses values')
  // A yes would change nothing while rows have to be put right first, so nobody is asked.
  if (losing.length < first.waiting.length || !(await options.consent(losing))) return first
  return attempt(pool, schema, options, losing)
}

/** Steps that were agreed to: all, or exactly these, each for at most as many rows as were shown. */
type Consented = 'all' | readonly WaitingStep[]

async function attempt(
  pool: Pool,
  schema: Schema,
  options: MigrateOptions,
  consented: Consented,
): Promise<MigrateResult> {
  // Apart from the rest, because code that serves the old schema needs today's engine tables too.
  await bringEngineTables(pool)
  const result = await onConnection(pool, async (client) => {
    const plan = await planned(client, schema, options, null)
    const isLong = plan.migration.fills.length > 0 || (await hasBegun(client))
    return isLong
      ? fillThenFinish(client, schema, options, consented)
      : finish(client, schema, options, consented, plan)
  })
  // Another process was faster.
  return result ?? attempt(pool, schema, options, consented)
}

/** A change, from what a database holds by now. */
interface Planned {
  readonly before: (Applied & AppliedSchema) | null
  readonly evolution: Evolution
  readonly migration: Migration
  /** It is what it should be. */
  readonly isNothing: boolean
}

/** `known`: what was planned before; it still holds if nobody has changed the database since. */
async function planned(
  client: PoolClient,
  schema: Schema,
  options: MigrateOptions,
  known: Planned | null,
): Promise<Planned> {
  const before = await appliedSchema(client, schema)
  if (known !== null && known.before?.id === before?.id) return known
  const isNothing = before?.isSame === true && isSameText(before, options)
  if (isNothing) return { before, evolution: NO_EVOLUTION, migration: NO_MIGRATION, isNothing }
  const evolution = options.evolution?.(before) ?? NO_EVOLUTION
  const migration = planMigration(before?.schema ?? null, schema, evolution.changes, new Set(before?.loose))
  return { before, evolution, migration, isNothing }
}

/** Over many transactions, so that the connection itself keeps other processes out meanwhile. */
async function fillThenFinish(
  client: PoolClient,
  schema: Schema,
  options: MigrateOptions,
  consented: Consented,
): Promise<MigrateResult | null> {
  const plan = await planned(client, schema, options, null)
  const { before, migration, evolution } = plan
  const isFilled = before !== null && evolution.problems.length === 0
  if (isFilled) await fillColumns(client, before.schema, migration.fills, options)
  const result = await finish(client, schema, options, consented, plan)
  // The reader of the answer may decide for another change, which should not find this one half begun.
  if (isFilled && result !== null && result.waiting.length > 0) await takeBack(client)
  return result
}

/** All the rest, in one transaction. Null: the database is no longer what was planned for, and nothing was done. */
async function finish(
  client: PoolClient,
  schema: Schema,
  options: MigrateOptions,
  consented: Consented,
  plan: Planned,
): Promise<MigrateResult | null> {
  const { evolution, migration } = plan
  if (plan.isNothing) return keepWall(client, schema)
  if (evolution.problems.length > 0) return { applied: [], waiting: evolution.problems.map(unfit) }
  return inTransaction<MigrateResult | null>(client, async () => {
    if ((await planned(client, schema, options, plan)) !== plan) return { result: null, end: 'ROLLBACK' }
    await takeWallDown(client, plan.before?.schema ?? null, schema, migration.disturbed)
    const waiting = await migrateTables(client, migration, consented)
    if (waiting.length > 0) return { result: { applied: [], waiting }, end: 'ROLLBACK' }
    const wallProblem = await putWallUp(client, plan.before?.schema ?? null, schema, migration.disturbed)
    await client.query('INSERT INTO ninefold.specification (text, schema, identities) VALUES ($1, $2, $3)', [
      options.text ?? '',
      JSON.stringify(schema),
      evolution.identities === null ? null : JSON.stringify(evolution.identities),
    ])
    const result = { applied: migration.steps, waiting, ...(wallProblem === null ? {} : { wallProblem }) }
    return { result, end: 'COMMIT' }
  })
}

/** Nothing is to be changed, and yet there may be a wall by now, or none any more. */
function keepWall(client: PoolClient, schema: Schema): Promise<MigrateResult> {
  return inTransaction<MigrateResult>(client, async () => {
    // Where another process has brought its own schema by now, it is that one's turn.
    const isSame = (await appliedSchema(client, schema))?.isSame === true
    const wallProblem = isSame ? await keepWallUp(client, schema) : null
    return {
      result: { applied: [], waiting: [], ...(wallProblem === null ? {} : { wallProblem }) },
      end: 'COMMIT',
    }
  })
}

/** The outcome of a change, before it is made. */
export interface Tried {
  /** Null: the database is empty. */
  readonly before: Applied | null
  readonly changes: SchemaChanges
  readonly steps: readonly MigrationStep[]
  readonly waiting: readonly WaitingStep[]
}

export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Tries a change and takes all of it back. `ask` asks the database as it is after the change, as far as it could be made. */
export function tryMigration<Result>(
  pool: Pool,
  schema: Schema,
  evolution: NonNullable<MigrateOptions['evolution']>,
  inspect: (tried: Tried, ask: Ask) => Promise<Result>,
): Promise<Result> {
  return onConnection(pool, async (client) => {
    await refuseSharedConnections(client, pool.options.connectionString)
    return inTransaction(client, async () => {
      await suitServer(client)
      await migrateEngine(client)
      const before = await appliedSchema(client, schema)
      const { changes, problems } = evolution(before)
      const migration = planMigration(before?.schema ?? null, schema, changes, new Set(before?.loose))
      const isSame = before?.isSame === true
      if (!isSame) {
        await takeWallDown(client, before?.schema ?? null, schema, migration.disturbed)
        for (const sql of migration.letGo) await client.query(sql)
        await startAnew(client, migration)
      }
      const found = isSame ? [] : await migrateTables(client, migration, [])
      const waiting = [...problems.map(unfit), ...found]
      const tried = { before, changes, steps: isSame ? [] : migration.steps, waiting }
      const result = await inspect(tried, async (sql) => (await client.query<Record<string, unknown>>(sql)).rows)
      return { result, end: 'ROLLBACK' }
    })
  })
}

/** Hindrances that only another text removes. */
function unfit(sentence: string): WaitingStep {
  return { ...needsPassingRows('', sentence, ''), rows: 0 }
}

/** Nobody knows of a text that was not given. */
function isSameText(before: Applied, { text }: MigrateOptions): boolean {
  return text === undefined || text === before.text
}

/** Today's engine tables, whatever the database is for: a form with nothing in it needs them too. */
export async function bringEngineTables(pool: Pool): Promise<void> {
  await onConnection(pool, async (client) => {
    await refuseSharedConnections(client, pool.options.connectionString)
    return inTransaction(client, async () => {
      await suitServer(client)
      await bringLettersCompared(client)
      await migrateEngine(client)
      return { result: undefined, end: 'COMMIT' }
    })
  })
}

/** The tables of a backup, as they are known once the engine's own have their rows. */
export interface Rebuilt {
  readonly schema: Schema
}

/** Parts of a backup, in this order and in one transaction. */
export interface Rebuilding {
  /** Before anything is made. */
  before(client: PoolClient): Promise<void>
  /** Fills the engine's tables, in the version that the backup has. */
  engine(client: PoolClient): Promise<Rebuilt>
  /** Fills the records' tables, which are empty. */
  records(client: PoolClient, rebuilt: Rebuilt): Promise<void>
}

/** An empty database → all that a backup holds, with today's engine tables. */
export async function rebuild(
  pool: Pool,
  engine: number,
  { before, engine: fill, records }: Rebuilding,
): Promise<void> {
  await onConnection(pool, (client) =>
    inTransaction(client, async () => {
      await suitServer(client)
      await bringLettersCompared(client)
      await before(client)
      await migrateEngine(client, engine)
      const rebuilt = await fill(client)
      await migrateEngine(client)
      await migrateTables(client, planMigration(null, rebuilt.schema), 'all')
      await putRestoredWallUp(client, rebuilt.schema)
      await records(client, rebuilt)
      return { result: undefined, end: 'COMMIT' }
    }),
  )
}

async function onConnection<Result>(
  pool: Pool,
  work: (client: PoolClient, whenBroken: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let failure: Error | undefined
  // A connection that breaks between two statements says so by an event, which would end the process if
  // nobody listened; the statement after it fails, which is what counts here.
  const whenBroken = (error: Error): void => {
    failure = error
  }
  client.on('error', whenBroken)
  try {
    return await work(client, whenBroken)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    if (failure === undefined) client.off('error', whenBroken)
    // After a failure the connection is closed instead of reused, which also rolls back.
    client.release(failure)
  }
}

/** Alone among all processes that migrate this database. */
async function inTransaction<Result>(
  client: PoolClient,
  work: () => Promise<{ readonly result: Result; readonly end: 'COMMIT' | 'ROLLBACK' }>,
): Promise<Result> {
  // One message. The limit comes after the lock, which is worth waiting for, however long the other process takes.
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
    SELECT set_config('lock_timeout', '${TABLE_LOCK_MS_MAX}', true), set_config('search_path', 'public', true)`)
  const { result, end } = await work()
  await client.query(end)
  return result
}

/** Returns what waits. While anything does, all of it is to be rolled back. */
async function migrateTables(
  client: PoolClient,
  { steps, fills, letGo }: Migration,
  consented: Consented,
): Promise<WaitingStep[]> {
  // Writes are judged at once here: a table with a judgement ahead of it can't be changed.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const sql of letGo) await client.query(sql)
  await contract(client, fills)
  const waiting: WaitingStep[] = []
  for (const step of steps) {
    const rows = step.countSql === null ? 0 : await countRows(client, step.countSql)
    const isAgreed = rows === 0 || mayLose(step, rows, consented)
    if (!isAgreed) waiting.push({ ...step, rows })
    // A step that would lose values is tried all the same, so that the steps behind it can be counted too. A constraint
    // that the rows break would only fail.
    if (isAgreed || step.consequence === 'loses values' || step.isTried === true) await client.query(step.sql)
  }
  return waiting
}

function mayLose(step: MigrationStep, rows: number, consented: Consented): boolean {
  if (step.consequence !== 'loses values') return false
  return consented === 'all' || consented.some((agreed) => agreed.sql === step.sql && rows <= agreed.rows)
}

async function countRows(client: PoolClient, sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT (${sql}) AS count`)
  return Number(rows[0]?.count ?? 0)
}

async function migrateEngine(client: PoolClient, to = ENGINE_MIGRATIONS.length): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    `${ENGINE_SCHEMA}.engine`,
  ])
  if (rows[0]?.found !== true) {
    await client.query('CREATE SCHEMA IF NOT EXISTS ninefold')
    await client.query('CREATE TABLE ninefold.engine (version int NOT NULL)')
    await client.query('INSERT INTO ninefold.engine VALUES (0)')
  }
  const current = await client.query<{ version: number }>('SELECT version FROM ninefold.engine')
  const version = current.rows[0]?.version ?? 0
  const newest = Math.max(version, to)
  if (newest > ENGINE_MIGRATIONS.length) {
    throw new Error(
      `This database was opened by a newer Ninefold (engine tables version ${newest}, this one knows ${ENGINE_MIGRATIONS.length}).`,
    )
  }
  for (const sql of ENGINE_MIGRATIONS.slice(version, to)) await client.query(sql)
  if (version < to) await client.query('UPDATE ninefold.engine SET version = $1', [to])
  if (to === ENGINE_MIGRATIONS.length) await client.query(NEXT_ERA_OF_EVENTS)
}

/**
 * Events are read in the order of transactions. Those that come from a backup were counted by another server: events that are
 * written from now on stand behind all of them. No transaction of this server has a number that is still to be given.
 */
const NEXT_ERA_OF_EVENTS = `
  WITH last AS (SELECT era, written_by FROM ninefold.event ORDER BY number DESC LIMIT 1000)
  UPDATE ninefold.identity SET event_era = (SELECT max(era) FROM last) + 1
  WHERE EXISTS (
    SELECT FROM last WHERE era > event_era OR (era = event_era AND written_by >= pg_snapshot_xmax(pg_current_snapshot())))`

interface AppliedSchema {
  readonly id: string
  readonly isSame: boolean
  /** Rules that records may break until they are changed. */
  readonly loose: readonly string[]
}

const LOOSE = `SELECT coalesce(jsonb_agg(relname || '.' || conname), '[]') FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'c' AND NOT convalidated AND connamespace = 'public'::regnamespace`

/** Compared by the database, which keeps the keys of an object in an order of its own. */
async function appliedSchema(client: PoolClient, next: Schema): Promise<(Applied & AppliedSchema) | null> {
  const { rows } = await client.query<Applied & AppliedSchema>(
    `SELECT id::text, schema, text, identities, schema = $1::jsonb AS "isSame", (${LOOSE}) AS loose FROM ninefold.specification ORDER BY ninefold.specification.id DESC LIMIT 1`,
    [JSON.stringify(next)],
  )
  return rows[0] ?? null
}
