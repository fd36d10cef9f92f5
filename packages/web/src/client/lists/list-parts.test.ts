import { expect, it } from 'vitest'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { partQuery, partsAt, rowsOfParts, withNextPart, withRefreshed, type Part } from './list-parts.ts'

const rows = (...ids: string[]): RowData[] => ids.map((id) => ({ id, keys: {}, values: {}, actions: {} }))
const idsOf = (all: readonly RowData[]): string => all.map(({ id }) => id).join('')

const first: Part = { after: '', until: null, rows: rows('a', 'b'), next: 'B' }
const two = withNextPart([first], 'B', { rows: rows('c', 'd'), next: 'D' })

it('ends a part where the next one begins', () => {
  expect(two.map(({ after, until, next }) => [after, until, next])).toEqual([
    ['', 'B', 'B'],
    ['B', null, 'D'],
  ])
  expect(idsOf(rowsOfParts(two))).toBe('abcd')
})

it('has what was asked for twice once', () => {
  expect(withNextPart(two, 'B', { rows: rows('c', 'd'), next: 'D' })).toEqual(two)
})

it('asks for a part again as it was had, and keeps where it ends', () => {
  const more = withRefreshed(two, { after: '', until: 'B' }, { rows: rows('x', 'a', 'b'), next: null })
  expect(idsOf(rowsOfParts(more))).toBe('xabcd')
  expect(more[0]?.next).toBe('B')
  const end = withRefreshed(two, { after: 'B', until: null }, { rows: rows('c'), next: null })
  expect(end[1]?.next).toBeNull()
  expect(withRefreshed(two, { after: 'B', until: 'D' }, { rows: rows('z'), next: null })).toBe(two)
})

it('shows a row once that has moved from one part into another', () => {
  const moved = withRefreshed(two, { after: '', until: 'B' }, { rows: rows('d', 'a', 'b'), next: null })
  expect(idsOf(rowsOfParts(moved))).toBe('dabc')
})

it('knows in which parts some rows are', () => {
  expect(partsAt(two, 0, 1).map(({ after }) => after)).toEqual([''])
  expect(partsAt(two, 1, 2).map(({ after }) => after)).toEqual(['', 'B'])
  expect(partsAt(two, 3, 9).map(({ after }) => after)).toEqual(['B'])
})

it('says that parts are wanted where the first one begins with nothing', () => {
  const address = (asked: Record<string, string>, after: string, until: string | null) =>
    partQuery('queue', 0, asked, { after, until }).meta?.kept?.address
  expect(address({}, '', null)).toBe('/_ninefold/screens/queue/0?after=')
  expect(address({ q: 'x' }, '', 'B')).toBe('/_ninefold/screens/queue/0?q=x&until=B&after=')
  expect(address({}, 'B', 'D')).toBe('/_ninefold/screens/queue/0?until=D&after=B')
})
