// A record, or a list of them, as the value of a column → what people call it. An id says nothing to anybody.

import { substitute } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { entityNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { recordVariable } from '../model/paths.ts'

export function namedRecords(model: Model, value: Expression): Expression {
  const { type } = value
  if (type.kind === 'record') {
    const label = substitute(entityNamed(model, type.entity).label, 'this', value)
    return value.isOptional ? { ...label, isOptional: true } : label
  }
  return type.kind === 'list' && type.of.kind === 'record' ? namesOf(model, value, type.of.entity) : value
}

/** A list holds no empties: whose name is empty is left out. */
function namesOf(model: Model, list: Expression, entity: string): Expression {
  const { span, isOptional } = list
  const each = recordVariable('each', entity)
  const body = substitute(entityNamed(model, entity).label, 'this', each)
  const nothing: Expression = { kind: 'literal', value: null, type: body.type, isOptional: true, span }
  const over: Expression = {
    kind: 'comprehension',
    operation: 'filter',
    over: list,
    variable: 'each',
    body: {
      kind: 'binary',
      operator: '!=',
      left: body,
      right: nothing,
      type: { kind: 'boolean' },
      isOptional: false,
      span,
    },
    type: list.type,
    isOptional,
    span,
  }
  return {
    kind: 'comprehension',
    operation: 'map',
    over: body.isOptional ? over : list,
    variable: 'each',
    body: { ...body, isOptional: false },
    type: { kind: 'list', of: body.type },
    isOptional,
    span,
  }
}
