// Archived values of earlier schema changes → those that can be restored, into a field or an entity with the same name
// and type. Present values are never overwritten. Erasing removes them for good.

import { addLoose, dropLoose } from '@ninefold/core/plan/migration/loose-checks.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Reference, Schema, Table } from '@ninefold/core/plan/schema/schema.ts'
import type { Pool, PoolClient } from 'pg'
import { looseChecks } from './applied-schema.ts'
import { MIGRATION_LOCK, TABLE_LOCK_MS_MAX } from './table-lock.ts'

export interface Archived {
  readonly id: number
  /** `Ticket`, or `Ticket.phone`. */
  readonly name: string
  readonly at: Date
  /** The number of the last applied version that had it. */
  readonly version: number
  readonly records: number
  /** Size on disk. */
  readonly bytes: number
  readonly restoredAt: Date | null
}

/** The row as the driver returns it. */
interface Row extends Omit<Archived, 'at' | 'restoredAt' | 'bytes'> {
  readonly at: number
  readonly restoredAt: number | null
  readonly bytes: string
}

const NAME = `entity || coalesce('.' || field, '')`

export async function archivedIn(pool: Pool): Promise<Archived[]> {
  const { rows } = await pool.query<Row>(
    `SELECT id::int, ${NAME} AS name, at, records::int, restored_at AS "restoredAt",
       (SELECT count(*)::int FROM ninefold.specification AS before WHERE before.id <= specification) AS version,
       coalesce(pg_total_relation_size(to_regclass('ninefold.archived_' || id)), 0)::text AS bytes
     FROM ninefold.archived ORDER BY ninefold.archived.id`,
  )
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    bytes: Number(row.bytes),
    restoredAt: row.restoredAt === null ? null : new Date(row.restoredAt),
  }))
}

/** The reason why it cannot be restored. */
export class NotRestorable extends Error {
  override name = 'NotRestorable'
}

interface Kept {
  readonly id: number
  readonly entity: string
  readonly field: string | null
  readonly column_name: string | null
}

/**
 * Restores the newest archive of that name, completely or not at all. Returns the number of records that got a value.
 */
export async function restoreArchived(pool: Pool, name: string): Promise<number> {
  const restoring = inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const { rows } = await client.query<Kept>(
      `SELECT id::int, entity, field, column_name FROM ninefold.archived
       WHERE ${NAME} = $1 AND restored_at IS NULL ORDER BY ninefold.archived.id DESC LIMIT 1 FOR UPDATE`,
      [name],
    )
    const [kept] = rows
    if (kept === undefined) throw new NotRestorable(`Nothing called ${name} is in the archive.`)
    const table = await tableOf(client, kept)
    const restored = await withoutOtherLooseRules(client, kept, table, () => restore(client, kept, table))
    await client.query('UPDATE ninefold.archived SET restored_at = now() WHERE id = $1', [kept.id])
    return restored
  })
  return restoring.catch((error: unknown) => {
    throw notFitting(name, error) ?? error
  })
}

/**
 * Erases these archives with their values in histories, all or none, and writes that to the audit log. Archives that
 * were added meanwhile under the same names are kept. Returns how many still existed.
 */
export async function eraseArchived(pool: Pool, ids: readonly number[], revision: string): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'SELECT id::int FROM ninefold.archived WHERE id = ANY ($1::bigint[]) FOR UPDATE',
      [ids],
    )
    for (const { id } of rows) await client.query(`DROP TABLE ninefold.${quoted(`archived_${id}`)}`)
    // Histories of records that were restored since are kept.
    await client.query(
      `DELETE FROM ninefold.change AS c USING ninefold.archived AS a
       WHERE a.id = ANY ($1::bigint[]) AND a.restored_at IS NULL
         AND c.entity = a.entity AND (a.field IS NULL OR c.field = a.field) AND c.at <= a.at`,
      [rows.map(({ id }) => id)],
    )
    await client.query(
      `WITH gone AS (DELETE FROM ninefold.archived WHERE id = ANY ($1::bigint[]) RETURNING entity, field, id)
       INSERT INTO ninefold.audit (call, revision, entity, record, action)
       SELECT 'ninefold erase-archived', $2, entity, coalesce(field, 'all'), 'erase from the archive' FROM gone ORDER BY id`,
      [rows.map(({ id }) => id), revision],
    )
    return rows.length
  })
}

/** Runs `work` in one transaction. */
async function inTransaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

/** A constraint violation: the value no longer fits the specification; undefined: another error. */
function notFitting(name: string, error: unknown): NotRestorable | undefined {
  const { code, column } = error as { readonly code?: string; readonly column?: string }
  const why = {
    '23502': `"${column ?? ''}" is required by now, and is empty in what is in the archive`,
    '23503': 'it needs records that are there no more',
    '23505': 'what must be unique is there already',
    '23514': 'it does not fit the rules that there are by now',
  }[code ?? '']
  return why === undefined ? undefined : new NotRestorable(`${name} can't be brought back: ${why}.`)
}

async function tableOf(client: PoolClient, { entity, field, column_name }: Kept): Promise<Table> {
  const { rows } = await client.query<{ schema: Schema }>(
    'SELECT schema FROM ninefold.specification ORDER BY id DESC LIMIT 1',
  )
  const owner = column_name === null ? field : null
  const table = rows[0]?.schema.tables.find((each) => each.entity === entity && each.field === owner)
  if (table !== undefined) return table
  const place = field === null ? entity : `${entity}.${field}`
  throw new NotRestorable(`The specification has no ${place}. Add it again, apply it, and bring its values back then.`)
}

/**
 * Rules that records may break until their next change hold for the restored values alone: a restoration changes nothing
 * else of a record.
 */
async function withoutOtherLooseRules(
  client: PoolClient,
  kept: Kept,
  table: Table,
  restoring: () => Promise<number>,
): Promise<number> {
  if (kept.column_name === null) return restoring()
  const others = [{ ...table, checks: table.checks.filter(({ field }) => field !== kept.field) }]
  const loose = await looseChecks(client)
  await client.query(`SET LOCAL lock_timeout = ${TABLE_LOCK_MS_MAX}`)
  for (const sql of dropLoose(others, loose)) await client.query(sql)
  const restored = await restoring()
  for (const sql of addLoose(others, loose)) await client.query(sql)
  return restored
}

async function restore(client: PoolClient, kept: Kept, table: Table): Promise<number> {
  const archive = `ninefold.${quoted(`archived_${kept.id}`)}`
  const there = await typesOf(client, 'ninefold', `archived_${kept.id}`)
  const here = await typesOf(client, 'public', table.name)
  const onTable = inPublic(table.name)
  if (kept.column_name === null) {
    const columns = [...there.keys()].filter((column) => there.get(column) === here.get(column)).map(quoted)
    const list = columns.join(', ')
    const needed = table.references
      .filter(({ column }) => columns.includes(quoted(column)))
      .map((reference) => whatItNeeds(reference, `kept.${quoted(reference.column)}`, archive))
    const { rowCount } = await client.query(
      `INSERT INTO ${onTable} (${list}) SELECT ${list} FROM ${archive} AS kept ${needed.length === 0 ? '' : `WHERE ${needed.join(' AND ')}`} ON CONFLICT DO NOTHING`,
    )
    return rowCount ?? 0
  }
  const column = table.columns.find(({ field, isOwn }) => field === kept.field && isOwn !== true)
  const place = `${kept.entity}.${kept.field}`
  if (column === undefined)
    throw new NotRestorable(`The specification has no ${place}. Add it again, and apply it first.`)
  if (here.get(column.name) !== there.get('value'))
    throw new NotRestorable(`${place} is of another type now: its values do not fit.`)
  const name = quoted(column.name)
  const reference = table.references.find((each) => each.column === column.name)
  const nothing = column.type.endsWith('[]') ? `t.${name} = '{}'` : `t.${name} IS NULL`
  const needed = reference === undefined ? 'true' : whatItNeeds(reference, 'kept.value', null)
  const { rowCount } = await client.query(
    `UPDATE ${onTable} AS t SET ${name} = kept.value FROM ${archive} AS kept WHERE t."id" = kept.record AND ${nothing} AND ${needed}`,
  )
  return rowCount ?? 0
}

/**
 * A record that refers to a missing one stays in the archive; records that are restored together may refer to each
 * other.
 */
function whatItNeeds({ table, target }: Reference, value: string, archive: string | null): string {
  const id = quoted(target.column)
  const beside =
    archive === null || table !== target.table ? '' : ` OR ${value} IN (SELECT ${id} FROM ${archive} AS other)`
  return `(${value} IS NULL OR EXISTS (SELECT FROM ${inPublic(target.table)} AS there WHERE there.${id} = ${value})${beside})`
}

async function typesOf(client: PoolClient, schema: string, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = format('%I.%I', $1::text, $2::text)::regclass AND attnum > 0 AND NOT attisdropped`,
    [schema, table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}
