// Calendars of point 9: the hours at which something is open, and moments and days moved by working time. A calendar and an
// amount of working time are texts that hold all of it, so that an expression needs nothing else. plan/sql/working-time-sql.ts
// computes the same in SQL.

import { dateOf, DAY_MS, weekday } from './calendar.ts'
import { clampTimestamp, fromAnyLocal, fromLocal, toLocal, type TimeZone } from './evaluate/time-zone.ts'

/** Local minutes after midnight; `until` is excluded and at most 1440. */
export interface Opening {
  readonly from: number
  readonly until: number
}

/**
 * By `1` (Monday) to `7`, `12-25` or `2026-12-25`; a date counts before a day of every year, and that before a weekday.
 * Nothing: closed. Openings are in order and do not overlap.
 */
export type BusinessCalendar = ReadonlyMap<string, readonly Opening[]>

/** `days`: working days; `minutes`: minutes at which the calendar is open. */
export interface WorkingTime {
  readonly amount: number
  readonly unit: 'days' | 'minutes'
  readonly calendar: BusinessCalendar
}

/** `1=540-1020;12-25=` */
export function calendarText(calendar: BusinessCalendar): string {
  return [...calendar]
    .map(([key, openings]) => `${key}=${openings.map(({ from, until }) => `${from}-${until}`).join(',')}`)
    .join(';')
}

const KNOWN_MAX = 1000
const known = new Map<string, BusinessCalendar>()

export function calendarOf(text: string): BusinessCalendar {
  const found = known.get(text)
  if (found !== undefined) return found
  const calendar = new Map(
    text.split(';').map((part) => {
      const [key = '', openings = ''] = part.split('=')
      return [key, openings === '' ? [] : openings.split(',').map(openingOf)] as const
    }),
  )
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, calendar)
  return calendar
}

function openingOf(text: string): Opening {
  const [from = 0, until = 0] = text.split('-').map(Number)
  return { from, until }
}

/** `2 days 1=540-1020;…` */
export function workingTimeText({ amount, unit, calendar }: WorkingTime): string {
  return `${amount} ${unit} ${calendarText(calendar)}`
}

export function workingTimeOf(text: string): WorkingTime {
  const [amount = '0', unit = '', calendar = ''] = text.split(' ')
  return { amount: Number(amount), unit: unit === 'days' ? 'days' : 'minutes', calendar: calendarOf(calendar) }
}

function openingsOn(calendar: BusinessCalendar, day: number): readonly Opening[] {
  const date = dateOf(day)
  return calendar.get(date) ?? calendar.get(date.slice(-5)) ?? calendar.get(String(weekday(day))) ?? []
}

export function isWorkingDay(calendar: BusinessCalendar, day: number): boolean {
  return openingsOn(calendar, day).length > 0
}

export function isOpen(calendar: BusinessCalendar, moment: number, zone: TimeZone): boolean {
  const day = localDay(moment, zone)
  return openingsOn(calendar, day).some(({ from, until }) => {
    const [opens, closes] = [momentOf(day, from, zone), momentOf(day, until, zone)]
    return moment >= opens && moment < closes
  })
}

function localDay(moment: number, zone: TimeZone): number {
  return Math.floor(toLocal(moment, zone) / DAY_MS)
}

function momentOf(day: number, minute: number, zone: TimeZone): number {
  return fromAnyLocal(day * DAY_MS + minute * 60_000, zone)
}

/** The day that lies the given working days after, or before, a day. */
export function movedByWorkingDays(day: number, { amount, calendar }: WorkingTime, direction: 1 | -1): number {
  let left = amount
  for (let moved = day; ;) {
    moved += direction
    if (isWorkingDay(calendar, moved)) left -= 1
    if (left <= 0) return moved
  }
}

/** A moment keeps its local time when it is moved by working days. */
export function movedByWorkingTime(moment: number, time: WorkingTime, direction: 1 | -1, zone: TimeZone): number {
  if (time.unit === 'minutes') return movedByOpenMinutes(moment, time, direction, zone)
  const local = toLocal(moment, zone)
  const day = Math.floor(local / DAY_MS)
  return fromLocal(movedByWorkingDays(day, time, direction) * DAY_MS + (local - day * DAY_MS), zone)
}

/** Time passes only while the calendar is open. */
function movedByOpenMinutes(
  moment: number,
  { amount, calendar }: WorkingTime,
  direction: 1 | -1,
  zone: TimeZone,
): number {
  let left = amount * 60_000
  for (let day = localDay(moment, zone); ; day += direction) {
    const openings = openingsOn(calendar, day)
    for (const { from, until } of direction === 1 ? openings : openings.toReversed()) {
      const opens = Math.max(momentOf(day, from, zone), direction === 1 ? moment : -Infinity)
      const closes = Math.min(momentOf(day, until, zone), direction === 1 ? Infinity : moment)
      if (closes <= opens) continue
      if (left <= closes - opens) return clampTimestamp(direction === 1 ? opens + left : closes - left)
      left -= closes - opens
    }
  }
}

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7']

/**
 * Days of the calendar within which the working time certainly lies, whatever day it begins on. Null: there is no such
 * number, because the calendar is closed too often.
 */
export function daysAround({ amount, unit, calendar }: WorkingTime): number | null {
  const weekly = WEEKDAYS.map((key) => calendar.get(key) ?? []).filter((openings) => openings.length > 0)
  const leastMinutes = Math.min(...weekly.map((openings) => lengthOf(openings)))
  // One more, because the first day may have begun; clock changes take at most hours of it.
  const needed = unit === 'days' ? amount : Math.ceil(amount / Math.max(leastMinutes - 180, 1)) + 1
  const exceptions = [...calendar].filter(([key, openings]) => key.length > 1 && lengthOf(openings) < leastMinutes)
  const once = exceptions.filter(([key]) => key.length > 5).length
  const yearly = exceptions.length - once
  for (let weeks = 1; weeks <= WEEKS_MAX; weeks++) {
    const years = Math.floor((weeks * 7) / 365) + 2
    if (weeks * weekly.length - once - yearly * years >= needed) return (weeks + 1) * 7
  }
  return null
}

const WEEKS_MAX = 1500

function lengthOf(openings: readonly Opening[]): number {
  return openings.reduce((sum, { from, until }) => sum + until - from, 0)
}
