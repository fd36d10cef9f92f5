import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { expectedOf, expecting, isLocked, withExpected } from './optimistic-update.ts'

const move: AppAction = {
  key: 'move',
  label: 'Move',
  kind: 'transition',
  method: 'POST',
  path: '/tickets/:id/move',
  parameters: [],
  field: 'status',
  leads: [
    { from: ['new'], to: 'open' },
    { from: ['open'], to: null },
  ],
}
const row = (status: string, id = '1', action = 'move'): RowData => ({
  id,
  keys: {},
  values: { status },
  actions: { [action]: { isAvailable: true } },
})

it('expects the state that a transition leads to from where the row is, and nothing that is not certain', () => {
  expect(expectedOf('queue', move, row('new'))?.values).toEqual({ status: 'open' })
  // Back to the former state, which is unknown here; from a state without a case; and for a row that is not a record.
  for (const unknown of [row('open'), row('lost'), row('new', '#0')])
    expect(expectedOf('queue', move, unknown)).toBe(null)
})

it('lies over the row that it is about, and over no other of the same id', () => {
  const expected = expectedOf('queue', move, row('new'))
  const other = row('new', '1', 'reply')
  const shown = withExpected([row('new'), other], expected === null ? [] : [expected])
  expect(shown).toEqual([{ ...row('open'), isOnTheWay: true }, other])
})

it('locks the row from the moment its update is sent, before it is drawn, until the answer', async () => {
  const client = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<string>()
  const done = expecting(client, expectedOf('queue', move, row('new')), promise)
  expect(isLocked(client, 'queue', row('new'))).toBe(true)
  for (const other of [row('new', '2'), row('new', '1', 'reply')]) expect(isLocked(client, 'queue', other)).toBe(false)
  expect(isLocked(client, 'archive', row('new'))).toBe(false)
  resolve('answered')
  await done
  expect(isLocked(client, 'queue', row('new'))).toBe(false)
})
