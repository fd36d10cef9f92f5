// Filters of a list as texts in an address: `open,waiting`, `10..20`, `..today`, `this-week`, `-`. Browser and server
// share this parser. Only the server converts days to moments, because it knows the time zone.

import { calendarDay, dateOf, DAY_MAX, DAY_MIN, dayNumber, dayNumberOf, weekday } from '../../expression/calendar.ts'
import { isDate } from './accept-value.ts'

/** Matches empty values. No number, day, choice or id looks like it. */
export const NO_VALUE = '-'

/** Negates a list of values: `!open,waiting`. */
export const NOT = '!'

/** For a reference to users: the caller. No id looks like it. */
export const ME = 'me'

/** Suffix of a field's name for search within its text. */
export const CONTAINS = '.contains'

/** Maximum number of values of a filter. */
export const FILTER_VALUES_MAX = 100

/** Relative periods, in the order of the menu. */
export const MOVING_DAYS = [
  'today',
  'yesterday',
  'tomorrow',
  'this-week',
  'last-week',
  'next-week',
  'last-7-days',
  'next-7-days',
  'this-month',
  'last-month',
  'next-month',
  'last-30-days',
  'next-30-days',
  'this-year',
  'last-year',
  'next-year',
] as const

export type MovingDays = (typeof MOVING_DAYS)[number]

/** A filter of a screen's list. */
export interface AppFilter {
  /** Name of the query parameter: the field's name, with `.contains` for search within a text. */
  readonly name: string
  readonly label: string
  /** As for a column. */
  readonly isBuiltIn?: true
  readonly filter:
    | { readonly kind: 'choice'; readonly values: readonly { readonly value: string; readonly label: string }[] }
    | { readonly kind: 'yes/no' }
    /** Values come from `/_ninefold/options/<entity>`. */
    | {
        readonly kind: 'reference'
        readonly entity: string
        /** Its records are users, so the reader can be chosen as "me". */
        readonly hasMe?: true
      }
    /** Null: amounts in any currency. */
    | { readonly kind: 'money'; readonly currency: string | null }
    | { readonly kind: 'text' | 'number' | 'date' }
  /** Counts per choice can be requested. */
  readonly isCounted?: true
  /** A call provides the list and accepts a single value. */
  readonly isOneValue?: true
  /** By a custom field: lists have as many as an organisation defines. */
  readonly isOfDefinition?: true
  /** The field may be empty, which can be filtered for. */
  readonly mayBeEmpty?: true
}

/** Either end may be open. The texts are not parsed as values yet. */
export interface FilterRange {
  readonly from: string | null
  readonly until: string | null
}

/** `10..20`, `10..` or `..20`; null: not a range. */
export function rangeIn(text: string): FilterRange | null {
  const place = text.indexOf('..')
  if (place < 0) return null
  const [from, until] = [text.slice(0, place), text.slice(place + 2)]
  return from === '' && until === '' ? null : { from: from === '' ? null : from, until: until === '' ? null : until }
}

export function rangeText({ from, until }: FilterRange): string {
  return from === null && until === null ? '' : `${from ?? ''}..${until ?? ''}`
}

/** Comma-separated values; a word that contains a comma must stand alone. */
export function valuesIn(text: string, known: readonly string[] = []): readonly string[] {
  return known.includes(text) ? [text] : text.split(',')
}

/** `!open,waiting` → the negation of `open,waiting`. A word of the field may itself begin with the sign. */
export function denialIn(
  text: string,
  known: readonly string[] = [],
): { readonly isNot: boolean; readonly of: string } {
  const isNot = text.startsWith(NOT) && text !== NOT && !known.includes(text)
  return { isNot, of: isNot ? text.slice(NOT.length) : text }
}

export interface Today {
  /** `2026-01-31` */
  readonly date: string
  /** 1 is Monday, 7 is Sunday. */
  readonly firstWeekday: number
}

/** The first and last day as texts; null: not a filter by days. */
export function daysIn(text: string, today: Today): FilterRange | null {
  const range = rangeIn(text)
  if (range === null) return namedDays(text, today)
  const from = range.from === null ? OPEN : namedDays(range.from, today)
  const until = range.until === null ? OPEN : namedDays(range.until, today)
  return from === null || until === null ? null : { from: from.from, until: until.until }
}

const OPEN: FilterRange = { from: null, until: null }

function namedDays(text: string, today: Today): FilterRange | null {
  return isDate(text) ? { from: text, until: text } : movingDays(text, today)
}

function movingDays(text: string, { date, firstWeekday }: Today): FilterRange | null {
  const word = MOVING_DAYS.find((each) => each === text)
  if (word === undefined) return null
  const today = dayNumberOf(date)
  const days = (first: number, last: number): FilterRange => ({ from: written(first), until: written(last) })
  const [which = '', unit = '', ofSome] = word.split('-')
  if (ofSome !== undefined)
    return which === 'last' ? days(today - Number(unit) + 1, today) : days(today, today + Number(unit) - 1)
  const away = which === 'last' || which === 'yesterday' ? -1 : which === 'next' || which === 'tomorrow' ? 1 : 0
  const { year, month } = calendarDay(today)
  switch (unit) {
    case 'week': {
      const first = today - ((weekday(today) - firstWeekday + 7) % 7) + away * 7
      return days(first, first + 6)
    }
    case 'month':
      return days(firstOfMonth(year, month + away), firstOfMonth(year, month + away + 1) - 1)
    case 'year':
      return days(firstOfMonth(year + away, 1), firstOfMonth(year + away + 1, 1) - 1)
    default:
      return days(today + away, today + away)
  }
}

function firstOfMonth(year: number, month: number): number {
  const months = year * 12 + month - 1
  return dayNumber({ year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1, day: 1 })
}

/** Clamped to the calendar of fields. */
function written(day: number): string {
  return dateOf(Math.min(Math.max(day, DAY_MIN), DAY_MAX))
}
