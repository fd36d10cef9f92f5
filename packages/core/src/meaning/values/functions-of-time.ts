// Functions and operators of days, moments, durations and periods (reference/expression, Time).

import type { ValueType } from '../../expression/expression.ts'
import {
  calendarLater,
  DAY_MS,
  dayAfter,
  dayOf,
  formatted,
  daysFromTo,
  monthsFromTo,
  held,
  momentLater,
  shownAt,
  startOf,
  weekdayOf,
  type Zone,
} from './dates.ts'
import { whole } from './numbers.ts'
import type { Datum } from '../store.ts'
import { compared } from './values.ts'
import { dayByWork, isOpen, isWorkingDay, momentByWork } from './working-time.ts'

export interface Period {
  readonly start: Datum
  readonly end: Datum
}

/** Adds to, or subtracts from, a day, moment or duration. */
export function later(types: readonly ValueType[], values: readonly Datum[], sign: 1 | -1, zone: Zone): Datum {
  const [of, by] = types
  const [value = null, amount = null] = values
  if (of?.kind === 'timestamp' && by?.kind === 'timestamp') return Number(value) - Number(amount)
  if (by?.kind === 'working time')
    return of?.kind === 'date'
      ? dayByWork(String(value), String(amount), sign)
      : momentByWork(Number(value), String(amount), sign, zone)
  if (of?.kind === 'date')
    return by?.kind === 'calendar period'
      ? calendarLater(String(value), String(amount), sign)
      : dayAfter(String(value), (sign * Number(amount)) / DAY_MS)
  if (of?.kind === 'timestamp')
    return by?.kind === 'calendar period'
      ? momentLater(Number(value), String(amount), sign, zone)
      : held(Number(value) + sign * Number(amount))
  return whole(BigInt(Number(value)) + BigInt(sign * Number(amount)))
}

/** Undefined: no such function. */
export function valueOfTimeFunction(
  name: string,
  types: readonly ValueType[],
  values: readonly Datum[],
  zone: Zone,
): Datum | undefined {
  const [type] = types
  const [first = null, second = null] = values
  const days = values.map((value, index) => (types[index]?.kind === 'timestamp' ? dayOf(Number(value), zone) : value))
  const day = String(days[0])
  switch (name) {
    case 'plus':
      return later(types, values, 1, zone)
    case 'minus':
      return later(types, values, -1, zone)
    case 'year':
      return Number(day.slice(0, 4))
    case 'month':
      return Number(day.slice(5, 7))
    case 'day':
      return Number(day.slice(8))
    case 'weekday':
      return weekdayOf(day)
    case 'hour':
      return new Date(shownAt(Number(first), zone)).getUTCHours()
    case 'minute':
      return new Date(shownAt(Number(first), zone)).getUTCMinutes()
    case 'isWorkingDay':
      return isWorkingDay(String(second), day)
    case 'isOpen':
      return isOpen(String(second), Number(first), zone)
    case 'startOfDay':
      return startOf(day, zone)
    case 'startOfMonth': {
      const begin = `${day.slice(0, 8)}01`
      return type?.kind === 'date' ? begin : startOf(begin, zone)
    }
    case 'daysBetween':
      return daysFromTo(day, String(days[1]))
    case 'monthsBetween':
      return monthsFromTo(day, String(days[1]))
    case 'yearsBetween':
      return whole(BigInt(monthsFromTo(day, String(days[1]))) / 12n)
    case 'date':
      return day
    case 'time':
      return day.length === 5 ? `${day}:00` : day
    case 'format':
      if (first === null) return null
      return formatted(type?.kind === 'date' ? new Date(`${day}T00:00:00Z`) : new Date(Number(first)), String(second))
    case 'unixSeconds':
      return Math.floor(Number(first) / 1000)
    case 'unixMilliseconds':
      return Number(first)
    case 'overlaps':
      return type?.kind === 'period' ? isOverlap(type, first, second) : undefined
    case 'contains':
      return type?.kind === 'period' ? isWithin(type, first, types[1], second) : undefined
    default:
      return undefined
  }
}

type PeriodType = Extract<ValueType, { readonly kind: 'period' }>

export function isOverlap({ of }: PeriodType, a: Datum, b: Datum): boolean {
  const [one, other] = [a, b].map((each) => each as unknown as Period)
  if (one === undefined || other === undefined) return false
  const type = { kind: of }
  return compared(type, one.start, other.end) < 0 && compared(type, other.start, one.end) < 0
}

function isWithin({ of }: PeriodType, period: Datum, itemType: ValueType | undefined, item: Datum): boolean {
  const { start, end } = period as unknown as Period
  const type = { kind: of }
  if (itemType?.kind !== 'period') return compared(type, item, start) >= 0 && compared(type, item, end) < 0
  const inner = item as unknown as Period
  return compared(type, inner.start, start) >= 0 && compared(type, inner.end, end) <= 0
}
