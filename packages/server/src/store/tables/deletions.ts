// Soft delete in the engine's own tables: storing deleted records with everything that their deletion cascades to, and
// restoring them.

import { createHash } from 'node:crypto'
import { bringBackText, inOrderOfReferences } from '@ninefold/core/plan/read/deleted-records.ts'
import { goingWith, pairsOf, recordTable, typesOfDeletion } from '@ninefold/core/plan/read/deletion-cascade.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Schema, Table } from '@ninefold/core/plan/schema/schema.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Executor } from '../driver/database.ts'

export interface Deletion {
  readonly entity: Entity
  readonly id: string
  readonly by: string | null
  /** The entity of users, because only users have given roles. Null: there is none. */
  readonly users: string | null
}

/** Copies the record and everything that the deletion cascades to, before it is deleted. */
export async function keepDeletion(
  executor: Executor,
  schema: Schema,
  { entity, id, by, users }: Deletion,
): Promise<void> {
  const root = recordTable(schema, entity.name)
  const { months, days } = entity.keptDeleted?.for ?? { months: 0, days: 0 }
  const rows = await executor.runOwn(
    'add-deletion',
    `INSERT INTO ninefold.deletion (entity, deleted_by, at, ends_at, columns)
     VALUES ($1, $2, now(), now() + make_interval(months => $3, days => $4), $5) RETURNING id::text AS id`,
    [entity.name, by, months, days, JSON.stringify(typesOfDeletion(schema, root))],
  )
  const keeping = new Keeping(executor, String(rows[0]?.['id']))
  await keeping.takeRecords(root, 'id', [id])
  for (const { table, ids } of keeping.taken())
    for (const { table: child, column } of goingWith(schema, table.name)) await keeping.takeRecords(child, column, ids)
  const taken = [...keeping.taken()]
  for (const { table, ids } of taken)
    for (const { table: pairs, column } of pairsOf(schema, table.name)) await keeping.takePairs(pairs, column, ids)
  for (const { table, ids } of taken) await keeping.takeOwnRows(table.entity, ids, table.entity === users)
}

/** Collects the copies of one deletion. */
class Keeping {
  private readonly executor: Executor
  private readonly deletion: string
  /** In the order of discovery; more records of a table may follow later. */
  private readonly found: { table: Table; ids: string[] }[] = []
  private readonly known = new Set<string>()
  private place = 0

  constructor(executor: Executor, deletion: string) {
    this.executor = executor
    this.deletion = deletion
  }

  /** Grows while it is iterated. */
  taken(): Iterable<{ readonly table: Table; readonly ids: readonly string[] }> {
    return this.found
  }

  async takeRecords(table: Table, column: string, values: readonly string[]): Promise<void> {
    const text = `SELECT id::text AS id FROM ${inPublic(table.name)} WHERE ${quoted(column)} = ANY ($1::${listOf(table, column)}) ORDER BY id`
    const rows = await this.executor.runOwn(nameOf(text), text, [values])
    const ids = rows.map((row) => String(row['id'])).filter((id) => !this.known.has(`${table.name} ${id}`))
    if (ids.length === 0) return
    for (const id of ids) this.known.add(`${table.name} ${id}`)
    this.found.push({ table, ids })
    const isOfThese = `t.id = ANY ($3::${listOf(table, 'id')})`
    await this.copy(inPublic(table.name), isOfThese, `'${table.entity}', t.id::text`, [ids])
  }

  /** A link between two deleted records is copied twice, and restored once. */
  async takePairs(table: Table, column: string, ids: readonly string[]): Promise<void> {
    const isOfThese = `t.${quoted(column)} = ANY ($3::${listOf(table, column)})`
    await this.copy(inPublic(table.name), isOfThese, OF_NO_RECORD, [ids])
  }

  /** The engine's rows about the records: histories, and the roles of deleted users. */
  async takeOwnRows(entity: string, ids: readonly string[], areUsers: boolean): Promise<void> {
    const isOfThese = 't.entity = $4 AND t.record = ANY ($3::text[])'
    await this.copy('ninefold.change', isOfThese, OF_NO_RECORD, [ids, entity])
    const isOfUsers = `t.user_id = ANY ($3::text[])`
    if (areUsers) await this.copy('ninefold.user_role', isOfUsers, OF_NO_RECORD, [ids])
  }

  private async copy(from: string, where: string, of: string, values: readonly unknown[]): Promise<void> {
    const text = `WITH copied AS (
         INSERT INTO ninefold.deleted_row (deletion, place, table_name, entity, record, data)
         SELECT $1, $2::int + row_number() OVER () - 1, '${from.replaceAll("'", "''")}', ${of}, to_jsonb(t) FROM ${from} AS t WHERE ${where}
         RETURNING 1)
       SELECT count(*)::int AS count FROM copied`
    const rows = await this.executor.runOwn(nameOf(text), text, [this.deletion, this.place, ...values])
    this.place += Number(rows[0]?.['count'] ?? 0)
  }
}

/** Long names of entities could make a statement's name exceed PostgreSQL's limit. */
function nameOf(text: string): string {
  return `deletion-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
}

const OF_NO_RECORD = 'NULL, NULL'

function listOf(table: Table, column: string): string {
  const type = table.columns.find(({ name }) => name === column)?.type ?? 'uuid'
  return `${type.replace(/ COLLATE .*/, '')}[]`
}

export interface BroughtBack {
  readonly entity: string
  readonly id: string
}

/** Null: it does not exist or has expired. Locks it against concurrent restores. */
export async function lockDeletion(executor: Executor, deletion: string): Promise<string | null> {
  const rows = await executor.runOwn(
    'lock-deletion',
    'SELECT entity FROM ninefold.deletion WHERE id = $1 AND ends_at > now() FOR UPDATE',
    [deletion],
  )
  return rows[0] === undefined ? null : String(rows[0]['entity'])
}

/** Restores everything. Returns the records, each after those that it refers to. */
export async function bringBack(executor: Executor, schema: Schema, deletion: string): Promise<BroughtBack[]> {
  const rows = await executor.runOwn(
    'deleted-rows',
    'SELECT table_name, entity, record, data::text AS data FROM ninefold.deleted_row WHERE deletion = $1 ORDER BY place',
    [deletion],
  )
  const of = (name: string) => rows.filter((row) => row['table_name'] === name)
  const tables = schema.tables.filter(({ name }) => of(inPublic(name)).length > 0)
  const back: BroughtBack[] = []
  // List histories are restored as they were, and restoring does not count as a change.
  const bringing = (is: 'yes' | 'no') =>
    executor.runOwn('bringing-back', `SELECT set_config('ninefold.bringing_back', $1, true)`, [is])
  await bringing('yes')
  for (const table of inOrderOfReferences(tables)) {
    const own = of(inPublic(table.name))
    const data = [...new Set(own.map((row) => String(row['data'])))]
    const known = new Set(Object.keys(JSON.parse(data[0] ?? '{}') as object))
    const text = bringBackText(table, known)
    await executor.runOwn(nameOf(text), text, [`[${data.join(',')}]`])
    back.push(
      ...own.flatMap((row) =>
        row['entity'] === null ? [] : [{ entity: String(row['entity']), id: String(row['record']) }],
      ),
    )
  }
  await bringing('no')
  for (const name of ENGINE_TABLES) {
    const own = of(name)
    if (own.length === 0) continue
    await executor.runOwn(
      `bring-back-${name}`,
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb) ON CONFLICT DO NOTHING`,
      [`[${own.map((row) => String(row['data'])).join(',')}]`],
    )
  }
  await executor.runOwn('end-deletion', 'DELETE FROM ninefold.deletion WHERE id = $1', [deletion])
  return back
}

const ENGINE_TABLES: readonly string[] = ['ninefold.change', 'ninefold.user_role']

/** Removes expired deletions for good. */
export async function endDeletions(executor: Executor): Promise<void> {
  await executor.runOwn('end-deletions', 'DELETE FROM ninefold.deletion WHERE ends_at <= now()', [])
}

/** Erases a field of deleted records whose time since creation is over, also in their histories. */
export async function eraseDeleted(
  executor: Executor,
  { entity, field, column, nothing, months, days }: Erased,
): Promise<readonly string[]> {
  const rows = await executor.runOwn(
    'erase-deleted',
    `WITH erased AS (
       UPDATE ninefold.deleted_row SET data = jsonb_set(data, ARRAY[$2::text], $3::jsonb)
       WHERE entity = $1 AND data -> $2 <> $3::jsonb
         AND (data ->> 'created_at')::timestamptz + make_interval(months => $4, days => $5) < now()
       RETURNING deletion, record),
     forgotten AS (
       DELETE FROM ninefold.deleted_row AS r USING erased
       WHERE r.deletion = erased.deletion AND r.table_name = 'ninefold.change'
         AND r.data ->> 'entity' = $1 AND r.data ->> 'field' = $6 AND r.data ->> 'record' = erased.record)
     SELECT record FROM erased`,
    [entity, column, nothing, months, days, field],
  )
  return rows.map((row) => String(row['record']))
}

export interface Erased {
  readonly entity: string
  readonly field: string
  readonly column: string
  /** The erased value, as JSON. */
  readonly nothing: 'null' | '[]'
  readonly months: number
  readonly days: number
}
