// Calendar periods of years, months and days: `P1Y2M3D`, as in ISO 8601 and PostgreSQL. Months are added before days,
// and a missing day becomes the month's last one: 31 January and 1 month is 28 February.

import { calendarDay, dayNumber } from '../calendar.ts'

export interface CalendarPeriod {
  readonly months: number
  readonly days: number
}

/** A thousand years, so that no date of the years 1 to 9999 leaves PostgreSQL's range. */
const CALENDAR_MONTHS_MAX = 12_000
const CALENDAR_DAYS_MAX = 365_000

export function calendarPeriodText(period: CalendarPeriod): string {
  const months = Math.min(period.months, CALENDAR_MONTHS_MAX)
  const days = Math.min(period.days, CALENDAR_DAYS_MAX)
  const years = Math.floor(months / 12)
  const parts = [years > 0 ? `${years}Y` : '', months % 12 > 0 ? `${months % 12}M` : '', days > 0 ? `${days}D` : '']
  return `P${parts.join('') || '0D'}`
}

export function calendarPeriodOf(text: string): CalendarPeriod {
  const [, years = '0', months = '0', days = '0'] = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?$/.exec(text) ?? []
  return { months: Number(years) * 12 + Number(months), days: Number(days) }
}

/** The day number shifted by months and days. */
export function shiftedByCalendar(day: number, period: CalendarPeriod, direction: 1 | -1): number {
  const start = calendarDay(day)
  const month = start.year * 12 + start.month - 1 + direction * period.months
  const [year, monthOfYear] = [Math.floor(month / 12), month - Math.floor(month / 12) * 12 + 1]
  return (
    dayNumber({ year, month: monthOfYear, day: Math.min(start.day, daysIn(year, monthOfYear)) }) +
    direction * period.days
  )
}

function daysIn(year: number, month: number): number {
  const next = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
  return dayNumber(next) - dayNumber({ year, month, day: 1 })
}
