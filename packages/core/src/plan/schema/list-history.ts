// List histories → triggers that record items added to or removed from a list: on the link table, or on the table of
// the records that refer back.

import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed, isListInHistory } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { columnName, compositeName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted } from './ddl.ts'
import { ENGINE_SCHEMA } from './engine/engine-tables.ts'
import { keepChange, keeping } from './kept-changes.ts'
import { pairTable } from './rule-paths.ts'
import type { History } from './schema.ts'

export function planListHistories(model: Model): History[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields
      .filter((field) => isListInHistory(entity, field))
      .map((field) => listHistory(entity, field, rowsOf(model, entity, field))),
  )
}

interface Rows {
  readonly table: string
  /** Columns of the list's owner and of its item. */
  readonly from: string
  readonly to: string
}

function listHistory({ name: entity }: Entity, { name: field }: Field, { table, from, to }: Rows): History {
  const [owner, item] = [quoted(from), quoted(to)]
  const isThere = (row: 'OLD' | 'NEW'): string => `${row}.${owner} IS NOT NULL AND ${row}.${item} IS NOT NULL`
  const change = (row: 'OLD' | 'NEW', before: string, after: string): string =>
    keepChange({ entity, field, record: `${row}.${owner}`, before, after })
  const body = `-- What is brought back has its history with it.
IF current_setting('${ENGINE_SCHEMA}.bringing_back', true) = 'yes' THEN RETURN NULL; END IF;
IF TG_OP = 'UPDATE' AND OLD.${owner} IS NOT DISTINCT FROM NEW.${owner} AND OLD.${item} IS NOT DISTINCT FROM NEW.${item} THEN RETURN NULL; END IF;
-- Whose record is gone has no history any more.
IF TG_OP <> 'INSERT' AND ${isThere('OLD')} AND EXISTS (SELECT FROM ${inPublic(tableName(entity))} WHERE "id" = OLD.${owner}) THEN
${change('OLD', `to_jsonb(OLD.${item})`, 'NULL')}END IF;
IF TG_OP <> 'DELETE' AND ${isThere('NEW')} THEN
${change('NEW', 'NULL', `to_jsonb(NEW.${item})`)}END IF;
`
  const trigger = compositeName(entity, field, 'list', 'history')
  return {
    entity,
    field,
    ...keeping({
      trigger,
      // Functions share one namespace; the double underscore cannot occur in names of entities and fields.
      function: compositeName(`${tableName(entity)}_`, field, 'list', 'history'),
      events: 'INSERT OR UPDATE OR DELETE',
      table,
      body,
    }),
  }
}

function rowsOf(model: Model, entity: Entity, field: Field): Rows {
  const { type } = field
  if (type.kind === 'inverse') return pointingBack(model, type.entity, type.via)
  if (type.kind !== 'collection') throw new Error(`Defect: "${entity.name}.${field.name}" is no list of records.`)
  if (type.through !== null) {
    const { entity: pairs, own, other } = type.through
    return { ...pointingBack(model, pairs, own), to: columnOf(model, pairs, other) }
  }
  if (type.via === null) return pairTable(model, { entity: entity.name, field: field.name, isFromItem: false })
  const back = fieldNamed(entityNamed(model, type.entity), type.via)
  if (back.type.kind === 'reference') return pointingBack(model, type.entity, type.via)
  return pairTable(model, { entity: type.entity, field: type.via, isFromItem: true })
}

function pointingBack(model: Model, entity: string, via: string): Rows {
  return { table: tableName(entity), from: columnOf(model, entity, via), to: 'id' }
}

function columnOf(model: Model, entity: string, name: string): string {
  const field = fieldNamed(entityNamed(model, entity), name)
  return columnName(field.name, field.type)
}
