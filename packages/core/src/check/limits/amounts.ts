// Amounts with units → typed values: `7 days`, `2 months`, `10 MB`, `19 %`, `250 EUR`, `yes`, `2026-01-31`, `17:30`,
// `"text"`. Durations become milliseconds, sizes become bytes. Months and years vary in length, so they are calendar
// periods.

import { ownValue } from '../../model/find.ts'
import { calendarPeriodText } from '../../expression/evaluate/calendar-period.ts'
import { isValidDate } from '../../expression/calendar.ts'
import type { ValueType } from '../../expression/expression.ts'
import type { Constant } from '../../model/limits.ts'

export interface Amount extends Pick<Constant, 'unit' | 'value'> {
  readonly type: ValueType
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

/** Multiples of 1024, as in file managers. */
const BYTES: Readonly<Record<string, number>> = { byte: 1, B: 1, KB: 1024, kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** Units of numbers, for suggestions. */
export const UNITS: readonly string[] = [
  ...Object.keys(MILLISECONDS).flatMap((unit) => (unit === 'ms' ? [unit] : [unit, `${unit}s`])),
  ...Object.keys(MONTHS).flatMap((unit) => [unit, `${unit}s`]),
  ...Object.keys(BYTES),
]

const AMOUNT = /^(-?\d+(?:\.\d+)?)(?:\s*(%|[A-Za-z]+))?$/
const CALENDAR = /^(\d+) (year|quarter|month)s?(?:(?: and |, | )(\d+) (quarter|month)s?)?$/
const ADDED = /^(\d+ [a-z]+)(?: and |, | )(\d+ [a-z]+)$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

/** The amount in the text, or null. */
export function amountOf(written: string): Amount | null {
  const text = written.trim()
  if (text === 'yes' || text === 'no') return plain({ kind: 'boolean' }, text === 'yes')
  const quoted = /^"([^"]*)"$/.exec(text)
  if (quoted !== null) return plain({ kind: 'text' }, quoted[1] ?? '')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isValidDate(text) ? plain({ kind: 'date' }, text) : null
  if (TIME.test(text)) return plain({ kind: 'time' }, text.length === 5 ? `${text}:00` : text)
  const calendar = CALENDAR.exec(text)
  if (calendar !== null) return calendarAmount(calendar)
  const match = AMOUNT.exec(text)
  return match === null ? addedDurations(text) : withUnit(match[1] ?? '', match[2] ?? null)
}

/** `1 hour 30 minutes`, larger part first, like calendar periods. */
function addedDurations(text: string): Amount | null {
  const added = ADDED.exec(text)
  if (added === null) return null
  const [one, other] = [amountOf(added[1] ?? ''), amountOf(added[2] ?? '')]
  if (one?.type.kind !== 'duration' || other?.type.kind !== 'duration') return null
  return Number(one.value) > Number(other.value) ? plain(one.type, Number(one.value) + Number(other.value)) : null
}

function plain(type: ValueType, value: Amount['value'], unit: Amount['unit'] = null): Amount {
  return { type, value, unit }
}

function calendarAmount([, first = '', unit = '', second = '0', smaller = 'month']: RegExpExecArray): Amount {
  const months = Number(first) * (ownValue(MONTHS, unit) ?? 0) + Number(second) * (ownValue(MONTHS, smaller) ?? 0)
  return plain({ kind: 'calendar period' }, calendarPeriodText({ months, days: 0 }))
}

function withUnit(digits: string, unit: string | null): Amount | null {
  const isWhole = /^-?\d+$/.test(digits)
  if (unit === null) return numberOf(digits, isWhole)
  const factor = ownValue(MILLISECONDS, unit) ?? ownValue(MILLISECONDS, unit.replace(/s$/, ''))
  if (factor !== undefined) return wholeProduct(digits, factor, { kind: 'duration' }, null)
  const bytes = ownValue(BYTES, unit) ?? ownValue(BYTES, unit.replace(/s$/, ''))
  if (bytes !== undefined) return wholeProduct(digits, bytes, { kind: 'integer' }, 'size')
  // A percentage is the number before the sign.
  if (unit === '%') return plain({ kind: 'decimal' }, digits, 'percent')
  return /^[A-Z]{3}$/.test(unit) ? plain({ kind: 'money', currency: unit }, digits) : null
}

function numberOf(digits: string, isWhole: boolean): Amount | null {
  if (!isWhole) return plain({ kind: 'decimal' }, digits)
  const value = Number(digits)
  return Number.isSafeInteger(value) ? plain({ kind: 'integer' }, value) : null
}

function wholeProduct(digits: string, factor: number, type: ValueType, unit: Amount['unit']): Amount | null {
  const value = Math.round(Number(digits) * factor)
  return Number.isSafeInteger(value) ? plain(type, value, unit) : null
}
