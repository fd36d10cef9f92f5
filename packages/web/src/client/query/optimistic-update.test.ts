import { expect, it } from 'vitest'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { expectedOf, withExpected } from './optimistic-update.ts'

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
