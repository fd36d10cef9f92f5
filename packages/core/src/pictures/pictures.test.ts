import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { isFalse, isTrue } from '../expression/conditions.ts'
import type { Model } from '../model/model.ts'
import { permittedRecords, visibleRecords } from '../rights/roles.ts'
import { openDocument } from '../service/document.ts'
import { accessInWords } from './access.ts'
import { callsPicture, type PicturedStep } from './calls.ts'
import { entityDiagram } from './entities.ts'
import { limitsInWords } from './limits.ts'
import { rightsTables } from './roles.ts'
import { screenMap } from './screens.ts'
import { stateDiagrams } from './states.ts'
import { usesOf } from './uses.ts'
import { rulesInWords } from './validation.ts'

const EXAMPLES = ['booking', 'conduit', 'crm', 'expenses', 'helpdesk', 'shop', 'stock']

function example(name: string): { text: string; model: Model } {
  const text = readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8')
  const { model } = compile(text)
  if (model === null) throw new Error(`The example "${name}" has errors.`)
  return { text, model }
}

const helpDesk = example('helpdesk')

it('leads from a screen to where its actions and its rows lead, once each', () => {
  const { ways } = screenMap(helpDesk.model)
  expect(ways.map(({ from, to, words }) => [from, to, words])).toEqual([
    ['My tickets', 'Ticket', 'Ticket'],
    ['Queue', 'Ticket', 'Open Ticket'],
  ])
})

it('draws a reference once, and not its other side', () => {
  const { references } = entityDiagram(helpDesk.model)
  const drawn = references.map(({ from, field, to, count }) => `${from}.${field} ${count} ${to}`)
  expect(drawn).toContain('Comment.ticket one Ticket')
  expect(drawn).toContain('Ticket.assignee one or none User')
  expect(drawn.filter((line) => line.includes('comments'))).toEqual([])
})

it('says by what way somebody gets in, and what acts for a user, each with its line', () => {
  const text = helpDesk.text
    .replace(
      /^- \*\*Session:.*$/m,
      '$&\n- **API keys:** Agent, at most 90 days\n- **Second factor:** required for Agent',
    )
    .replace(/^### Roles$/m, '**Agents act as:** Agent, Requester\n\n**Operated by:** Admin\n\n$&')
  const { model } = compile(text)
  if (model === null) throw new Error('The text has errors.')
  const rows = accessInWords(model)
  expect(rows.map(({ name, how }) => [name, how])).toEqual([
    ['Sign in', 'with email and password of User'],
    ['API keys', 'Agent, at most 90 days'],
    ['Second factor', 'required for Agent'],
    ['Agents act as', 'Agent, Requester'],
    ['Operated by', 'Admin'],
  ])
  const lineOf = (start: number): string => text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', start))
  expect(rows.slice(1).map(({ span }) => lineOf(span.start).replace(/:.*/, ''))).toEqual([
    '- **API keys',
    '- **Second factor',
    '**Agents act as',
    '**Operated by',
  ])
})

it('says of each transition who does it and when, in words', () => {
  const [diagram] = stateDiagrams(helpDesk.model)
  const take = diagram?.transitions.filter(({ name }) => name === 'take')
  expect(take?.map(({ from, to, who, onlyIf }) => [from, to, who, onlyIf])).toEqual([
    ['new', 'open', ['Team agent'], '“Assignee” is empty'],
    ['open', 'open', ['Team agent'], '“Assignee” is empty'],
  ])
})

it('says in which states a permission holds at all', () => {
  const table = rightsTables(helpDesk.model).find(({ entity }) => entity === 'Ticket')
  const change = table?.actions.find(({ action }) => action === 'change')
  const agent = change?.cells[table?.roles.indexOf('Agent') ?? -1]
  expect(agent?.answer).toBe('sometimes')
  expect(agent?.grounds.map(({ where, states }) => [where, states])).toEqual([
    ['as Owner', null],
    ['as Team agent, where “Status” is not closed', ['new', 'open', 'pending', 'resolved']],
  ])
})

it('says of a record that is found by your own id that it is you', () => {
  const table = rightsTables(helpDesk.model).find(({ entity }) => entity === 'User')
  const change = table?.actions.find(({ action }) => action === 'change')
  const requester = change?.cells[table?.roles.indexOf('Requester') ?? -1]
  expect(requester?.grounds.map(({ where }) => where)).toEqual(['this is you'])
})

it('tells the steps of a call as the author wrote them, and the errors that they raise', () => {
  const { calls } = callsPicture(helpDesk.model, helpDesk.text)
  const reply = calls.find(({ title }) => title === 'Reply')
  expect(reply?.steps[4]?.words).toBe('when `!comment.internal`: send New reply')
  expect(reply?.failsWith).toEqual(['TICKET_NOT_FOUND'])
})

it('finds where an error is raised and where a constant is used', () => {
  const document = openDocument(helpDesk.text)
  expect(
    usesOf(document, 'code')
      .get('NOT_IN_TEAM')
      ?.map(({ place }) => place),
  ).toEqual(['Validation rules'])
  expect(
    usesOf(document, 'constant')
      .get('pageSize')
      ?.map(({ place }) => place),
  ).toEqual(['Screen: My tickets', 'Screen: Queue'])
})

describe.each(EXAMPLES)('of the example %s', (name) => {
  const { text, model } = example(name)

  it('no cell of the rights says otherwise than the rights do', () => {
    for (const { entity, roles, actions } of rightsTables(model))
      for (const { action, cells } of actions) {
        if (!['see', 'create', 'delete'].includes(action)) continue
        for (const [index, { answer }] of cells.entries()) {
          const role = model.roles.roles.find((each) => each.name === roles[index])
          if (role === undefined) throw new Error('A column is no role.')
          const caller = { roles: new Set(role.includes), isSignedIn: !role.isGuest }
          const rights =
            action === 'see'
              ? visibleRecords(model, caller, entity)
              : permittedRecords(model, caller, entity, action as 'create' | 'delete')
          const where = `${role.name}: ${action} ${entity}`
          if (answer === 'no') expect(isFalse(rights), where).toBe(true)
          if (answer === 'yes') expect(isTrue(rights), where).toBe(true)
          if (isFalse(rights)) expect(answer, where).toBe('no')
        }
      }
  })

  it('everything that is drawn stands in the text', () => {
    const steps = (each: PicturedStep): PicturedStep[] => [each, ...each.steps.flatMap(steps)]
    const { calls, schedules } = callsPicture(model, text)
    const drawn = [
      ...screenMap(model).screens,
      ...entityDiagram(model).entities,
      ...stateDiagrams(model).flatMap(({ states, transitions }) => [...states, ...transitions]),
      ...rulesInWords(model),
      ...limitsInWords(model),
      ...[...calls, ...schedules].flatMap((each) => each.steps.flatMap(steps)),
    ]
    for (const { span } of drawn) expect(text.slice(span.start, span.end).trim()).not.toBe('')
    for (const { words } of calls.flatMap((each) => each.steps.flatMap(steps))) expect(words).not.toBe('')
  })
})
