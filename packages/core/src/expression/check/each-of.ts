// A list of records, and what is taken of each → the list of that. A list holds no empties: what is empty is left out.

import * as build from '../build.ts'
import type { Expression } from '../expression.ts'
import type { Span } from '../../text/source.ts'

/** Variable for a record of the list in the expression that is taken of it. */
export const EACH = 'each'

export function eachOf(list: Expression, body: Expression, span: Span): Expression {
  const type = { kind: 'list', of: body.type } as const
  if (!body.isOptional) return build.comprehension('map', list, EACH, body, type, span)
  return build.comprehension('map', filled(list, body, span), EACH, { ...body, isOptional: false }, type, span)
}

function filled(list: Expression, body: Expression, span: Span): Expression {
  const isThere = build.binary('!=', body, build.nothing(body.type, span), span)
  return build.comprehension('filter', list, EACH, isThere, list.type, span)
}
