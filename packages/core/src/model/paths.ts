// A path of field names from a record → the expression that reads it.

import * as build from '../expression/build.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import { memberName, membersOf } from '../expression/members.ts'
import { valueTypeOfField } from './value-type-of-field.ts'
import { entityNamed, fieldNamed, machineOf } from './find.ts'
import type { CheckedFieldType, Field } from './entities.ts'
import { MADE_BY_PRODUCT } from './field-types.ts'
import type { Model } from './model.ts'

export function fieldOf(model: Model, record: Expression, entity: string, field: Field): Expression {
  const type = fieldValueType(model, entity, field)
  return build.field(record, entity, field.name, { type, isOptional: mayBeEmpty(field) }, field.span)
}

export function fieldValueType(model: Model, entity: string, field: Field): ValueType {
  return valueTypeOfField(field.type, machineOf(model, entity, field.name)?.states.map(({ name }) => name) ?? [])
}

/** The state of a new record; null: a creation may begin elsewhere. */
export function firstState(model: Model, entity: string, field: Field): Expression | null {
  const machine = machineOf(model, entity, field.name)
  if (machine === null || machine.creations.length > 0) return null
  return build.literal(machine.initial, fieldValueType(model, entity, field))
}

export function mayBeEmpty(field: Field): boolean {
  if (field.computed !== null) return field.computed.expression.isOptional
  return !field.isRequired && !isNeverEmpty(field.type)
}

/** A generated value, or a list, which may have no items but is never empty (null). */
export function isNeverEmpty(type: CheckedFieldType): boolean {
  const isList = type.kind === 'collection' || type.kind === 'choices' || (type.kind === 'file' && type.isList)
  return isList || MADE_BY_PRODUCT.includes(type.kind)
}

/** Null if the path leads nowhere, or through a list. */
export function pathFrom(
  model: Model,
  record: Expression,
  entityName: string,
  path: readonly string[],
): Expression | null {
  let value = record
  let entity: string | null = entityName
  for (const name of path) {
    if (entity === null) {
      const member = membersOf(value.type)?.get(name)
      if (member === undefined) return null
      const { span } = value
      const isOptional = value.isOptional || member.isOptional
      value = build.call(memberName(name), [value], member.type, span, isOptional)
      continue
    }
    const field: Field | undefined = entityNamed(model, entity).fields.find((candidate) => candidate.name === name)
    if (field === undefined || field.isHidden) return null
    value = fieldOf(model, value, entity, field)
    entity = field.type.kind === 'reference' ? field.type.entity : null
  }
  return value
}

interface FieldOfEntity {
  readonly owner: string
  readonly field: Field
}

/** `customer.team`: the record's customer, and the customer's team. The path is already checked. */
export function fieldsOfPath(model: Model, entityName: string, path: string): readonly FieldOfEntity[] {
  const fields: FieldOfEntity[] = []
  let owner = entityName
  for (const name of path.split('.')) {
    const field = fieldNamed(entityNamed(model, owner), name)
    fields.push({ owner, field })
    owner = field.type.kind === 'reference' ? field.type.entity : owner
  }
  return fields
}

/** The last one, which has the value. */
export function fieldAtPath(model: Model, entityName: string, path: string): FieldOfEntity & { readonly name: string } {
  const last = fieldsOfPath(model, entityName, path).at(-1)
  if (last === undefined) throw new Error(`Defect: no path of ${entityName} is empty.`)
  return { ...last, name: last.field.name }
}
