// Two schemas → the new indexes that can be built before the migration, while the old version serves. An index of an
// unchanged table does not change stored data, so it does not depend on the other steps.

import { createIndex } from '../schema/ddl.ts'
import type { Index, Schema, Table } from '../schema/schema.ts'
import type { Migration } from './migration.ts'

export interface IndexAhead {
  readonly table: string
  readonly name: string
  /** The migration step that the finished index makes unnecessary. */
  readonly step: string
  /** Builds it without blocking writers, which is impossible in a transaction. */
  readonly concurrently: string
}

/** Unique indexes are left out: they would refuse writes of the version that still serves. */
export function indexesAhead(from: Schema, to: Schema, { disturbed }: Migration): IndexAhead[] {
  const known = new Set(from.tables.flatMap(({ indexes }) => indexes.map(({ name }) => name)))
  return to.tables.flatMap((table) => {
    const old = from.tables.find(({ name }) => name === table.name)
    if (old === undefined || disturbed.has(table.name)) return []
    return table.indexes
      .filter((index) => index.unique === null && !known.has(index.name))
      .filter(({ columns }) => columns.every((column) => isUnchanged(old, table, column)))
      .map((index) => buildsConcurrently(table, index))
  })
}

export function buildsConcurrently(table: Table, index: Index): IndexAhead {
  const step = createIndex(table.name, index)
  return { table: table.name, name: index.name, step, concurrently: step.replace(' INDEX ', ' INDEX CONCURRENTLY ') }
}

export function isUnchanged(old: Table, table: Table, name: string): boolean {
  const [one, other] = [old, table].map(({ columns }) => columns.find((column) => column.name === name))
  return one !== undefined && other !== undefined && one.kind === other.kind && one.type === other.type
}
