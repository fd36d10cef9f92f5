import { expect, it } from 'vitest'
import type { AppMeasure, Display } from '@ninefold/core/contract/wire/display.ts'
import type { ChartData } from '@ninefold/core/contract/wire/charts.ts'
import { barsOf, groupsOfRows } from './chart-bars.ts'

const by = (display: Display): AppMeasure => ({ key: 'by', label: 'By', display })
const data = (groups: readonly (readonly [unknown, string])[]): ChartData => ({
  groups: groups.map(([value, amount]) => ({ value, amount })),
  isWhole: true,
})
const shown = (bars: ReturnType<typeof barsOf>) => bars.map(({ value, amount, share }) => [value, amount, share])

it('shows states as they are listed, those without records too, and what is empty last', () => {
  const states = by({ kind: 'state', values: ['new', 'open', 'done'].map((value) => ({ value, label: value })) })
  expect(
    shown(
      barsOf(
        states,
        data([
          ['done', '4'],
          [null, '1'],
          ['new', '2'],
        ]),
      ),
    ),
  ).toEqual([
    ['new', 2, 0.5],
    ['open', 0, 0],
    ['done', 4, 1],
    [null, 1, 0.25],
  ])
})

it('shows days one after another, and other things the largest first', () => {
  const days = data([
    ['2026-02-01', '5'],
    ['2026-01-01', '1'],
  ])
  expect(shown(barsOf(by({ kind: 'date' }), days)).map(([value]) => value)).toEqual(['2026-01-01', '2026-02-01'])
  expect(
    shown(
      barsOf(
        by({ kind: 'text' }),
        data([
          ['a', '1'],
          ['b', '3'],
        ]),
      ),
    ).map(([value]) => value),
  ).toEqual(['b', 'a'])
})

it('draws what is below nothing on the other side of it, and nothing for nothing', () => {
  const bars = barsOf(
    by({ kind: 'text' }),
    data([
      ['a', '0'],
      ['b', '-3'],
      ['c', '9'],
    ]),
  )
  expect(bars.map(({ value, share, start }) => [value, share, start])).toEqual([
    ['c', 0.75, 0.25],
    ['a', 0, 0.25],
    ['b', 0.25, 0],
  ])
})

it('counts and sums the rows of an answer', () => {
  const row = (tag: unknown, hours: unknown) => ({ id: '', keys: {}, values: { tag, hours }, actions: {} })
  const rows = [row('a', 2), row('b', '1.5'), row('a', null)]
  const tag = { ...by({ kind: 'text' }), key: 'tag', per: null }
  const chart = { kind: 'chart', draw: 'bars', by: tag, and: null } as const
  const hours = { ...by({ kind: 'number' }), key: 'hours' }
  expect(groupsOfRows({ ...chart, measure: 'count', of: null }, rows).groups).toEqual([
    { value: 'a', amount: '2' },
    { value: 'b', amount: '1' },
  ])
  expect(groupsOfRows({ ...chart, measure: 'sum', of: hours }, rows).groups).toEqual([
    { value: 'a', amount: '2' },
    { value: 'b', amount: '1.5' },
  ])
})
