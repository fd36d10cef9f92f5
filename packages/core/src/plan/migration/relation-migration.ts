// Relations of two schemas → which of them lead elsewhere now, and which held one record and are to hold several.

import type { ColumnFill } from './column-fill.ts'
import { inPublic, quoted } from '../schema/ddl.ts'
import { authorsName, type MigrationStep, safe } from './migration-step.ts'
import type { Check, Column, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'
import { entityNow, pairOf } from './table-pairs.ts'

/** A table that stays, by its new name. */
export interface KeptTable {
  readonly old: Table
  readonly table: Table
  readonly changes: SchemaChanges
  readonly fills: readonly ColumnFill[]
  /** Is the rule one that records may go on breaking until they are changed? */
  readonly isLoose: (table: Table, check: Check) => boolean
  /** By column: what it leads to, by the entity's new name; null: to what is there no more. */
  readonly ledTo: ReadonlyMap<string, string | null>
  /** Tables of pairs that are made, and take over what a column of this one holds. */
  readonly taking: readonly Table[]
}

/** For each table that stays, by its new name, what its columns lead to. */
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

/** Does it lead to records of another kind, or to new ones? Its values are then none of them, whatever they look like. */
export function leadsElsewhere(column: string, { table, ledTo }: Pick<KeptTable, 'table' | 'ledTo'>): boolean {
  const target = table.references.find((reference) => reference.column === column)?.target.entity
  const before = ledTo.get(column)
  return target !== undefined && before !== undefined && before !== target
}

/** The table of pairs that takes over what the column holds: of each record, the one that it had. */
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
