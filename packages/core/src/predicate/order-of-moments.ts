// Two moments → their possible order in any record: a period ends after its start, and a moment plus some time is not
// earlier than the moment. Null: unknown.

import { calendarPeriodOf } from '../expression/evaluate/calendar-period.ts'
import type { Expression } from '../expression/expression.ts'
import { memberIn } from '../expression/members.ts'
import { printExpression } from '../expression/syntax/print-expression.ts'

export type Order = '<' | '==' | '>'

/** A moment with a shift of known direction: 1 is later. */
export interface Moment {
  readonly base: Expression
  readonly shift: number
}

export function knownOrder(left: Expression, right: Expression): readonly Order[] | null {
  const [a, b] = [knownMoment(left), knownMoment(right)]
  if (a === null || b === null) return null
  const apart = distanceOf(a.base, b.base)
  if (apart === null) return null
  if (apart === 0 && a.shift === 0 && b.shift === 0) return ['==']
  // Shifts are clamped at the ends of the range, so only a distance of its own is certain.
  if (apart >= 0 && a.shift >= 0 && b.shift <= 0) return apart > 0 ? ['>'] : ['==', '>']
  if (apart <= 0 && a.shift <= 0 && b.shift >= 0) return apart < 0 ? ['<'] : ['<', '==']
  return null
}

/** Tells whether it is the length of one period, which is never zero. */
export function isLengthOfPeriod(expression: Expression): boolean {
  if (expression.kind !== 'call' || expression.function !== 'minus') return false
  const [end, start] = expression.arguments
  return end !== undefined && start !== undefined && distanceOf(end, start) === 1
}

/** A moment without its shift. Null: the shift is unknown. */
export function knownMoment(expression: Expression): Moment | null {
  if (expression.type.kind !== 'timestamp' && expression.type.kind !== 'date') return null
  if (expression.kind !== 'call' || !['plus', 'minus'].includes(expression.function))
    return { base: expression, shift: 0 }
  const [base, by] = expression.arguments
  const direction = by === undefined ? null : directionOf(by)
  if (base === undefined || direction === null || base.type.kind !== expression.type.kind) return null
  const inner = knownMoment(base)
  const shift = expression.function === 'plus' ? direction : -direction
  if (inner === null || inner.shift * shift < 0) return null
  return { base: inner.base, shift: inner.shift === 0 ? shift : inner.shift }
}

function directionOf(by: Expression): number | null {
  if (by.kind !== 'literal' || by.value === null) return null
  if (by.type.kind === 'duration') return Math.sign(Number(by.value))
  if (by.type.kind === 'working time') return 1
  if (by.type.kind !== 'calendar period') return null
  const { months, days } = calendarPeriodOf(String(by.value))
  return months >= 0 && days >= 0 ? Math.sign(months + days) : null
}

/** 1: the first is later; 0: equal. */
function distanceOf(one: Expression, other: Expression): number | null {
  if (isSame(one, other)) return 0
  const [a, b] = [memberIn(one), memberIn(other)]
  if (a === null || b === null || a.of.type.kind !== 'period') return null
  if (!isSame(a.of, b.of)) return null
  if (a.name === 'end' && b.name === 'start') return 1
  return a.name === 'start' && b.name === 'end' ? -1 : null
}

function isSame(one: Expression, other: Expression): boolean {
  return printExpression(one, null) === printExpression(other, null)
}
