import { expect, it } from 'vitest'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { chosenColumns, keysShown, layoutOf, withMoved, withToggled, withWidths } from './list-columns.ts'

const COLUMNS = ['number', 'title', 'dueAt'].map((key): AppColumn => ({
  key,
  label: key,
  display: { kind: 'text' },
  isSortable: true,
}))

it('shows what the screen states until somebody chooses', () => {
  expect(keysShown(chosenColumns(COLUMNS, null, null))).toEqual(['number', 'title', 'dueAt'])
})

it('shows columns as they were liked, and new ones of the screen behind them', () => {
  const layout = [
    { key: 'title', width: 200, isShown: true },
    { key: 'gone', width: null, isShown: true },
    { key: 'number', width: null, isShown: false },
  ]
  const chosen = chosenColumns(COLUMNS, layout, null)
  expect(keysShown(chosen)).toEqual(['title', 'dueAt'])
  expect(chosen.map(({ column }) => column.key)).toEqual(['title', 'number', 'dueAt'])
  expect(chosen[0]?.width).toBe(200)
})

it('shows what the address asks for before what is liked, and nothing that the screen does not have', () => {
  const layout = [{ key: 'title', width: 200, isShown: true }]
  expect(keysShown(chosenColumns(COLUMNS, layout, ['dueAt', 'secret', 'number']))).toEqual(['dueAt', 'number'])
  expect(keysShown(chosenColumns(COLUMNS, layout, ['secret']))).toEqual(['title', 'number', 'dueAt'])
})

it('moves, hides and widens, and never hides the last', () => {
  const chosen = chosenColumns(COLUMNS, null, null)
  expect(keysShown(withMoved(chosen, 'dueAt', 0))).toEqual(['dueAt', 'number', 'title'])
  expect(keysShown(withMoved(chosen, 'number', 9))).toEqual(['title', 'dueAt', 'number'])
  const only = withToggled(withToggled(chosen, 'title'), 'dueAt')
  expect(keysShown(only)).toEqual(['number'])
  expect(withToggled(only, 'number')).toBe(only)
  expect(layoutOf(withWidths(only, { title: 90 }))).toEqual([
    { key: 'number', width: null, isShown: true },
    { key: 'title', width: 90, isShown: false },
    { key: 'dueAt', width: null, isShown: false },
  ])
})
