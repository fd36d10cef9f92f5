// A value that a step gives to a field of JSON or a map: an object, a list or a single value → one expression of the
// field's type. It stands only at the top of such a value, and the gate makes its JSON like that of an answer, before
// the statement that writes; no statement has it as a part.

import * as build from './build.ts'
import type { Expression, ValueType } from './expression.ts'
import { keyedIn } from './keyed.ts'
import { convertTo } from './value-types.ts'

/** The function that turns a value into its JSON. Authors cannot write it. */
export const JSON_OF = 'json of'

/** The value whose JSON is meant; null: another expression. */
export function jsonIn(expression: Expression): Expression | null {
  return expression.kind === 'call' && expression.function === JSON_OF ? (expression.arguments[0] ?? null) : null
}

/** Null: the value has no JSON that a record can keep, or not one of this type. */
export function jsonOf(expression: Expression, type: ValueType): Expression | null {
  const value = type.kind === 'map' ? asMap(expression, type.of) : type.kind === 'json' ? asJson(expression) : null
  return value === null ? null : build.call(JSON_OF, [value], type, expression.span, value.isOptional)
}

function asJson(expression: Expression): Expression | null {
  return isKept(expression) ? expression : null
}

/** Each value of the object is of the map's type, and there: `ifAny` leaves out an empty one. */
function asMap(expression: Expression, of: ValueType): Expression | null {
  if (expression.kind === 'object') {
    const entries = expression.entries.map((entry) => {
      const value = convertTo(entry.value, of)
      return value === null || (value.isOptional && entry.condition === undefined) ? null : { ...entry, value }
    })
    const all = entries.filter((entry) => entry !== null)
    return all.length === entries.length ? { ...expression, entries: all } : null
  }
  if (expression.kind === 'conditional') {
    const [then, otherwise] = [asMap(expression.then, of), asMap(expression.otherwise, of)]
    return then === null || otherwise === null ? null : { ...expression, then, otherwise }
  }
  const keyed = keyedIn(expression)
  return keyed !== null && !keyed.value.isOptional && convertTo(keyed.value, of) === keyed.value ? expression : null
}

/** Files and secrets are only answered: their address, or whether there is one, would be kept without its rights. */
function isKept(expression: Expression): boolean {
  switch (expression.kind) {
    case 'object':
      return expression.entries.every(({ value }) => isKept(value))
    case 'conditional':
      return isKept(expression.then) && isKept(expression.otherwise)
    case 'list':
      return expression.items.every(isKept)
    case 'comprehension':
      return expression.operation === 'map' ? isKept(expression.body) : hasJson(expression.type)
    default: {
      const keyed = keyedIn(expression)
      return keyed === null ? hasJson(expression.type) : isKept(keyed.value)
    }
  }
}

const WITHOUT_JSON: readonly ValueType['kind'][] = ['file', 'secret', 'calendar', 'working time', 'calendar period']

function hasJson(type: ValueType): boolean {
  if (type.kind === 'list') return hasJson(type.of)
  if (type.kind === 'group') return type.parts.every((part) => hasJson(part.type))
  return !WITHOUT_JSON.includes(type.kind)
}
