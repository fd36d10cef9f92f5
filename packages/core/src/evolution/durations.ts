// Lengths of time → the words for them: `15 minutes`, `2 years and 6 months`.

import type { CalendarPeriod } from '../expression/evaluate/calendar-period.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

export function durationWords(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => milliseconds !== 0 && milliseconds % size === 0) ?? ['second', 1_000]
  const number = milliseconds / size
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

export function calendarPeriodWords({ months, days }: CalendarPeriod): string {
  const parts = [
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
    [days, 'day'],
  ] as const
  const words = parts.flatMap(([number, unit]) => (number === 0 ? [] : [`${number} ${unit}${number === 1 ? '' : 's'}`]))
  return words.length === 0 ? '0 days' : words.join(' and ')
}
