import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

const TRANSITIONS = '| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |'
const machine = (blocks: string) => readFragment('states', `### States of Ticket.status\n\n${blocks}`)

const transitionsIn = (rows: string) => {
  const read = machine(`${TRANSITIONS}\n${rows}`)
  return { ...read, rows: read.draft.states.machines[0]?.transitions ?? [] }
}
const clocksIn = (runs: string) => {
  const read = machine(`| Clock | Does | Runs |\n| --- | --- | --- |\n| c | remind | ${runs} |`)
  return { ...read, runs: read.draft.states.machines[0]?.clocks[0]?.runs }
}

it('reads where a transition starts from', () => {
  const { rows, said } = transitionsIn(
    '| a | new, open | x | Agent | | |\n| b | any except closed | x | the clock | | |\n| c | any | x | Agent, Admin | | |\n| d | nothing | x | Agent | | |',
  )
  expect(said).toEqual([])
  expect(
    rows.map(({ from }) => [
      from?.kind,
      from !== null && 'states' in from ? from.states.map(({ text }) => text) : null,
    ]),
  ).toEqual([
    ['states', ['new', 'open']],
    ['any except', ['closed']],
    ['any except', []],
    ['nothing', null],
  ])
  expect(rows[2]?.who.map((who) => who.text)).toEqual(['Agent', 'Admin'])
})

it('reads every kind of effect, and reports one that is none at its own words', () => {
  const read = transitionsIn(
    '| a | new | the state before | call only | `b` | set at to `now`; clear rating; send Done; dance; record Log with a = `1`, b = `this`; do stop on whole; do stop on each of parts where `open` |',
  )
  expect(read.rows[0]?.to).toMatchObject({ kind: 'the state before' })
  expect(read.rows[0]?.effects.map((effect) => effect.kind)).toEqual(['set', 'clear', 'send', 'record', 'do', 'do'])
  expect(read.rows[0]?.effects.at(-2)).toMatchObject({ isOnEach: false, relation: { text: 'whole' }, where: null })
  expect(read.rows[0]?.effects.at(-1)).toMatchObject({
    isOnEach: true,
    transition: { text: 'stop' },
    relation: { text: 'parts' },
    where: { text: 'open' },
  })
  expect(saidAbout(read)).toEqual(['N011 dance'])
})

it.each([
  ['create Log with a = `1`', /record ENTITY/],
  ['do stop part', /on each of/],
  ['at = `now`', /set FIELD to/],
  ['delete rating', /clear FIELD/],
  ['notify the owner', /send MESSAGE/],
])('knows what was probably meant by the effect %s', (effect, hint) => {
  const read = transitionsIn(`| a | new | x | Agent | | ${effect} |`)
  expect(saidAbout(read)).toEqual([`N011 ${effect}`])
  expect(read.said[0]?.hint).toMatch(hint)
})

it.each([
  '| a | not shown | x | Agent | | |',
  '| a | new | not shown | Agent | | |',
  '| a | new | x | not shown | | |',
  '| a | new | x | Agent | not shown | |',
  '| a | new | x | Agent | | not shown |',
  '| a | new | x | Agent | | clear b; not shown |',
])('keeps the name of a transition of which something is not shown: %s', (row) => {
  const read = transitionsIn(row)
  expect(
    read.rows.map(({ name, from, to, isNotShown }) => [name.text, isNotShown || from === null || to === null]),
  ).toEqual([['a', true]])
  expect(saidAbout(read)).toEqual(['N007 not shown'])
})

it('takes none for nothing, and an assumption for what it assumes', () => {
  const read = transitionsIn('| a | new | not shown (assumed: x) | Agent | none | none |')
  expect(read.rows[0]).toMatchObject({ to: { state: { text: 'x' } }, onlyIf: null, effects: [], isNotShown: false })
  expect(saidAbout(read)).toEqual(['N007 not shown (assumed: x)'])
})

it('refuses outside services by name', () => {
  expect(saidAbout(transitionsIn('| a | new | x | Agent, outside service Bank | | |'))).toEqual([
    'N013 outside service Bank',
  ])
})

it('reads when a clock runs', () => {
  expect(clocksIn('`remindAfter` after entering pending, once').runs).toMatchObject({
    kind: 'after entering',
    delay: { text: 'remindAfter' },
    state: { text: 'pending' },
    isOnce: true,
  })
  expect(clocksIn('3 days after entering in progress').runs).toMatchObject({
    state: { text: 'in progress' },
    isOnce: false,
  })
  expect(clocksIn('every day at 08:30').runs).toMatchObject({ kind: 'every day', time: 510 })
  expect(clocksIn('when `dueAt` passes').runs).toMatchObject({ kind: 'when it passes', moment: { text: 'dueAt' } })
})

it('reports a clock that runs at no moment that can be read', () => {
  expect(saidAbout(clocksIn('every day'))).toEqual(['N011 every day'])
  expect(saidAbout(clocksIn('every day at 25:00'))).toEqual(['N011 every day at 25:00'])
  expect(saidAbout(clocksIn('when dueAt passes'))).toEqual(['N010 dueAt'])
  expect(saidAbout(clocksIn('remindAfter after entering pending'))).toEqual(['N010 remindAfter'])
})

it('knows that there may be more clocks where they are not shown', () => {
  const read = machine('**Clocks:** not shown')
  expect(read.draft.states.machines[0]?.areClocksNotShown).toBe(true)
  expect(saidAbout(read)).toEqual(['N007 not shown'])
})

it('reads what a state locks', () => {
  const states = '| State | Means | Kind | Locks |\n| --- | --- | --- | --- |'
  const read = machine(
    `${states}\n| a | | initial | all |\n| b | | | all except note |\n| c | | final | x, y |\n| d | | | |`,
  )
  expect(read.said).toEqual([])
  expect(read.draft.states.machines[0]?.states.map(({ locks }) => locks?.kind)).toEqual([
    'all',
    'all except',
    'fields',
    undefined,
  ])
})

it('reads the inputs and steps of a transition', () => {
  const read = readFragment(
    'states',
    '### Transition: Ticket take back\n\n| Input | Like | Needed |\n| --- | --- | --- |\n| note | Ticket.note | yes |\n\n1. change ticket with given note\n2. send Done',
  )
  expect(read.said).toEqual([])
  const [procedure] = read.draft.states.procedures
  expect([procedure?.entity.text, procedure?.transition.text]).toEqual(['Ticket', 'take back'])
  expect(procedure?.inputs.map(({ path }) => path.text)).toEqual(['note'])
  expect(procedure?.steps.map(({ action }) => action.kind)).toEqual(['change', 'send'])
  expect(saidAbout(readFragment('states', '### Transition: resolve'))).toEqual(['N011 resolve'])
})

it('reports kinds of states, nameless states and transitions, and approvals', () => {
  expect(
    saidAbout(machine('| State | Means | Kind |\n| --- | --- | --- |\n| a | b | first |\n| c | d | finla |')),
  ).toEqual(['N011 first', 'N011 finla'])
  expect(saidAbout(machine('| State | Means | Kind |\n| --- | --- | --- |\n| | b | initial |'))).toEqual(['N011 '])
  expect(saidAbout(transitionsIn('| | a | b | Agent | | |'))).toEqual(['N011 '])
  expect(
    saidAbout(readFragment('states', '### Approval: Expense by approval\n\n- **Order:** one after another')),
  ).toEqual(['N012 Approval: Expense by approval'])
  expect(saidAbout(readFragment('states', '### States of Ticket'))).toEqual(['N011 Ticket'])
})

it('reads what people read for a state, and for a condition that does not hold', () => {
  const read = machine(
    '| State | Label | Means | Kind |\n| --- | --- | --- | --- |\n| a | "In sight" | | initial |\n| b | | | final |\n\n' +
      '| Transition | From | To | Who | Only if | If not | Then |\n| --- | --- | --- | --- | --- | --- | --- |\n' +
      '| go | a | b | Agent | `x` | "Say x first." | |\n| run | a | b | Agent | | "Never." | |',
  )
  const [found] = read.draft.states.machines
  expect(found?.states.map(({ label }) => label?.text ?? null)).toEqual(['In sight', null])
  expect(found?.transitions[0]?.ifNot?.text).toBe('Say x first.')
  expect(saidAbout(read)).toEqual(['N011 "Never."'])
})

it('reads the colour of a state', () => {
  const read = machine(
    '| State | Means | Kind | Locks | Colour |\n| --- | --- | --- | --- | --- |\n' +
      '| a | | initial | | amber |\n| b | | | all | |\n| c | | final | | gren |',
  )
  const [found] = read.draft.states.machines
  expect(found?.states.map(({ colour }) => colour?.text ?? null)).toEqual(['amber', null, null])
  expect(saidAbout(read)).toEqual(['N011 gren'])
})

it('reads a table without columns that would be empty, and no other one', () => {
  const read = (...columns: readonly string[]) => {
    const cells = {
      Transition: 'close',
      From: 'open',
      To: 'closed',
      Who: 'Agent',
      'Only if': '`late`',
      Then: 'clear rating',
    }
    const line = (words: readonly string[]) => `| ${words.join(' | ')} |`
    const row = columns.map((column) => cells[column as keyof typeof cells])
    const { draft, said } = machine([columns, columns.map(() => '---'), row].map(line).join('\n'))
    const [transition] = draft.states.machines[0]?.transitions ?? []
    return [said.map(({ number }) => number), transition?.onlyIf?.text ?? null, transition?.effects.length]
  }
  expect(read('Transition', 'From', 'To', 'Who')).toEqual([[], null, 0])
  expect(read('Transition', 'From', 'To', 'Who', 'Only if')).toEqual([[], 'late', 0])
  expect(read('Transition', 'From', 'To', 'Who', 'Then')).toEqual([[], null, 1])
  expect(read('Transition', 'From', 'To')[0]).toEqual(['N002'])
  expect(read('Transition', 'From', 'To', 'Then', 'Who')[0]).toEqual(['N002'])
})
