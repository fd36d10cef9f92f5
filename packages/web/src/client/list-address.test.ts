import { expect, it } from 'vitest'
import type { AppList } from '@ninefold/core/contract/app.ts'
import {
  changeListAddress,
  listQueryParameters,
  parseSearch,
  readListAddress,
  stringifySearch,
} from './list-address.ts'

const list: AppList = {
  kind: 'list',
  title: 'Tickets',
  columns: [{ key: 'number', label: 'Number', display: { kind: 'number' }, isSortable: true }],
  filters: [{ name: 'status', label: 'Status', filter: { kind: 'text' } }],
  searchIn: [],
  sortedBy: [],
  pageSize: 20,
  whenEmpty: null,
  whenFailing: null,
  opens: null,
  actions: [],
  offers: [],
  forChosen: [],
  answer: null,
  tab: null,
  needs: [],
  form: { kind: 'table' },
}

it('asks the server only for what the list has, whatever stands in the address', () => {
  const address = readListAddress(list, '', { page: '-3', sort: 'secret', q: 'x', status: 'open', other: '1' })
  expect(listQueryParameters(address)).toEqual({ status: 'open' })
})

it('starts again at the first page when anything else changes, and keeps the other lists', () => {
  const search = { page: '3', status: 'open', '2.page': '5' }
  expect(changeListAddress(search, '', { status: undefined, sort: '-number' })).toEqual({
    sort: '-number',
    '2.page': '5',
  })
  expect(changeListAddress(search, '2.', { page: '6' })).toEqual({ page: '3', status: 'open', '2.page': '6' })
})

it('keeps texts as texts: a search for 007 is not a search for 7', () => {
  expect(parseSearch('?q=007')).toEqual({ q: '007' })
  expect(stringifySearch({ q: '007', page: '' })).toBe('?q=007')
})
