// One filter of a standard list in an address → the values that it matches (reference/7-calls, Filters, order and
// pages; reference/2-screens).

import type { ValueType } from '../../expression/expression.ts'
import { currencyPlaces } from '../../model/currencies.ts'
import { dayAfter, dayOf, startOf, weekdayOf, type Zone } from './dates.ts'
import { isOverlap } from './functions-of-time.ts'
import { isDay } from './inputs.ts'
import { NotCovered } from '../not-covered.ts'
import { decimal } from './numbers.ts'
import { type Datum, isReference } from '../store.ts'
import { type Amount, compared, isSame } from './values.ts'

export type ValueFilter = (value: Datum) => boolean

/** Days are those of the zone; weeks begin on `weekStarts`, where 1 is Monday. */
export interface FilterPlace {
  /** Parses a word by the field's type; undefined: invalid. */
  readonly read: (word: string) => Datum | undefined
  readonly nowMs: number
  readonly zone: Zone
  readonly weekStarts: number
}

export function partFilter(type: ValueType, text: string): ValueFilter | null {
  if (type.kind !== 'text') return null
  return (value) => value !== null && String(value).toLowerCase().includes(text.toLowerCase())
}

/** `isWord`: texts of the field have a fixed form, so `-` can match empty values. Null: not a valid filter. */
export function valueFilter(type: ValueType, text: string, place: FilterPlace, isWord: boolean): ValueFilter | null {
  const { read } = place
  if (type.kind === 'text' && !isWord) {
    const meant = read(text) ?? null
    return meant === null ? null : (value) => value === meant
  }
  if (text === '-') return (value) => value === null || (Array.isArray(value) && value.length === 0)
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'time':
    case 'duration':
      return rangeFilter(type, text, read) ?? wordFilter(type, text, read)
    case 'money':
      if (type.currency === null) return moneyFilter(text)
      return rangeFilter(type, text, read) ?? wordFilter(type, text, read)
    case 'text':
    case 'boolean':
    case 'choice':
    case 'record':
    case 'list':
      return wordFilter(type, text, read)
    case 'date': {
      const days = daysIn(text, place)
      return days === null ? null : between(type, days.from, days.until, true)
    }
    case 'timestamp': {
      const days = daysIn(text, place)
      return days === null ? momentFilter(type, text) : between(type, ...momentsOf(days, place), false)
    }
    case 'period':
      return periodFilter(type, text, place)
    default:
      throw new NotCovered(`filters of ${type.kind}`)
  }
}

type Reading = FilterPlace['read']

/** `open,waiting,-`; `!open,waiting` matches all others. */
function wordFilter(type: ValueType, text: string, read: Reading): ValueFilter | null {
  const isDenied = text.startsWith('!') && text !== '!' && read(text) === undefined
  const isOne = wordsFilter(type, isDenied ? text.slice(1) : text, read)
  return isOne === null || !isDenied ? isOne : (value) => !isOne(value)
}

function wordsFilter(type: ValueType, text: string, read: Reading): ValueFilter | null {
  const of = type.kind === 'list' ? type.of : type
  const words = text.split(',').map((word): Datum | undefined => (word === '-' ? null : (read(word) ?? undefined)))
  if (words.includes(undefined)) return null
  const isOne = (value: Datum): boolean =>
    words.some((word = null) => (isReference(value) && word !== null ? value.id === word : isSame(of, value, word)))
  if (type.kind !== 'list') return isOne
  return (value) => {
    const items = (value ?? []) as readonly Datum[]
    return items.length === 0 ? words.includes(null) : items.some(isOne)
  }
}

interface Ends {
  /** Empty: no bound. */
  readonly from: Datum
  readonly until: Datum
}

/** `10..20`, `10..`, `..20`, as texts. Null: not a range. */
function rangeIn(text: string): { readonly from: string; readonly until: string } | null {
  const place = text.indexOf('..')
  if (place < 0 || text === '..') return null
  return { from: text.slice(0, place), until: text.slice(place + 2) }
}

function rangeFilter(type: ValueType, text: string, read: Reading): ValueFilter | null {
  const range = rangeIn(text)
  if (range === null) return null
  const [from, until] = [range.from, range.until].map((end) => (end === '' ? null : (read(end) ?? undefined)))
  return from === undefined || until === undefined ? null : between(type, from, until, true)
}

function between(type: ValueType, from: Datum, until: Datum, withUntil: boolean): ValueFilter {
  return (value) =>
    value !== null &&
    (from === null || compared(type, value, from) >= 0) &&
    (until === null || compared(type, value, until) < (withUntil ? 0.5 : 0))
}

/** `EUR`, `9.90 EUR`, `9.90..20 EUR`. */
function moneyFilter(text: string): ValueFilter | null {
  const [, amount = '', currency = ''] = /^(?:([-0-9.]+) )?([A-Z]{3})$/.exec(text) ?? []
  if (currencyPlaces(currency) === null) return null
  const isMeant = amount === '' ? () => true : valueFilterOfAmount(amount)
  if (isMeant === null) return null
  return (value) => {
    const money = value as unknown as Amount | null
    return money !== null && money.currency === currency && isMeant(money.amount)
  }
}

function valueFilterOfAmount(text: string): ValueFilter | null {
  const type = { kind: 'decimal' } as const
  const read = (end: string): Datum | undefined => (/^-?[0-9]{1,30}(\.[0-9]{1,20})?$/.test(end) ? end : undefined)
  const ranged = rangeFilter(type, text, read)
  if (ranged !== null) return ranged
  return read(text) === undefined ? null : (value) => decimal(value).eq(decimal(text))
}

function momentOf(text: string): Datum {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text) ? Date.parse(text) : null
}

function momentFilter(type: ValueType, text: string): ValueFilter | null {
  const moment = momentOf(text)
  return moment === null ? rangeFilter(type, text, (end) => momentOf(end) ?? undefined) : (value) => value === moment
}

/** From the start of the first day to the end of the last day (exclusive). */
function momentsOf({ from, until }: Ends, { zone }: FilterPlace): [Datum, Datum] {
  return [
    from === null ? null : startOf(String(from), zone),
    until === null ? null : startOf(dayAfter(String(until), 1), zone),
  ]
}

/** Periods that overlap with days, with an interval, or that contain a moment. */
function periodFilter(
  type: Extract<ValueType, { readonly kind: 'period' }>,
  text: string,
  place: FilterPlace,
): ValueFilter | null {
  const days = daysIn(text, place)
  let ends: readonly [Datum, Datum] | null = null
  if (days !== null)
    ends =
      type.of === 'date'
        ? [days.from, days.until === null ? null : dayAfter(String(days.until), 1)]
        : momentsOf(days, place)
  else if (type.of === 'timestamp') ends = momentsIn(text)
  if (ends === null) return null
  const [start, end] = [ends[0] ?? FIRST[type.of], ends[1] ?? LAST[type.of]]
  return (value) => value !== null && isOverlap(type, value, { start, end })
}

const FIRST = { date: '0000-01-01', timestamp: -Infinity }
const LAST = { date: '9999-12-32', timestamp: Infinity }

function momentsIn(text: string): [Datum, Datum] | null {
  const moment = momentOf(text)
  // A moment is an interval of one millisecond.
  if (moment !== null) return [moment, Number(moment) + 1]
  const range = rangeIn(text)
  if (range === null) return null
  const ends = [range.from, range.until].map((end) => (end === '' ? null : (momentOf(end) ?? undefined)))
  return ends.includes(undefined) ? null : [ends[0] ?? null, ends[1] ?? null]
}

/** The first and last day. Null: not a filter by days. */
function daysIn(text: string, place: FilterPlace): Ends | null {
  const range = rangeIn(text)
  if (range === null) return namedDays(text, place)
  const open: Ends = { from: null, until: null }
  const from = range.from === '' ? open : namedDays(range.from, place)
  const until = range.until === '' ? open : namedDays(range.until, place)
  return from === null || until === null ? null : { from: from.from, until: until.until }
}

function namedDays(text: string, { nowMs, zone, weekStarts }: FilterPlace): Ends | null {
  if (isDay(text)) return { from: text, until: text }
  const today = dayOf(nowMs, zone)
  const days = (from: number, until: number): Ends => ({ from: dayAfter(today, from), until: dayAfter(today, until) })
  const single: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }
  const away = single[text]
  if (away !== undefined) return days(away, away)
  const [, which = '', some, unit = ''] = /^(last|this|next)-(?:(7|30)-)?(week|month|year|days)$/.exec(text) ?? []
  if (which === '' || (some !== undefined) !== (unit === 'days') || (some !== undefined && which === 'this'))
    return null
  if (some !== undefined) return which === 'last' ? days(1 - Number(some), 0) : days(0, Number(some) - 1)
  const steps = which === 'last' ? -1 : which === 'next' ? 1 : 0
  if (unit === 'week') {
    const first = steps * 7 - ((weekdayOf(today) - weekStarts + 7) % 7)
    return days(first, first + 6)
  }
  const [year, month] = [Number(today.slice(0, 4)), unit === 'year' ? 0 : Number(today.slice(5, 7)) - 1]
  const [yearsAway, monthsAway, length] = unit === 'year' ? [steps, 0, 12] : [0, steps, 1]
  const firstOf = (monthsLater: number): string =>
    new Date(Date.UTC(year + yearsAway, month + monthsAway + monthsLater, 1)).toISOString().slice(0, 10)
  return { from: firstOf(0), until: dayAfter(firstOf(length), -1) }
}
