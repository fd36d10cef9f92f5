// Checked states of point 4: the model of each construct, and parts that are not shown.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import type { Machine } from '../../model/states.ts'

interface Parts {
  readonly states?: string
  readonly transitions?: string
  readonly more?: string
  readonly rules?: string
}

const STATES = '| new | | initial | |\n| open | | | |\n| done | | final | |'
const TRANSITIONS = '| start | new | open | Agent | | |\n| finish | open | done | Agent | | |'

function taskOf({ states = STATES, transitions = TRANSITIONS, more = '', rules = '' }: Parts) {
  const text = `# A

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Task

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| status | state | | | |
| title | text | required | | |
| note | text | | | |
| dueAt | date and time | | | |
| parts | list of Task via whole | | | |
| whole | Task | | | |

## 4. States and transitions

### States of Task.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
${states}

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
${transitions}

${more}

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
${rules}

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Agent | | from an Agent |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Agent | see, create, change | Task | | all |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO | 422 | task | No. |
`
  const { model, diagnostics } = compile(text)
  const said = diagnostics
    .filter(({ number }) => number.startsWith('N4') || number.startsWith('N0'))
    .filter(({ number }) => !['N012', 'N014'].includes(number))
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
  return {
    machine: model?.states.machines[0] as Machine,
    model,
    said,
    numbers: diagnostics.map(({ number }) => number),
  }
}

it('keeps of a lock the fields that somebody could change at all', () => {
  const { machine } = taskOf({
    states: '| new | | initial | all |\n| open | | | all except note, whole |\n| done | | final | note |',
  })
  expect(machine.states.map(({ locks }) => locks?.fields)).toEqual([
    ['title', 'note', 'dueAt', 'whole'],
    ['title', 'dueAt'],
    ['note'],
  ])
})

it('keeps ways to create a record apart from transitions', () => {
  const { machine, said } = taskOf({
    transitions: `| make | nothing | open | Agent | \`note != null\` | set dueAt to \`now\` |\n${TRANSITIONS}`,
  })
  expect(said).toEqual([])
  expect(machine.creations).toMatchObject([
    { name: 'make', from: [], to: 'open', effects: [{ kind: 'set', field: 'dueAt' }] },
  ])
  expect(machine.transitions.map(({ name }) => name)).toEqual(['start', 'finish'])
})

it('takes a state that a transition leads back to for no dead end, because a final one could not have it', () => {
  const states = '| new | | initial | |\n| open | | | |'
  const { numbers } = taskOf({ states, transitions: '| start | new | open | Agent | | |' })
  expect(numbers).toContain('N403')
  const stays = taskOf({
    states,
    transitions: '| start | new | open | Agent | | |\n| renew | open | open | Agent | | |',
  })
  expect(stays.numbers).not.toContain('N403')
})

it('resolves every kind of effect', () => {
  const { machine, said } = taskOf({
    transitions: `${TRANSITIONS}\n| split | open | open | Agent | | clear note; record Task with title = \`title\`, whole = \`this\`; do finish on each of parts where \`note == null\` |`,
  })
  expect(said).toEqual([])
  expect(machine.transitions[2]?.effects).toMatchObject([
    { kind: 'clear', field: 'note' },
    { kind: 'record', entity: 'Task', sets: [{ field: 'title' }, { field: 'whole' }] },
    { kind: 'do', transition: 'finish', relation: 'parts', entity: 'Task', where: { kind: 'binary' } },
  ])
})

it('gives clocks moments with typed expressions', () => {
  const { machine } = taskOf({
    transitions: `${TRANSITIONS}\n| nag | open | open | the clock | | |`,
    more: '| Clock | Does | Runs |\n| --- | --- | --- |\n| a | nag | 3 days after entering open, once |\n| b | nag | every day at 07:05 |\n| c | nag | when `dueAt` passes |',
  })
  expect(machine.clocks.map(({ runs }) => runs)).toMatchObject([
    { kind: 'after entering', delay: { value: 259_200_000, type: { kind: 'duration' } }, state: 'open', isOnce: true },
    { kind: 'every day', time: 425 },
    { kind: 'when it passes', moment: { kind: 'field', field: 'dueAt' } },
  ])
})

it('gives a transition its inputs and steps, which name the record and its bare fields', () => {
  const { machine, said } = taskOf({
    more: '### Transition: Task finish\n\n| Input | Like | Needed |\n| --- | --- | --- |\n| note | Task.note | yes |\n\n1. require `title != "x"` or fail NO\n2. change task with given note',
  })
  expect(said).toEqual([])
  expect(machine.procedures).toMatchObject([
    { transition: 'finish', record: 'task', inputs: [{ path: ['note'] }], steps: [{}, { action: { kind: 'change' } }] },
  ])
})

it.each([
  ['To', '| finish | open | not shown | Agent | | |'],
  ['From', '| finish | not shown | done | Agent | | |'],
  ['Who', '| finish | open | done | not shown | | |'],
  ['Only if', '| finish | open | done | Agent | not shown | |'],
  ['Then', '| finish | open | done | Agent | | not shown |'],
])('stops only the transition whose "%s" is not shown, and knows its name', (_, row) => {
  const { model, machine, said } = taskOf({
    transitions: `| start | new | open | Agent | | |\n${row}`,
    rules: '| R | Task | do finish | | `note != null` | NO |',
  })
  expect(model).not.toBe(null)
  expect(said).toEqual(['N007 not shown'])
  expect(machine.transitions.map(({ name }) => name)).toEqual(['start'])
})

it('has no state field where it is not shown in which state a record begins', () => {
  const { model, said } = taskOf({
    states: '| new | | not shown | |\n| open | | | |\n| done | | final | |',
  })
  expect(said).toEqual(['N007 not shown'])
  expect(model?.states.machines).toEqual([])
  expect(model?.entities.entities[0]?.fields.map(({ name }) => name)).not.toContain('status')
})

it('says nothing of clocks that are not shown', () => {
  const { said } = taskOf({
    transitions: `${TRANSITIONS}\n| nag | open | open | the clock | | |`,
    more: '**Clocks:** not shown',
  })
  expect(said).toEqual(['N007 not shown'])
})

it('finds where a record was before, for going back', () => {
  const { said } = taskOf({
    states: `${STATES}\n| asleep | | | |`,
    transitions: `${TRANSITIONS}\n| sleep | new, open | asleep | Agent | | |\n| wake | asleep | the state before | Agent | | |`,
  })
  expect(said).toEqual([])
})

it('means by any every state that can be left', () => {
  const { machine, said } = taskOf({ transitions: `${TRANSITIONS}\n| again | any except open | open | Agent | | |` })
  expect(said).toEqual([])
  expect(machine.transitions[2]?.from).toEqual(['new'])
})
