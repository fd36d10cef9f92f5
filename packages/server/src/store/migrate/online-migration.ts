// New indexes, references and rules of large tables are built before the migration and without blocking writers. In the
// migration's transaction, each would block all writes to its table for as long as it takes to read the table.

import type { ColumnsAhead, ConstraintAhead } from '@ninefold/core/plan/migration/columns-ahead.ts'
import type { IndexAhead } from '@ninefold/core/plan/migration/indexes-ahead.ts'
import type { RulesAhead, UniqueAhead } from '@ninefold/core/plan/migration/rules-ahead.ts'
import { inPublic } from '@ninefold/core/plan/schema/ddl.ts'
import type { PoolClient } from 'pg'
import { countRows, largeTables, refusalOf } from './online-ddl.ts'
import { noteBroken, type RuleStep, stepsOf } from './rules-ahead.ts'
import { TABLE_LOCK_MS_MAX } from './table-lock.ts'

/** Reading a smaller table takes less than a second. */
const LARGE_BYTES = 64 * 2 ** 20
/** A concurrent build waits for earlier transactions, and nobody waits behind it; no call takes this long. */
const SNAPSHOT_MS_MAX = 60_000
/** An arbitrary number, the same in all processes. */
const AHEAD_LOCK = 9_009_002
const LOOK_AGAIN_MS = 250

export interface BuiltAhead {
  /** Indexes. */
  readonly names: readonly string[]
  /** Steps of the migration that are done, with the statements that remain of each. */
  readonly steps: ReadonlyMap<string, readonly string[]>
  readonly rules: readonly RulesAhead[]
  /** Steps for which the migration looks at noted records alone. */
  readonly ruleSteps: ReadonlyMap<string, RuleStep>
}

export const NOTHING_AHEAD: BuiltAhead = { names: [], steps: new Map(), rules: [], ruleSteps: new Map() }

/** Of large tables. */
export interface Building {
  readonly indexes: readonly IndexAhead[]
  readonly unique: readonly UniqueAhead[]
  readonly columns: readonly ColumnsAhead[]
  readonly rules: readonly RulesAhead[]
}

export interface AheadOptions {
  /** Tables of at least this size are changed ahead. */
  readonly largeBytes?: number
}

/** Runs under the lock. Parts that cannot be built this way are left to the migration. */
export async function buildAhead(
  client: PoolClient,
  { indexes, unique, columns, rules }: Building,
): Promise<BuiltAhead> {
  const ordinary = [...indexes, ...columns.flatMap((each) => each.indexes)]
  // A killed start may have left an invalid index.
  await drop(
    client,
    [...ordinary, ...unique].map(({ name }) => name),
  )
  // Without a value twice now, few writes of the old version can be in the way.
  const single: UniqueAhead[] = []
  for (const index of unique) if ((await countRows(client, index.countSql)) === 0) single.push(index)
  const ruleSteps = stepsOf(await noteBroken(client, rules))
  // Unique ones last: they bind the old version, too.
  const wanted = [...ordinary.map((index) => ({ ...index, rest: [] })), ...single]
  const steps = new Map(columns.flatMap(({ added }) => added.map(({ step, rest }) => [step, rest] as const)))
  for (const { name, step, rest, concurrently } of wanted)
    if (await isDone(client, [concurrently], SNAPSHOT_MS_MAX)) steps.set(step, rest)
    else await drop(client, [name])
  // References last: without an index, each deletion of their target reads the table.
  for (const constraint of columns.flatMap(({ constraints }) => constraints))
    if (await isBound(client, constraint)) steps.set(constraint.step, [])
  const names = wanted.flatMap(({ name, step }) => (steps.has(step) ? [name] : []))
  return { names, steps, rules, ruleSteps }
}

async function isBound(client: PoolClient, { drop: remove, add, validate }: ConstraintAhead): Promise<boolean> {
  const isValid = await isDone(client, [remove, add, ...validate], TABLE_LOCK_MS_MAX)
  if (!isValid) await client.query(remove)
  return isValid
}

export async function largeOnly<OfTable extends { readonly table: string }>(
  client: PoolClient,
  changes: readonly OfTable[],
  { largeBytes = LARGE_BYTES }: AheadOptions,
): Promise<OfTable[]> {
  const tables = changes.map(({ table }) => table)
  const large = tables.length === 0 ? new Set() : await largeTables(client, tables, largeBytes)
  return changes.filter(({ table }) => large.has(table))
}

/** For a migration that is not carried out. Runs under the lock. */
export function dropAhead(client: PoolClient, { names }: BuiltAhead): Promise<void> {
  return drop(client, names)
}

/** False: PostgreSQL refuses one of the statements. */
async function isDone(client: PoolClient, statements: readonly string[], lockMs: number): Promise<boolean> {
  try {
    return (await refusalOf(client, [`SET lock_timeout = ${lockMs}`, ...statements])) === null
  } finally {
    await client.query('RESET lock_timeout')
  }
}

async function drop(client: PoolClient, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace AND relname = ANY ($1)`,
    [names],
  )
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${inPublic(name)}`)
}

/**
 * Holds a lock until the migration has ended, so that no other process drops the new indexes. Another process polls for
 * it, because a waiting statement has a snapshot, and a concurrent build waits for all older snapshots. `whenBroken`: the
 * work is done, and the connection broke before it released the lock, which has released it as well.
 */
export async function underAheadLock<Result>(
  client: PoolClient,
  work: () => Promise<Result>,
  whenBroken: (error: Error) => void,
): Promise<Result> {
  for (;;) {
    const done = await ifAheadLocked(client, work, whenBroken)
    if (done !== null) return done.result
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** The same at once; null: another process has the lock. */
export async function ifAheadLocked<Result>(
  client: PoolClient,
  work: () => Promise<Result>,
  whenBroken: (error: Error) => void,
): Promise<{ readonly result: Result } | null> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [AHEAD_LOCK])
  if (rows[0]?.locked !== true) return null
  try {
    return { result: await work() }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [AHEAD_LOCK]).catch(whenBroken)
  }
}
