// `category.isWithin(other)`: whether a record is the other one, or stands below it by a reference of its entity to
// itself. With a list, it is enough to stand within one of its records. It is represented as a call on both records and
// on all references upwards, so that every traversal of lists covers it: rights limit the references, and writes of them
// are noticed.

import * as build from './build.ts'
import type { Expression, ScopeVariable } from './expression.ts'
import { BOOLEAN } from './value-types.ts'
import type { Span } from '../text/source.ts'

export const IS_WITHIN = 'isWithin'

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

export interface Within {
  readonly record: Expression
  readonly above: Expression
  /** Maps each record of the entity to the one directly above it. */
  readonly steps: Of<'comprehension'>
  /** The reference that leads upwards. */
  readonly field: string
}

/** A name that no variable of a text can have. */
const EACH = 'each record'

/** `way` is a reference of the entity to itself. */
export function within(
  record: Expression,
  above: Expression,
  entity: string,
  way: ScopeVariable & { readonly name: string },
  span: Span,
): Expression {
  const of = { kind: 'record', entity } as const
  const records: Expression = { kind: 'records', entity, type: { kind: 'list', of }, isOptional: false, span }
  const upwards = build.field(build.recordVariable(EACH, entity, span), entity, way.name, way, span)
  const steps = build.comprehension(
    'map',
    { over: records, variable: EACH, body: upwards },
    { kind: 'list', of },
    span,
    false,
  )
  return build.call(IS_WITHIN, [record, above, steps], BOOLEAN, span, false)
}

export function withinIn(expression: Expression): Within | null {
  if (expression.kind !== 'call' || expression.function !== IS_WITHIN) return null
  const [record, above, steps] = expression.arguments
  if (record === undefined || above === undefined) return null
  return steps?.kind === 'comprehension' && steps.body.kind === 'field'
    ? { record, above, steps, field: steps.body.field }
    : null
}
