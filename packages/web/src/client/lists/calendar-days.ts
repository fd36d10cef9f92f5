// The days of a calendar and their entries. A day is a date, `2026-03-01`, in the application's time zone.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { instantOf, wallClock } from '../input/moments.ts'

export type CalendarView = 'month' | 'week'

const DAY_MS = 86_400_000

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}

/** Whole weeks: that of the day, or all weeks that contain a day of its month. `firstWeekday`: 1 Monday to 7 Sunday. */
export function daysShown(view: CalendarView, day: string, firstWeekday: number): string[] {
  const first = startOfWeek(view === 'week' ? day : `${day.slice(0, 8)}01`, firstWeekday)
  const end = view === 'week' ? dayAfter(first, 7) : startOfWeek(dayAfter(nextMonth(day), 6), firstWeekday)
  const days: string[] = []
  for (let each = first; each < end; each = dayAfter(each, 1)) days.push(each)
  return days
}

/** The day of the previous or next page. */
export function turned(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'week') return dayAfter(day, 7 * by)
  return by === 1 ? nextMonth(day) : `${dayAfter(`${day.slice(0, 8)}01`, -1).slice(0, 8)}01`
}

function nextMonth(day: string): string {
  return `${dayAfter(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`
}

function startOfWeek(day: string, firstWeekday: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  return dayAfter(day, -((weekday - firstWeekday + 7) % 7))
}

export interface Lying {
  readonly row: RowData
  /** `14:30`, if it begins on this day at a time. */
  readonly time: string | null
}

/** Entries of each day, by time; a period is on every day that it overlaps. */
export function lyingOn(
  rows: readonly RowData[],
  by: string,
  days: readonly string[],
  timeZone: string,
): ReadonlyMap<string, readonly Lying[]> {
  const found = new Map<string, Lying[]>()
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  for (const row of rows) {
    const span = spanOf(row.values[by], timeZone)
    if (span === null) continue
    const from = span.start < first ? first : span.start
    const until = span.end > last ? last : span.end
    for (let day = from; day <= until; day = dayAfter(day, 1)) {
      const lying = found.get(day) ?? []
      lying.push({ row, time: day === span.start ? span.time : null })
      found.set(day, lying)
    }
  }
  for (const lying of found.values()) lying.sort((a, b) => compare(a.time, b.time))
  return found
}

/** An all-day entry comes before one with a time. */
function compare(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

interface DaySpan {
  readonly start: string
  readonly end: string
  readonly time: string | null
}

function spanOf(value: unknown, timeZone: string): DaySpan | null {
  if (typeof value === 'object' && value !== null && 'start' in value && 'end' in value) {
    const [start, end] = [momentOf(value.start, timeZone), momentOf(value.end, timeZone)]
    if (start === null || end === null) return null
    // A period that ends at the start of a day is not on that day.
    const isBefore = end.time === '00:00' && end.day > start.day
    return { start: start.day, end: isBefore ? dayAfter(end.day, -1) : end.day, time: start.time }
  }
  const moment = momentOf(value, timeZone)
  return moment === null ? null : { start: moment.day, end: moment.day, time: moment.time }
}

function momentOf(value: unknown, timeZone: string): { readonly day: string; readonly time: string | null } | null {
  if (typeof value === 'string' && isDay(value)) return { day: value, time: null }
  const instant = instantOf(value)
  if (instant === null) return null
  const clock = wallClock(instant, timeZone)
  return { day: clock.slice(0, 10), time: clock.slice(11, 16) }
}
