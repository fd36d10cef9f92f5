// Values that are stated for records that exist → a column beside the present one that gets them while the old version
// is still served, and the trigger that keeps it true while others write. Only when every record has its value does the
// column take its place.

import { compositeName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from '../schema/ddl.ts'
import { type LooseChecks, unwritable } from './loose-checks.ts'
import type { Column, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'
import { entityNow, targetOf } from './table-pairs.ts'

export interface ColumnFill {
  /** By its new name. */
  readonly entity: string
  /** As it will be. */
  readonly column: Column
  /** Name of the filled column meanwhile. */
  readonly next: string
  /** The table as it is still called. */
  readonly table: string
  /** SQL text over the row `t`. */
  readonly value: string
  /** Every record gets its value; otherwise those that do not fit. */
  readonly isOfEvery: boolean
  /** Records that are not filled before their table's loose rules are let go; null: all are. */
  readonly later: string | null
  /** The statements that begin to fill it. */
  readonly expand: readonly string[]
  /** Those that end that; the column stays. */
  readonly contract: readonly string[]
  /** The one that removes the column. */
  readonly withdraw: string
}

export function planFills(from: Schema, to: Schema, changes: SchemaChanges, loose: LooseChecks): ColumnFill[] {
  return changes.values.flatMap(({ entity, field, sql }): ColumnFill[] => {
    const table = from.tables.find((each) => each.field === null && targetOf(each, to, changes)?.entity === entity)
    const target = to.tables.find((each) => each.field === null && each.entity === entity)
    const column = target?.columns.find((each) => each.field === field && each.isOwn !== true)
    if (table === undefined || target === undefined || column === undefined) return []
    const before = formerColumn(table, column, changes, entity)
    const isOther = before === undefined || before.type !== column.type || before.kind !== column.kind
    const isOfEvery = isOther || leadsElsewhere(table, before, target, column, changes)
    const next = nextName(column.name)
    return [
      {
        entity,
        column,
        next,
        table: table.name,
        value: sql,
        isOfEvery,
        later: unwritable(table, loose),
        ...phases(table, column, next, sql),
      },
    ]
  })
}

function formerColumn(table: Table, column: Column, { fields }: SchemaChanges, entity: string): Column | undefined {
  const former = fields.find((each) => each.entity === entity && each.to === column.field)?.from ?? column.field
  return table.columns.find((each) => each.field === former && each.isOwn !== true)
}

/** Records of another kind are none of those that it leads to now. */
function leadsElsewhere(old: Table, before: Column, table: Table, column: Column, changes: SchemaChanges): boolean {
  const was = old.references.find((each) => each.column === before.name)?.target.entity
  const is = table.references.find((each) => each.column === column.name)?.target.entity
  return was !== undefined && is !== undefined && entityNow(was, changes) !== is
}

/** No field has such a name. */
function nextName(column: string): string {
  return `${column.slice(0, 55)}$next`
}

/** The filled column is there as soon as its table is, and is right for whatever is written from then on. */
function phases(
  table: Table,
  column: Column,
  next: string,
  value: string,
): Pick<ColumnFill, 'expand' | 'contract' | 'withdraw'> {
  const onTable = inPublic(table.name)
  // After every other trigger that runs before a row is written.
  const trigger = quoted(compositeName('~', table.name, column.name, 'next'))
  const functionName = `ninefold.${trigger}`
  const body = `\nBEGIN\nSELECT ${value} INTO NEW.${quoted(next)} FROM (SELECT NEW.*) AS t;\nRETURN NEW;\nEND\n`
  return {
    expand: [
      `ALTER TABLE ${onTable} ADD COLUMN ${quoted(next)} ${column.type}`,
      `CREATE FUNCTION ${functionName}() RETURNS trigger LANGUAGE plpgsql SET search_path TO public AS ${quotedText(body)}`,
      `CREATE TRIGGER ${trigger} BEFORE INSERT OR UPDATE ON ${onTable} FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
    ],
    contract: [`DROP TRIGGER ${trigger} ON ${onTable}`, `DROP FUNCTION ${functionName}()`],
    withdraw: `ALTER TABLE ${onTable} DROP COLUMN ${quoted(next)}`,
  }
}

/** Works out the values of the next rows by id: those after `$1`, at most `$2` of them. Gives the last one's id. */
export function fillBatchSql(from: Schema, { table, next, value, later }: ColumnFill): string {
  const onTable = inPublic(table)
  const id = from.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === 'id')
  const after = `($1::text IS NULL OR "id" > $1::text::${id?.type ?? 'uuid'})`
  return (
    `WITH batch AS (SELECT "id" FROM ${onTable} WHERE ${after} ORDER BY "id" LIMIT $2), ` +
    `written AS (UPDATE ${onTable} AS t SET ${quoted(next)} = ${value} FROM batch WHERE t."id" = batch."id"${later === null ? '' : ` AND NOT ${later}`}) ` +
    `SELECT "id"::text AS last FROM batch ORDER BY "id" DESC LIMIT 1`
  )
}

/** Works out those that could not be written before. */
export function fillLaterSql(fill: ColumnFill): string | null {
  return fill.later === null ? null : `${fillAllSql(fill)} WHERE ${fill.later}`
}

/** Works out all of them at once. */
export function fillAllSql({ table, next, value }: ColumnFill): string {
  return `UPDATE ${inPublic(table)} AS t SET ${quoted(next)} = ${value}`
}
