// Finding what a model names. A name that is not there is a defect: checking has resolved them all.

import type { Entity, Field } from './entities.ts'
import { isOtherSide } from './field-types.ts'
import type { Model } from './model.ts'
import type { Machine } from './states.ts'

export function entityNamed(model: Model, name: string): Entity {
  const entity = model.entities.entities.find((candidate) => candidate.name === name)
  if (entity === undefined) throw new Error(`The model has no entity "${name}".`)
  return entity
}

export function fieldNamed(entity: Entity, name: string): Field {
  const field = entity.fields.find((candidate) => candidate.name === name)
  if (field === undefined) throw new Error(`Entity "${entity.name}" has no field "${name}".`)
  return field
}

/** A field that every entity has: `createdAt`, `version`. Null: this one has it not, or the author's own by this name. */
export function builtIn(entity: Entity, name: string): Field | null {
  return entity.fields.find((field) => field.isBuiltIn && field.name === name) ?? null
}

export function machineOf(model: Model, entity: string, field: string): Machine | null {
  return model.states.machines.find((machine) => machine.entity === entity && machine.field === field) ?? null
}

/**
 * Does the entity's table have a column for it? A value that is computed and stored is worked out whenever it is
 * asked for, like any other computed one: by its rules it is the same then.
 */
export function isStored(field: Field): boolean {
  return !['collection', 'inverse'].includes(field.type.kind) && field.computed === null
}

/** Are the field's changes kept? Never of what nobody reads, nor of secrets; of every field, those that people and rules change. */
export function isInHistory({ history }: Entity, field: Field): boolean {
  if (history === null || field.isHidden || field.type.kind === 'secret text' || !isStored(field)) return false
  return history.fields === 'every field' ? !field.isBuiltIn : history.fields.includes(field.name)
}

/** Is it kept what comes into the list and goes out of it? Of lists that other records decide, only where it is said by name. */
export function isListInHistory({ history }: Entity, { name, type, computed }: Field): boolean {
  if (history === null || computed !== null || (type.kind !== 'collection' && type.kind !== 'inverse')) return false
  return history.fields === 'every field' ? !isOtherSide(type) : history.fields.includes(name)
}

/** Is the field emptied by itself when its time has come? Not what its record needs, and not what others are made of. */
export function isErased(entity: Entity, field: Field): boolean {
  if (field.erasedAfter === null || field.isRequired || !isStored(field)) return false
  return (
    builtIn(entity, 'createdAt') !== null &&
    !entity.fields.some(({ type }) => type.kind === 'slug' && type.from === field.name)
  )
}
