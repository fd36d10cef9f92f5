import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { guardReason, stateReason } from '../calls/transition-reasons.ts'

const { model } = compile(readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8'))
if (model === null) throw new Error('The help desk has errors.')

it('says in words what a transition waits for', () => {
  const guards = model.states.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ name, guard }) => (guard === null ? [] : [[name, guardReason(model, guard)]])),
  )
  expect(Object.fromEntries(guards)).toEqual({
    take: 'Only possible when “Assignee” is empty.',
    ask: 'Only possible when there is a comment of which “Author” is you and “Internal” is no.',
    reopen: 'Only possible when it is before 7 days after “Resolved at”.',
  })
})

it('lists the states in which it is possible, each once', () => {
  expect(stateReason(['new', 'open', 'open'])).toBe('Only possible while it is new or open.')
})
