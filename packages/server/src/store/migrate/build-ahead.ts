// New indexes of large tables are built before the migration and without blocking writers. In the migration's transaction, each
// would block all writes to its table for as long as it takes to read the table.

import type { IndexAhead } from '@ninefold/core/plan/migration/indexes-ahead.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import pg, { type PoolClient } from 'pg'

/** Reading a smaller table takes less than a second. */
const LARGE_BYTES = 64 * 2 ** 20
/** PostgreSQL waits for earlier transactions; no call takes this long. */
const WAIT_MS_MAX = 60_000
/** An arbitrary number, the same in all processes. */
const AHEAD_LOCK = 9_009_002
const LOOK_AGAIN_MS = 250

export interface BuiltAhead {
  readonly names: readonly string[]
  /** Statements of the migration that are unnecessary now. */
  readonly steps: ReadonlySet<string>
}

export const NOTHING_AHEAD: BuiltAhead = { names: [], steps: new Set() }

/** Runs under the lock. An index that cannot be built this way is left to the migration. */
export async function buildAhead(
  client: PoolClient,
  wanted: readonly IndexAhead[],
  { largeBytes = LARGE_BYTES }: { readonly largeBytes?: number },
): Promise<BuiltAhead> {
  // A killed start may have left an invalid index.
  await drop(
    client,
    wanted.map(({ name }) => name),
  )
  const built: IndexAhead[] = []
  for (const index of wanted)
    if ((await sizeOf(client, index)) >= largeBytes && (await isBuilt(client, index))) built.push(index)
  return { names: built.map(({ name }) => name), steps: new Set(built.map(({ step }) => step)) }
}

/** For a migration that is not carried out. Runs under the lock. */
export function dropAhead(client: PoolClient, { names }: BuiltAhead): Promise<void> {
  return drop(client, names)
}

async function isBuilt(client: PoolClient, { name, concurrently }: IndexAhead): Promise<boolean> {
  try {
    await client.query(`SET lock_timeout = ${WAIT_MS_MAX}`)
    await client.query(concurrently)
    return true
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    await drop(client, [name])
    return false
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

async function sizeOf(client: PoolClient, { table }: IndexAhead): Promise<number> {
  const { rows } = await client.query<{ size: string | null }>('SELECT pg_relation_size(to_regclass($1)) AS size', [
    `public.${quoted(table)}`,
  ])
  return Number(rows[0]?.size ?? 0)
}

/**
 * Holds a lock until the migration has ended, so that no other process drops the new indexes. Another process polls for
 * it, because a waiting statement has a snapshot, and a concurrent build waits for all older snapshots.
 */
export async function underAheadLock<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [AHEAD_LOCK])
    if (rows[0]?.locked === true) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  try {
    return await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [AHEAD_LOCK])
  }
}
