import { expect, it } from 'vitest'
import { readFragment, saidAbout } from './testing.ts'

const TRANSITIONS = '| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |'
const machine = (blocks: string) => readFragment('states', `### States of Ticket.status\n\n${blocks}`)

it('reads where a transition starts from', () => {
  const { draft, said } = machine(
    `${TRANSITIONS}\n| a | new, open | x | Agent | | |\n| b | any except closed | x | the clock | | |\n| c | any | x | Agent, Admin | | |`,
  )
  expect(said).toEqual([])
  const [first] = draft.states.machines
  expect(first?.transitions.map(({ from }) => [from.kind, from.states.map((state) => state.text)])).toEqual([
    ['states', ['new', 'open']],
    ['any except', ['closed']],
    ['any except', []],
  ])
  expect(first?.transitions[2]?.who.map((who) => who.text)).toEqual(['Agent', 'Admin'])
})

it('reads effects, and reports one that is none at its own words', () => {
  const read = machine(
    `${TRANSITIONS}\n| a | new | x | Agent | \`b\` | set at to \`now\`; clear rating; send Done; dance; record Log with a = \`1\` |`,
  )
  expect(read.draft.states.machines[0]?.transitions[0]?.effects.map((effect) => effect.kind)).toEqual([
    'set',
    'clear',
    'send',
  ])
  expect(saidAbout(read)).toEqual(['N011 dance', 'N012 record Log with a = `1`'])
})

it('leaves out a transition whose target is not shown', () => {
  const read = machine(`${TRANSITIONS}\n| a | new | not shown | Agent | | |`)
  expect(read.draft.states.machines[0]?.transitions).toEqual([])
  expect(saidAbout(read)).toEqual(['N007 not shown'])
})

it('keeps the backticks in the moment of a clock, which is words and an expression together', () => {
  const { draft, said } = machine(
    '| Clock | Does | Runs |\n| --- | --- | --- |\n| c | remind | `remindAfter` after entering pending, once |',
  )
  expect(said).toEqual([])
  expect(draft.states.machines[0]?.clocks[0]?.runs.text).toBe('`remindAfter` after entering pending, once')
})

it('reports kinds of states, locks and approvals', () => {
  expect(
    saidAbout(machine('| State | Means | Kind |\n| --- | --- | --- |\n| a | b | first |\n| c | d | finla |')),
  ).toEqual(['N011 first', 'N011 finla'])
  expect(
    saidAbout(machine('| State | Means | Kind | Locks |\n| --- | --- | --- | --- |\n| a | b | initial | all |')),
  ).toEqual(['N012 Locks'])
  expect(
    saidAbout(readFragment('states', '### Approval: Expense by approval\n\n- **Order:** one after another')),
  ).toEqual(['N012 Approval: Expense by approval'])
  expect(saidAbout(readFragment('states', '### States of Ticket'))).toEqual(['N011 Ticket'])
})
