// Moments and the wall clock of the application's time zone, both ways. A picker shows the wall clock
// (`2026-03-01 14:30:00`); the wire carries an instant (`2026-03-01T13:30:00.000Z`).

/** Milliseconds or ISO 8601, as a screen's data carries moments; null when it is neither. */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const milliseconds = Date.parse(value)
  return Number.isNaN(milliseconds) ? null : milliseconds
}

/** `2026-03-01 14:30:00` on the clock of the time zone. */
export function wallClock(instant: number, timeZone: string): string {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '00'
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/**
 * The instant at which the time zone's clock shows this. An hour that daylight saving skips becomes the same
 * hour after the change; an hour that comes twice means the first.
 */
export function instantAt(clock: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${clock.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return null
  const candidates = [asUtc - 86_400_000, asUtc + 86_400_000].map((around) => asUtc - offsetAt(around, timeZone))
  const exact = candidates.filter((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc)
  return Math.min(...(exact.length > 0 ? exact : [Math.max(...candidates)]))
}

/** How far the time zone's clock is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const whole = Math.floor(instant / 1000) * 1000
  return Date.parse(`${wallClock(whole, timeZone).replace(' ', 'T')}Z`) - whole
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(timeZone, made)
  return made
}
