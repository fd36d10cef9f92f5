// Histories of lists → triggers that write down what comes into a list and what goes out of it: on the table of its
// pairs, or on that of the records that point back.

import type { Entity, Field } from '../model/entities.ts'
import { entityNamed, fieldNamed, isListInHistory } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { columnName, compositeName, tableName } from './database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import { ENGINE_SCHEMA } from './engine-tables.ts'
import { pairTable } from './rule-ways.ts'
import type { ListHistory } from './schema.ts'

export function planListHistories(model: Model): ListHistory[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields
      .filter((field) => isListInHistory(entity, field))
      .map((field) => listHistory(entity, field, rowsOf(model, entity, field))),
  )
}

interface Rows {
  readonly table: string
  /** The columns of who has the list, and of what is in it. */
  readonly from: string
  readonly to: string
}

function listHistory({ name: entity }: Entity, { name: field }: Field, { table, from, to }: Rows): ListHistory {
  const trigger = compositeName(entity, field, 'list', 'history')
  const given = [entity, field, from, to, tableName(entity)].map(quotedText).join(', ')
  return {
    entity,
    field,
    tables: [table],
    create: [
      `CREATE TRIGGER ${quoted(trigger)} AFTER INSERT OR UPDATE OR DELETE ON ${inPublic(table)} FOR EACH ROW EXECUTE FUNCTION ${ENGINE_SCHEMA}.keep_list_changes(${given})`,
    ],
    drop: [`DROP TRIGGER IF EXISTS ${quoted(trigger)} ON ${inPublic(table)}`],
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
