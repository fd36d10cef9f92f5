// Permitted places and costs of expressions: objects can only be answered, and nested lists are limited.

import { partsOf } from '../conditions.ts'
import type { Expression } from '../expression.ts'
import { JSON_OF } from '../json-of.ts'
import { KEYED } from '../keyed.ts'
import { LEFT_OUT, ONLY_IF } from '../omitted-keys.ts'
import { memberIn } from '../members.ts'
import { isAnswered } from '../value-types.ts'

/** The first object outside of an answer; PostgreSQL has no value for it. */
export function misplacedObject(expression: Expression): Expression | null {
  switch (expression.kind) {
    case 'object':
      return firstOf(expression.entries, ({ value }) => misplacedObject(value))
    case 'conditional':
      return objectIn(expression.condition) ?? misplacedObject(expression.then) ?? misplacedObject(expression.otherwise)
    case 'list':
      return firstOf(expression.items, misplacedObject)
    case 'shape':
      return objectIn(expression.of)
    // `null` instead of an object.
    case 'literal':
      return null
    // `errors` of an error body, and bound values of steps: only as a whole.
    case 'variable':
      return null
    // Concatenated lists of objects.
    case 'binary':
      if (expression.type.kind !== 'list') return objectIn(expression)
      return misplacedObject(expression.left) ?? misplacedObject(expression.right)
    // A sent object, the first of several, an optional key.
    case 'call': {
      const [of, ...others] = expression.arguments
      if (memberIn(expression) !== null) return null
      if (expression.function === ONLY_IF && of !== undefined) return objectIn(of) ?? firstOf(others, misplacedObject)
      if (of === undefined || !['first', 'last', KEYED, LEFT_OUT, JSON_OF].includes(expression.function))
        return objectIn(expression)
      return misplacedObject(of) ?? firstOf(others, objectIn)
    }
    case 'comprehension':
      if (expression.operation !== 'map') return objectIn(expression)
      return objectIn(expression.over) ?? misplacedObject(expression.body)
    default:
      return objectIn(expression)
  }
}

function objectIn(expression: Expression): Expression | null {
  return firstOf(partsOf(expression), objectIn) ?? (isAnswered(expression.type) ? expression : null)
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => Expression | null): Expression | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/** Nested lists of records: each level multiplies the work by the number of records. */
const LIST_DEPTH_MAX = 3

export function listDepth(expression: Expression): number {
  if (expression.kind === 'comprehension') {
    const isOverRecords = expression.over.type.kind === 'list' && expression.over.type.of.kind === 'record'
    return Math.max(listDepth(expression.over), (isOverRecords ? 1 : 0) + listDepth(expression.body))
  }
  return Math.max(0, ...partsOf(expression).map(listDepth))
}

/** The outermost list with too deep nesting. */
export function costlyPart(expression: Expression): Expression | null {
  if (listDepth(expression) <= LIST_DEPTH_MAX) return null
  return firstOf(partsOf(expression), costlyPart) ?? expression
}
