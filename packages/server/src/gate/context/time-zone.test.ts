import { fromLocal, localDate, toLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { timeZoneOf } from './application.ts'

const zones = Intl.supportedValuesOf('timeZone').map(timeZoneOf)
const [FIRST, LAST] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')]
const zone = fc.constantFrom(...zones)
const second = fc.integer({ min: FIRST / 1000, max: LAST / 1000 }).map((seconds) => seconds * 1000)

const shown = (local: number) => Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, 23))

describe('a time zone agrees with Temporal', () => {
  it('on what its clock shows at a moment', () =>
    fc.assert(
      fc.property(zone, second, (where, at) => {
        const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(where.name)
        expect(shown(toLocal(at, where)).toString()).toBe(there.toPlainDateTime().toString())
        expect(localDate(at, where)).toBe(there.toPlainDate().toString())
      }),
      { numRuns: 2000 },
    ))

  it('on the moment at which its clock shows a time', () =>
    fc.assert(
      fc.property(zone, second, (where, local) => {
        const moment = shown(local).toZonedDateTime(where.name, { disambiguation: 'later' })
        expect(fromLocal(local, where)).toBe(moment.epochMilliseconds)
      }),
      { numRuns: 2000 },
    ))

  it('on hours that a change of the clocks skips or repeats', () =>
    fc.assert(
      fc.property(zone, second, fc.integer({ min: -180, max: 180 }), (where, at, minutes) => {
        const change = Temporal.Instant.fromEpochMilliseconds(at)
          .toZonedDateTimeISO(where.name)
          .getTimeZoneTransition('next')
        if (change === null) return
        const local = toLocal(change.epochMilliseconds, where) + minutes * 60_000
        const moment = shown(local).toZonedDateTime(where.name, { disambiguation: 'later' })
        expect(fromLocal(local, where)).toBe(moment.epochMilliseconds)
      }),
      { numRuns: 2000 },
    ))
})
