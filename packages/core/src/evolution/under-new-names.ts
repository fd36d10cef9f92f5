// A model, and what is called otherwise now → the same model under the new names, to be compared with the next one.

import type { Model } from '../model/model.ts'
import { entityNow, fieldNow } from '../plan/table-pairs.ts'
import type { SchemaChanges } from '../plan/schema-changes.ts'

/** A model is inert data: whatever says `entity`, and a `field` or `fields` of it, is a name. */
export function underNewNames(model: Model, changes: SchemaChanges): Model {
  if (changes.entities.length === 0 && changes.fields.length === 0) return model
  const renamed = renamedPart(model, changes) as Model
  const entities = renamed.entities.entities.map((entity) => {
    const name = entityNow(entity.name, changes)
    return {
      ...entity,
      name,
      fields: entity.fields.map((field) => ({ ...field, name: fieldNow(name, field.name, changes) })),
    }
  })
  return { ...renamed, entities: { ...renamed.entities, entities } }
}

function renamedPart(part: unknown, changes: SchemaChanges): unknown {
  if (Array.isArray(part)) return part.map((each) => renamedPart(each, changes))
  if (typeof part !== 'object' || part === null) return part
  const record = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, renamedPart(value, changes)]))
  const { entity } = record
  if (typeof entity !== 'string') return record
  const now = entityNow(entity, changes)
  const named = (field: unknown): unknown => (typeof field === 'string' ? fieldNow(now, field, changes) : field)
  const { field, fields } = record
  return {
    ...record,
    entity: now,
    ...(typeof field === 'string' ? { field: named(field) } : {}),
    ...(Array.isArray(fields) ? { fields: fields.map(named) } : {}),
  }
}
