// A model → the names that people and data depend on, each with its kind: `field Ticket.subject`.

import type { Entity, Field } from '../model/entities.ts'
import { machineOf } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { isInnerLevel } from '../model/shapes/shape-levels.ts'
import type { Schema } from '../plan/schema/schema.ts'

export function namesOf(model: Model): string[] {
  const { entities, roles, calls, screens } = model
  return [
    ...entities.entities.flatMap((entity) => [
      entityName(entity.name),
      ...entity.fields.flatMap((field) => [
        fieldName(entity.name, field.name),
        ...wordsOf(model, entity, field).map((word) => wordName(entity.name, field.name, word)),
      ]),
    ]),
    ...[...roles.roles, ...roles.contextualRoles].map(({ name }) => roleName(name)),
    ...calls.calls.map((call) => callName(call)),
    ...calls.standard.map(({ entity, path }) => `calls of ${entity} ${path}`),
    ...calls.shapes.filter((shape) => !isInnerLevel(shape)).map(({ name }) => `shape ${name}`),
    ...screens.screens.map(({ name }) => `screen ${name}`),
  ].filter((name, index, all) => all.indexOf(name) === index)
}

/** The words of a choice or state, in order. */
export function wordsOf(model: Model, entity: Entity, { name, type }: Field): readonly string[] {
  if (type.kind === 'choice' || type.kind === 'choices') return type.values
  return machineOf(model, entity.name, name)?.states.map((state) => state.name) ?? []
}

/** For a database of which only the tables are known. */
export function namesOfTables({ tables }: Schema): string[] {
  const fields = tables.flatMap(({ entity, field, columns }) =>
    field === null ? columns.map((column) => fieldName(entity, column.field)) : [fieldName(entity, field)],
  )
  const entities = tables.filter(({ field }) => field === null).map(({ entity }) => entityName(entity))
  return [...new Set([...entities, ...fields])]
}

export function entityName(entity: string): string {
  return `entity ${entity}`
}

export function callName({ method, path }: { readonly method: string; readonly path: string }): string {
  return `call ${method} ${path}`
}

export function roleName(role: string): string {
  return `role ${role}`
}

export function fieldName(entity: string, field: string): string {
  return `field ${entity}.${field}`
}

export function wordName(entity: string, field: string, word: string): string {
  return `word ${entity}.${field} ${word}`
}
