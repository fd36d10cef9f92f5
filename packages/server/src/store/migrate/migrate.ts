// A schema → a database that has it, by one process at a time, which holds an advisory lock. Values of existing records,
// and new columns, indexes and rules of large tables are prepared while the old version serves; the rest is one
// transaction. If a step loses values or violates rows without consent, it is reported with its rows, and nothing is done.

import {
  type Migration,
  type MigrationStep,
  NO_MIGRATION,
  planMigration,
} from '@ninefold/core/plan/migration/migration.ts'
import { NO_PREPARATIONS, type Preparations, preparationsOf } from '@ninefold/core/plan/migration/preparations.ts'
import { needsPassingRows } from '@ninefold/core/plan/migration/migration-step.ts'
import { NO_CHANGES, type SchemaChanges } from '@ninefold/core/plan/migration/schema-changes.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Pool, PoolClient } from 'pg'
import { type Applied, type AppliedSchema, appliedSchema } from './applied-schema.ts'
import { migrateEngine } from './engine-migration.ts'
import {
  type AheadOptions,
  buildAhead,
  type BuiltAhead,
  dropAhead,
  ifAheadLocked,
  largeOnly,
  NOTHING_AHEAD,
  underAheadLock,
} from './online-migration.ts'
import { forgetNoted, hasUnvalidated, noteAll, triedSteps, validateAll } from './rules-ahead.ts'
import { contract, expand, fillColumns, hasBegun, startAnew, takeBack } from './fill-columns.ts'
import { MIGRATION_LOCK, TABLE_LOCK_MS_MAX } from './table-lock.ts'
import { endSearchBuilds } from './search-indexes.ts'
import { cancelledBy, countRows } from './online-ddl.ts'
import { refuseSharedConnections } from '../driver/pooler-check.ts'
import { installTrigrams } from '../driver/trigram-extension.ts'
import { suitServer } from '../driver/suitable-server.ts'
import {
  keepPolicies,
  createRestoredPolicies,
  createPolicies,
  dropChangedPolicies,
} from '../driver/row-level-security.ts'

/** A step that needs consent, with the number of affected rows. */
export type WaitingStep = MigrationStep & { readonly rows: number }

/** Facts about the change beyond two schemas, and the identities after it. */
export interface Evolution {
  readonly changes: SchemaChanges
  readonly identities: unknown
  /** Sentences about obstacles to the change. */
  readonly problems: readonly string[]
}

const NO_EVOLUTION: Evolution = { changes: NO_CHANGES, identities: null, problems: [] }

export interface MigrateOptions extends AheadOptions {
  /** Whether values may be lost. A function is called with the losing steps, outside of any transaction. */
  readonly consent: boolean | ((steps: readonly WaitingStep[]) => boolean | Promise<boolean>)
  /** The text of the schema, stored with it. */
  readonly text?: string
  /** Missing: names are identities, and no values are stated for existing records. */
  readonly evolution?: (before: Applied | null) => Evolution
  /** Records per filling statement. */
  readonly batch?: number
}

export interface MigrateResult {
  /** Empty if a step waits. */
  readonly applied: readonly MigrationStep[]
  readonly waiting: readonly WaitingStep[]
  /** Why there is no row-level security behind the gate; missing: there is. */
  readonly policyProblem?: string
}

export async function migrate(pool: Pool, schema: Schema, options: MigrateOptions): Promise<MigrateResult> {
  const first = await attempt(pool, schema, options, options.consent === true ? 'all' : [])
  if (first.waiting.length === 0 || typeof options.consent === 'boolean') return first
  const losing = first.waiting.filter(({ consequence }) => consequence === 'loses values')
  // Consent alone would not be enough while rows have to be corrected first, so it is not asked for.
  if (losing.length < first.waiting.length || !(await options.consent(losing))) return first
  return attempt(pool, schema, options, losing)
}

/** Consented steps: all, or exactly these, each for at most the shown number of rows. */
type Consented = 'all' | readonly WaitingStep[]

async function attempt(
  pool: Pool,
  schema: Schema,
  options: MigrateOptions,
  consented: Consented,
): Promise<MigrateResult> {
  // Separate from the rest, because the old schema needs the present engine tables too.
  await bringEngineTables(pool)
  const result = await onConnection(pool, async (client, whenBroken) => {
    await endSearchBuilds(client)
    if (await hasUnvalidated(client)) await underAheadLock(client, () => validateAll(client), whenBroken)
    const first = await planned(client, schema, options, null)
    const finishing = { schema, options, consented, built: NOTHING_AHEAD }
    const isPrepared = Object.values(preparing(first, schema)).some((parts) => parts.length > 0)
    if (!isPrepared && !(await hasBegun(client))) return finish(client, finishing, first)
    return underAheadLock(client, () => prepareThenFinish(client, finishing, first), whenBroken)
  })
  // Another process was faster.
  return result ?? attempt(pool, schema, options, consented)
}

function preparing({ before, evolution, migration, isNothing }: Planned, schema: Schema): Preparations {
  const isPrepared = before !== null && !isNothing && evolution.problems.length === 0
  return isPrepared ? preparationsOf(before.schema, schema, migration) : NO_PREPARATIONS
}

/** A planned change from the present state of the database. */
interface Planned {
  readonly before: (Applied & AppliedSchema) | null
  readonly evolution: Evolution
  readonly migration: Migration
  /** The database is already as it should be. */
  readonly isNothing: boolean
}

/** `known`: the earlier plan, which is still valid if the database has not changed since. */
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

interface Finishing {
  readonly schema: Schema
  readonly options: MigrateOptions
  readonly consented: Consented
  readonly built: BuiltAhead
}

/** Spans many transactions, so a lock of the session keeps other processes out. */
async function prepareThenFinish(
  client: PoolClient,
  finishing: Finishing,
  known: Planned,
): Promise<MigrateResult | null> {
  const { schema, options } = finishing
  const plan = await planned(client, schema, options, known)
  const { fills, ...ofAll } = preparing(plan, schema)
  const large = {
    columns: await largeOnly(client, ofAll.columns, options),
    indexes: await largeOnly(client, ofAll.indexes, options),
    unique: await largeOnly(client, ofAll.unique, options),
    rules: await largeOnly(client, ofAll.rules, options),
  }
  await expand(client, [...fills, ...large.columns, ...large.rules, ...large.unique])
  if (plan.before !== null) await fillColumns(client, plan.before.schema, fills, options)
  const built = await buildAhead(client, large)
  const result = await finish(client, { ...finishing, built }, plan)
  // The operator may decide on another change, so the unfinished one is reverted.
  if (result !== null && result.waiting.length > 0) {
    await dropAhead(client, built)
    await takeBack(client)
  }
  return result
}

/** The rest, in one transaction. Null: the database has changed since planning, and nothing was done. */
async function finish(
  client: PoolClient,
  { schema, options, consented, built }: Finishing,
  plan: Planned,
): Promise<MigrateResult | null> {
  const { evolution, migration } = plan
  if (plan.isNothing) return keepWall(client, schema)
  if (evolution.problems.length > 0) return { applied: [], waiting: evolution.problems.map(unfit) }
  return inTransaction<MigrateResult | null>(client, async () => {
    const isPresent = (await planned(client, schema, options, plan)) === plan && !(await hasUnvalidated(client))
    if (!isPresent) return { result: null, end: 'ROLLBACK' }
    await dropChangedPolicies(client, plan.before?.schema ?? null, schema, migration.disturbed)
    const waiting = await migrateTables(client, migration, consented, built)
    if (waiting.length > 0) return { result: { applied: [], waiting }, end: 'ROLLBACK' }
    const policyProblem = await createPolicies(client, plan.before?.schema ?? null, schema, migration.disturbed)
    await client.query('INSERT INTO ninefold.specification (text, schema, identities) VALUES ($1, $2, $3)', [
      options.text ?? '',
      JSON.stringify(schema),
      evolution.identities === null ? null : JSON.stringify(evolution.identities),
    ])
    const result = { applied: migration.steps, waiting, ...(policyProblem === null ? {} : { policyProblem }) }
    return { result, end: 'COMMIT' }
  })
}

/** Row-level security may have become possible or impossible, even if the schema is unchanged. */
function keepWall(client: PoolClient, schema: Schema): Promise<MigrateResult> {
  return inTransaction<MigrateResult>(client, async () => {
    // If another process has applied its own schema meanwhile, that one is responsible.
    const isSame = (await appliedSchema(client, schema))?.isSame === true
    const policyProblem = isSame ? await keepPolicies(client, schema) : null
    return {
      result: { applied: [], waiting: [], ...(policyProblem === null ? {} : { policyProblem }) },
      end: 'COMMIT',
    }
  })
}

/** The predicted outcome of a change. */
export interface Tried {
  /** Null: the database is empty. */
  readonly before: Applied | null
  readonly changes: SchemaChanges
  readonly steps: readonly MigrationStep[]
  readonly waiting: readonly WaitingStep[]
}

export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Tries a change and rolls it back. `ask` queries the database as it would be, as far as the change succeeded. */
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
      const isChange = before !== null && !isSame
      const steps = isChange
        ? await triedSteps(client, migration, preparationsOf(before.schema, schema, migration))
        : NOTHING_AHEAD.steps
      if (!isSame) {
        await dropChangedPolicies(client, before?.schema ?? null, schema, migration.disturbed)
        for (const sql of migration.dropLoose) await client.query(sql)
        await startAnew(client, migration)
      }
      const found = isSame ? [] : await migrateTables(client, migration, [], { ...NOTHING_AHEAD, steps })
      const waiting = [...problems.map(unfit), ...found]
      const tried = { before, changes, steps: isSame ? [] : migration.steps, waiting }
      const result = await inspect(tried, async (sql) => (await client.query<Record<string, unknown>>(sql)).rows)
      return { result, end: 'ROLLBACK' }
    })
  })
}

/** An obstacle that only another text removes. */
function unfit(sentence: string): WaitingStep {
  return { ...needsPassingRows('', sentence, ''), rows: 0 }
}

/** False if the earlier text is unknown. */
function isSameText(before: Applied, { text }: MigrateOptions): boolean {
  return text === undefined || text === before.text
}

/** Creates or updates the engine tables, also for an empty specification. */
export async function bringEngineTables(pool: Pool): Promise<void> {
  await onConnection(pool, async (client) => {
    await refuseSharedConnections(client, pool.options.connectionString)
    return inTransaction(client, async () => {
      await suitServer(client)
      await installTrigrams(client)
      await migrateEngine(client)
      return { result: undefined, end: 'COMMIT' }
    })
  })
}

/** Schema of a backup, known once the engine's own tables are filled. */
export interface Rebuilt {
  readonly schema: Schema
}

/** Parts of a restore, in this order and in one transaction. */
export interface Rebuilding {
  /** Runs before anything is created. */
  before(client: PoolClient): Promise<void>
  /** Fills the engine's tables in the backup's version. */
  engine(client: PoolClient): Promise<Rebuilt>
  /** Fills the records' tables, which are empty. */
  records(client: PoolClient, rebuilt: Rebuilt): Promise<void>
}

/** An empty database → the backup's data, with the present engine tables. */
export async function rebuild(
  pool: Pool,
  engine: number,
  { before, engine: fill, records }: Rebuilding,
): Promise<void> {
  await onConnection(pool, (client) =>
    inTransaction(client, async () => {
      await suitServer(client)
      await installTrigrams(client)
      await before(client)
      await migrateEngine(client, engine)
      const rebuilt = await fill(client)
      await migrateEngine(client)
      await migrateTables(client, planMigration(null, rebuilt.schema), 'all')
      await createRestoredPolicies(client, rebuilt.schema)
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
  // Without a listener, a connection that breaks between two statements would end the process.
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

/** Holds a lock against all other processes that migrate this database. */
async function inTransaction<Result>(
  client: PoolClient,
  work: () => Promise<{ readonly result: Result; readonly end: 'COMMIT' | 'ROLLBACK' }>,
): Promise<Result> {
  // One message. The timeout is set after the lock, because waiting for another process is right, however long it
  // takes.
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
    SELECT set_config('lock_timeout', '${TABLE_LOCK_MS_MAX}', true), set_config('search_path', 'public', true)`)
  const { result, end } = await work()
  await client.query(end)
  return result
}

/** Returns the waiting steps. If there are any, the transaction has to be rolled back. */
async function migrateTables(
  client: PoolClient,
  { steps, fills, dropLoose }: Migration,
  consented: Consented,
  built: BuiltAhead = NOTHING_AHEAD,
): Promise<WaitingStep[]> {
  // Checks deferred constraints immediately: a table with pending trigger events cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const sql of dropLoose) await client.query(sql)
  await noteAll(client, built.rules)
  await contract(client, fills)
  const waiting: WaitingStep[] = []
  for (const step of steps) {
    const rest = built.steps.get(step.sql)
    for (const sql of rest ?? []) await client.query(sql)
    if (rest !== undefined) continue
    const rule = built.ruleSteps.get(step.sql)
    if (rule !== undefined) await client.query(rule.of.lock)
    const { countSql, sql } = rule ?? step
    const rows = countSql === null ? 0 : await countRows(client, countSql)
    const isAgreed = rows === 0 || mayLose(step, rows, consented)
    if (!isAgreed) waiting.push({ ...step, rows })
    // A step that loses values runs even without consent, so that later steps can count their rows. A violated
    // constraint would fail.
    if (isAgreed || step.consequence === 'loses values' || step.isTried === true) await client.query(sql)
  }
  if (waiting.length === 0) await forgetNoted(client, built.rules)
  return waiting
}

function mayLose(step: MigrationStep, rows: number, consented: Consented): boolean {
  if (step.consequence !== 'loses values') return false
  return consented === 'all' || consented.some((agreed) => agreed.sql === step.sql && rows <= agreed.rows)
}

/**
 * Applies new rules of large tables to all records, while others read and write. Returns their constraints. Leaves them to
 * another process that prepares a migration.
 */
export function validateConstraints(pool: Pool, signal?: AbortSignal): Promise<string[]> {
  return onConnection(pool, async (client, whenBroken) => {
    if (!(await hasUnvalidated(client))) return []
    const validate = (): Promise<string[]> => validateAll(client, () => signal?.aborted === true)
    const done = await cancelledBy(signal, pool, client, () => ifAheadLocked(client, validate, whenBroken))
    return done?.result ?? []
  })
}
