// Values → the words of the application's language and time zone.

import { durationParts } from '@ninefold/core/contract/inputs/duration-parts.ts'
import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import { instantOf } from '../client/input/moments.ts'
import { useApp } from './app-context.ts'

export interface Formats {
  /** A decimal as text keeps its digits, and has at least `places` of them behind the point. */
  readonly number: (value: number | string, places?: number) => string
  /** A number that is written already, with `%` or `points` behind it. */
  readonly withUnit: (number: string, unit: string | undefined) => string
  /** How many there are: a number that is an amount whatever its size. */
  readonly count: (value: number) => string
  /** `amount` is a decimal as text, and keeps its digits. */
  readonly money: (amount: string, currency: string) => string
  /** Without the small coins: where amounts are compared, and not paid. */
  readonly wholeMoney: (amount: number, currency: string) => string
  readonly date: (value: string) => string
  /** Without the year in which its reader is. */
  readonly shortDate: (value: string, thisYear: number) => string
  readonly time: (value: string) => string
  /** The hour of an instant, in milliseconds since 1970. */
  readonly timeOfDay: (instant: number) => string
  readonly duration: (milliseconds: number) => string
  /** `ES` is Spain; the code itself where nobody knows what it means. */
  readonly codeName: (code: string, of: 'region' | 'language') => string
  /** Null for what is no period. */
  readonly period: (value: unknown, of: 'date' | 'date and time') => string | null
  /** Null for what is no moment. `now` is passed, so that it can tick. */
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

/** Made once for all cells of a page: a formatter takes longer to make than a hundred values to write. */
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
  const near = dates({ day: 'numeric', month: 'short', timeZone })
  const far = dates({ dateStyle: 'medium', timeZone })
  const clock = dates({ timeStyle: 'short', timeZone: 'UTC' })
  const hour = dates({ timeStyle: 'short', timeZone })
  const relative = whenNeeded(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' }))
  const amounts = new Map<string, Intl.NumberFormat>()

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
      // Not the places that a language is used to: an amount keeps those of its currency, and every digit it has.
      const places = { minimumFractionDigits: currencyPlaces(currency) ?? 0, maximumFractionDigits: 20 }
      const format =
        amounts.get(currency) ?? new Intl.NumberFormat(language, { style: 'currency', currency, ...places })
      amounts.set(currency, format)
      return format.format(amount as Intl.StringNumericLiteral)
    },
    wholeMoney: (amount, currency) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount),
    date: (value) => dayWords(value, days()),
    shortDate: (value, thisYear) => dayWords(value, value.startsWith(`${thisYear}-`) ? daysOfYear() : days()),
    time: (value) => {
      const at = Date.parse(`2000-01-01T${value}Z`)
      return Number.isNaN(at) ? value : clock().format(at)
    },
    timeOfDay: (instant) => hour().format(instant),
    duration: (milliseconds) => durationWords(milliseconds, language),
    codeName: (code, of) => codeName(code, language, of),
    period: (value, of) => periodWords(value, of === 'date' ? days() : whole()),
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

function dayWords(value: string, format: Intl.DateTimeFormat): string {
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) ? value : format.format(at)
}

/** None is made that no value needs. */
function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** A day or a month that both ends share is written once. */
function periodWords(value: unknown, format: Intl.DateTimeFormat): string | null {
  if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value)) return null
  const [start, end] = [instantOf(value.start), instantOf(value.end)]
  return start === null || end === null ? null : unbroken(format.formatRange(start, end))
}

/** Where a line is too short for it, it breaks after the day or after the dash, and nowhere within a time. */
function unbroken(range: string): string {
  return range.replace(/\s(?=[–—]|[\p{L}.]{1,4}(?:\s|$))/gu, '\u00a0')
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Null beyond a week: there a day of the calendar says more than a distance. */
function relativeWords(distance: number, format: Intl.RelativeTimeFormat): string | null {
  const size = Math.abs(distance)
  if (size < 45 * SECOND) return format.format(0, 'second')
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
