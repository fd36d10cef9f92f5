import { expect, it } from 'vitest'
import { chooseRow, stillThere } from './chosen-rows.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const chosen = (...ids: string[]): ReadonlySet<string> => new Set(ids)

it('chooses one row, or gives it up', () => {
  expect(chooseRow(chosen(), order, 'b', null)).toEqual(chosen('b'))
  expect(chooseRow(chosen('a', 'b'), order, 'b', null)).toEqual(chosen('a'))
})

it('chooses a stretch in either direction, and gives one up', () => {
  expect(chooseRow(chosen('b'), order, 'd', 'b')).toEqual(chosen('b', 'c', 'd'))
  expect(chooseRow(chosen('d'), order, 'b', 'd')).toEqual(chosen('b', 'c', 'd'))
  expect(chooseRow(chosen('a', 'b', 'c', 'd'), order, 'b', 'c')).toEqual(chosen('a', 'd'))
  expect(chooseRow(chosen(), order, 'b', 'gone')).toEqual(chosen('b'))
})

it('keeps nothing chosen that is no longer there', () => {
  expect(stillThere(chosen('a', 'x'), order)).toEqual(chosen('a'))
  const all = chosen('a', 'b')
  expect(stillThere(all, order)).toBe(all)
})
