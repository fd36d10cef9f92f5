// `Deleted: kept 30 days` → the statements that put a record and all that goes with it aside before it is deleted, list
// what can be brought back, and bring it back. The references of the tables say which records are deleted together with
// a record.

import { allOf, isFalse } from '../../expression/conditions.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import { readable, seeing, type Viewer } from '../../rights/readable.ts'
import { permittedRecords, visibleRecords } from '../../rights/roles.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { tableName } from '../sql/database-names.ts'
import { inPublic, quoted } from '../schema/ddl.ts'
import { conditionSql, expressionSql } from '../sql/expression-sql.ts'
import { labelOf } from './history.ts'
import { whereSql } from '../sql/list-sql.ts'
import type { Schema, Table } from '../schema/schema.ts'
import { rawSql, renderSql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { row, sqlContext } from '../sql/statement-scope.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'

/** A table whose rows go with those of another. */
export interface GoesWith {
  readonly table: Table
  readonly column: string
}

export function recordTable(schema: Schema, entity: string): Table {
  const found = schema.tables.find((table) => table.entity === entity && table.field === null)
  if (found === undefined) throw new Error(`Defect: the entity ${entity} has no table.`)
  return found
}

/** Records that are deleted together with those of the table. */
export function goingWith(schema: Schema, name: string): GoesWith[] {
  return cascading(schema, name).filter(({ table }) => table.field === null)
}

/** Pairs of a many-to-many field that end with a record of the table. */
export function pairsOf(schema: Schema, name: string): GoesWith[] {
  return cascading(schema, name).filter(({ table }) => table.field !== null)
}

function cascading(schema: Schema, name: string): GoesWith[] {
  return schema.tables.flatMap((table) =>
    table.references.flatMap(({ target, onDelete, column }) =>
      target.table === name && onDelete === 'CASCADE' ? [{ table, column }] : [],
    ),
  )
}

/** By name: the type of each column, so that rows of another version of the table are told apart. */
export function columnTypes({ columns }: Table): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]))
}

/** Tables in an order in which their rows can come back: what a row points to is there before it. */
export function inOrderOfReferences(tables: readonly Table[]): Table[] {
  const left = new Set(tables)
  const ordered: Table[] = []
  while (left.size > 0) {
    const ready = [...left].filter(({ name, references }) =>
      references.every(
        ({ target }) => target.table === name || ![...left].some((other) => other.name === target.table),
      ),
    )
    // In a circle none is first; what the database then refuses cannot come back.
    const next = ready.length === 0 ? [...left].slice(0, 1) : ready
    for (const table of next) {
      ordered.push(table)
      left.delete(table)
    }
  }
  return ordered
}

/** Rows as they were, `$1`, → rows of the table as it is now: a column that it has got since has its first value. */
export function bringBackText(table: Table, known: ReadonlySet<string>): string {
  const columns = table.columns.filter(({ name, fill }) => known.has(name) || fill !== null)
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const values = columns.map(({ name, fill }) => (known.has(name) ? `kept.${quoted(name)}` : String(fill))).join(', ')
  const target = inPublic(table.name)
  return `INSERT INTO ${target} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM jsonb_populate_recordset(NULL::${target}, $1::jsonb) AS kept`
}

/**
 * Deletions of this entity that the caller may undo: whoever may see and delete the record, as it was. Columns `id`,
 * `record`, `at`, `endsAt`, `label` and `by`. `which`: only the one of the variable `deletion`, or those of the records of
 * the variable `records`. Null: never any.
 */
export function planDeletions(
  viewer: Viewer,
  schema: Schema,
  entity: Entity,
  which: 'all' | 'one' | 'of records',
): Statement | null {
  const { model, caller } = viewer
  const may = allOf([
    visibleRecords(model, caller, entity.name),
    permittedRecords(model, caller, entity.name, 'delete'),
  ])
  if (entity.keptDeleted === null || isFalse(may)) return null
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const label = readable(seeing(viewer, 'this'), entity.label)
  const shown = sql`CASE WHEN ${conditionSql(label.visible, context)} THEN (${expressionSql(label.value, context)})::text END`
  const users = signInOf(model.roles)?.entity ?? null
  const by = users === null ? sql`NULL` : labelOf(viewer, entityNamed(model, users), sql`kept.deleted_by`)
  const types = textLiteral(JSON.stringify(columnTypes(recordTable(schema, entity.name))))
  const asked = {
    all: sql``,
    one: sql` AND d.id = ${variable('deletion', 'uuid')}`,
    'of records': sql` AND r.record = ANY (${variable('records', 'text[]')})`,
  }[which]
  // A value that the table's types no longer hold would be an error as soon as it is read: it is left out before.
  return renderSql(sql`
    WITH kept AS MATERIALIZED (
      SELECT d.id, r.record, d.at, d.ends_at, d.deleted_by, r.data
      FROM ninefold.deletion AS d JOIN ninefold.deleted_row AS r ON r.deletion = d.id AND r.place = 0
      WHERE d.entity = ${textLiteral(entity.name)} AND d.ends_at > now()${asked} AND NOT EXISTS (
        SELECT FROM jsonb_each_text(d.columns) AS was WHERE ${types}::jsonb ->> was.key <> was.value))
    SELECT kept.id::text AS id, kept.record, kept.at, kept.ends_at AS "endsAt", ${shown} AS label, ${by} AS by
    FROM kept, LATERAL jsonb_populate_record(NULL::${rawSql(inPublic(tableName(entity.name)))}, kept.data) AS t${whereSql(conditionsSql([may], context))}
    ORDER BY kept.at DESC, kept.id LIMIT 200`)
}
