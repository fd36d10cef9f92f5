import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { guardReason, reasonOfState } from '../calls/transition-reasons.ts'
import { reasonInEnglish } from './reasons.ts'
import { reasonIn } from './refusal-language.ts'

const { model } = compile(readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8'))
if (model === null) throw new Error('The help desk has errors.')

it('says in words what a transition waits for', () => {
  const guards = model.states.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ name, guard }) =>
      guard === null ? [] : [[name, reasonInEnglish(guardReason(model, guard))]],
    ),
  )
  expect(Object.fromEntries(guards)).toEqual({
    take: 'Only possible when “Assignee” is empty.',
    ask: 'Only possible when there is a comment of which “Author” is you and “Internal” is no.',
    reopen: 'Only possible when it is before 7 days after “Resolved at”.',
  })
})

it('says the same conditions in German', () => {
  const guards = model.states.machines.flatMap(({ transitions }) => transitions.flatMap(({ guard }) => guard ?? []))
  expect(guards.map((guard) => reasonIn(guardReason(model, guard), 'de'))).toEqual([
    'Nur möglich unter dieser Bedingung: „Assignee“ ist leer.',
    'Nur möglich unter dieser Bedingung: für mindestens einmal „Comment“ gilt: „Author“ sind Sie und „Internal“ ist nein.',
    'Nur möglich unter dieser Bedingung: der jetzige Zeitpunkt liegt vor: 7 days nach „Resolved at“.',
  ])
})

const OTHER = `# Club

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Team

| Field | Label | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- | --- |
| name | | text up to 80 | required | | |
| people | "Players" | list of Person via team | | | |
| stage | | state | | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| team | Team | | | |

## 4. States and transitions

### States of Team.stage

| State | Label | Means | Kind |
| --- | --- | --- | --- |
| fresh | "Not yet ready" | | initial |
| ready | | | |
| gone | | | final |

| Transition | From | To | Who | Only if | If not | Then |
| --- | --- | --- | --- | --- | --- | --- |
| prepare | fresh | ready | Coach | \`people.size() > 0\` | | |
| dismiss | ready | gone | Coach | \`people.size() == 0 && stage != "fresh"\` | | |
| play | ready | ready | Coach | \`people.map(p, lower(p.name)).size() > 3\` | | |
| rest | ready | fresh | Coach | \`people.size() > 10\` | "A team of eleven may rest." | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Coach | | from a Coach |
`

it('speaks in labels, in the words of the author, and never in code', () => {
  const { model: club, diagnostics } = compile(OTHER)
  if (club === null) throw new Error(JSON.stringify(diagnostics))
  const [machine] = club.states.machines
  const said = machine?.transitions.flatMap(({ guard, ifNot }) =>
    guard === null ? [] : [reasonInEnglish(guardReason(club, guard, ifNot))],
  )
  expect(said).toEqual([
    'Only possible when “Players” is not empty.',
    'Only possible when “Players” is empty and “Stage” is not Not yet ready.',
    'Not possible for this record as it is now.',
    'A team of eleven may rest.',
  ])
  expect(reasonInEnglish(reasonOfState([{ from: ['fresh', 'ready'], to: 'gone' }], machine))).toBe(
    'Only possible while it is Not yet ready or ready.',
  )
})

it('lists the states in which it is possible, each once', () => {
  const cases = [
    { from: ['new', 'open'], to: 'done' },
    { from: ['open'], to: 'gone' },
  ]
  expect(reasonInEnglish(reasonOfState(cases))).toBe('Only possible while it is new or open.')
})
