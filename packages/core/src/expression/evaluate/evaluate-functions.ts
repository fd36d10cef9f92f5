// The library's functions in JavaScript. Each is total: it never throws for any value of its types.
// plan/sql/function-sql.ts has the same functions in SQL. Closed table: exempt from the size limit.

import { ISO_PATTERN, writtenTime } from '../written-times.ts'
import {
  decimalText,
  divideDecimals,
  divideIntegers,
  exact,
  integerOf,
  numberOfText,
  roundHalfAwayFromZero,
  safeInteger,
  sumDecimals,
  sumIntegers,
} from './arithmetic.ts'
import {
  calendarOf,
  isOpen,
  isWorkingDay,
  movedByWorkingDays,
  movedByWorkingTime,
  workingTimeOf,
} from '../business-calendar.ts'
import {
  calendarDay,
  completeMonths,
  dateOf,
  DAY_MAX,
  DAY_MIN,
  DAY_MS,
  dayNumber,
  dayNumberOf,
  weekday,
} from '../calendar.ts'
import { AT_KEY, WRITTEN_NUMBER } from '../members.ts'
import { MAP_OF_PAIRS } from '../value-types.ts'
import { order } from './comparison.ts'
import { mapOfPairs, numberOfJson, writtenNumberOfJson, textOfJson, valueAtKey, yesOrNoOfJson } from './json-values.ts'
import type { ObjectValue, Value, ValueType } from '../expression.ts'
import { calendarPeriodOf, shiftedByCalendar } from './calendar-period.ts'
import { clampTimestamp, fromLocal, toLocal, type TimeZone } from './time-zone.ts'
import { isExact } from '../value-types.ts'

export type Run = (values: readonly Value[], zone: TimeZone) => Value

const text = (value: Value | undefined): string => String(value ?? '')
const number = (value: Value | undefined): number => Number(value ?? 0)
const items = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : [])
const isExactOne = (type: ValueType | undefined) => type !== undefined && isExact(type)
const isListOfExact = (type: ValueType | undefined) => type?.kind === 'list' && isExact(type.of)

/** The local day of a moment; at the ends of the range it may lie outside of the permitted years. */
function localDay(moment: Value | undefined, zone: TimeZone): number {
  return Math.floor(toLocal(number(moment), zone) / DAY_MS)
}

const clampDay = (day: number) => Math.min(Math.max(day, DAY_MIN), DAY_MAX)

/** The day of a date, or of a moment in the specification's time zone. */
function dayOf(value: Value | undefined, zone: TimeZone): number {
  return typeof value === 'string' ? dayNumberOf(value) : clampDay(localDay(value, zone))
}

/** Characters that JavaScript's trim removes. */
/** A lone surrogate. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

function shifted(types: readonly ValueType[], direction: 1 | -1): Run {
  if (types[1]?.kind === 'working time') return movedAtWork(types[0]?.kind === 'date', direction)
  if (types[1]?.kind === 'calendar period') return movedByCalendar(types[0]?.kind === 'date', direction)
  switch (types[0]?.kind) {
    case 'date':
      return ([a, b]) => dateOf(clampDay(dayNumberOf(text(a)) + (direction * number(b)) / DAY_MS))
    case 'timestamp':
      return types[1]?.kind === 'timestamp'
        ? ([a, b]) => number(a) - number(b)
        : ([a, b]) => clampTimestamp(number(a) + direction * number(b))
    default:
      return ([a, b]) => safeInteger(number(a) + direction * number(b))
  }
}

/** A moment keeps its local time. */
function movedByCalendar(isDate: boolean, direction: 1 | -1): Run {
  if (isDate) {
    return ([date, period]) =>
      dateOf(clampDay(shiftedByCalendar(dayNumberOf(text(date)), calendarPeriodOf(text(period)), direction)))
  }
  return ([moment, period], zone) => {
    const local = toLocal(number(moment), zone)
    const day = Math.floor(local / DAY_MS)
    const moved = shiftedByCalendar(day, calendarPeriodOf(text(period)), direction)
    return fromLocal(moved * DAY_MS + (local - day * DAY_MS), zone)
  }
}

function movedAtWork(isDate: boolean, direction: 1 | -1): Run {
  if (isDate)
    return ([date, time]) =>
      dateOf(clampDay(movedByWorkingDays(dayNumberOf(text(date)), workingTimeOf(text(time)), direction)))
  return ([moment, time], zone) => movedByWorkingTime(number(moment), workingTimeOf(text(time)), direction, zone)
}

/** The ends of a period, in comparable form: dates are texts that sort like days. */
const within = (period: Value | undefined, end: 'start' | 'end'): Value => (period as ObjectValue)[end] ?? null
const isBefore = (a: Value, b: Value): boolean => (a ?? 0) < (b ?? 0)

function contains(types: readonly ValueType[]): Run {
  if (types[0]?.kind !== 'period') return ([a, b]) => text(a).includes(text(b))
  if (types[1]?.kind === 'period')
    return ([a, b]) =>
      !isBefore(within(b, 'start'), within(a, 'start')) && !isBefore(within(a, 'end'), within(b, 'end'))
  return ([a, b]) => !isBefore(b ?? null, within(a, 'start')) && isBefore(b ?? null, within(a, 'end'))
}

const overlaps: Run = ([a, b]) =>
  isBefore(within(a, 'start'), within(b, 'end')) && isBefore(within(b, 'start'), within(a, 'end'))

const member =
  (name: string): Run =>
  ([of]) =>
    (of as ObjectValue)[name] ?? null

/** For money in a fixed currency, the amount is the value itself. */
const moneyMember =
  (name: 'amount' | 'currency') =>
  ([type]: readonly ValueType[]): Run =>
    type?.kind !== 'money' || type.currency === null
      ? member(name)
      : ([value]) => (name === 'amount' ? (value ?? null) : type.currency)

function extreme(types: readonly ValueType[], direction: 1 | -1): Run {
  const type = types[0] ?? { kind: 'unknown' }
  const compare = order(type.kind === 'list' ? type.of : type)
  const better = (a: Value, b: Value) => (direction * compare(b, a) > 0 ? b : a)
  if (type.kind !== 'list') return ([a, b]) => better(a ?? null, b ?? null)
  return ([list]) => items(list).reduce<Value>((best, item) => (best === null ? item : better(best, item)), null)
}

const part =
  (which: 'year' | 'month' | 'day'): Run =>
  ([value], zone) =>
    calendarDay(dayOf(value, zone))[which]

export const FUNCTION_VALUES: Readonly<Record<string, (types: readonly ValueType[]) => Run>> = {
  lower:
    () =>
    ([a]) =>
      text(a).toLowerCase(),
  upper:
    () =>
    ([a]) =>
      text(a).toUpperCase(),
  trim:
    () =>
    ([a]) =>
      text(a).trim(),
  startsWith:
    () =>
    ([a, b]) =>
      text(a).startsWith(text(b)),
  endsWith:
    () =>
    ([a, b]) =>
      text(a).endsWith(text(b)),
  contains,
  overlaps: () => overlaps,
  '.start': () => member('start'),
  '.end': () => member('end'),
  '.amount': moneyMember('amount'),
  '.currency': moneyMember('currency'),
  '.name': () => member('name'),
  '.size': () => member('size'),
  '.type': () => member('type'),
  '.url': () => member('url'),
  [AT_KEY]:
    () =>
    ([of, key]) =>
      valueAtKey(of ?? null, text(key)),
  [MAP_OF_PAIRS]:
    () =>
    ([pairs]) =>
      mapOfPairs(items(pairs)),
  asText:
    () =>
    ([value]) =>
      textOfJson(value ?? null),
  asNumber: ([type]) =>
    type?.kind === 'json' ? ([value]) => numberOfJson(value ?? null) : ([value]) => numberOfText(text(value)),
  [WRITTEN_NUMBER]:
    () =>
    ([value]) =>
      writtenNumberOfJson(value ?? null),
  asYesNo:
    () =>
    ([value]) =>
      yesOrNoOfJson(value ?? null),
  size: ([type]) => {
    if (type?.kind === 'map') return ([a]) => Object.keys(a as ObjectValue).length
    return type?.kind === 'list' ? ([a]) => items(a).length : ([a]) => [...text(a)].length
  },
  string: ([type]) => {
    if (type?.kind === 'decimal') return ([a]) => decimalText(exact(a ?? null))
    return type?.kind === 'timestamp' ? ([a]) => writtenTime(number(a), ISO_PATTERN) : ([a]) => text(a)
  },
  decimal:
    () =>
    ([a]) =>
      decimalText(exact(a ?? null)),
  round: (types) =>
    types.length === 1
      ? ([a]) => integerOf(roundHalfAwayFromZero(exact(a ?? null), 0))
      : ([a, places]) => decimalText(roundHalfAwayFromZero(exact(a ?? null), number(places))),
  abs: ([type]) => (isExactOne(type) ? ([a]) => decimalText(exact(a ?? null).abs()) : ([a]) => Math.abs(number(a))),
  div: ([type]) =>
    isExactOne(type)
      ? ([a, b]) => {
          const quotient = divideDecimals(exact(a ?? null), exact(b ?? null))
          return quotient === null ? null : decimalText(quotient)
        }
      : ([a, b]) => divideIntegers(number(a), number(b)),
  min: (types) => extreme(types, -1),
  max: (types) => extreme(types, 1),
  sum: ([type]) => (isListOfExact(type) ? ([a]) => decimalText(sumDecimals(items(a))) : ([a]) => sumIntegers(items(a))),
  avg:
    () =>
    ([a]) => {
      const average = divideDecimals(sumDecimals(items(a)), exact(items(a).length))
      return average === null ? null : decimalText(average)
    },
  join:
    () =>
    ([list, between]) =>
      items(list).map(text).join(text(between)),
  keyed:
    () =>
    ([pairs]) =>
      Object.fromEntries(
        items(pairs).map((pair) => [text((pair as ObjectValue).key), (pair as ObjectValue).value ?? null]),
      ),
  number:
    () =>
    ([value]) =>
      decimalText(exact(value ?? null)),
  unixSeconds:
    () =>
    ([value]) =>
      Math.floor(number(value) / 1000),
  unixMilliseconds:
    () =>
    ([value]) =>
      number(value),
  first:
    () =>
    ([list, most]) =>
      most === undefined ? (items(list)[0] ?? null) : items(list).slice(0, Math.max(0, number(most))),
  last:
    () =>
    ([list, most]) =>
      most === undefined
        ? (items(list).at(-1) ?? null)
        : items(list).slice(Math.max(0, items(list).length - Math.max(0, number(most)))),
  encode:
    () =>
    ([value]) =>
      encodeURIComponent(text(value).replace(HALF, '\ufffd')),
  // An empty text occurs nowhere.
  replace:
    () =>
    ([of, from, to]) =>
      text(from) === '' ? text(of) : text(of).replaceAll(text(from), () => text(to)),
  format:
    () =>
    ([value, pattern], zone) =>
      writtenTime(typeof value === 'string' ? dayOf(value, zone) * DAY_MS : number(value), text(pattern)),
  plus: (types) => shifted(types, 1),
  minus: (types) => shifted(types, -1),
  year: () => part('year'),
  month: () => part('month'),
  day: () => part('day'),
  weekday:
    () =>
    ([value], zone) =>
      weekday(dayOf(value, zone)),
  hour:
    () =>
    ([value], zone) => {
      const local = toLocal(number(value), zone)
      return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / 3_600_000)
    },
  minute:
    () =>
    ([value], zone) => {
      const local = toLocal(number(value), zone)
      return Math.floor((local - Math.floor(local / 3_600_000) * 3_600_000) / 60_000)
    },
  isWorkingDay:
    () =>
    ([value, calendar], zone) =>
      isWorkingDay(calendarOf(text(calendar)), dayOf(value, zone)),
  isOpen:
    () =>
    ([value, calendar], zone) =>
      isOpen(calendarOf(text(calendar)), number(value), zone),
  startOfDay:
    () =>
    ([value], zone) =>
      fromLocal((typeof value === 'string' ? dayNumberOf(value) : localDay(value, zone)) * DAY_MS, zone),
  startOfMonth: ([type]) =>
    type?.kind === 'date'
      ? ([value]) => `${text(value).slice(0, 8)}01`
      : ([value], zone) => fromLocal(dayNumber({ ...calendarDay(localDay(value, zone)), day: 1 }) * DAY_MS, zone),
  daysBetween:
    () =>
    ([a, b], zone) =>
      dayOf(b, zone) - dayOf(a, zone),
  monthsBetween:
    () =>
    ([a, b], zone) =>
      completeMonths(dayOf(a, zone), dayOf(b, zone)),
  yearsBetween:
    () =>
    ([a, b], zone) =>
      Math.trunc(completeMonths(dayOf(a, zone), dayOf(b, zone)) / 12) + 0,
  date:
    () =>
    ([value], zone) =>
      dateOf(dayOf(value, zone)),
}
