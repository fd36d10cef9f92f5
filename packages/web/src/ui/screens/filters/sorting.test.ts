// Orders by several columns: requested, reversed and removed.

import { expect, it } from 'vitest'
import { shownSorts, sortToAdd, sortToAsk } from './sorting.ts'

const columns = ['a', 'b', 'c', 'd'].map((key) => ({
  key,
  label: key,
  display: { kind: 'text' as const },
  isSortable: true,
}))
const sortedBy = [
  { column: 'hidden', direction: 'ascending' as const },
  { column: 'a', direction: 'descending' as const },
]

const add = (column: string, asked: string | null): string | undefined =>
  sortToAdd({ columns }, column, shownSorts({ sortedBy }, asked))

it('adds a column behind the others, turns it round, and leaves it out', () => {
  expect(add('b', 'a')).toBe('a,b')
  expect(add('b', 'a,b')).toBe('a,-b')
  expect(add('b', 'a,-b')).toBe('a')
  expect(add('a', '-a')).toBeUndefined()
})

it('goes on from the order of the text, as far as its columns are shown, and takes no more than three', () => {
  expect(add('b', null)).toBe('-a,b')
  expect(add('d', 'a,b,c')).toBe('a,b,d')
})

it('sorts by one column alone, and the other way when that was so', () => {
  const ask = (column: string, asked: string): string => sortToAsk(column, shownSorts({ sortedBy }, asked))
  const down = (asked: string): string => sortToAsk('a', shownSorts({ sortedBy }, asked), 'descending')
  expect([down('b'), down('-a'), down('a')]).toEqual(['-a', 'a', '-a'])
  expect([ask('a', '-b'), ask('a', 'a'), ask('a', '-a'), ask('b', 'a,b')]).toEqual(['a', '-a', 'a', 'b'])
})
