import { expect, it } from 'vitest'
import type { AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import { beginsGroup, groupColumns, groupedSort } from './list-groups.ts'

const column = (key: string, kind: string, isSortable = true) => ({ key, label: key, display: { kind }, isSortable })
const list = {
  form: { kind: 'table' },
  answer: null,
  columns: [
    column('title', 'text'),
    column('priority', 'choice'),
    column('status', 'state'),
    column('owner.name', 'text'),
    column('urgency', 'choice', false),
    column('due', 'date'),
  ],
  sortedBy: [
    { column: 'due', direction: 'descending' },
    { column: 'hidden', direction: 'ascending' },
  ],
} as unknown as AppList

it('groups by values that several rows share, as far as the list can be sorted by them', () => {
  expect(groupColumns(list).map(({ key }) => key)).toEqual(['priority', 'status', 'owner.name'])
  expect(groupColumns({ ...list, form: { kind: 'cards' } })).toEqual([])
})

it('sorts by the group first, and then as before, by no more keys than are allowed', () => {
  expect(groupedSort(list, 'status', null)).toBe('status,-due')
  expect(groupedSort(list, 'priority', null)).toBe('-priority,-due')
  expect(groupedSort(list, 'priority', 'title,priority')).toBe('priority,title')
  expect(groupedSort(list, 'status', 'title,due,-owner.name')).toBe('status,title,due')
})

it('begins a group where the value differs from the one before', () => {
  const rows = ['a', 'a', null, null, 'b'].map((value) => ({ values: { status: value } }) as unknown as RowData)
  expect(rows.map((_, index) => beginsGroup(rows, index, 'status'))).toEqual([true, false, true, false, true])
})
