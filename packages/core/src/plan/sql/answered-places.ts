// An answered decimal or amount → the decimal places that its text has at least: those of its field, or of its
// currency. So `4.5` in a field with two places is answered as `4.50`, in whichever form it was sent.

import type { Expression } from '../../expression/expression.ts'
import { currencyPlaces } from '../../model/currencies.ts'
import type { Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'

/** 0: as many as the value has. */
export function answeredPlaces(model: Model, expression: Expression): number {
  const { type } = expression
  if (type.kind === 'money') return type.currency === null ? 0 : (currencyPlaces(type.currency) ?? 0)
  if (type.kind !== 'decimal' || type.isNumber === true) return 0
  const most = (...parts: readonly (Expression | undefined)[]): number =>
    Math.max(0, ...parts.map((part) => (part === undefined ? 0 : answeredPlaces(model, part))))
  switch (expression.kind) {
    case 'field':
      return placesOfField(fieldNamed(entityNamed(model, expression.entity), expression.field))
    case 'conditional':
      return most(expression.then, expression.otherwise)
    case 'unary':
      return most(expression.operand)
    case 'binary':
      return expression.operator === '+' || expression.operator === '-' ? most(expression.left, expression.right) : 0
    case 'call': {
      const [first, second] = expression.arguments
      if (expression.function === 'orElse' || expression.function === 'min' || expression.function === 'max')
        return most(...expression.arguments.map(itemOf))
      if (expression.function === 'sum') return most(itemOf(first))
      if (expression.function === 'round' && second?.kind === 'literal') return Number(second.value)
      return 0
    }
    default:
      return 0
  }
}

/** `item.price` of `items.map(i, i.price)`. */
function itemOf(expression: Expression | undefined): Expression | undefined {
  return expression?.kind === 'comprehension' && expression.operation === 'map' ? expression.body : expression
}

function placesOfField({ type }: Field): number {
  return type.kind === 'decimal' ? type.places : 0
}
