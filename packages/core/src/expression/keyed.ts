// `xs.keyed(x, key, value)`: an object with a key and a value per item. It is represented as a call on the list of
// pairs, so that every traversal of lists covers it; like every object it can only be answered.

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
