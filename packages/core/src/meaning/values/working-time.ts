// Calendars and working time (reference/9-limits, Calendars).

import { DAY_MS, dayAfter, dayMs, dayOf, held, momentShown, shownAt, weekdayOf, type Zone } from './dates.ts'

interface Hours {
  readonly from: number
  readonly until: number
}

/** `2 days 1=540-1020;12-25=`: how much, of what, and the hours of each key. */
function read(text: string): { readonly amount: number; readonly isDays: boolean; readonly calendar: string } {
  const [amount = '', unit = '', calendar = ''] = text.split(' ')
  return { amount: Number(amount), isDays: unit === 'days', calendar }
}

function hoursOn(calendar: string, day: string): Hours[] {
  const rows = calendar.split(';').map((row) => row.split('='))
  const named = (key: string): string | undefined => rows.find(([name]) => name === key)?.[1]
  const hours = named(day) ?? named(day.slice(5)) ?? named(String(weekdayOf(day))) ?? ''
  return hours
    .split(',')
    .filter((each) => each !== '')
    .map((each) => {
      const [from = '', until = ''] = each.split('-')
      return { from: Number(from), until: Number(until) }
    })
}

export function isWorkingDay(calendar: string, day: string): boolean {
  return hoursOn(calendar, day).length > 0
}

export function isOpen(calendar: string, atMs: number, zone: Zone): boolean {
  return spansOn(calendar, dayOf(atMs, zone), zone).some(({ from, until }) => from <= atMs && atMs < until)
}

/** The hours of a day as moments. */
function spansOn(calendar: string, day: string, zone: Zone): Hours[] {
  const at = (minute: number): number => momentShown(dayMs(day) + minute * 60_000, zone)
  return hoursOn(calendar, day).map(({ from, until }) => ({ from: at(from), until: at(until) }))
}

/** The given number of working days later or earlier. */
export function dayByWork(day: string, text: string, sign: 1 | -1): string {
  const { amount, calendar } = read(text)
  let [at, left] = [day, amount]
  while (left > 0) {
    const before = at
    at = dayAfter(at, sign)
    // Time ends here.
    if (at === before) return at
    if (isWorkingDay(calendar, at)) left -= 1
  }
  return at
}

export function momentByWork(atMs: number, text: string, sign: 1 | -1, zone: Zone): number {
  const { amount, isDays, calendar } = read(text)
  if (isDays) {
    const shownMs = shownAt(atMs, zone)
    const timeMs = ((shownMs % DAY_MS) + DAY_MS) % DAY_MS
    return held(momentShown(dayMs(dayByWork(dayOf(atMs, zone), text, sign)) + timeMs, zone))
  }
  let leftMs = amount * 60_000
  let ended = ''
  for (let day = dayOf(atMs, zone); day !== ended; day = dayAfter(day, sign)) {
    ended = day
    const spans = spansOn(calendar, day, zone)
    if (sign < 0) spans.reverse()
    for (const { from, until } of spans) {
      const [begin, end] = sign > 0 ? [Math.max(from, atMs), until] : [from, Math.min(until, atMs)]
      const lengthMs = end - begin
      if (lengthMs <= 0) continue
      if (leftMs <= lengthMs) return held(sign > 0 ? begin + leftMs : end - leftMs)
      leftMs -= lengthMs
    }
  }
  return held(sign > 0 ? Infinity : -Infinity)
}
