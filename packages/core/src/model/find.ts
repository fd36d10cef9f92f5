// Finding things by name in a model. A missing name is a defect, because the checker has resolved them all.

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

/**
 * A built-in field: `createdAt`, `version`. Null: the entity does not have it, or has the author's own field of this
 * name.
 */
export function builtIn(entity: Entity, name: string): Field | null {
  return entity.fields.find((field) => field.isBuiltIn && field.name === name) ?? null
}

export function machineOf(model: Model, entity: string, field: string): Machine | null {
  return model.states.machines.find((machine) => machine.entity === entity && machine.field === field) ?? null
}

/**
 * Tells whether the entity's table has a column for it. A stored computed value is computed on each read, like any
 * other computed one: by its rules the result is the same.
 */
export function isStored(field: Field): boolean {
  return !['collection', 'inverse'].includes(field.type.kind) && field.computed === null
}

/**
 * Tells whether the field has a history: never hidden values or secrets; with `every change`, the fields that people
 * and rules change.
 */
export function isInHistory({ history }: Entity, field: Field): boolean {
  if (history === null || field.isHidden || field.type.kind === 'secret text' || !isStored(field)) return false
  return history.fields === 'every field' ? !field.isBuiltIn : history.fields.includes(field.name)
}

/** Tells whether the list has a history. Reverse lists have one only if they are named. */
export function isListInHistory({ history }: Entity, { name, type, computed }: Field): boolean {
  if (history === null || computed !== null || (type.kind !== 'collection' && type.kind !== 'inverse')) return false
  return history.fields === 'every field' ? !isOtherSide(type) : history.fields.includes(name)
}

/**
 * Tells whether the field is erased after its time: not if the record requires it, or if other values derive from it.
 */
export function isErased(entity: Entity, field: Field): boolean {
  if (field.erasedAfter === null || field.isRequired || !isStored(field)) return false
  return (
    builtIn(entity, 'createdAt') !== null &&
    !entity.fields.some(({ type }) => type.kind === 'slug' && type.from === field.name)
  )
}

/**
 * The own property of an object for a key from a text or a request. Plain indexing would also find inherited ones, such
 * as `constructor`.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
