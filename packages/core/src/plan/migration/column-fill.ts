// Stated values for existing records → a temporary column that is filled while the old version is served, and the
// trigger that keeps it current under concurrent writes. The column is swapped in when every record has its value.

import { compositeName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from '../schema/ddl.ts'
import { type LooseChecks, unwritable } from './loose-checks.ts'
import type { Column, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'
import { entityNow, targetOf } from './table-pairs.ts'

/** A change of the tables that begins while the old version is served. */
export interface Expansion {
  /** Statements that begin it. */
  readonly expand: readonly string[]
  /** Statements that end it and keep its columns. */
  readonly contract: readonly string[]
  /** The statement that removes its columns. */
  readonly withdraw: string
}

export interface ColumnFill extends Expansion {
  /** The entity's new name. */
  readonly entity: string
  /** The column in the new schema. */
  readonly column: Column
  /** Temporary name of the filled column. */
  readonly next: string
  /** The table's old name. */
  readonly table: string
  /** SQL text over the row `t`. */
  readonly value: string
  /** True: every record gets the value; false: only those whose old value does not fit. */
  readonly isOfEvery: boolean
  /**
   * Condition of the records that cannot be filled before their table's loose rules are dropped; null: there are none.
   */
  readonly later: string | null
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

/** The reference leads to another entity now, so the old ids do not apply. */
function leadsElsewhere(old: Table, before: Column, table: Table, column: Column, changes: SchemaChanges): boolean {
  const was = old.references.find((each) => each.column === before.name)?.target.entity
  const is = table.references.find((each) => each.column === column.name)?.target.entity
  return was !== undefined && is !== undefined && entityNow(was, changes) !== is
}

/** A name that no field can have. */
function nextName(column: string): string {
  return `${column.slice(0, 55)}$next`
}

/** The filled column is added right after its table exists, and a trigger keeps it correct from then on. */
function phases(table: Table, column: Column, next: string, value: string): Expansion {
  const onTable = inPublic(table.name)
  // The name sorts after every other BEFORE trigger, because PostgreSQL runs triggers in the order of their names.
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

/** Computes the values of the next rows by id: at most `$2` rows after `$1`. Returns the last id. */
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

/** Computes the values that could not be written before. */
export function fillLaterSql(fill: ColumnFill): string | null {
  return fill.later === null ? null : `${fillAllSql(fill)} WHERE ${fill.later}`
}

/** Computes all values at once. */
export function fillAllSql({ table, next, value }: ColumnFill): string {
  return `UPDATE ${inPublic(table)} AS t SET ${quoted(next)} = ${value}`
}
