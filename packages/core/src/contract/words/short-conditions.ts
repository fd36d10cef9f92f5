// A condition that only names values of a record → those values, as screens show them: `status in ["held", "over"]` is
// "Held, Over", in any language. Null: it says more, and needs a sentence.

import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { humanised } from '../../model/words.ts'
import { displayOf } from '../inputs/field-inputs.ts'

export function shortCondition(model: Model, entity: string, condition: Expression): string | null {
  if (condition.kind === 'field')
    return ownField(condition) === null
      ? null
      : (fieldNamed(entityNamed(model, entity), condition.field).label ?? humanised(condition.field))
  if (condition.kind !== 'binary') return null
  const { operator, left, right } = condition
  if (operator === '&&') {
    const parts = [left, right].map((part) => shortCondition(model, entity, part))
    return parts.includes(null) ? null : parts.join(' · ')
  }
  const field = ownField(left)
  if (field === null || (operator !== '==' && operator !== 'in')) return null
  const names = (right.kind === 'list' ? right.items : [right]).map((value) => nameOf(model, entity, field, value))
  return names.includes(null) ? null : names.join(', ')
}

function ownField(expression: Expression): string | null {
  if (expression.kind !== 'field' || expression.of.kind !== 'variable' || expression.of.name !== 'this') return null
  return expression.field
}

function nameOf(model: Model, entity: string, field: string, value: Expression): string | null {
  if (value.kind !== 'literal' || value.constant !== undefined || typeof value.value !== 'string') return null
  const display = displayOf(model, entity, fieldNamed(entityNamed(model, entity), field))
  if (display.kind !== 'state' && display.kind !== 'choice') return null
  return display.values.find((each) => each.value === value.value)?.label ?? null
}
