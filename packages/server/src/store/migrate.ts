// A schema → a database that has it, in one transaction, by one process at a time.
// Nothing is lost without a yes: when a step that would lose values, or that existing rows don't pass, is not
// agreed to, nothing of the change is done, and what waits is reported with its rows counted.

import { ENGINE_MIGRATIONS, ENGINE_SCHEMA } from '@ninefold/core/plan/engine-tables.ts'
import { type MigrationStep, planMigration } from '@ninefold/core/plan/migration.ts'
import type { Schema } from '@ninefold/core/plan/schema.ts'
import type { Pool, PoolClient } from 'pg'

/** A step that can't be done unasked, and how many rows it concerns. */
export type WaitingStep = MigrationStep & { readonly rows: number }

export interface MigrateOptions {
  /** Whether values may be lost. A function is asked with the steps that would lose some, outside of any transaction. */
  readonly consent: boolean | ((steps: readonly WaitingStep[]) => boolean | Promise<boolean>)
  /** The specification that the schema comes from, kept beside it. */
  readonly text?: string
}

export interface MigrateResult {
  /** Empty when something waits. */
  readonly applied: readonly MigrationStep[]
  readonly waiting: readonly WaitingStep[]
}

/** Any number will do, as long as every process takes the same. */
const LOCK = 9_009_001
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
  let result: MigrateResult = { applied: [], waiting: [] }
  await inTransaction(pool, async (client) => {
    result = await migrateTables(client, schema, options, consented)
    return result.waiting.length === 0 ? 'COMMIT' : 'ROLLBACK'
  })
  return result
}

/** Today's engine tables, whatever the database is for: a form with nothing in it needs them too. */
export async function bringEngineTables(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await migrateEngine(client)
    return 'COMMIT'
  })
}

/** Alone among all processes that migrate this database. */
async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<'COMMIT' | 'ROLLBACK'>): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  // A connection that breaks between two statements says so by an event, which would end the process if
  // nobody listened; the statement after it fails, which is what counts here.
  const whenBroken = (error: Error): void => {
    failure = error
  }
  client.on('error', whenBroken)
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    // Only now: the lock above is worth waiting for, however long the other process takes.
    await client.query(`SELECT set_config('lock_timeout', $1, true), set_config('search_path', 'public', true)`, [
      String(TABLE_LOCK_MS_MAX),
    ])
    await client.query(await work(client))
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    if (failure === undefined) client.off('error', whenBroken)
    // After a failure the connection is closed instead of reused, which also rolls back.
    client.release(failure)
  }
}

async function migrateTables(
  client: PoolClient,
  schema: Schema,
  options: MigrateOptions,
  consented: Consented,
): Promise<MigrateResult> {
  const before = await appliedSchema(client, schema)
  if (before?.isSame === true) return { applied: [], waiting: [] }

  const { steps } = planMigration(before?.schema ?? null, schema)
  const waiting: WaitingStep[] = []
  for (const step of steps) {
    const rows = step.countSql === null ? 0 : await countRows(client, step.countSql)
    const isAgreed = rows === 0 || mayLose(step, rows, consented)
    if (!isAgreed) waiting.push({ ...step, rows })
    // What would lose values is tried all the same, so that the steps behind it can be counted too: while
    // anything waits, all of it is rolled back. What rows don't pass would only fail.
    if (isAgreed || step.consequence === 'loses values') await client.query(step.sql)
  }
  if (waiting.length > 0) return { applied: [], waiting }
  await client.query('INSERT INTO ninefold.specification (text, schema) VALUES ($1, $2)', [
    options.text ?? '',
    JSON.stringify(schema),
  ])
  return { applied: steps, waiting: [] }
}

function mayLose(step: MigrationStep, rows: number, consented: Consented): boolean {
  if (step.consequence !== 'loses values') return false
  return consented === 'all' || consented.some((agreed) => agreed.sql === step.sql && rows <= agreed.rows)
}

async function countRows(client: PoolClient, sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT (${sql}) AS count`)
  return Number(rows[0]?.count ?? 0)
}

async function migrateEngine(client: PoolClient): Promise<void> {
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
  if (version > ENGINE_MIGRATIONS.length) {
    throw new Error(
      `This database was opened by a newer Ninefold (engine tables version ${version}, this one knows ${ENGINE_MIGRATIONS.length}).`,
    )
  }
  for (const sql of ENGINE_MIGRATIONS.slice(version)) await client.query(sql)
  if (version < ENGINE_MIGRATIONS.length)
    await client.query('UPDATE ninefold.engine SET version = $1', [ENGINE_MIGRATIONS.length])
}

/** Compared by the database, which keeps the keys of an object in an order of its own. */
async function appliedSchema(client: PoolClient, next: Schema): Promise<{ schema: Schema; isSame: boolean } | null> {
  const { rows } = await client.query<{ schema: string; isSame: boolean }>(
    'SELECT schema::text AS schema, schema = $1::jsonb AS "isSame" FROM ninefold.specification ORDER BY id DESC LIMIT 1',
    [JSON.stringify(next)],
  )
  const row = rows[0]
  return row === undefined ? null : { schema: JSON.parse(row.schema) as Schema, isSame: row.isSame }
}
