// `yesterday 14:30`, `in 3 days`, `2 hours ago` → a day or moment relative to now, so that sample data stays current.

import { dateOf, dayNumberOf } from './calendar.ts'
import { fromLocal, localDate, type TimeZone } from './evaluate/time-zone.ts'

export interface RelativeMoment {
  /** Relative to today. */
  readonly days: number
  /** Relative to now; null for a day. */
  readonly minutes: number | null
  /** `14:30`; null: none is stated. */
  readonly clock: string | null
}

const NAMED_DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 }
const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60 }
const MINUTE_MS = 60_000
const CLOCK = /^(.*\S) ((?:[01]\d|2[0-3]):[0-5]\d)$/
const AGO = /^(\d{1,4}) (minute|hour|day|week)s? ago$/
const AHEAD = /^in (\d{1,4}) (minute|hour|day|week)s?$/

/** Null: not a relative moment. */
export function relativeMoment(text: string): RelativeMoment | null {
  const [, before, clock = null] = CLOCK.exec(text) ?? []
  const words = before ?? text
  if (words === 'now') return clock === null ? { days: 0, minutes: 0, clock } : null
  const days = Object.hasOwn(NAMED_DAYS, words) ? NAMED_DAYS[words] : undefined
  if (days !== undefined) return { days, minutes: null, clock }
  const [ago, ahead] = [AGO.exec(words), AHEAD.exec(words)]
  const [, digits = '0', unit = ''] = ago ?? ahead ?? []
  const amount = Number(digits) * (ago === null ? 1 : -1)
  if (DAYS[unit] !== undefined) return { days: amount * DAYS[unit], minutes: null, clock }
  return MINUTES[unit] === undefined || clock !== null
    ? null
    : { days: 0, minutes: amount * MINUTES[unit], clock: null }
}

/** A day, as `2026-01-31`. */
export function dayOf({ days, minutes }: RelativeMoment, now: number, zone: TimeZone): string {
  const at = now + (minutes ?? 0) * MINUTE_MS
  return dateOf(dayNumberOf(localDate(at, zone)) + days)
}

/** A moment in milliseconds. A day without a time begins at midnight. */
export function momentOf(moment: RelativeMoment, now: number, zone: TimeZone): number {
  if (moment.minutes !== null) return now + moment.minutes * MINUTE_MS
  return fromLocal(Date.parse(`${dayOf(moment, now, zone)}T${moment.clock ?? '00:00'}:00Z`), zone)
}
