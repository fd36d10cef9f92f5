// `Deleted: kept 30 days` (soft delete) → the statements that store a record and its cascade before the deletion, list
// restorable deletions, and restore one. Foreign keys determine the cascade.

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
import { recordTable, typesOfDeletion } from './deletion-cascade.ts'
import { deletedRows } from './deleted-rows.ts'
import { rawSql, renderSql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { row, sqlContext } from '../sql/statement-scope.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'

/** Tables in the order of restoring: referenced rows come first. */
export function inOrderOfReferences(tables: readonly Table[]): Table[] {
  const left = new Set(tables)
  const ordered: Table[] = []
  while (left.size > 0) {
    const ready = [...left].filter(({ name, references }) =>
      references.every(
        ({ target }) => target.table === name || ![...left].some((other) => other.name === target.table),
      ),
    )
    // A cycle has no first table; records that the foreign keys then refuse cannot be restored.
    const next = ready.length === 0 ? [...left].slice(0, 1) : ready
    for (const table of next) {
      ordered.push(table)
      left.delete(table)
    }
  }
  return ordered
}

/** Former rows `$1` → rows of the present table: a column that was added later gets its initial value. */
export function bringBackText(table: Table, known: ReadonlySet<string>): string {
  const columns = table.columns.filter(({ name, fill }) => known.has(name) || fill !== null)
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const values = columns.map(({ name, fill }) => (known.has(name) ? `kept.${quoted(name)}` : String(fill))).join(', ')
  const target = inPublic(table.name)
  return `INSERT INTO ${target} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM jsonb_populate_recordset(NULL::${target}, $1::jsonb) AS kept`
}

/**
 * Deletions of this entity that the caller may restore: those of records that the caller may see and delete, in their
 * former state, with the records that were deleted with them. Columns `id`, `record`, `at`, `endsAt`, `label` and `by`. `which`: the deletion in the variable
 * `deletion`, or those of the records in `records`. Null: the caller may restore none.
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
  const root = recordTable(schema, entity.name)
  const rows = deletedRows(schema, root, { deletion: sql`kept.id`, types: sql`kept.columns` })
  const context = { ...sqlContext(viewer, { this: row(entity.name, 't') }), deletedRows: rows }
  const label = readable(seeing(viewer, 'this'), entity.label)
  const shown = sql`CASE WHEN ${conditionSql(label.visible, context)} THEN (${expressionSql(label.value, context)})::text END`
  const users = signInOf(model.roles)?.entity ?? null
  const by = users === null ? sql`NULL` : labelOf(viewer, entityNamed(model, users), sql`kept.deleted_by`)
  const types = textLiteral(JSON.stringify(typesOfDeletion(schema, root)))
  const asked = {
    all: sql``,
    one: sql` AND d.id = ${variable('deletion', 'uuid')}`,
    'of records': sql` AND r.record = ANY (${variable('records', 'text[]')})`,
  }[which]
  // A value that no longer fits the present type would raise an error when read, so it is left out before.
  return renderSql(sql`
    WITH kept AS MATERIALIZED (
      SELECT d.id, r.record, d.at, d.ends_at, d.deleted_by, d.columns, r.data
      FROM ninefold.deletion AS d JOIN ninefold.deleted_row AS r ON r.deletion = d.id AND r.place = 0
      WHERE d.entity = ${textLiteral(entity.name)} AND d.ends_at > now()${asked} AND NOT EXISTS (
        SELECT FROM jsonb_each_text(d.columns) AS was WHERE ${types}::jsonb ->> was.key <> was.value))
    SELECT kept.id::text AS id, kept.record, kept.at, kept.ends_at AS "endsAt", ${shown} AS label, ${by} AS by
    FROM kept, LATERAL jsonb_populate_record(NULL::${rawSql(inPublic(tableName(entity.name)))}, kept.data) AS t${whereSql(conditionsSql([may], context))}
    ORDER BY kept.at DESC, kept.id DESC LIMIT 200`)
}
