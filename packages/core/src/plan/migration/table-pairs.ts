// Two schemas and what is renamed between them → which table of one is which of the other, and which are gone.

import type { Column, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'

/** A table, and what it and its columns are called now. */
export interface Pair {
  readonly old: Table
  readonly target: Table
  readonly name: string
  readonly columns: readonly ColumnPair[]
}

export interface ColumnPair {
  readonly column: Column
  readonly name: string
  readonly field: string
}

export function entityNow(entity: string, { entities }: SchemaChanges): string {
  return entities.find(({ from }) => from === entity)?.to ?? entity
}

/** Present name of the field of an entity, by the entity's new name. */
export function fieldNow(entity: string, field: string, { fields }: SchemaChanges): string {
  return fields.find((each) => each.entity === entity && each.from === field)?.to ?? field
}

/** The table that takes another one over; undefined: none does. */
export function targetOf(old: Table, to: Schema, changes: SchemaChanges): Table | undefined {
  const entity = entityNow(old.entity, changes)
  const field = old.field === null ? null : fieldNow(entity, old.field, changes)
  const isReplaced = changes.replaced.some(
    (each) => each.entity === entity && (each.field === null || each.field === field),
  )
  if (isReplaced) return undefined
  return to.tables.find((table) => table.entity === entity && table.field === field)
}

/** Tables that none takes over. Where ids are of another kind, or a link has other sides, no old row can be a new one. */
export function goneTables(from: Schema, to: Schema, changes: SchemaChanges): Table[] {
  return from.tables.filter((old) => {
    const target = targetOf(old, to, changes)
    return target === undefined || keyOf(old, changes) !== keyOf(target, null)
  })
}

function keyOf({ columns, primaryKey, references, field }: Table, changes: SchemaChanges | null): string {
  const keys = columns.filter(({ name }) => primaryKey.columns.includes(name))
  const sides = references.map(({ target }) => (changes === null ? target.entity : entityNow(target.entity, changes)))
  return JSON.stringify([keys.map(({ type, isIdentity }) => [type, isIdentity]), field === null ? null : sides])
}

export function pairOf(old: Table, to: Schema, changes: SchemaChanges): Pair {
  const target = targetOf(old, to, changes)
  if (target === undefined) throw new Error(`Defect: nothing takes over ${old.name}.`)
  const columns = old.columns.map((column, position): ColumnPair => {
    // The two sides of a link are known by their order.
    if (target.field !== null) {
      return { column, name: target.columns[position]?.name ?? column.name, field: target.field }
    }
    const field = fieldNow(target.entity, column.field, changes)
    const found = target.columns.find((each) => each.field === field && each.isOwn === column.isOwn)
    return { column, name: found?.name ?? column.name, field }
  })
  return { old, target, name: target.name, columns: apart(columns) }
}

/** A column that goes, and whose name another one takes, makes place first. */
function apart(columns: readonly ColumnPair[]): ColumnPair[] {
  return columns.map((each) => {
    const isTaken = columns.some((other) => other !== each && other.name === each.name)
    return isTaken && each.name === each.column.name ? { ...each, name: aside(each.name) } : each
  })
}

/** A name that nothing of the author's has. */
export function aside(name: string): string {
  return `${name.slice(0, 54)}$aside`
}
