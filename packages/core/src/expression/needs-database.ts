// Whether an expression needs values that are not in memory, so that PostgreSQL has to evaluate it.

import { partsOf } from './conditions.ts'
import type { Expression } from './expression.ts'

/**
 * `available` tells whether a variable, or the path of fields after it, is in memory: for `ticket.assignee.name` it is
 * called with `('ticket', ['assignee', 'name'])`.
 */
export function needsDatabase(expression: Expression, available: Available): boolean {
  return needs(expression, available, new Map())
}

export type Available = (variable: string, path: readonly string[]) => boolean

/** The origin of a value: a variable, and the path from it. */
interface Origin {
  readonly variable: string
  readonly path: readonly string[]
}

/** Items of `exists(x, …)` and the like come from their list: `x.name` becomes `('ticket', ['comments', 'name'])`. */
type Items = ReadonlyMap<string, Origin | null>

function needs(expression: Expression, available: Available, items: Items): boolean {
  switch (expression.kind) {
    case 'records':
    case 'shape':
      return true
    case 'variable':
    case 'field': {
      // An item is available if its list is, which was checked already.
      if (expression.kind === 'variable' && items.has(expression.name)) return false
      const origin = originOf(expression, items)
      return origin === null || !available(origin.variable, origin.path)
    }
    case 'comprehension': {
      if (needs(expression.over, available, items)) return true
      const inside = new Map([...items, [expression.variable, originOf(expression.over, items)]])
      return needs(expression.body, available, inside)
    }
    default:
      return partsOf(expression).some((part) => needs(part, available, items))
  }
}

/** Null if it is not a path from a variable. */
function originOf(expression: Expression, items: Items): Origin | null {
  switch (expression.kind) {
    case 'variable':
      return items.has(expression.name) ? (items.get(expression.name) ?? null) : { variable: expression.name, path: [] }
    case 'field': {
      const of = originOf(expression.of, items)
      return of === null ? null : { variable: of.variable, path: [...of.path, expression.field] }
    }
    case 'comprehension':
      return expression.operation === 'filter' ? originOf(expression.over, items) : null
    default:
      return null
  }
}
