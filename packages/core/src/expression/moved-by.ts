// A time and what it is moved by → the sum or difference. Working time is written out: a lookup or a choice between amounts
// becomes a choice between sums, so that a statement has the calendar of each.

import * as build from './build.ts'
import type { Expression } from './expression.ts'

export function movedBy(name: string, time: Expression, by: Expression, span = time.span): Expression {
  const moved = (amount: Expression): Expression => movedBy(name, time, amount, span)
  const between = (condition: Expression, then: Expression, otherwise: Expression): Expression => ({
    ...build.conditional(condition, then, otherwise),
    span,
  })
  if (by.type.kind === 'working time' && by.kind === 'conditional')
    return between(by.condition, moved(by.then), moved(by.otherwise))
  if (by.type.kind === 'working time' && by.kind === 'lookup') {
    const cases = by.rows.map(({ key, value }) => ({
      condition: build.binary('==', by.of, build.literal(key, by.of.type, by.span), by.span),
      sum: moved(build.literal(value, by.type, by.span)),
    }))
    // A lookup has a row for each choice.
    const last = cases.at(-1)?.sum ?? build.nothing(time.type, span)
    return cases.slice(0, -1).reduceRight((otherwise, { condition, sum }) => between(condition, sum, otherwise), last)
  }
  return build.call(name, [time, by], time.type, span, time.isOptional)
}
