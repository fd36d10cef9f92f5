// Filters of a list, as a text that can stand in an address: `open,waiting`, `10..20`, `..today`, `this-week`, `-`.
// Browser and server read it alike. Which moments a day has is the server's to say: it knows the time zone.

import { calendarDay, dateOf, DAY_MAX, DAY_MIN, dayNumber, dayNumberOf, weekday } from '../../expression/calendar.ts'
import { isDate } from './accept-value.ts'

/** Finds what has no value. No number, day, word of a choice or id is written like that. */
export const NO_VALUE = '-'

/** Before values: finds what has none of them, `!open,waiting`. */
export const NOT = '!'

/** Of a reference to users: whoever asks. No id is written like that. */
export const ME = 'me'

/** A text is looked for within the field's by the field's name with this behind it. */
export const CONTAINS = '.contains'

/** So many values at once, and no more. */
export const FILTER_VALUES_MAX = 100

/** Days that move with the calendar, in the order in which they are offered. */
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

/** A filter that a list of a screen has. */
export interface AppFilter {
  /** Name of the query parameter: the field's name, with `.contains` where a text is looked for within it. */
  readonly name: string
  readonly label: string
  /** As of a column. */
  readonly isBuiltIn?: true
  readonly filter:
    | { readonly kind: 'choice'; readonly values: readonly { readonly value: string; readonly label: string }[] }
    | { readonly kind: 'yes/no' }
    /** Values come from `/_ninefold/options/<entity>`. */
    | {
        readonly kind: 'reference'
        readonly entity: string
        /** Its records are users, of whom the reader is one. */
        readonly hasMe?: true
      }
    /** Null: of amounts in any currency. */
    | { readonly kind: 'money'; readonly currency: string | null }
    | { readonly kind: 'text' | 'number' | 'date' }
  /** How many records each of its choices finds can be asked for. */
  readonly isCounted?: true
  /** A call is asked, which knows one value and no more. */
  readonly isOneValue?: true
  /** There may be no value, which can be asked for too. */
  readonly mayBeEmpty?: true
}

/** Either end may be open. The text is that of the end, not yet a value. */
export interface FilterRange {
  readonly from: string | null
  readonly until: string | null
}

/** `10..20`, `10..` or `..20`; null: it is no range. */
export function rangeIn(text: string): FilterRange | null {
  const place = text.indexOf('..')
  if (place < 0) return null
  const [from, until] = [text.slice(0, place), text.slice(place + 2)]
  return from === '' && until === '' ? null : { from: from === '' ? null : from, until: until === '' ? null : until }
}

export function rangeText({ from, until }: FilterRange): string {
  return from === null && until === null ? '' : `${from ?? ''}..${until ?? ''}`
}

/** Several are separated by commas; a word that has a comma itself stands alone. */
export function valuesIn(text: string, known: readonly string[] = []): readonly string[] {
  return known.includes(text) ? [text] : text.split(',')
}

/** `!open,waiting` → that it is none of `open,waiting`. A word of the field may begin like that itself. */
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

/** The first and the last day that are meant, both of them days as they are written; null: no days are meant. */
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

/** The calendar of fields begins and ends. */
function written(day: number): string {
  return dateOf(Math.min(Math.max(day, DAY_MIN), DAY_MAX))
}
