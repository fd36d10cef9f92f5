// The searched columns of large tables → their trigram indexes, built while the application serves. A small table has
// none: reading it takes less time than its writes would lose.

import { inPublic } from '@ninefold/core/plan/schema/ddl.ts'
import { createSearchIndex, type SearchIndex } from '@ninefold/core/plan/schema/search-indexes.ts'
import type pg from 'pg'
import type { PoolClient } from 'pg'
import { trigramSchema } from '../driver/trigram-extension.ts'
import { cancelledBy, largeTables, refusalOf } from './online-ddl.ts'

/** A search reads a smaller table in less than 0.1 s. */
const LARGE_BYTES = 16 * 2 ** 20
/** An arbitrary number, the same in all processes. */
const SEARCH_LOCK = 9_009_003
/** Marks an index as one of these. */
const COMMENT = 'Ninefold: search'
/** The name of the connection that builds, by which another process finds it. */
const BUILDER = 'ninefold search indexes'
const BUILD_MEMORY = '128MB'
/** PostgreSQL waits for earlier transactions; no call takes this long. */
const WAIT_MS_MAX = 60_000

export interface KeptIndexes {
  readonly built: readonly string[]
  readonly dropped: readonly string[]
  /** PostgreSQL refused it, or it was cancelled, and the rest was left for the next time. */
  readonly failed: { readonly name: string; readonly cause: pg.DatabaseError } | null
}

export interface KeepOptions {
  readonly largeBytes?: number
  /** Cancels a build that runs, and begins no other. */
  readonly signal?: AbortSignal
}

/** Builds missing indexes and drops obsolete ones. Does nothing without the extension, or while another process does it. */
export async function keepSearchIndexes(
  pool: pg.Pool,
  wanted: readonly SearchIndex[],
  { largeBytes = LARGE_BYTES, signal }: KeepOptions = {},
): Promise<KeptIndexes> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const schema = await trigramSchema(client)
    const keeping = { wanted, largeBytes, isEnded: () => signal?.aborted === true }
    const kept =
      schema === null
        ? null
        : await cancelledBy(signal, pool, client, () =>
            underSearchLock(client, () => keep(client, { ...keeping, schema })),
          )
    isBroken = false
    return kept ?? { built: [], dropped: [], failed: null }
  } finally {
    client.release(isBroken)
  }
}

/** Cancels builds of all processes: a migration would wait for their locks. */
export async function endSearchBuilds(client: Pick<PoolClient, 'query'>): Promise<void> {
  await client.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND application_name = $1 AND state = 'active'`,
    [BUILDER],
  )
}

async function underSearchLock<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result | null> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [SEARCH_LOCK])
  if (rows[0]?.locked !== true) return null
  try {
    await client.query(
      `SET application_name = '${BUILDER}'; SET lock_timeout = ${WAIT_MS_MAX}; SET maintenance_work_mem = '${BUILD_MEMORY}'`,
    )
    return await work()
  } finally {
    await client.query('RESET application_name; RESET lock_timeout; RESET maintenance_work_mem')
    await client.query('SELECT pg_advisory_unlock($1)', [SEARCH_LOCK])
  }
}

interface Keeping {
  readonly wanted: readonly SearchIndex[]
  readonly schema: string
  readonly largeBytes: number
  readonly isEnded: () => boolean
}

async function keep(client: PoolClient, { wanted, schema, largeBytes, isEnded }: Keeping): Promise<KeptIndexes> {
  const { complete, obsolete } = await presentIndexes(client, wanted)
  const large = await largeTables(
    client,
    wanted.map(({ table }) => table),
    largeBytes,
  )
  const missing = wanted.filter(({ name, table }) => large.has(table) && !complete.has(name))
  const steps = [
    ...obsolete.map((name) => ({ name, isBuild: false, sql: [`DROP INDEX CONCURRENTLY IF EXISTS ${inPublic(name)}`] })),
    ...missing.map((index) => ({
      name: index.name,
      isBuild: true,
      sql: [createSearchIndex(index, schema), `COMMENT ON INDEX ${inPublic(index.name)} IS '${COMMENT}'`],
    })),
  ]
  const [built, dropped]: [string[], string[]] = [[], []]
  for (const { name, isBuild, sql } of steps) {
    if (isEnded()) break
    const cause = await refusalOf(client, sql)
    // A build that is cancelled makes room for a migration, which the next one would hinder again. Its invalid index
    // stays for the next time, because dropping it waits for earlier transactions, too.
    if (cause !== null) return { built, dropped, failed: { name, cause } }
    ;(isBuild ? built : dropped).push(name)
  }
  return { built, dropped, failed: null }
}

interface PresentIndexes {
  readonly complete: ReadonlySet<string>
  /** Of an interrupted build, of a column that is no longer searched, or of another column since a renaming. */
  readonly obsolete: readonly string[]
}

async function presentIndexes(client: PoolClient, wanted: readonly SearchIndex[]): Promise<PresentIndexes> {
  const { rows } = await client.query<{ name: string; isValid: boolean; isOwn: boolean; columns: string[] }>(
    `SELECT made.relname AS name, indisvalid AS "isValid", coalesce(obj_description(made.oid, 'pg_class') = $2, false) AS "isOwn", ARRAY(
       SELECT attname::text FROM pg_depend JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
       WHERE classid = 'pg_class'::regclass AND objid = made.oid AND refobjid = indrelid
       ORDER BY attname COLLATE "C") AS columns
     FROM pg_class AS made JOIN pg_index ON indexrelid = made.oid JOIN pg_am ON pg_am.oid = made.relam AND amname = 'gin'
     WHERE made.relnamespace = 'public'::regnamespace
       AND (made.relname = ANY ($1) OR obj_description(made.oid, 'pg_class') = $2)`,
    [wanted.map(({ name }) => name), COMMENT],
  )
  const isComplete = ({ name, isValid, columns }: (typeof rows)[number]): boolean =>
    isValid && wanted.some((index) => index.name === name && String(index.columns) === String(columns))
  return {
    complete: new Set(rows.filter(isComplete).map(({ name }) => name)),
    // An interrupted build is not marked yet. Another index of that name is the operator's.
    obsolete: rows.filter((row) => !isComplete(row) && (row.isOwn || !row.isValid)).map(({ name }) => name),
  }
}
