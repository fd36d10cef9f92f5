// Moments, days and calendar periods in a time zone (reference/expression, Time).

import type { CalendarUnit } from '../../model/screens.ts'
import type { Recurrence } from '../../model/time/recurrence.ts'

export const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Times are limited to the years 1 to 9999. */
export const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
export const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** A time zone: its offset from UTC in milliseconds at a moment. The interpreter's caller provides it. */
export type Zone = (atMs: number) => number

/** Local time of a moment, as if it were UTC. */
export function shownAt(atMs: number, zone: Zone): number {
  return atMs + zone(atMs)
}

/** A skipped time uses the offset before the change; of a repeated time, the later is used. */
export function momentShown(shownMs: number, zone: Zone): number {
  const before = shownMs - zone(shownMs - DAY_MS)
  const after = shownMs - zone(shownMs + DAY_MS)
  const shown = [before, after].filter((atMs) => shownAt(atMs, zone) === shownMs)
  return shown.length === 0 ? before : Math.max(...shown)
}

/** `2026-01-31` in the zone. */
export function dayOf(atMs: number, zone: Zone): string {
  return written(shownAt(atMs, zone))
}

/** The moment at which a day begins in the zone. */
export function startOf(day: string, zone: Zone): number {
  return momentShown(Date.parse(`${day}T00:00:00Z`), zone)
}

export function dayAfter(day: string, days: number): string {
  return written(dayMs(day) + days * DAY_MS)
}

export function daysFromTo(from: string, until: string): number {
  return (dayMs(until) - dayMs(from)) / DAY_MS
}

/** Counts the months that are over: the next one is over when its day of the month has come. */
export function monthsFromTo(from: string, until: string): number {
  if (until < from) return 0 - monthsFromTo(until, from)
  let over = 0
  const [year = 1, month = 1] = from.split('-').map(Number)
  const dayOfMonth = from.slice(8)
  const nextOver = (): string => {
    const next = year * 12 + month + over
    return `${String(Math.floor(next / 12)).padStart(4, '0')}-${String((next % 12) + 1).padStart(2, '0')}-${dayOfMonth}`
  }
  while (nextOver() <= until) over += 1
  return over
}

export function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

export function held(atMs: number): number {
  return Math.min(Math.max(atMs, FIRST_MS), LAST_MS)
}

function written(shownMs: number): string {
  return new Date(held(shownMs)).toISOString().slice(0, 10)
}

/** A day plus months and days: a month after 31 January is 28 February. */
export function calendarLater(day: string, period: string, sign: 1 | -1): string {
  const [, years = '0', months = '0', days = '0'] = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?$/.exec(period) ?? []
  const from = new Date(dayMs(day))
  const month = from.getUTCMonth() + sign * (Number(years) * 12 + Number(months))
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const moved = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay))
  return written(moved + sign * Number(days) * DAY_MS)
}

/** A moment keeps its local time. */
export function momentLater(atMs: number, period: string, sign: 1 | -1, zone: Zone): number {
  const shownMs = shownAt(atMs, zone)
  const timeMs = ((shownMs % DAY_MS) + DAY_MS) % DAY_MS
  return held(momentShown(dayMs(calendarLater(written(shownMs), period, sign)) + timeMs, zone))
}

/** 1 is Monday. */
export function weekdayOf(day: string): number {
  return new Date(dayMs(day)).getUTCDay() || 7
}

/** Calendar days, the last one included. */
export interface Period {
  readonly from: string
  readonly until: string
}

/** The day, week, month, quarter or year that contains a day. `weekStarts`: 1 is Monday. */
export function periodAround(day: string, unit: CalendarUnit, weekStarts: number): Period {
  const [year = '', month = ''] = day.split('-')
  switch (unit) {
    case 'day':
      return { from: day, until: day }
    case 'week': {
      const from = dayAfter(day, -((weekdayOf(day) - weekStarts + 7) % 7))
      return { from, until: dayAfter(from, 6) }
    }
    case 'month':
      return months(year, Number(month), 1)
    case 'quarter':
      return months(year, Math.floor((Number(month) - 1) / 3) * 3 + 1, 3)
    case 'year':
      return months(year, 1, 12)
  }
}

function months(year: string, first: number, count: number): Period {
  const from = `${year}-${String(first).padStart(2, '0')}-01`
  return { from, until: dayAfter(calendarLater(from, `P${count}M`, 1), -1) }
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The first due moment after `afterMs`. */
export function nextRun(runs: Recurrence, afterMs: number, zone: Zone): number {
  if (runs.kind === 'interval') {
    const length = runs.minutes * MINUTE_MS
    return (Math.floor(afterMs / length) + 1) * length
  }
  // A skipped or repeated time of the previous day may still be due.
  for (let day = dayAfter(dayOf(afterMs, zone), -1); ; day = dayAfter(day, 1)) {
    if (!isDue(runs, day)) continue
    const atMs = momentShown(dayMs(day) + runs.time * MINUTE_MS, zone)
    if (atMs > afterMs) return atMs
  }
}

/** A month without that day uses its last one. */
function isDue(runs: Exclude<Recurrence, { readonly kind: 'interval' }>, day: string): boolean {
  if (runs.kind === 'weekly') return (runs.days as readonly string[]).includes(WEEKDAYS[weekdayOf(day) - 1] ?? '')
  const isLast = dayAfter(day, 1).endsWith('-01')
  const number = Number(day.slice(8))
  return number === runs.day || (isLast && number < runs.day)
}

/** By a pattern of `strftime`, in UTC. `Wed, 07 Jan 2026 10:05:06 GMT` has all names. */
export function formatted(at: Date, pattern: string): string {
  const [week = '', day = '', month = '', year = '', time = ''] = at.toUTCString().split(' ')
  const [hours = '', minutes = '', seconds = ''] = time.split(':')
  const long = (names: string, begin: string): string => names.split(' ').find((name) => name.startsWith(begin)) ?? ''
  const parts = new Map<string, () => string>([
    ['%a', () => week.replace(',', '')],
    ['%A', () => long(DAYS, week.replace(',', ''))],
    ['%d', () => day],
    ['%b', () => month],
    ['%B', () => long(MONTHS, month)],
    ['%m', () => at.toISOString().slice(-19, -17)],
    ['%Y', () => year],
    ['%H', () => hours],
    ['%M', () => minutes],
    ['%S', () => seconds],
    ['%L', () => at.toISOString().slice(-4, -1)],
    ['%%', () => '%'],
  ])
  return pattern
    .split(/(%.)/u)
    .map((part) => parts.get(part)?.() ?? part)
    .join('')
}

const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'
const MONTHS = 'January February March April May June July August September October November December'
