// A list of records, and what is taken of each → the list of that. A list holds no empties: what is empty is left out.

import type { Expression } from '../expression.ts'
import type { Span } from '../../text/source.ts'

/** What stands for a record of the list in what is taken of it. */
export const EACH = 'each'

export function eachOf(list: Expression, body: Expression, span: Span): Expression {
  return {
    kind: 'comprehension',
    operation: 'map',
    over: body.isOptional ? filled(list, body, span) : list,
    variable: EACH,
    body: body.isOptional ? { ...body, isOptional: false } : body,
    type: { kind: 'list', of: body.type },
    isOptional: list.isOptional,
    span,
  }
}

function filled(list: Expression, body: Expression, span: Span): Expression {
  const nothing: Expression = { kind: 'literal', value: null, type: body.type, isOptional: true, span }
  const condition: Expression = {
    kind: 'binary',
    operator: '!=',
    left: body,
    right: nothing,
    type: { kind: 'boolean' },
    isOptional: false,
    span,
  }
  return {
    kind: 'comprehension',
    operation: 'filter',
    over: list,
    variable: EACH,
    body: condition,
    type: list.type,
    isOptional: list.isOptional,
    span,
  }
}
