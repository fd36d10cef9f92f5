// `first(list)` and `last(list)`: one item of a list, empty if there is none.

import type { Expression } from './expression.ts'

type EndOfList = Expression & { readonly kind: 'call'; readonly function: 'first' | 'last' }

/** False for `first(list, 5)`, which is a list. */
export function isEndOfList(expression: Expression): expression is EndOfList {
  return (
    expression.kind === 'call' &&
    (expression.function === 'first' || expression.function === 'last') &&
    expression.arguments.length === 1
  )
}
