// A model and its renames → the same model under the new names, for comparison with the next one.

import type { Model } from '../model/model.ts'
import { entityNow, fieldNow } from '../plan/migration/table-pairs.ts'
import type { SchemaChanges } from '../plan/migration/schema-changes.ts'

/** The model is plain data: members called `entity`, `field` or `fields` contain names. */
export function underNewNames(model: Model, changes: SchemaChanges): Model {
  if (changes.entities.length === 0 && changes.fields.length === 0 && changes.roles.length === 0) return model
  const ofRoles = changes.roles.length === 0 ? model : underNewRoles(model, changes)
  const renamed = renamedPart(ofRoles, changes) as Model
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

/** Members with the name of a role, or several. */
const OF_ROLE = new Set(['role', 'mustHave', 'gives'])
const OF_ROLES = new Set(['includes', 'givenBy', 'who', 'roles', 'apiDescription'])

function underNewRoles(model: Model, { roles }: SchemaChanges): Model {
  const names = new Map(roles.map(({ from, to }) => [from, to]))
  const now = (name: unknown): unknown => (typeof name === 'string' ? (names.get(name) ?? name) : name)
  const part = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => (OF_ROLES.has(key) ? now(part(each, '')) : part(each, '')))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(each, name)]))
    return OF_ROLE.has(key) ? now(value) : value
  }
  const renamed = part(model, '') as Model
  const own = renamed.roles.roles.map((role) => ({ ...role, name: String(now(role.name)) }))
  return { ...renamed, roles: { ...renamed.roles, roles: own } }
}

function renamedPart(part: unknown, changes: SchemaChanges): unknown {
  if (Array.isArray(part)) return part.map((each) => renamedPart(each, changes))
  if (typeof part !== 'object' || part === null) return part
  const record = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, renamedPart(value, changes)]))
  const { entity } = record
  if (typeof entity !== 'string') return record
  const now = entityNow(entity, changes)
  const named = (field: unknown): unknown => (typeof field === 'string' ? fieldNow(now, field, changes) : field)
  const { field, fields, via } = record
  return {
    ...record,
    entity: now,
    ...(typeof field === 'string' ? { field: named(field) } : {}),
    ...(typeof via === 'string' ? { via: named(via) } : {}),
    ...(Array.isArray(fields) ? { fields: fields.map(named) } : {}),
  }
}
