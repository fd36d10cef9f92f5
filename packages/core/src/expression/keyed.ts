// `xs.keyed(x, key, value)`: an object with a key and a value for each item of a list. It is a call on the list of the
// pairs, so that whatever goes through lists goes through it; like every object it is only answered.

import * as build from './build.ts'
import type { Expression } from './expression.ts'
import { OBJECT } from './value-types.ts'

export const KEYED = 'keyed'

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

export interface Keyed {
  readonly pairs: Of<'comprehension'>
  readonly key: Expression
  readonly value: Expression
}

/** `pairs` maps each item to `{"key": …, "value": …}`. */
export function keyedObject(pairs: Expression): Expression {
  return build.call(KEYED, [pairs], OBJECT, pairs.span, false)
}

export function keyedIn(expression: Expression): Keyed | null {
  if (expression.kind !== 'call' || expression.function !== KEYED) return null
  const [pairs] = expression.arguments
  if (pairs?.kind !== 'comprehension' || pairs.body.kind !== 'object') return null
  const [key, value] = pairs.body.entries
  return key === undefined || value === undefined ? null : { pairs, key: key.value, value: value.value }
}
