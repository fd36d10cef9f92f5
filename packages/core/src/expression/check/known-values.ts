// An expression → all its possible values, as far as the text shows: a constant, a lookup of point 9, or a choice
// between them. Null: it depends on a record or caller.

import type { Expression } from '../expression.ts'

type Known = string | number | boolean

export function knownValues(expression: Expression): readonly Known[] | null {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'object' ? null : [expression.value]
    case 'lookup':
      return expression.rows.map(({ value }) => value)
    case 'conditional': {
      const [then, otherwise] = [knownValues(expression.then), knownValues(expression.otherwise)]
      return then === null || otherwise === null ? null : [...then, ...otherwise]
    }
    default:
      return null
  }
}
