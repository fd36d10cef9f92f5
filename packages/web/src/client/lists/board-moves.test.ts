import { expect, it } from 'vitest'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { canMove, moveTo } from './board-moves.ts'

const transition = (key: string, to: string): AppAction => ({
  key,
  label: key,
  kind: 'transition',
  method: 'POST',
  path: `/tickets/:id/${key}`,
  parameters: [],
  field: 'status',
  leads: [{ from: ['new'], to }],
})
const block = { actions: [transition('close', 'closed'), transition('shut', 'closed'), transition('open', 'open')] }
const row = (actions: RowData['actions']): RowData => ({ id: '1', keys: {}, values: { status: 'new' }, actions })

it('moves a card by the transition that leads there, if it may be done now', () => {
  const free = row({ close: { isAvailable: false, reason: 'Only once solved.' }, shut: { isAvailable: true } })
  expect(moveTo(block, 'status', free, 'closed')).toMatchObject({ kind: 'possible', action: { key: 'shut' }, body: {} })
})

it('says why not, or that nothing leads there', () => {
  const because = { isAvailable: false, reason: 'Only once solved.' } as const
  const held = row({ close: because })
  expect(moveTo(block, 'status', held, 'closed')).toEqual({ kind: 'impossible', because })
  expect(moveTo(block, 'status', held, 'open')).toEqual({ kind: 'impossible', because: null })
  expect(moveTo(block, 'status', held, 'lost')).toEqual({ kind: 'impossible', because: null })
})

it('knows boards on which nothing moves', () => {
  expect(canMove(block, 'status', [{ value: 'lost' }])).toBe(false)
  expect(canMove(block, 'status', [{ value: 'open' }])).toBe(true)
})
