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

it('never leads to a state that the text calls red, and to a green one if nothing else is final', () => {
  const machines = helpDesk.states.machines.map((machine) => ({
    ...machine,
    states: machine.states.map((state) => (state.isFinal ? { ...state, colour: 'red' as const } : state)),
  }))
  const bad: Model = { ...helpDesk, states: { ...helpDesk.states, machines } }
  expect(progressOf(helpDesk, 'Ticket', 'resolve').progress?.left).toEqual({ open: 1, pending: 1 })
  expect(progressOf(bad, 'Ticket', 'resolve').progress?.left).toEqual({ open: 0, pending: 0 })
  expect(progressOf(bad, 'Ticket', 'close')).toEqual({})
})

it('has no end where states lead back to the first one, unless the text makes one final or green', () => {
  const text = readFileSync(new URL('../../../../server/src/testing/texts/laboratory.md', import.meta.url), 'utf8')
  const { model } = compile(text)
  if (model === null) return expect.fail('The laboratory has errors.')
  expect(['break', 'repair'].map((name) => progressOf(model, 'Instrument', name))).toEqual([{}, {}])
  const green = compile(
    text
      .replace(
        '| State | Means | Kind |\n| --- | --- | --- |\n| working | can be reserved | initial |',
        '| State | Means | Kind | Colour |\n| --- | --- | --- | --- |\n| working | can be reserved | initial | green |',
      )
      .replace('| broken | waits for repair | |', '| broken | waits for repair | | |'),
  ).model
  if (green === null) return expect.fail('The laboratory with a colour has errors.')
  expect(progressOf(green, 'Instrument', 'repair').progress?.left).toEqual({ broken: 0 })
  expect(progressOf(model, 'Sample', 'release').progress?.left).toEqual({ measured: 0 })
})

it('ends before the ways out, where each final state can be reached from the first one', () => {
  const { model } = compile(`# Homes

## 3. Entities and their fields

### Entity: Application

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| status | state | | | |
| work | state | | | |

## 4. States and transitions

### States of Application.status

| State | Means | Kind |
| --- | --- | --- |
| sent | | initial |
| visit | | |
| accepted | | |
| declined | | final |
| withdrawn | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| invite | sent | visit | everyone | | |
| accept | visit | accepted | everyone | | |
| decline | sent, visit | declined | everyone | | |
| withdraw | sent, visit, accepted | withdrawn | everyone | | |

### States of Application.work

| State | Means | Kind |
| --- | --- | --- |
| open | | initial |
| started | | |
| paused | | |
| done | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| start | open, paused | started | everyone | | |
| pause | started | paused | everyone | | |
| finish | open, started, paused | done | everyone | | |
`)
  if (model === null) throw new Error('The homes have errors.')
  const left = (name: string) => progressOf(model, 'Application', name).progress?.left
  expect(left('invite')).toEqual({ sent: 1 })
  expect(left('accept')).toEqual({ visit: 0 })
  expect([left('decline'), left('withdraw')]).toEqual([undefined, undefined])
  expect(left('finish')).toEqual({ open: 0, started: 0, paused: 0 })
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
