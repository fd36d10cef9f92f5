// Loose rules: existing records may violate them until they change → dropped before a migration writes such records,
// and added again as NOT VALID. PostgreSQL applies them to every later write.

import { addCheck, dropChecks } from '../schema/ddl.ts'
import type { Check, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'
import { pairOf } from './table-pairs.ts'

/** Names of the loose rules of a database: `ticket.ticket_subject_length`. */
export type LooseChecks = ReadonlySet<string>

export function isLoose(loose: LooseChecks, { name }: Table, check: Check): boolean {
  return loose.has(`${name}.${check.name}`)
}

export function dropLoose(tables: readonly Table[], loose: LooseChecks): string[] {
  return tables.flatMap((table) => {
    const checks = table.checks.filter((check) => isLoose(loose, table, check))
    return checks.length === 0 ? [] : [dropChecks(table.name, checks)]
  })
}

export function addLoose(tables: readonly Table[], loose: LooseChecks): string[] {
  return tables.flatMap((table) =>
    table.checks
      .filter((check) => isLoose(loose, table, check))
      .map((check) => addCheck(table.name, check, 'changed rows')),
  )
}

export function withoutLoose(table: Table, loose: LooseChecks): Table {
  return { ...table, checks: table.checks.filter((check) => !isLoose(loose, table, check)) }
}

/** Tells whether a rule of the new schema was loose and is unchanged. */
export function staysLoose(
  stays: readonly Table[],
  to: Schema,
  changes: SchemaChanges,
  loose: LooseChecks,
): (table: Table, check: Check) => boolean {
  const keys = new Set(
    stays.flatMap((old) => {
      const { name, columns } = pairOf(old, to, changes)
      return old.checks
        .filter((check) => isLoose(loose, old, check))
        .map((check) => keyOf(name, columns.find(({ column }) => column.name === check.column)?.name ?? '', check))
    }),
  )
  return ({ name }, check) => keys.has(keyOf(name, check.column, check))
}

function keyOf(table: string, column: string, { rule }: Check): string {
  return JSON.stringify([table, column, Object.entries(rule).sort()])
}

/** Condition of records that cannot be written while the table's loose rules exist; null: there are none. */
export function unwritable(table: Table, loose: LooseChecks): string | null {
  const conditions = table.checks
    .filter((check) => isLoose(loose, table, check))
    .map(({ condition }) => `NOT coalesce((${condition}), true)`)
  return conditions.length === 0 ? null : `(${conditions.join(' OR ')})`
}
