// The name of a time zone → its offsets, as the platform knows them.

import type { Zone } from '@ninefold/core/meaning/values/dates.ts'

const MINUTE_MS = 60_000

export function zoneOf(name: string): Zone {
  const numeric = 'numeric'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
  })
  // Offsets change only at whole minutes.
  const known = new Map<number, number>()
  return (atMs) => {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    const ahead = known.get(minuteMs) ?? shown(format, minuteMs) - minuteMs
    known.set(minuteMs, ahead)
    return ahead
  }
}

function shown(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
}
