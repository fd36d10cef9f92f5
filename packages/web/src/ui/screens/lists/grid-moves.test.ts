import { expect, it } from 'vitest'
import { placeAfterKey } from './grid-moves.ts'

const size = { rows: 20, columns: 5, page: 8, isRightToLeft: false }
const at = { index: 10, column: 2 }
const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

it.each([
  ['ArrowDown', {}, 11, 2],
  ['ArrowUp', {}, 9, 2],
  ['j', {}, 11, 2],
  ['k', {}, 9, 2],
  ['ArrowRight', {}, 10, 3],
  ['ArrowLeft', {}, 10, 1],
  ['Home', {}, 10, 0],
  ['End', {}, 10, 4],
  ['Home', { ctrlKey: true }, 0, 0],
  ['End', { ctrlKey: true }, 19, 4],
  ['PageDown', {}, 18, 2],
  ['PageUp', {}, 2, 2],
])('%s leads on %o', (key, more, index, column) => {
  expect(placeAfterKey(press(key, more), at, size)).toEqual({ index, column })
})

it('stays within the table', () => {
  expect(placeAfterKey(press('ArrowDown'), { index: 19, column: 4 }, size)).toEqual({ index: 19, column: 4 })
  expect(placeAfterKey(press('PageUp'), { index: 3, column: 0 }, size)).toEqual({ index: 0, column: 0 })
  expect(placeAfterKey(press('ArrowLeft'), { index: 0, column: 0 }, size)).toEqual({ index: 0, column: 0 })
})

it('follows the script', () => {
  expect(placeAfterKey(press('ArrowLeft'), at, { ...size, isRightToLeft: true })).toEqual({ index: 10, column: 3 })
})

it('leaves to browsers and screen readers what is theirs', () => {
  expect(placeAfterKey(press('ArrowLeft', { altKey: true }), at, size)).toBeNull()
  expect(placeAfterKey(press('k', { ctrlKey: true }), at, size)).toBeNull()
  expect(placeAfterKey(press('Tab'), at, size)).toBeNull()
})
