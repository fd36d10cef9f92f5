// Two schemas and their renames → pairs of old and new tables, and dropped tables.

import type { Column, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'

/** A table and its columns, under their new names. */
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

/** Present name of an entity's field, by the entity's new name. */
export function fieldNow(entity: string, field: string, { fields }: SchemaChanges): string {
  return fields.find((each) => each.entity === entity && each.from === field)?.to ?? field
}

/** The successor of a table; undefined: none. */
export function targetOf(old: Table, to: Schema, changes: SchemaChanges): Table | undefined {
  const entity = entityNow(old.entity, changes)
  const field = old.field === null ? null : fieldNow(entity, old.field, changes)
  const isReplaced = changes.replaced.some(
    (each) => each.entity === entity && (each.field === null || each.field === field),
  )
  if (isReplaced) return undefined
  return to.tables.find((table) => table.entity === entity && table.field === field)
}

/** Tables without a successor. If the kind of ids changes, or a link gets other ends, old rows cannot be kept. */
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
    // The two ends of a link are matched by position.
    if (target.field !== null) {
      return { column, name: target.columns[position]?.name ?? column.name, field: target.field }
    }
    const field = fieldNow(target.entity, column.field, changes)
    const found = target.columns.find((each) => each.field === field && each.isOwn === column.isOwn)
    return { column, name: found?.name ?? column.name, field }
  })
  return { old, target, name: target.name, columns: apart(columns) }
}

/** A dropped column whose name another one takes is renamed first. */
function apart(columns: readonly ColumnPair[]): ColumnPair[] {
  return columns.map((each) => {
    const isTaken = columns.some((other) => other !== each && other.name === each.name)
    return isTaken && each.name === each.column.name ? { ...each, name: aside(each.name) } : each
  })
}

/** A name that no author's object can have. */
export function aside(name: string): string {
  return `${name.slice(0, 54)}$aside`
}
