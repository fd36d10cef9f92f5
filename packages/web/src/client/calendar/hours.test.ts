import { expect, test } from 'vitest'
import { hoursShown, placedOnHours, slotAt } from './hours.ts'

const row = (id: string, start: string, end: string) => ({
  id,
  keys: {},
  values: { during: { start: `2026-11-${start}:00Z`, end: `2026-11-${end}:00Z` } },
  actions: {},
})
const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25']
const placed = (...rows: ReturnType<typeof row>[]) => placedOnHours(rows as never, 'during', DAYS, 'UTC')
const shapes = (...rows: ReturnType<typeof row>[]) =>
  (placed(...rows).get('2026-11-24') ?? []).map(({ row: { id }, from, until, lane, lanes }) => [
    id,
    from / 60,
    until / 60,
    `${lane + 1}/${lanes}`,
  ])

test('an entry is as long as its period, and those that share a time stand beside each other', () => {
  expect(
    shapes(
      row('a', '24T09:00', '24T12:00'),
      row('b', '24T10:00', '24T11:00'),
      row('c', '24T11:00', '24T12:30'),
      row('d', '24T12:30', '24T13:30'),
    ),
  ).toEqual([
    ['a', 9, 12, '1/2'],
    ['b', 10, 11, '2/2'],
    ['c', 11, 12.5, '2/2'],
    ['d', 12.5, 13.5, '1/1'],
  ])
})

test('a period over midnight lies on both days, and what ends as a day begins does not', () => {
  const days = placed(row('a', '23T22:00', '24T02:00'), row('b', '23T22:00', '24T00:00'))
  expect(
    [...days].map(([day, entries]) => [day, entries.map(({ row: { id }, from, until }) => [id, from, until])]),
  ).toEqual([
    [
      '2026-11-23',
      [
        ['a', 1320, 1440],
        ['b', 1320, 1440],
      ],
    ],
    ['2026-11-24', [['a', 0, 120]]],
  ])
})

test('the hours of a working day are shown, and those of every entry', () => {
  expect(hoursShown(placed())).toEqual({ first: 8, last: 20 })
  expect(hoursShown(placed(row('a', '24T06:30', '24T07:00'), row('b', '24T21:00', '24T21:15')))).toEqual({
    first: 6,
    last: 22,
  })
})

test('a press takes the quarter that it is in, and an hour from there', () => {
  expect(slotAt('2026-11-24', 14 * 60 + 40)).toEqual(['2026-11-24 14:30:00', '2026-11-24 15:30:00'])
  expect(slotAt('2026-11-30', 23 * 60 + 50)).toEqual(['2026-11-30 23:45:00', '2026-12-01 00:45:00'])
})
