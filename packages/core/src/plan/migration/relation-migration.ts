// Relations of two schemas → those with another target, and those that held one record and will hold several.

import type { ColumnFill } from './column-fill.ts'
import { inPublic, quoted } from '../schema/ddl.ts'
import { authorsName, type MigrationStep, safe } from './migration-step.ts'
import type { Check, Column, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'
import { entityNow, pairOf } from './table-pairs.ts'

/** A table that stays, under its new name. */
export interface KeptTable {
  readonly old: Table
  readonly table: Table
  readonly changes: SchemaChanges
  readonly fills: readonly ColumnFill[]
  /** Tells whether existing records may violate the rule until they change. */
  readonly isLoose: (table: Table, check: Check) => boolean
  /** By column: the former target, by the entity's new name; null: the target no longer exists. */
  readonly ledTo: ReadonlyMap<string, string | null>
  /** New link tables that take over a column of this table. */
  readonly taking: readonly Table[]
}

/** Former targets of columns, for each table that stays, by its new name. */
export function whereColumnsLed(
  stays: readonly Table[],
  to: Schema,
  changes: SchemaChanges,
  gone: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyMap<string, string | null>> {
  return new Map(
    stays.map((old) => {
      const { name, columns } = pairOf(old, to, changes)
      const led = columns.flatMap((each): [string, string | null][] => {
        const target = old.references.find(({ column }) => column === each.column.name)?.target
        if (target === undefined) return []
        return [[each.name, gone.has(target.table) ? null : entityNow(target.entity, changes)]]
      })
      return [name, new Map(led)] as const
    }),
  )
}

/**
 * Tells whether the reference leads to another entity, or to new records. Its old values are then invalid, even if they
 * look alike.
 */
export function leadsElsewhere(column: string, { table, ledTo }: Pick<KeptTable, 'table' | 'ledTo'>): boolean {
  const target = table.references.find((reference) => reference.column === column)?.target.entity
  const before = ledTo.get(column)
  return target !== undefined && before !== undefined && before !== target
}

/** The link table that takes over the column's value of each record. */
export function takenOver(column: Column, { ledTo, taking }: Pick<KeptTable, 'ledTo' | 'taking'>): Table | undefined {
  const target = ledTo.get(column.name)
  if (column.kind !== 'reference' || column.isOwn === true || target === undefined || target === null) return undefined
  return taking.find(({ field, references }) => field === column.field && references[1]?.target.entity === target)
}

export function takeOver(old: Table, column: Column, pairs: Table, dropped: string): MigrationStep {
  const [owner, item] = pairs.columns.map(({ name }) => quoted(name))
  const value = quoted(column.name)
  const sql = `INSERT INTO ${inPublic(pairs.name)} (${owner}, ${item}) SELECT "id", ${value} FROM ${inPublic(old.name)} WHERE ${value} IS NOT NULL`
  return safe(`${sql};\n${dropped}`, `${authorsName(pairs)} holds several now, and of each record the one that it had.`)
}
