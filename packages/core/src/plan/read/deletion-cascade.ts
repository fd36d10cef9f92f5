// A schema → the tables to whose rows the deletion of a record cascades. Foreign keys determine them.

import { typeKey } from '../schema/ddl.ts'
import type { Schema, Table } from '../schema/schema.ts'

/** A table to whose rows a deletion cascades. */
export interface GoesWith {
  readonly table: Table
  readonly column: string
}

export function recordTable(schema: Schema, entity: string): Table {
  const found = schema.tables.find((table) => table.entity === entity && table.field === null)
  if (found === undefined) throw new Error(`Defect: the entity ${entity} has no table.`)
  return found
}

/** Tables to which a deletion of the table's records cascades. */
export function goingWith(schema: Schema, name: string): GoesWith[] {
  return cascading(schema, name).filter(({ table }) => table.field === null)
}

/** Links of many-to-many fields that disappear with a record of the table. */
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

/** The table of the deleted record, those to whose rows its deletion cascades, and their link tables. */
export function tablesOfDeletion(schema: Schema, root: Table): Table[] {
  const found = new Set([root])
  // Grows while it is iterated.
  for (const table of found)
    if (table.field === null) for (const each of cascading(schema, table.name)) found.add(each.table)
  return [...found]
}

/** Column types by name, to recognise rows of another version of the table. */
function columnTypes({ columns }: Table): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]))
}

/** The types of the columns by which a row of a deletion is known to fit its table. */
export function typesOfDeletion(schema: Schema, root: Table): Record<string, string> {
  const others = tablesOfDeletion(schema, root).filter((table) => table !== root)
  return {
    ...columnTypes(root),
    ...Object.fromEntries(
      others.flatMap((table) =>
        Object.entries(columnTypes(table)).map(([column, type]): [string, string] => [typeKey(table, column), type]),
      ),
    ),
  }
}
