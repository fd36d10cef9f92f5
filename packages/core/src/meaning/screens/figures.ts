// A figure of a screen → a count, sum or average of records, and for a period also that of the previous one
// (reference/2-screens, The contents of a block).

import type { Big } from 'big.js'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { firstWeekdayOf } from '../../model/limits.ts'
import type { CountBlock } from '../../model/screens.ts'
import type { Surroundings } from '../evaluate.ts'
import { seenValue } from '../standard-calls/lists.ts'
import type { Datum, Reference } from '../store.ts'
import { dayAfter, dayOf, type Period, periodAround } from '../values/dates.ts'
import { decimal, decimalText } from '../values/numbers.ts'

/** `records`: those that the person sees and that satisfy the author's condition. */
export function figureOf(scope: Surroundings, block: CountBlock, records: readonly Reference[]): Datum {
  const { measure, during } = block
  const counted = records.filter((record) => measuredOf(scope, block, record) !== undefined)
  if (during === null) {
    const figure = { count: counted.length }
    return measure === 'count' ? figure : { ...figure, amount: amountOf(scope, block, counted) }
  }
  const today = dayOf(scope.store.nowMs, scope.store.zone)
  const now = periodAround(today, during.unit, firstWeekdayOf(scope.model))
  const before = periodAround(dayAfter(now.from, -1), during.unit, firstWeekdayOf(scope.model))
  const within = (period: Period): Reference[] =>
    counted.filter((record) => isWithin(scope, block, during.by, period, record))
  const present = within(now)
  return {
    count: present.length,
    ...(measure === 'count' ? {} : { amount: amountOf(scope, block, present) }),
    during: { ...now },
    before: { ...before, amount: amountOf(scope, block, within(before)) },
  }
}

/** Undefined: hidden for this person, so the record does not count. */
function measuredOf(scope: Surroundings, { entity, measured }: CountBlock, record: Reference): Datum | undefined {
  if (measured === null) return 1
  const of = entityNamed(scope.model, entity)
  return seenValue(scope, of, fieldNamed(of, measured), record)
}

/** Null: there are no values to average. */
function amountOf(scope: Surroundings, block: CountBlock, records: readonly Reference[]): string | null {
  if (block.measure === 'count') return String(records.length)
  const values = records.flatMap((record): Big[] => {
    const value = measuredOf(scope, block, record) ?? null
    return value === null ? [] : [decimal(value)]
  })
  const sum = values.reduce((total, value) => total.plus(value), decimal(0))
  if (block.measure === 'sum') return decimalText(sum)
  return values.length === 0 ? null : decimalText(sum.div(values.length))
}

function isWithin(
  scope: Surroundings,
  { entity }: CountBlock,
  by: string,
  { from, until }: Period,
  record: Reference,
): boolean {
  const of = entityNamed(scope.model, entity)
  const value = seenValue(scope, of, fieldNamed(of, by), record) ?? null
  if (value === null) return false
  const day = typeof value === 'number' ? dayOf(value, scope.store.zone) : String(value)
  return from <= day && day <= until
}
