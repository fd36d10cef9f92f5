// What changes of the specification took away → what is there to be brought back, and the way back: into a field or an
// entity that has the same name and type again. A value that is there now is never written over.

import { inPublic, quoted } from '@ninefold/core/plan/ddl.ts'
import type { Schema, Table } from '@ninefold/core/plan/schema.ts'
import type { Pool, PoolClient } from 'pg'

export interface Archived {
  readonly id: number
  /** `Ticket`, or `Ticket.phone`. */
  readonly name: string
  readonly at: Date
  readonly records: number
  readonly restoredAt: Date | null
}

export async function archivedIn(pool: Pool): Promise<Archived[]> {
  const { rows } = await pool.query<Archived>(
    `SELECT id::int, entity || coalesce('.' || field, '') AS name, at, records::int, restored_at AS "restoredAt"
     FROM ninefold.archived ORDER BY ninefold.archived.id`,
  )
  return rows
}

/** Why something could not be brought back. */
export class NotRestorable extends Error {
  override name = 'NotRestorable'
}

interface Kept {
  readonly id: number
  readonly entity: string
  readonly field: string | null
  readonly column_name: string | null
}

/** Brings the newest of that name back, all of it or nothing. Returns how many records got something. */
export async function restoreArchived(pool: Pool, name: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<Kept>(
      `SELECT id::int, entity, field, column_name FROM ninefold.archived
       WHERE entity || coalesce('.' || field, '') = $1 AND restored_at IS NULL ORDER BY ninefold.archived.id DESC LIMIT 1 FOR UPDATE`,
      [name],
    )
    const [kept] = rows
    if (kept === undefined) throw new NotRestorable(`Nothing called ${name} is in the archive.`)
    const restored = await restore(client, kept, await tableOf(client, kept))
    await client.query('UPDATE ninefold.archived SET restored_at = now() WHERE id = $1', [kept.id])
    await client.query('COMMIT')
    return restored
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
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

async function restore(client: PoolClient, kept: Kept, table: Table): Promise<number> {
  const archive = `ninefold.${quoted(`archived_${kept.id}`)}`
  const there = await typesOf(client, 'ninefold', `archived_${kept.id}`)
  const here = await typesOf(client, 'public', table.name)
  const onTable = inPublic(table.name)
  if (kept.column_name === null) {
    const columns = [...there.keys()].filter((column) => there.get(column) === here.get(column)).map(quoted)
    const list = columns.join(', ')
    const { rowCount } = await client.query(
      `INSERT INTO ${onTable} (${list}) SELECT ${list} FROM ${archive} ON CONFLICT DO NOTHING`,
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
  const { rowCount } = await client.query(
    `UPDATE ${onTable} AS t SET ${name} = kept.value FROM ${archive} AS kept WHERE t."id" = kept.record AND t.${name} IS NULL`,
  )
  return rowCount ?? 0
}

async function typesOf(client: PoolClient, schema: string, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = format('%I.%I', $1::text, $2::text)::regclass AND attnum > 0 AND NOT attisdropped`,
    [schema, table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}
