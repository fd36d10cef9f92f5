// Derived parts of the page of a record, on the texts of the examples.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { askedFields } from './asked-fields.ts'
import { progressOf } from './progress.ts'
import { isBadNews, isUrgency, lateness } from './urgency.ts'

function example(name: string): Model {
  const file = new URL(`../../../../../examples/${name}/app.md`, import.meta.url)
  const { model } = compile(readFileSync(file, 'utf8'))
  if (model === null) throw new Error(`The example ${name} has errors.`)
  return model
}

const helpDesk = example('helpdesk')
const expenses = example('expenses')

it('knows how many steps are left after each transition, and which lead away', () => {
  const left = (model: Model, entity: string, name: string) => progressOf(model, entity, name).progress?.left
  expect(left(helpDesk, 'Ticket', 'resolve')).toEqual({ open: 1, pending: 1 })
  expect(left(helpDesk, 'Ticket', 'take')).toEqual({ new: 2, open: 2 })
  expect(left(helpDesk, 'Ticket', 'reopen')).toBe(undefined)
  expect(left(expenses, 'Report', 'accept')).toEqual({ 'handed in': 1 })
  expect(left(expenses, 'Report', 'send back')).toBe(undefined)
})

it('takes the longest way for the way to the end: giving up is a shorter one, and no progress', () => {
  const booking = example('booking')
  expect(progressOf(booking, 'Booking', 'confirm').progress?.left).toEqual({ held: 1 })
  expect(progressOf(booking, 'Booking', 'cancel')).toEqual({})
  expect(progressOf(booking, 'Booking', 'turn away')).toEqual({})
})

it('knows the fields that a step wants to be filled in', () => {
  const guardOf = (model: Model, name: string) => {
    const guard = model.states.machines
      .flatMap(({ transitions }) => transitions)
      .find((each) => each.name === name)?.guard
    if (guard === undefined || guard === null) throw new Error(`"${name}" asks nothing.`)
    return guard
  }
  expect(askedFields(guardOf(expenses, 'send back'))?.fields).toEqual(['remark'])
  expect(askedFields(guardOf(expenses, 'hand in'))).toBe(null)
  expect(askedFields(guardOf(helpDesk, 'take'))).toBe(null)
  const reopen = askedFields(guardOf(helpDesk, 'reopen'))
  expect(reopen?.fields).toEqual(['resolvedAt'])
  // The time limit has no value while the field is empty, so it does not prevent the action in advance.
  expect(reopen?.when).toMatchObject({ kind: 'unary', operator: '!', operand: { operator: '!=' } })
})

it('knows what presses: a choice with shorter times, a deadline, and what says that it has passed', () => {
  const field = (entity: string, name: string) => fieldNamed(entityNamed(helpDesk, entity), name)
  expect(isUrgency(helpDesk, field('Ticket', 'priority'))).toBe(true)
  expect(isUrgency(helpDesk, field('Ticket', 'status'))).toBe(false)
  expect(lateness(helpDesk, 'Ticket', field('Ticket', 'dueAt'))).toBe('late')
  expect(lateness(helpDesk, 'Ticket', field('Ticket', 'createdAt'))).toBe(null)
  expect(isBadNews(field('Ticket', 'late'))).toBe(true)
  expect(isBadNews(field('Category', 'active'))).toBe(false)
  const category = fieldNamed(entityNamed(expenses, 'Expense'), 'category')
  expect(isUrgency(expenses, category)).toBe(false)
})
