// Moments and the wall clock of the application's time zone, both ways. A picker shows the wall clock
// (`2026-03-01 14:30:00`); the wire carries an instant (`2026-03-01T13:30:00.000Z`).

import {
  fromLocal,
  type TimeZone,
  timeZoneFormat,
  timeZoneFrom,
  toLocal,
} from '@ninefold/core/expression/evaluate/time-zone.ts'

/** Milliseconds or ISO 8601, as a screen's data carries moments; null when it is neither. */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const milliseconds = Date.parse(value)
  return Number.isNaN(milliseconds) ? null : milliseconds
}

/** `2026-03-01 14:30:00` on the clock of the time zone. */
export function wallClock(instant: number, timeZone: string): string {
  return new Date(toLocal(instant, zoneNamed(timeZone))).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * The instant at which the time zone's clock shows this; null for a text that is no clock. The server reads hours that
 * daylight saving skips or repeats in the same way.
 */
export function instantAt(clock: string, timeZone: string): number | null {
  const local = Date.parse(`${clock.trim().replace(' ', 'T')}Z`)
  return Number.isNaN(local) ? null : fromLocal(local, zoneNamed(timeZone))
}

const zones = new Map<string, TimeZone>()

function zoneNamed(name: string): TimeZone {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = timeZoneFrom(name, new Intl.DateTimeFormat('en-US', timeZoneFormat(name)))
  zones.set(name, zone)
  return zone
}
