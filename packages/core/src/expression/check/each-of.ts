// A list of records and an expression over an item → the list of results. Empty results are left out.

import * as build from '../build.ts'
import type { Expression } from '../expression.ts'
import type { Span } from '../../text/source.ts'

/** Variable of the item in that expression. */
export const EACH = 'each'

export function eachOf(list: Expression, body: Expression, span: Span): Expression {
  const type = { kind: 'list', of: body.type } as const
  if (!body.isOptional) return build.comprehension('map', { over: list, variable: EACH, body }, type, span)
  return build.comprehension(
    'map',
    { over: filled(list, body, span), variable: EACH, body: { ...body, isOptional: false } },
    type,
    span,
  )
}

function filled(list: Expression, body: Expression, span: Span): Expression {
  const isThere = build.binary('!=', body, build.nothing(body.type, span), span)
  return build.comprehension('filter', { over: list, variable: EACH, body: isThere }, list.type, span)
}
