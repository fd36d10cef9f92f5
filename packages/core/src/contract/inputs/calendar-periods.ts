// A day, week, month, quarter or year → its days, with an offset from the present one.

import { calendarDay, dateOf, dayNumber, dayNumberOf, weekday } from '../../expression/calendar.ts'
import type { CalendarUnit } from '../../model/screens.ts'
import type { Today } from './list-filters.ts'

/** Dates as texts. `until` is the last day, `end` the day after it. */
export interface Days {
  readonly from: string
  readonly until: string
  readonly end: string
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

/** `away`: -1 is the previous period. */
export function calendarPeriod(unit: CalendarUnit, { date, firstWeekday }: Today, away: number): Days {
  const today = dayNumberOf(date)
  if (unit === 'day') return days(today + away, today + away + 1)
  if (unit === 'week') {
    const first = today - ((weekday(today) - firstWeekday + 7) % 7) + away * 7
    return days(first, first + 7)
  }
  const { year, month } = calendarDay(today)
  const length = MONTHS[unit]
  const first = Math.floor((year * 12 + month - 1) / length) * length + away * length
  return days(firstOf(first), firstOf(first + length))
}

/** Months are counted from the beginning of the calendar. */
function firstOf(months: number): number {
  return dayNumber({ year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1, day: 1 })
}

function days(from: number, end: number): Days {
  return { from: dateOf(from), until: dateOf(end - 1), end: dateOf(end) }
}
