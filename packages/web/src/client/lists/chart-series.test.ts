import { expect, it } from 'vitest'
import type { Display } from '@ninefold/core/contract/wire/display.ts'
import type { AppChart, AppDimension, ChartGroup } from '@ninefold/core/contract/wire/charts.ts'
import { chartTable, filterOfKey } from './chart-series.ts'

const dimension = (display: Display, per: AppDimension['per'] = null): AppDimension => ({
  key: 'by',
  label: 'By',
  display,
  per,
})
const chart = (by: AppDimension, and: AppDimension | null = null): AppChart => ({
  kind: 'chart',
  draw: 'stacked',
  measure: 'count',
  by,
  and,
  of: null,
})
const group = (value: unknown, amount: string, series?: unknown): ChartGroup => ({
  value,
  amount,
  ...(series === undefined ? {} : { series: { value: series } }),
})

it('has every period between the first and the last, and what has none at the end', () => {
  const months = chart(dimension({ kind: 'date' }, 'month'))
  const groups = [group('2027-01-01', '2'), group('2026-10-01', '5'), group(null, '1')]
  const { rows, cells } = chartTable(months, { groups, isWhole: true }, 1)
  expect(rows.map(({ value }) => value)).toEqual(['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01', null])
  expect(cells.map(([amount]) => amount)).toEqual(['5', null, null, '2', '1'])
})

it('has the latest periods where a wrong year would make millions, and says that there are earlier ones', () => {
  const days = chart(dimension({ kind: 'date' }, 'day'))
  const groups = [group('0226-11-29', '1'), group('2026-11-28', '2'), group('2026-11-29', '3')]
  const { rows, cells, isCut } = chartTable(days, { groups, isWhole: true }, 1)
  expect([rows.length, rows.at(-1)?.value, isCut]).toEqual([500, '2026-11-29', true])
  expect(cells.slice(-3).flat()).toEqual([null, '2', '3'])
  expect(chartTable(days, { groups: groups.slice(1), isWhole: true }, 1).isCut).toBe(false)
})

it('has weeks that begin as the text says, and quarters', () => {
  const of = (per: AppDimension['per'], days: readonly string[], first: number) =>
    chartTable(
      chart(dimension({ kind: 'date' }, per)),
      { groups: days.map((day) => group(day, '1')), isWhole: true },
      first,
    ).rows.map(({ value }) => value)
  expect(of('week', ['2026-11-22', '2026-12-06'], 7)).toEqual(['2026-11-22', '2026-11-29', '2026-12-06'])
  expect(of('quarter', ['2026-10-01', '2027-04-01'], 1)).toEqual(['2026-10-01', '2027-01-01', '2027-04-01'])
})

it('lays two dimensions out as rows and series, in the order of the text', () => {
  const states = dimension({ kind: 'state', values: ['new', 'done'].map((value) => ({ value, label: value })) })
  const groups = [group('b', '3', 'done'), group('a', '2', 'new'), group('a', '1', 'done')]
  const { rows, series, cells } = chartTable(chart(dimension({ kind: 'text' }), states), { groups, isWhole: true }, 1)
  expect(rows.map(({ value }) => value)).toEqual(['a', 'b'])
  expect(series.map(({ value }) => value)).toEqual(['new', 'done'])
  expect(cells).toEqual([
    ['2', '1'],
    [null, '3'],
  ])
})

it('leads to the records of a group by the filter that keeps them', () => {
  const key = (value: unknown) => ({ value, label: null })
  expect(filterOfKey(dimension({ kind: 'date' }, 'month'), key('2027-02-01'), 1)).toBe('2027-02-01..2027-02-28')
  expect(filterOfKey(dimension({ kind: 'date' }, 'week'), key('2026-11-23'), 1)).toBe('2026-11-23..2026-11-29')
  expect(filterOfKey(dimension({ kind: 'text' }), key('open'), 1)).toBe('open')
  expect(filterOfKey(dimension({ kind: 'text' }), key(null), 1)).toBe('-')
})
