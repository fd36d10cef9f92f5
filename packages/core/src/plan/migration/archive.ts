// Data that a change takes away → the statement that archives it first, so that it can be restored.

import { ENGINE_SCHEMA } from '../schema/engine/engine-tables.ts'
import { quotedText } from '../schema/ddl.ts'
import type { Column, Table } from '../schema/schema.ts'

export function archiveTable({ entity, field, name }: Table): string {
  const words = [entity, field, name, null].map((word) => (word === null ? 'NULL' : quotedText(word)))
  return `SELECT ${ENGINE_SCHEMA}.archive(${words.join(', ')})`
}

export function archiveColumn(table: Table, column: Column): string {
  return `SELECT ${ENGINE_SCHEMA}.archive(${[table.entity, column.field, table.name, column.name].map(quotedText).join(', ')})`
}
