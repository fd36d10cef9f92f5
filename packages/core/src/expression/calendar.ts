// Calendar arithmetic without a clock or locale. Dates are `2026-01-31`; day numbers count from 1970-01-01. The
// algorithm is the usual one for the proleptic Gregorian calendar.

export const DAY_MS = 86_400_000

/** Range of a moment: the years 1 to 9999. Time arithmetic is clamped to it, in JavaScript as in SQL. */
export const TIMESTAMP_MIN = -62_135_596_800_000
export const TIMESTAMP_MAX = 253_402_300_799_999
export const DAY_MIN = -719_162
export const DAY_MAX = 2_932_896

export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

export function dayNumber({ year, month, day }: CalendarDay): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function calendarDay(number: number): CalendarDay {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/**
 * Complete months between two day numbers; negative: the second is earlier. A month is complete on the day of the same
 * number: on 28 February, a month since 31 January is not.
 */
export function completeMonths(from: number, until: number): number {
  if (until < from) return 0 - completeMonths(until, from)
  const [first, last] = [calendarDay(from), calendarDay(until)]
  const months = (last.year - first.year) * 12 + last.month - first.month
  return last.day < first.day ? months - 1 : months
}

/** `2026-01-31` → its day number. */
export function dayNumberOf(date: string): number {
  const [year = 1, month = 1, day = 1] = date.split('-').map(Number)
  return dayNumber({ year, month, day })
}

/** A day number → `2026-01-31`. */
export function dateOf(number: number): string {
  const { year, month, day } = calendarDay(number)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function isValidDate(date: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(date) && !date.startsWith('0000') && dateOf(dayNumberOf(date)) === date
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1
}
