// An expression → every value that it can have, as far as the text itself says: a constant, a lookup of point 9, or a
// choice between such. Null: a record or a caller has a say in it.

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
