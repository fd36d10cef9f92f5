import { expect, it } from 'vitest'
import { daysShown, lyingOn, turned } from './calendar-days.ts'

const row = (id: string, at: unknown) => ({ id, keys: {}, values: { at }, actions: {} })

it('shows whole weeks, from the day on which a week begins', () => {
  const month = daysShown('month', '2026-02-14', 1)
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-01-26', '2026-03-01', 35])
  const american = daysShown('month', '2026-02-14', 7)
  expect([american[0], american.at(-1), american.length]).toEqual(['2026-02-01', '2026-02-28', 28])
  expect(daysShown('week', '2026-02-14', 1)).toEqual([
    '2026-02-09',
    '2026-02-10',
    '2026-02-11',
    '2026-02-12',
    '2026-02-13',
    '2026-02-14',
    '2026-02-15',
  ])
})

it('turns by months whatever their length, and by weeks', () => {
  expect(turned('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(turned('month', '2026-03-31', -1)).toBe('2026-02-01')
  expect(turned('month', '2026-12-09', 1)).toBe('2027-01-01')
  expect(turned('week', '2026-03-01', -1)).toBe('2026-02-22')
})

it('puts what lies on a day there, as the clock of the time zone has it', () => {
  const days = daysShown('week', '2026-02-11', 1)
  const rows = [
    row('late', '2026-02-11T14:00:00.000Z'),
    row('night', '2026-02-11T23:30:00.000Z'),
    row('day', '2026-02-11'),
    row('none', null),
    row('early', '2026-02-11T07:00:00.000Z'),
  ]
  const shown = (day: string) =>
    (lyingOn(rows, 'at', days, 'Europe/Berlin').get(day) ?? []).map(({ row: { id }, time }) => [id, time])
  expect(shown('2026-02-11')).toEqual([
    ['day', null],
    ['early', '08:00'],
    ['late', '15:00'],
  ])
  expect(shown('2026-02-12')).toEqual([['night', '00:30']])
})

it('puts a period on every day that it has a part of, and on no other', () => {
  const days = daysShown('week', '2026-02-11', 1)
  const period = (start: string, end: string) => row('p', { start, end })
  const on = (rows: Parameters<typeof lyingOn>[0]) => [...lyingOn(rows, 'at', days, 'UTC').keys()]
  expect(on([period('2026-01-01', '2026-02-10')])).toEqual(['2026-02-09', '2026-02-10'])
  expect(on([period('2026-02-12T22:00:00Z', '2026-02-14T00:00:00Z')])).toEqual(['2026-02-12', '2026-02-13'])
  expect(on([period('2026-02-12T22:00:00Z', '2026-02-12T23:00:00Z')])).toEqual(['2026-02-12'])
})
