// Rows of a calendar → their positions on the hours of days, side by side where they overlap.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { dayAfter, isDay } from '../lists/calendar-days.ts'
import { instantOf, wallClock } from '../input/moments.ts'

const DAY_MINUTES = 24 * 60
/** A moment has no length; it is drawn with this one. */
const MOMENT_MINUTES = 30
/** Shorter entries would be unreadable. */
const SHOWN_MINUTES_MIN = 20
const [FIRST_HOUR, LAST_HOUR] = [8, 20]

export interface Placed {
  readonly row: RowData
  /** Minutes after midnight, in the application's time zone. */
  readonly from: number
  readonly until: number
  /** `14:30`, the start of the whole entry, even if it is on another day. */
  readonly begins: string
  readonly ends: string | null
  /** Its column among overlapping entries. */
  readonly lane: number
  readonly lanes: number
}

type Unplaced = Omit<Placed, 'lane' | 'lanes'>

/** By day. Entries without a time of day are left out. */
export function placedOnHours(
  rows: readonly RowData[],
  by: string,
  days: readonly string[],
  timeZone: string,
): ReadonlyMap<string, readonly Placed[]> {
  const found = new Map<string, Unplaced[]>()
  for (const row of rows) {
    const span = spanOf(row.values[by], timeZone)
    if (span === null) continue
    for (const day of days) {
      const [from, until] = [minutesOn(day, span.start), minutesOn(day, span.end)]
      if (until <= 0 || from >= DAY_MINUTES) continue
      const begun = Math.max(0, from)
      const ended = Math.min(DAY_MINUTES, Math.max(until, begun + SHOWN_MINUTES_MIN))
      const of = { row, from: begun, until: ended, begins: span.start.slice(11, 16), ends: span.shownEnd }
      found.set(day, [...(found.get(day) ?? []), of])
    }
  }
  return new Map([...found].map(([day, entries]) => [day, inLanes(entries)]))
}

/** From the earliest to the latest entry, and at least the working hours. The end is exclusive. */
export function hoursShown(placed: ReadonlyMap<string, readonly Placed[]>): {
  readonly first: number
  readonly last: number
} {
  const all = [...placed.values()].flat()
  return {
    first: Math.min(FIRST_HOUR, ...all.map(({ from }) => Math.floor(from / 60))),
    last: Math.max(LAST_HOUR, ...all.map(({ until }) => Math.ceil(until / 60))),
  }
}

/** Overlapping entries stand side by side: each in the first free lane. */
function inLanes(entries: readonly Unplaced[]): Placed[] {
  const sorted = entries.toSorted((a, b) => a.from - b.from || b.until - a.until)
  const placed: Placed[] = []
  let together: { readonly entry: Unplaced; readonly lane: number }[] = []
  let until = 0
  const close = (): void => {
    const lanes = Math.max(0, ...together.map(({ lane }) => lane + 1))
    placed.push(...together.map(({ entry, lane }) => ({ ...entry, lane, lanes })))
    together = []
  }
  for (const entry of sorted) {
    if (entry.from >= until) close()
    const taken = new Set(together.filter((other) => other.entry.until > entry.from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane += 1
    together.push({ entry, lane })
    until = Math.max(until, entry.until)
  }
  close()
  return placed
}

interface Span {
  /** `2026-11-05 14:30:00`, local time of the application. */
  readonly start: string
  readonly end: string
  readonly shownEnd: string | null
}

function spanOf(value: unknown, timeZone: string): Span | null {
  if (typeof value === 'object' && value !== null && 'start' in value && 'end' in value) {
    const [start, end] = [clockOf(value.start, timeZone), clockOf(value.end, timeZone)]
    return start === null || end === null ? null : { start, end, shownEnd: end.slice(11, 16) }
  }
  const start = clockOf(value, timeZone)
  if (start === null) return null
  const end = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + MOMENT_MINUTES * 60_000).toISOString()
  return { start, end: end.slice(0, 19).replace('T', ' '), shownEnd: null }
}

function clockOf(value: unknown, timeZone: string): string | null {
  if (typeof value === 'string' && isDay(value)) return null
  const instant = instantOf(value)
  return instant === null ? null : wallClock(instant, timeZone)
}

/** Minutes from the start of the day to the moment, in local time; negative before it. */
function minutesOn(day: string, moment: string): number {
  return (Date.parse(`${moment.replace(' ', 'T')}Z`) - Date.parse(`${day}T00:00:00Z`)) / 60_000
}

/** A slot that starts at a quarter of an hour and lasts an hour, as values of a form. */
export function slotAt(day: string, minutes: number): readonly [from: string, until: string] {
  const quarter = Math.floor(minutes / 15) * 15
  return [momentAt(day, quarter), momentAt(day, quarter + 60)]
}

function momentAt(day: string, minutes: number): string {
  const [hour, minute] = [Math.floor((minutes % DAY_MINUTES) / 60), minutes % 60]
  const on = minutes >= DAY_MINUTES ? dayAfter(day, 1) : day
  return `${on} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
}
