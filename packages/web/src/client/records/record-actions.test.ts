import { expect, it } from 'vitest'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppCellChanges } from '@ninefold/core/contract/record-page/app-parts.ts'
import { lettersOf, nextStep, promisesAnother } from './record-actions.ts'

function step(label: string, left: Readonly<Record<string, number>>): AppAction {
  const progress = Object.keys(left).length === 0 ? {} : { progress: { field: 'status', left } }
  return {
    key: label,
    label,
    kind: 'transition',
    method: 'POST',
    path: '/',
    parameters: [],
    field: 'status',
    leads: [],
    ...progress,
  }
}

function inState(status: string): RowData {
  return { id: '1', keys: {}, values: { status }, actions: {} }
}

const TAKE = step('Take', { new: 2, open: 2 })
const ASK = step('Ask', { open: 2 })
const RESOLVE = step('Resolve', { open: 1, pending: 1 })
const REOPEN = step('Reopen', {})

it('goes for the step that leaves the fewest to the end', () => {
  expect(nextStep([TAKE, ASK, RESOLVE, REOPEN], inState('open'))).toBe(RESOLVE)
  expect(nextStep([TAKE, ASK], inState('open'))).toBe(TAKE)
})

it('has none where all that is possible leads back', () => {
  expect(nextStep([REOPEN], inState('resolved'))).toBe(null)
  expect(nextStep([TAKE], inState('resolved'))).toBe(null)
})

it('gives each action a letter of its own, and none that does something else everywhere', () => {
  const letters = lettersOf([step('Keep', {}), step('Reopen', {}), step('Reply', {}), step('Je', {}), step('Élan', {})])
  expect([...letters]).toEqual([
    ['Keep', 'p'],
    ['Reopen', 'r'],
    ['Reply', 'l'],
    ['Élan', 'a'],
  ])
})

it('knows a form for changes whose label names what this person may not change', () => {
  const input = (name: string) => ({ path: [name], label: name })
  const rate = {
    key: 'rate',
    label: 'Rate the help',
    kind: 'call',
    startsFrom: 'record',
    form: [input('subject'), input('rating')],
  } as unknown as AppAction
  const changes = { columns: { subject: 'subject', rating: 'rating' } } as unknown as AppCellChanges
  const mayChange = (...names: string[]): RowData => ({
    ...inState('open'),
    changes: Object.fromEntries(names.map((name) => [name, true])),
  })
  expect(promisesAnother(rate, { changes }, mayChange('subject'))).toBe(true)
  expect(promisesAnother(rate, { changes }, mayChange('rating'))).toBe(false)
  expect(promisesAnother({ ...rate, label: 'Change' }, { changes }, mayChange('subject'))).toBe(false)
})
