import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantAt, instantOf, wallClock } from './moments.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe']

it('shows the clock of the time zone, wherever the browser is', () => {
  expect(wallClock(Date.parse('2026-01-31T22:30:00Z'), 'Europe/Berlin')).toBe('2026-01-31 23:30:00')
  expect(wallClock(Date.parse('2026-07-31T22:30:00Z'), 'Europe/Berlin')).toBe('2026-08-01 00:30:00')
})

it('reads the clock back to the same clock, in every zone and on days of change', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc
        .integer({ min: Date.parse('2000-01-01'), max: Date.parse('2040-01-01') })
        .map((at) => Math.floor(at / 1000) * 1000),
      (zone, instant) => {
        const shown = wallClock(instant, zone)
        const read = instantAt(shown, zone)
        expect(read).not.toBeNull()
        expect(wallClock(read ?? 0, zone)).toBe(shown)
      },
    ),
  ))

it('takes the hour after the change for an hour that is skipped, and standard time for one that comes twice', () => {
  expect(new Date(instantAt('2026-03-29 02:30:00', 'Europe/Berlin') ?? 0).toISOString()).toBe(
    '2026-03-29T01:30:00.000Z',
  )
  expect(new Date(instantAt('2026-10-25 02:30:00', 'Europe/Berlin') ?? 0).toISOString()).toBe(
    '2026-10-25T01:30:00.000Z',
  )
})

it('takes milliseconds and ISO 8601, and nothing else, for an instant', () => {
  expect(instantOf(5)).toBe(5)
  expect(instantOf('1970-01-01T00:00:00.005Z')).toBe(5)
  expect(instantOf('soon')).toBeNull()
  expect(instantOf(null)).toBeNull()
})
