// Values → text in the language and time zone of the application.

import { durationParts } from '@ninefold/core/contract/inputs/duration-parts.ts'
import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import { instantOf } from '../client/input/moments.ts'
import { useApp } from './app-context.ts'
import { words } from './words/words.ts'

export interface Formats {
  /** Keeps every digit of a decimal given as text, and shows at least `places` digits after the decimal point. */
  readonly number: (value: number | string, places?: number) => string
  /** Appends a unit to a formatted number: `%` or `points`. */
  readonly withUnit: (number: string, unit: string | undefined) => string
  /** Formats a count of records. */
  readonly count: (value: number) => string
  /** Formats a decimal given as text, and keeps its digits. */
  readonly money: (amount: string, currency: string) => string
  /** Formats an amount without its minor unit, for charts, where amounts are compared and not paid. */
  readonly wholeMoney: (amount: number, currency: string) => string
  readonly date: (value: string) => string
  /** Leaves the year out if it is `thisYear`. */
  readonly shortDate: (value: string, thisYear: number) => string
  readonly time: (value: string) => string
  /** Formats the time of an instant, given in milliseconds since 1970. */
  readonly timeOfDay: (instant: number) => string
  readonly duration: (milliseconds: number) => string
  /** Returns the name of a code (`ES` → Spain), or the code itself if it has no known name. */
  readonly codeName: (code: string, of: 'region' | 'language') => string
  /** Null: the value is not a period. `thisYear`: a period in it is written without the year. */
  readonly period: (value: unknown, of: 'date' | 'date and time', thisYear?: number) => string | null
  /** Null: the value is not a moment. The caller passes `now`, so that the text can change as time passes. */
  readonly moment: (
    value: unknown,
    now: number,
  ) => { readonly relative: string; readonly exact: string; readonly short: string; readonly iso: string } | null
}

export function useFormats(): Formats {
  const { language, timeZone } = useApp()
  return formatsOf(language, timeZone)
}

const known = new Map<string, Formats>()

/** Cached for all cells of a page: creating a formatter takes longer than formatting a hundred values. */
export function formatsOf(language: string, timeZone: string): Formats {
  const key = `${language} ${timeZone}`
  const formats = known.get(key) ?? makeFormats(language, timeZone)
  known.set(key, formats)
  return formats
}

function makeFormats(language: string, timeZone: string): Formats {
  const numbers = new Map<number, Intl.NumberFormat>()
  const percents = whenNeeded(() => new Intl.NumberFormat(language, { style: 'unit', unit: 'percent' }).format(1))
  const counts = whenNeeded(() => new Intl.NumberFormat(language, { useGrouping: 'always' }))
  const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
    whenNeeded(() => new Intl.DateTimeFormat(language, options))
  const days = dates({ dateStyle: 'medium', timeZone: 'UTC' })
  const daysOfYear = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  const exact = dates({ dateStyle: 'full', timeStyle: 'short', timeZone })
  const whole = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone })
  const wholeOfYear = dates({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })
  const near = dates({ day: 'numeric', month: 'short', timeZone })
  const far = dates({ dateStyle: 'medium', timeZone })
  const clock = dates({ timeStyle: 'short', timeZone: 'UTC' })
  const hour = dates({ timeStyle: 'short', timeZone })
  const relative = whenNeeded(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' }))
  const amounts = new Map<string, MoneyFormat>()

  return {
    number: (value, places = 0) => {
      const digits = { minimumFractionDigits: places, maximumFractionDigits: 20, useGrouping: 'min2' } as const
      const format = numbers.get(places) ?? new Intl.NumberFormat(language, digits)
      numbers.set(places, format)
      return format.format(value as Intl.StringNumericLiteral)
    },
    withUnit: (number, unit) =>
      unit === undefined ? number : unit === '%' ? percents().replace('1', number) : `${number}\u00a0${unit}`,
    count: (value) => counts().format(value),
    money: (amount, currency) => {
      // The language's default number of decimal places does not apply: an amount shows those of its currency, and
      // every digit that it has.
      const places = { minimumFractionDigits: currencyPlaces(currency) ?? 0, maximumFractionDigits: 20 }
      const format = amounts.get(currency) ?? moneyFormat(language, currency, places)
      amounts.set(currency, format)
      return format(amount as Intl.StringNumericLiteral)
    },
    wholeMoney: (amount, currency) => moneyFormat(language, currency, { maximumFractionDigits: 0 })(amount),
    date: (value) => dayWords(value, days()),
    shortDate: (value, thisYear) => dayWords(value, value.startsWith(`${thisYear}-`) ? daysOfYear() : days()),
    time: (value) => {
      const at = Date.parse(`2000-01-01T${value}Z`)
      return Number.isNaN(at) ? value : clock().format(at)
    },
    timeOfDay: (instant) => hour().format(instant),
    duration: (milliseconds) => durationWords(milliseconds, language),
    codeName: (code, of) => codeName(code, language, of),
    period: (value, of, thisYear) =>
      of === 'date' ? periodWords(value, thisYear, days, daysOfYear) : periodWords(value, thisYear, whole, wholeOfYear),
    moment: (value, now) => {
      const at = instantOf(value)
      if (at === null) return null
      const distance = relativeWords(at - now, relative())
      const isSameYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear()
      return {
        relative: distance ?? (isSameYear ? near : far)().format(at),
        exact: exact().format(at),
        short: whole().format(at),
        iso: new Date(at).toISOString(),
      }
    },
  }
}

type MoneyFormat = (amount: number | Intl.StringNumericLiteral) => string

const DIGITS: ReadonlySet<string> = new Set(['integer', 'group', 'decimal', 'fraction'])

/** For English outside its own regions, `Intl` has the region's notation of numbers, but not of money: €1,234.50 beside 1.234,50. */
function moneyFormat(language: string, currency: string, digits: Intl.NumberFormatOptions): MoneyFormat {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits })
  if (!language.startsWith('en-')) return (amount) => format.format(amount)
  const numbers = new Intl.NumberFormat(language, digits)
  return (amount) => {
    const parts = format.formatToParts(amount)
    const first = parts.findIndex(({ type }) => DIGITS.has(type))
    const number = numbers.formatToParts(amount).filter(({ type }) => DIGITS.has(type))
    const others = parts.filter(({ type }) => !DIGITS.has(type))
    return [...others.slice(0, first), ...number, ...others.slice(first)].map(({ value }) => value).join('')
  }
}

function dayWords(value: string, format: Intl.DateTimeFormat): string {
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) ? value : format.format(at)
}

/** Creates each formatter on first use. */
function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Writes a day or month that both ends share only once. */
function periodWords(
  value: unknown,
  thisYear: number | undefined,
  format: () => Intl.DateTimeFormat,
  formatOfYear: () => Intl.DateTimeFormat,
): string | null {
  if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value)) return null
  const [start, end] = [instantOf(value.start), instantOf(value.end)]
  if (start === null || end === null) return null
  const isThisYear = [start, end].every((at) => new Date(at).getUTCFullYear() === thisYear)
  return unbroken((isThisYear ? formatOfYear : format)().formatRange(start, end))
}

/** Allows a line break only after the day or after the dash, never within a time. */
function unbroken(range: string): string {
  return range.replace(/\s(?=[–—]|[\p{L}.]{1,4}(?:\s|$))/gu, '\u00a0')
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A clock of a browser may be behind that of the server. */
const SKEW_MS = 5 * SECOND

/** Returns null beyond a week: from there on a date says more than a distance. */
function relativeWords(distance: number, format: Intl.RelativeTimeFormat): string | null {
  const size = Math.abs(distance)
  if (size < 45 * SECOND) return distance > SKEW_MS ? format.format(0, 'second') : words.justNow
  if (size < 45 * MINUTE) return format.format(Math.round(distance / MINUTE), 'minute')
  if (size < 22 * HOUR) return format.format(Math.sign(distance) * Math.max(1, Math.round(size / HOUR)), 'hour')
  if (size < 7 * DAY) return format.format(Math.sign(distance) * Math.max(1, Math.round(size / DAY)), 'day')
  return null
}

function codeName(code: string, language: string, type: 'region' | 'language'): string {
  try {
    return new Intl.DisplayNames(language, { type }).of(code) ?? code
  } catch {
    return code
  }
}

function durationWords(milliseconds: number, language: string): string {
  const parts = durationParts(milliseconds).map(({ count, unit }) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  )
  return (milliseconds < 0 ? '−' : '') + parts.join(' ')
}
