import { expect, it } from 'vitest'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { type Branch, treeOf } from './tree.ts'

const row = (id: string, above: unknown): RowData => ({ id, keys: {}, values: { above }, actions: {} })
const drawn = (branches: readonly Branch[]): string =>
  branches.map(({ row: { id }, below }) => (below.length === 0 ? id : `${id}(${drawn(below)})`)).join(' ')

it('puts each row below the one that it points to, in the order of the rows', () => {
  expect(drawn(treeOf([row('c', 'a'), row('a', null), row('d', 'c'), row('b', null)], 'above'))).toBe('a(c(d)) b')
})

it('puts a row at the top whose upper one is not there or not to be seen', () => {
  expect(drawn(treeOf([row('a', 'gone'), row('b', undefined)], 'above'))).toBe('a b')
})

it('shows every row once, however they point to each other', () => {
  expect(drawn(treeOf([row('a', 'b'), row('b', 'a'), row('c', 'c'), row('d', 'a')], 'above'))).toBe('c a(b d)')
})

it('takes a number for an id', () => {
  expect(drawn(treeOf([row('1', null), row('2', 1)], 'above'))).toBe('1(2)')
})
