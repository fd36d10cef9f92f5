// Actions of screens → the addresses of their calls, in every form that a path may have.

import { expect, it } from 'vitest'
import type { RowData } from '../wire/app.ts'
import { type CallingAction, pathOf } from './action-address.ts'

const row = (keys: Record<string, string>): RowData => ({ keys }) as unknown as RowData

const action = (path: string, names: readonly string[]): CallingAction =>
  ({
    kind: 'call',
    path,
    parameters: names.map((name) => ({ name, from: 'row', key: name })),
  }) as unknown as CallingAction

it.for([
  ['/loans/:number', '/loans/A%2F1'],
  ['/loans/:number:cancel', '/loans/A%2F1:cancel'],
  ["/Loans(':number')", "/Loans('A%2F1')"],
  ['/loans/:number.json', '/loans/A%2F1.json'],
  ['/files/*number', '/files/A/1'],
])('fills %s', ([path = '', address = '']) => {
  expect(pathOf(action(path, ['number']), row({ number: 'A/1' }), {}, {})).toBe(address)
})

it('has no address without a value for each parameter', () => {
  expect(pathOf(action('/loans/:number:cancel', ['number']), row({}), {}, {})).toBeNull()
  expect(pathOf(action('/loans/:number:cancel', ['number']), row({ number: '' }), {}, {})).toBeNull()
})
