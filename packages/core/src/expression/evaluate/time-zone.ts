// A time zone: its offset from UTC at a moment. Server, browser and interpreter compute zones only here; the test
// compares every zone with Temporal. Core has no time-zone data: the outer layer creates the formatter, `new
// Intl.DateTimeFormat('en-US', timeZoneFormat(name))`, and timeZoneFrom turns it into a zone. Local times that a clock
// change skips or repeats are resolved as in PostgreSQL: the offset before a gap, the offset after a repetition.
// Temporal calls that `later`.

import { DAY_MS, dateOf, dayNumber, TIMESTAMP_MAX, TIMESTAMP_MIN } from '../calendar.ts'

export interface TimeZone {
  /** IANA name. */
  readonly name: string
  readonly offsetMs: (timestamp: number) => number
}

export const UTC: TimeZone = { name: 'UTC', offsetMs: () => 0 }

/** The part of Intl.DateTimeFormat that is needed. */
export interface ZoneFormatter {
  readonly formatToParts: (timestamp: number) => readonly { readonly type: string; readonly value: string }[]
}

/** The options of the formatter that timeZoneFrom understands. */
export function timeZoneFormat(name: string) {
  return {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
}

export function timeZoneFrom(name: string, formatter: ZoneFormatter): TimeZone {
  // Since 1973 offsets change at whole minutes only, so one lookup per minute is enough.
  const since = 94_694_400_000
  const known = new Map<number, number>()
  const knownMax = 4096
  return {
    name,
    offsetMs: (timestamp) => {
      if (timestamp < since) return offsetAt(formatter, Math.floor(timestamp / 1000) * 1000)
      const minute = Math.floor(timestamp / 60_000)
      const found = known.get(minute)
      if (found !== undefined) return found
      const offset = offsetAt(formatter, minute * 60_000)
      if (known.size >= knownMax) known.clear()
      known.set(minute, offset)
      return offset
    },
  }
}

function offsetAt(formatter: ZoneFormatter, timestamp: number): number {
  const parts = new Map(formatter.formatToParts(timestamp).map((part) => [part.type, part.value]))
  const number = (type: string) => Number(parts.get(type) ?? 0)
  const year = parts.get('era')?.startsWith('B') === true ? 1 - number('year') : number('year')
  const days = dayNumber({ year, month: number('month'), day: number('day') })
  const local = days * DAY_MS + number('hour') * 3_600_000 + number('minute') * 60_000 + number('second') * 1000
  return local - timestamp
}

/** Local time of a moment, as if it were UTC. */
export function toLocal(timestamp: number, zone: TimeZone): number {
  return timestamp + zone.offsetMs(timestamp)
}

/** The local date, `2026-01-31`. */
export function localDate(timestamp: number, zone: TimeZone): string {
  return dateOf(Math.floor(toLocal(timestamp, zone) / DAY_MS))
}

/** The moment of a local time that is given as if it were UTC: the inverse of `toLocal`. */
export function fromLocal(local: number, zone: TimeZone): number {
  return clampTimestamp(fromAnyLocal(local, zone))
}

/** Also beyond the range of moments, for steps of a computation. */
export function fromAnyLocal(local: number, zone: TimeZone): number {
  const before = local - zone.offsetMs(local - DAY_MS)
  const after = local - zone.offsetMs(local + DAY_MS)
  const isRightBefore = toLocal(before, zone) === local
  const isRightAfter = toLocal(after, zone) === local
  return isRightAfter || (!isRightBefore && after > before) ? after : before
}

export function clampTimestamp(timestamp: number): number {
  return Math.min(Math.max(timestamp, TIMESTAMP_MIN), TIMESTAMP_MAX)
}
