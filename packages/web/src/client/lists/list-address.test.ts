import { expect, it } from 'vitest'
import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import {
  changeListAddress,
  listQueryParameters,
  parseSearch,
  readListAddress,
  stringifySearch,
  viewChange,
  viewQuery,
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

it('says how a list is looked at without its page, and leads back there from anywhere', () => {
  const search = { page: '3', status: 'open', sort: '-number', 'shown-columns': 'secret,number', '2.page': '5' }
  const query = viewQuery(list, '', search)
  expect(query).toBe('status=open&sort=-number&shown-columns=number')
  const elsewhere = { status: 'done', q: 'x', '2.page': '5', page: '2' }
  expect(changeListAddress(elsewhere, '', viewChange(list, query))).toEqual({
    status: 'open',
    sort: '-number',
    'shown-columns': 'number',
    '2.page': '5',
  })
  expect(viewQuery(list, '1.', { '1.status': 'open', status: 'done' })).toBe('status=open')
})
