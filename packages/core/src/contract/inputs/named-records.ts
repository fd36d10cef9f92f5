// A record, or a list of records, as the value of a column → its label, because an id tells people nothing.

import * as build from '../../expression/build.ts'
import { substitute } from '../../expression/conditions.ts'
import { EACH, eachOf } from '../../expression/check/each-of.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'

export function namedRecords(model: Model, value: Expression): Expression {
  const { type } = value
  if (type.kind === 'record') {
    const label = substitute(entityNamed(model, type.entity).label, 'this', value)
    return value.isOptional ? { ...label, isOptional: true } : label
  }
  return type.kind === 'list' && type.of.kind === 'record' ? namesOf(model, value, type.of.entity) : value
}

function namesOf(model: Model, list: Expression, entity: string): Expression {
  const name = substitute(entityNamed(model, entity).label, 'this', build.recordVariable(EACH, entity))
  return eachOf(list, name, list.span)
}
