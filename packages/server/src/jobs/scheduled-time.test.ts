// Core has no time zone database, so its sentences about time zones are tested here.

import { expect, it } from 'vitest'
import { nextRun } from '@ninefold/core/model/time/scheduled-time.ts'
import type { Recurrence } from '@ninefold/core/model/time/recurrence.ts'
import { timeZoneOf } from '../gate/context/application.ts'

const BERLIN = timeZoneOf('Europe/Berlin')
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

function next(recurrence: Recurrence, after: string): string {
  return new Date(nextRun(recurrence, Date.parse(after), BERLIN)).toISOString()
}

function daily(time: number): Recurrence {
  return { kind: 'weekly', days: EVERY_DAY, time }
}

it('is later than the moment, even where it is due at that very moment', () => {
  expect(next(daily(480), '2026-06-01T06:00:00Z')).toBe('2026-06-02T06:00:00.000Z')
  expect(next(daily(480), '2026-06-01T05:59:59.999Z')).toBe('2026-06-01T06:00:00.000Z')
})

it('knows the days of a week, and comes round to the same one', () => {
  const mondays: Recurrence = { kind: 'weekly', days: ['monday'], time: 0 }
  expect(next(mondays, '2026-06-01T12:00:00Z')).toBe('2026-06-07T22:00:00.000Z')
})

it('takes the last day of a month that is too short', () => {
  const monthly: Recurrence = { kind: 'monthly', day: 31, time: 180 }
  expect(next(monthly, '2026-02-01T00:00:00Z')).toBe('2026-02-28T02:00:00.000Z')
  expect(next(monthly, '2026-02-28T02:00:00Z')).toBe('2026-03-31T01:00:00.000Z')
})

it('counts intervals from one grid, so that every process counts alike', () => {
  expect(next({ kind: 'interval', minutes: 5 }, '2026-06-01T12:03:10Z')).toBe('2026-06-01T12:05:00.000Z')
  expect(next({ kind: 'interval', minutes: 60 }, '2026-06-01T12:00:00Z')).toBe('2026-06-01T13:00:00.000Z')
})

it('runs once a day when clocks change, whatever the time of day', () => {
  for (let time = 0; time < 1440; time += 15) {
    for (const from of ['2026-03-27T23:30:00Z', '2026-10-23T22:30:00Z']) {
      const runs: number[] = []
      for (let at = Date.parse(from); runs.length < 5;) {
        at = nextRun(daily(time), at, BERLIN)
        runs.push(at)
      }
      for (const [index, at] of runs.slice(1).entries()) {
        const hours = (at - (runs[index] ?? 0)) / 3_600_000
        expect(hours, `${time} after ${from}`).toBeGreaterThanOrEqual(23)
        expect(hours, `${time} after ${from}`).toBeLessThanOrEqual(25)
      }
    }
  }
})
