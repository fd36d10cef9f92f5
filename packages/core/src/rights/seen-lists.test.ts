// Lists of a statement whose items need no further check of their visibility, and lists that only look like them.

import { expect, it } from 'vitest'
import * as build from '../expression/build.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import { modelOf } from '../plan/model-for-tests.ts'
import { insideList, type Viewer } from './readable.ts'

const PEOPLE: ValueType = { kind: 'list', of: { kind: 'record', entity: 'Person' } }
const TASKS: ValueType = { kind: 'list', of: { kind: 'record', entity: 'Task' } }
const viewer: Viewer = {
  model: modelOf([]),
  caller: { roles: new Set(), isSignedIn: true },
  seenLists: new Set(['found']),
}

const task = build.recordVariable('t', 'Task')
const owner = build.field(task, 'Task', 'owner', { type: { kind: 'record', entity: 'Person' }, isOptional: false })
const filtered = (list: Expression): Expression =>
  build.comprehension('filter', { over: list, variable: 't', body: build.literal(true, { kind: 'boolean' }) }, TASKS)
const both = (one: Expression, other: Expression): Expression => ({ ...build.binary('+', one, other), type: TASKS })
const owners = (list: Expression): Expression =>
  build.comprehension('map', { over: list, variable: 't', body: owner }, PEOPLE)

function isSeen(list: Expression): boolean {
  return insideList(viewer, list, 'item').seen?.has('item') === true
}

it('takes items of a list for seen that the same statement has found', () => {
  const found = build.variable('found', TASKS)
  expect([found, filtered(found), both(found, filtered(found))].map(isSeen)).toEqual([true, true, true])
})

it('does not take for seen what an earlier statement has found, nor records that items refer to', () => {
  const [found, earlier] = [build.variable('found', TASKS), build.variable('earlier', TASKS)]
  const lists = [earlier, filtered(earlier), owners(found), filtered(owners(found)), both(found, earlier)]
  expect(lists.map(isSeen)).toEqual([false, false, false, false, false])
})
