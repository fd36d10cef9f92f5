// The default shape of a record: every visible field under its own name. References are the other record's id; reverse
// references are left to their own lists.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'

/** An object over `this`. */
export function everythingVisible(model: Model, entity: Entity): Expression {
  const fields = entity.fields.filter((field) => !field.isHidden && !isOtherSide(field.type))
  return build.object(
    fields.map((field) => ({ key: field.name, value: answerOfField(model, entity, field) })),
    entity.span,
  )
}

/** A field's value in an answer; records are ids. Over `this`. */
export function answerOfField(model: Model, entity: Entity, field: Field): Expression {
  const value = fieldOf(model, build.recordVariable('this', entity.name), entity.name, field)
  if (value.type.kind !== 'list' || value.type.of.kind !== 'record') return value
  const body = build.recordVariable('item', value.type.of.entity)
  return build.comprehension('map', { over: value, variable: 'item', body }, value.type, field.span, false)
}

/** Answer of a standard call: the stated shape, or all visible fields. Over `this`. */
export function answerShape(model: Model, entity: Entity, shape: string | null): Expression {
  if (shape === null) return everythingVisible(model, entity)
  return build.shape(shape, build.recordVariable('this', entity.name), entity.span)
}
