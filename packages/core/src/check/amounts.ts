// Values as authors write them, with units → typed values: `7 days`, `10 MB`, `19 %`, `yes`, `"text"`.
// Durations become milliseconds, sizes become bytes. Months and years differ in length: they are calendar periods.

import { CALENDAR_DAYS_MAX, CALENDAR_MONTHS_MAX, calendarPeriodText } from '../expression/calendar-period.ts'
import type { ValueType } from '../expression/expression.ts'

export interface Amount {
  readonly type: ValueType
  readonly value: string | number | boolean
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

/** Sizes count in steps of 1024, as file managers show them. */
const BYTES: Readonly<Record<string, number>> = { byte: 1, B: 1, KB: 1024, kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

const AMOUNT = /^(-?\d+(?:\.\d+)?)(?:\s*(%|[A-Za-z]+))?$/

/** The amount that the text states, or null when it states none. */
export function amountOf(written: string): Amount | null {
  const text = written.trim()
  if (text === 'yes' || text === 'no') return { type: { kind: 'boolean' }, value: text === 'yes' }
  const quoted = /^"([^"]*)"$/.exec(text)
  if (quoted !== null) return { type: { kind: 'text' }, value: quoted[1] ?? '' }
  const match = AMOUNT.exec(text)
  if (match === null) return calendarAmount(text)
  return withUnit(match[1] ?? '', match[2] ?? null)
}

function withUnit(digits: string, unit: string | null): Amount | null {
  const isWhole = /^-?\d+$/.test(digits)
  if (unit === null) return numberOf(digits, isWhole)
  const factor = MILLISECONDS[unit] ?? MILLISECONDS[unit.replace(/s$/, '')]
  if (factor !== undefined) return wholeProduct(digits, factor, { kind: 'duration' })
  const bytes = BYTES[unit] ?? BYTES[unit.replace(/s$/, '')]
  if (bytes !== undefined) return wholeProduct(digits, bytes, { kind: 'integer' })
  // A percentage stays the number in front of the sign.
  if (unit === '%') return { type: { kind: 'decimal' }, value: digits }
  if (/^[A-Z]{3}$/.test(unit)) return { type: { kind: 'money', currency: unit }, value: digits }
  return calendarAmount(`${digits} ${unit}`)
}

/** Months in a unit of the calendar, and days. */
const CALENDAR: Readonly<Record<string, readonly [number, number]>> = {
  year: [12, 0],
  month: [1, 0],
  week: [0, 7],
  day: [0, 1],
}

/** `2 months`, `1 year 6 months`. Only of days and weeks, it would be a duration. */
function calendarAmount(text: string): Amount | null {
  const [months, days] = [0, 0].map((_, index) => {
    let sum = 0
    for (const [, count, unit] of text.matchAll(/(\d+) *([a-z]+?)s?\b/g))
      sum += Number(count) * (CALENDAR[unit ?? '']?.[index] ?? NaN)
    return sum
  })
  if (!/^(\d+ *[a-z]+)( +\d+ *[a-z]+)*$/.test(text) || !months || days === undefined || Number.isNaN(days)) return null
  if (months > CALENDAR_MONTHS_MAX || days > CALENDAR_DAYS_MAX) return null
  return { type: { kind: 'calendar period' }, value: calendarPeriodText({ months, days }) }
}

function numberOf(digits: string, isWhole: boolean): Amount | null {
  if (!isWhole) return { type: { kind: 'decimal' }, value: digits }
  const value = Number(digits)
  return Number.isSafeInteger(value) ? { type: { kind: 'integer' }, value } : null
}

function wholeProduct(digits: string, factor: number, type: ValueType): Amount | null {
  const value = Math.round(Number(digits) * factor)
  return Number.isSafeInteger(value) ? { type, value } : null
}

/** `60 days` in `not shown (assumed: 60 days)`; null when it says plainly `not shown`; else the text itself. */
export function shownOrAssumed(text: string): string | null {
  const match = /^not shown(?:\s*\(assumed:\s*(.*)\))?\.?$/.exec(text.trim())
  return match === null ? text.trim() : (match[1] ?? null)
}
