// A recurrence and a moment → the next due moment, in the specification's time zone. It is always later, so missed
// times are not repeated.

import { calendarDay, DAY_MS, dayNumber, weekday } from '../../expression/calendar.ts'
import { fromLocal, type TimeZone, toLocal } from '../../expression/evaluate/time-zone.ts'
import { type Recurrence, WEEKDAYS } from './recurrence.ts'

const MINUTE_MS = 60_000

/** Daylight saving: a skipped time is due right after the change; a repeated one is due once. */
export function nextRun(recurrence: Recurrence, afterMs: number, zone: TimeZone): number {
  if (recurrence.kind === 'interval') {
    const length = recurrence.minutes * MINUTE_MS
    return (Math.floor(afterMs / length) + 1) * length
  }
  const first = Math.floor(toLocal(afterMs, zone) / DAY_MS)
  // Two months and a day cover every recurrence; the previous day may still be due after a change of clocks.
  for (let day = first - 1; day <= first + 63; day++) {
    if (!isDay(recurrence, day)) continue
    const moment = fromLocal(day * DAY_MS + recurrence.time * MINUTE_MS, zone)
    if (moment > afterMs) return moment
  }
  throw new Error('Defect: a recurrence that never comes.')
}

function isDay(recurrence: Exclude<Recurrence, { kind: 'interval' }>, day: number): boolean {
  if (recurrence.kind === 'weekly') return recurrence.days.some((name) => WEEKDAYS.indexOf(name) + 1 === weekday(day))
  const { year, month, day: dayOfMonth } = calendarDay(day)
  const firstOfNext = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
  const last = calendarDay(dayNumber(firstOfNext) - 1).day
  return dayOfMonth === Math.min(recurrence.day, last)
}
