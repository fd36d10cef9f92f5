// Field histories → a trigger per entity that records old and new values, and deletes them with the record.

import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed, isInHistory, isListInHistory } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { compositeName } from '../sql/database-names.ts'
import { quoted, quotedText } from './ddl.ts'
import { ENGINE_SCHEMA } from './engine/engine-tables.ts'
import { keepChange, keeping } from './kept-changes.ts'
import type { Column, History, Table } from './schema.ts'

/** Fields with a history: those that the text names, or all that people set. */
export function planFieldHistories(model: Model, tables: readonly Table[]): History[] {
  return tables.flatMap((table) => {
    if (table.field !== null) return []
    const entity = entityNamed(model, table.entity)
    const kept = table.columns.filter(
      ({ field, isOwn }) => isOwn !== true && isInHistory(entity, fieldNamed(entity, field)),
    )
    // The history of a record's lists is deleted with the record.
    if (kept.length === 0 && !entity.fields.some((field) => isListInHistory(entity, field))) return []
    return [fieldHistory(entity, table, kept.toSorted(byName))]
  })
}

/** In a fixed order, independent of the text: that of JSON keys, shorter first. */
function byName({ name: one }: Column, { name: other }: Column): number {
  return one.length - other.length || (one < other ? -1 : 1)
}

function fieldHistory({ name: entity }: Entity, table: Table, kept: readonly Column[]): History {
  const trigger = compositeName(entity, 'history')
  const changes = kept.map((column) => {
    const [before, after] = [valueOf('OLD', column), valueOf('NEW', column)]
    const change = keepChange({
      entity,
      field: column.field,
      record: 'NEW."id"',
      before: `to_jsonb(${before})`,
      after: `to_jsonb(${after})`,
    })
    return `IF ${before} IS DISTINCT FROM ${after} THEN\n${change}END IF;\n`
  })
  const forget = `IF TG_OP = 'DELETE' THEN\nDELETE FROM ${ENGINE_SCHEMA}.change WHERE entity = ${quotedText(entity)} AND record = OLD."id"::text;\nRETURN NULL;\nEND IF;\n`
  const body = [forget, ...changes].join('')
  return {
    entity,
    field: null,
    columns: ['id', ...kept.map(({ name }) => name)],
    ...keeping({ trigger, function: trigger, events: 'UPDATE OR DELETE', table: table.name, body }),
  }
}

/** A JSON null counts as empty. */
function valueOf(row: 'OLD' | 'NEW', { name, type }: Column): string {
  const value = `${row}.${quoted(name)}`
  return type === 'jsonb' ? `nullif(${value}, 'null')` : value
}
