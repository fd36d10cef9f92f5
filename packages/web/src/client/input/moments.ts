// Moments ↔ local time in the application's time zone. A picker shows local time (`2026-03-01 14:30:00`); the wire has
// an instant (`2026-03-01T13:30:00.000Z`).

import type { Clock } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import {
  fromLocal,
  type TimeZone,
  timeZoneFormat,
  timeZoneFrom,
  toLocal,
} from '@ninefold/core/expression/evaluate/time-zone.ts'

/** Milliseconds or ISO 8601, the forms in a screen's data; null for others. */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const milliseconds = Date.parse(value)
  return Number.isNaN(milliseconds) ? null : milliseconds
}

/** `2026-03-01 14:30:00` in the time zone. */
export function wallClock(instant: number, timeZone: string): string {
  return new Date(toLocal(instant, zoneNamed(timeZone))).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * The instant of a local time; null if the text is invalid. The server resolves hours that daylight saving skips or
 * repeats in the same way.
 */
export function instantAt(clock: string, timeZone: string): number | null {
  const local = Date.parse(`${clock.trim().replace(' ', 'T')}Z`)
  return Number.isNaN(local) ? null : fromLocal(local, zoneNamed(timeZone))
}

/** The clock of rules that a form asks. */
export function formClock(timeZone: string): Clock {
  const now = Date.now()
  return { now, today: wallClock(now, timeZone).slice(0, 10), zone: zoneNamed(timeZone) }
}

const zones = new Map<string, TimeZone>()

function zoneNamed(name: string): TimeZone {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = timeZoneFrom(name, new Intl.DateTimeFormat('en-US', timeZoneFormat(name)))
  zones.set(name, zone)
  return zone
}
