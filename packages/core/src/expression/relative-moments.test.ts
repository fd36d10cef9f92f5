import { expect, it } from 'vitest'
import { dayOf, momentOf, relativeMoment } from './relative-moments.ts'
import { UTC } from './evaluate/time-zone.ts'

const NOW = Date.parse('2026-03-31T22:30:00Z')
const BERLIN = { name: 'Berlin', offsetMs: () => 7_200_000 }

it.each([
  ['now', '2026-03-31T22:30:00.000Z'],
  ['20 minutes ago', '2026-03-31T22:10:00.000Z'],
  ['in 1 hour', '2026-03-31T23:30:00.000Z'],
  ['today 09:00', '2026-03-31T09:00:00.000Z'],
  ['tomorrow', '2026-04-01T00:00:00.000Z'],
  ['2 weeks ago 08:15', '2026-03-17T08:15:00.000Z'],
])('reads %s', (words, moment) => {
  const read = relativeMoment(words)
  expect(read === null ? null : new Date(momentOf(read, NOW, UTC)).toISOString()).toBe(moment)
})

it('takes today from the clocks of the zone', () => {
  const read = relativeMoment('today 09:00')
  expect(read === null ? null : dayOf(read, NOW, BERLIN)).toBe('2026-04-01')
  expect(read === null ? null : new Date(momentOf(read, NOW, BERLIN)).toISOString()).toBe('2026-04-01T07:00:00.000Z')
})

it.each(['soon', 'now 09:00', '2 hours ago 09:00', 'in 3 years', 'tomorrow 25:00', '2026-01-31', 'constructor'])(
  'does not read %s',
  (words) => expect(relativeMoment(words)).toBeNull(),
)
