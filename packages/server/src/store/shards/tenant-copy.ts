// A tenant whose writes are stopped → the same tenant in another database, in one transaction there: its records, the
// shared records that they lead to, its members, and the rows of engine tables that follow them.

import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { copiedCondition, ENGINE_ROWS, type EngineRows } from '@ninefold/core/plan/schema/shards/engine-rows.ts'
import { belongsTo, sharedLinks, sharedTables, tenantTables } from '@ninefold/core/plan/schema/shards/tenant-tables.ts'
import type { Table } from '@ninefold/core/plan/schema/schema.ts'
import { columnOfTenant, userColumn } from '@ninefold/core/plan/schema/tenant-keys.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import pg from 'pg'
import { copyRows, type IdMap } from './copied-rows.ts'
import { type MovedTenant, MoveRefused, tenancyOf } from './moved-tenant.ts'
import { mapReferenceData } from './selected-records.ts'

export interface Ends {
  readonly source: pg.Client
  readonly target: pg.Client
}

/**
 * Runs between `BEGIN` and `COMMIT` on both ends, once the records are selected: the source as one snapshot, the target
 * without triggers. Returns the number of records of the tenant.
 */
export async function copyTenant(ends: Ends, moved: MovedTenant): Promise<number> {
  const { source, target } = ends
  const ids = await mapReferenceData(source, target, moved)
  await noteNewUsers(ends, moved)
  await copyShared(ends, moved, ids)
  let records = 0
  for (const each of tenantTables(moved.model, moved.schema)) {
    const columns = each.table.columns.map(({ name }) => name)
    const rows = `SELECT ${columnsOf('t', columns)} FROM ${inPublic(each.table.name)} AS t WHERE ${belongsTo(each, 't', quotedText(moved.tenant))}`
    const copied = await copyRows(source, target, { rows, into: inPublic(each.table.name), columns }, ids)
    if (each.table.field === null) records += copied
  }
  await setCurrentTenant(target, moved)
  for (const [name, rows] of Object.entries(ENGINE_ROWS))
    if (rows.copied !== null) await copyEngineRows(ends, moved, { name, rows, ids })
  await refuseDanglingReferences(target, moved)
  return records
}

/** A user without a membership in the target is new there: rows of an earlier stay are replaced. */
async function noteNewUsers({ source, target }: Ends, { model }: MovedTenant): Promise<void> {
  const tenancy = tenancyOf(model)
  await target.query(`
CREATE TEMP TABLE moved_user (user_id text PRIMARY KEY) ON COMMIT DROP;
CREATE TEMP TABLE new_user (user_id text PRIMARY KEY) ON COMMIT DROP;`)
  await copyRows(
    source,
    target,
    { rows: 'SELECT user_id FROM moved_user', into: 'moved_user', columns: ['user_id'] },
    NONE,
  )
  await target.query(`INSERT INTO new_user SELECT u.user_id FROM moved_user AS u
    WHERE NOT EXISTS (SELECT FROM ${inPublic(tableName(tenancy.membership))} AS m WHERE m.${quoted(userColumn(tenancy))}::text = u.user_id)`)
}

const NONE: IdMap = new Map()

async function copyShared(ends: Ends, moved: MovedTenant, ids: IdMap): Promise<void> {
  const { model, schema } = moved
  const users = tableName(tenancyOf(model).users)
  const arrived: string[] = []
  for (const table of sharedTables(model, schema)) {
    if (table.name === users)
      await ends.target.query(
        `DELETE FROM ${inPublic(users)} AS u WHERE u."id"::text IN (SELECT user_id FROM new_user)`,
      )
    // Their current tenants are not there. Authors of records follow without a membership.
    const omitted = table.name === users ? [columnOfTenant(tenancyOf(model))] : []
    arrived.push(...(await copyMissing(ends, table, omitted, ids)))
  }
  // Links of records that the target had already are its own.
  for (const { table, owner } of sharedLinks(model, schema)) {
    const columns = table.columns.map(({ name }) => name)
    const rows = `SELECT ${columnsOf('t', columns)} FROM ${inPublic(table.name)} AS t WHERE t.${quoted(owner)}::text = ANY (${arrayOf(arrived)})`
    await copyInserting(ends, { rows, into: inPublic(table.name), columns, ids })
  }
}

/** Returns the ids of the records that the target did not have. */
async function copyMissing(
  { source, target }: Ends,
  table: Table,
  omitted: readonly string[],
  ids: IdMap,
): Promise<string[]> {
  const columns = table.columns.map(({ name }) => name).filter((name) => !omitted.includes(name))
  const rows = `SELECT ${columnsOf('t', columns)} FROM ${inPublic(table.name)} AS t
    JOIN moved_record AS m ON NOT m.is_own AND m.entity = ${quotedText(table.entity)} AND m.record = t."id"::text`
  await inArriving(target, inPublic(table.name), columns, () =>
    copyRows(source, target, { rows, into: 'arriving', columns }, ids),
  )
  try {
    const { rows: inserted } = await target.query<{ id: string }>(
      `INSERT INTO ${inPublic(table.name)} (${columnsOf(null, columns)}) SELECT ${columnsOf('a', columns)} FROM arriving AS a
       WHERE NOT EXISTS (SELECT FROM ${inPublic(table.name)} AS t WHERE t."id" = a."id") RETURNING "id"::text AS id`,
    )
    await target.query('DROP TABLE arriving')
    return inserted.map(({ id }) => id)
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && cause.code === '23505')
      throw new MoveRefused(
        `The target has another ${table.entity} with the same value: ${cause.detail ?? cause.message} Change the value in one of the two databases, and repeat the command.`,
      )
    throw cause
  }
}

/** Members who are new in the target have the tenant as their current one. */
async function setCurrentTenant(target: pg.Client, { model, tenant }: MovedTenant): Promise<void> {
  const tenancy = tenancyOf(model)
  const column = quoted(columnOfTenant(tenancy))
  const users = inPublic(tableName(tenancy.users))
  await target.query(`UPDATE ${users} AS u SET ${column} = t."id" FROM ${inPublic(tableName(tenancy.tenant))} AS t
    WHERE t."id" = ${quotedText(tenant)} AND u."id"::text IN (SELECT user_id FROM new_user)`)
}

interface OfEngine {
  readonly name: string
  readonly rows: EngineRows
  readonly ids: IdMap
}

async function copyEngineRows(
  ends: Ends,
  { model, tenant }: MovedTenant,
  { name, rows, ids }: OfEngine,
): Promise<void> {
  const { source, target } = ends
  const into = `ninefold.${quoted(name)}`
  const { userColumn, anew } = rows
  if (userColumn !== null)
    await target.query(`DELETE FROM ${into} AS t WHERE t.${quoted(userColumn)} IN (SELECT user_id FROM new_user)`)
  const columns = (await columnsIn(target, name)).filter((column) => anew[column] !== null)
  const values: string[] = []
  for (const column of columns) {
    const value = anew[column]
    values.push(value == null ? `t.${quoted(column)}` : await evaluated(target, value))
  }
  // Numbers that the target gives anew are in the order of the former ones.
  const numbered = Object.keys(anew).filter((column) => anew[column] === null)
  const order = numbered.length === 0 ? '' : ` ORDER BY ${columnsOf('t', numbered)}`
  const selected = `SELECT ${values.join(', ')} FROM ${into} AS t WHERE ${copiedCondition(name, model, tenant)}${order}`
  if (rows.mayExist) await copyInserting({ source, target }, { rows: selected, into, columns, ids })
  else await copyRows(source, target, { rows: selected, into, columns }, ids)
}

async function columnsIn(target: pg.Client, table: string): Promise<string[]> {
  const { rows } = await target.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [`ninefold.${quoted(table)}`],
  )
  return rows.map(({ name }) => name)
}

async function evaluated(target: pg.Client, expression: string): Promise<string> {
  const { rows } = await target.query<{ value: string }>(`SELECT (${expression})::text AS value`)
  return quotedText(rows[0]?.value ?? '')
}

/** Rows that the target has already stay as they are. */
async function copyInserting(
  { source, target }: Ends,
  {
    rows,
    into,
    columns,
    ids,
  }: { readonly rows: string; readonly into: string; readonly columns: readonly string[]; readonly ids: IdMap },
): Promise<void> {
  await inArriving(target, into, columns, () => copyRows(source, target, { rows, into: 'arriving', columns }, ids))
  await target.query(
    `INSERT INTO ${into} (${columnsOf(null, columns)}) SELECT ${columnsOf('a', columns)} FROM arriving AS a ON CONFLICT DO NOTHING`,
  )
  await target.query('DROP TABLE arriving')
}

async function inArriving(
  target: pg.Client,
  like: string,
  columns: readonly string[],
  copy: () => Promise<unknown>,
): Promise<void> {
  await target.query(
    `CREATE TEMP TABLE arriving ON COMMIT DROP AS SELECT ${columnsOf(null, columns)} FROM ${like} WITH NO DATA`,
  )
  await copy()
}

/** PostgreSQL has not compared references while triggers were off. */
async function refuseDanglingReferences(target: pg.Client, { model, schema, tenant }: MovedTenant): Promise<void> {
  for (const each of tenantTables(model, schema)) {
    for (const { column, target: to } of each.table.references) {
      const { rows } = await target.query<{ id: string }>(
        `SELECT t.${quoted(column)}::text AS id FROM ${inPublic(each.table.name)} AS t
         WHERE ${belongsTo(each, 't', quotedText(tenant))} AND t.${quoted(column)} IS NOT NULL
           AND NOT EXISTS (SELECT FROM ${inPublic(to.table)} AS o WHERE o.${quoted(to.column)} = t.${quoted(column)}) LIMIT 1`,
      )
      if (rows[0] !== undefined)
        throw new Error(`${each.table.name}.${column} refers to ${to.table} ${rows[0].id}, which did not arrive.`)
    }
  }
}

function columnsOf(alias: string | null, columns: readonly string[]): string {
  return columns.map((column) => (alias === null ? quoted(column) : `${alias}.${quoted(column)}`)).join(', ')
}

function arrayOf(texts: readonly string[]): string {
  return `ARRAY[${texts.map(quotedText).join(', ')}]::text[]`
}
