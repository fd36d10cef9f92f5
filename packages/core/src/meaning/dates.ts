// Moments and days. The interpreter knows one time zone, UTC: what others do is a matter of their clocks, not of a text.

import type { Recurrence } from '../model/time/recurrence.ts'
import { NotCovered } from './not-covered.ts'

export const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** `2026-01-31` */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** The moment at which a day begins. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The first moment after `afterMs` at which it is due. */
export function nextRun(runs: Recurrence, afterMs: number): number {
  if (runs.kind === 'monthly') throw new NotCovered('schedules of every month')
  if (runs.kind === 'interval') {
    const length = runs.minutes * MINUTE_MS
    return (Math.floor(afterMs / length) + 1) * length
  }
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  let atMs = startOf(dayOf(afterMs)) + runs.time * MINUTE_MS
  while (atMs <= afterMs || !(runs.days as readonly string[]).includes(names[new Date(atMs).getUTCDay()] ?? ''))
    atMs += DAY_MS
  return atMs
}
