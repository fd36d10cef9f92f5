import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { hasErrors } from '../diagnostic/diagnostic.ts'
import type { Model } from '../model/model.ts'
import { FIELDS } from './specification-for-tests.ts'

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const helpdesk = file('../../../../examples/helpdesk/app.md')
const conduit = file('../../../../examples/conduit/app.md')
const form = file('../read/fixtures/form.md')

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  expect(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ number, message }) => `${number} ${message}`),
  ).toEqual([])
  if (model === null) throw new Error('There is no model.')
  return model
}

const ENTITIES = '## 3. Entities and their fields'

it('gives the help desk a model, warns of nothing, and notes what customers do not get', () => {
  expect(modelOf(helpdesk).name).toBe('Helpdesk')
  expect(new Set(compile(helpdesk).diagnostics.map(({ number }) => number))).toEqual(new Set(['N622', 'N007']))
})

it('keeps a model that survives JSON', () => {
  const model = modelOf(helpdesk)
  expect(JSON.parse(JSON.stringify(model))).toEqual(model)
})

it('warns in Conduit of nothing: all of it runs', () => {
  const numbers = compile(conduit)
    .diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ number }) => number)
  expect(numbers).toEqual([])
})

it('reads the given form without errors, with thirteen open questions and nothing offered', () => {
  const model = modelOf(form)
  expect(model.questions.map(({ answer }) => answer)).toEqual(Array.from({ length: 13 }, () => 'open'))
  expect(model.screens).toEqual({ routes: [], screens: [], documents: [] })
})

it('offers provisional screens, calls and permissions for an entity and nothing else', () => {
  const model = modelOf(
    `# Library\n\n${ENTITIES}\n\n### Entity: StockItem\n\n${FIELDS}\n| title | text | required | | |\n| notes | long text | | | |\n`,
  )
  expect(model.screens.routes.map(({ path, screen }) => `${path} ${screen}`)).toEqual([
    '/stock-items Stock items',
    '/stock-items/:id StockItem',
  ])
  expect(model.screens.screens.every(({ isProvisional }) => isProvisional)).toBe(true)
  expect(model.calls.standard).toMatchObject([
    {
      path: '/api/stock-items',
      calls: ['list', 'get', 'create', 'change', 'delete'],
      foundBy: 'id',
      isProvisional: true,
    },
  ])
  expect(
    model.roles.permissions.map(({ actions, isProvisional, fields }) => [actions.join(), isProvisional, fields.join()]),
  ).toEqual([
    ['see', true, 'id,title,notes'],
    ['create', true, 'title,notes'],
    ['change', true, 'title,notes'],
    ['delete', true, ''],
  ])
  const answers = Object.fromEntries(model.questions.map(({ question, answer }) => [question, answer]))
  expect(answers['Screens and what a user can do on each']).toBe('provisional')
  expect(answers['Product calls (method, path shape, payload shape)']).toBe('provisional')
  expect(answers['Entities and fields']).toBe('stated')
  expect(answers['Validation rules']).toBe('open')
})

it('offers nothing where the text says that there is none', () => {
  const model = modelOf(
    `# Library\n\n## 2. Screens and routes\n\n**Screens and what a user can do on each:** none\n\n${ENTITIES}\n\n### Entity: Book\n\n${FIELDS}\n| title | text | | | |\n`,
  )
  expect(model.screens.screens).toEqual([])
  expect(model.questions.find(({ question }) => question.startsWith('Screens'))?.answer).toBe('none')
})

it('splits a permission where what is seen is more than what is given', () => {
  const { permissions } = modelOf(helpdesk).roles
  const admin = permissions.filter(({ who, entity }) => who?.role === 'Admin' && entity === 'Ticket')
  expect(
    admin.map(({ actions, fields }) => [
      actions.join(),
      fields.includes('dueAt'),
      fields.includes('status'),
      fields.includes('priority'),
    ]),
  ).toEqual([
    ['see', true, true, true],
    ['change', false, false, true],
  ])
})

it('keeps in the model what names a field that no table keeps yet', () => {
  const model = modelOf(helpdesk)
  const view = model.calls.shapes.find(({ name }) => name === 'CommentView')
  expect(view?.keys.map(({ key }) => key)).toEqual(['id', 'author', 'body', 'internal', 'files', 'createdAt'])
  const reply = model.calls.calls.find(({ title }) => title === 'Reply')
  expect(reply?.inputs.map(({ path }) => path.join('.'))).toEqual(['body', 'internal', 'files'])
})

it('types a path parameter by the field that a step compares it with', () => {
  const parameters = modelOf(helpdesk).calls.calls.flatMap(({ pathParameters }) => pathParameters)
  expect(parameters.map(({ name, type, finds }) => `${name} ${type.kind} ${finds?.entity}.${finds?.field}`)).toEqual([
    'number sequence Ticket.number',
    'number sequence Ticket.number',
    'id identifier User.id',
  ])
})

it('shows the names of a team’s members in one column', () => {
  const list = modelOf(helpdesk).screens.screens.find(({ name }) => name === 'Set-up')?.blocks[0]
  if (list?.kind !== 'list') throw new Error('The first part of the screen is no list.')
  const members = list.columns.find(({ path }) => path.join('.') === 'members.name')
  expect(members?.value).toMatchObject({
    kind: 'comprehension',
    operation: 'map',
    type: { kind: 'list', of: { kind: 'text' } },
  })
})

it('settles which computed fields may be empty, whatever their order', () => {
  const model = modelOf(
    `# A\n\n${ENTITIES}\n\n### Entity: A\n\n${FIELDS}\n| twice | whole number | computed \`orElse(once, 0) + 1\` | | |\n| once | whole number | computed \`given\` | | |\n| given | whole number | | | |\n`,
  )
  const computed = model.entities.entities[0]?.fields.flatMap(({ name, computed: value }) =>
    value === null ? [] : [[name, value.expression.isOptional]],
  )
  expect(computed).toEqual([
    ['twice', false],
    ['once', true],
  ])
})

const RULES =
  '## 5. Validation rules\n\n| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |'

it('cannot tell what a code answers when point 8 is not shown, and runs all the same', () => {
  const text = `# A\n\n${ENTITIES}\n\n### Entity: A\n\n${FIELDS}\n| name | text | required | | |\n\n${RULES}\n| Named well | A | always | | \`name != "x"\` | BAD_NAME |\n`
  const model = modelOf(text)
  expect(model.validation.rules.map(({ otherwise }) => otherwise)).toEqual(['BAD_NAME'])
  expect(model.errors.catalogue).toMatchObject([{ code: 'BAD_NAME', status: 422 }])
  expect(model.questions.find(({ question }) => question === 'Error catalogue')?.answer).toBe('provisional')
})

it('lets everybody do a transition in development when point 6 is not shown', () => {
  const states =
    '## 4. States and transitions\n\n### States of A.status\n\n| State | Means | Kind |\n| --- | --- | --- |\n| new | | initial |\n| done | | final |\n\n| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| finish | new | done | Worker | | |'
  const model = modelOf(`# A\n\n${ENTITIES}\n\n### Entity: A\n\n${FIELDS}\n| status | state | | | |\n\n${states}\n`)
  expect(model.states.machines[0]?.transitions[0]?.who).toEqual([{ kind: 'role', role: 'Guest' }])
  expect(model.screens.screens[1]?.blocks[0]?.actions.map(({ label }) => label)).toEqual(['Change', 'Finish', 'Delete'])
})

/** Deletes, duplicates, moves and truncates lines, and inserts characters. */
const mutation = fc.record({
  kind: fc.constantFrom('delete', 'double', 'move', 'insert', 'cut', 'swap words'),
  at: fc.nat(),
  to: fc.nat(),
  inserted: fc.constantFrom('|', '`', '**', '\n', 'not shown', ' of ', '.', ',', '{', '"', 'x', '⟪'),
})

function mutated(
  text: string,
  { kind, at, to, inserted }: { kind: string; at: number; to: number; inserted: string },
): string {
  const lines = text.split('\n')
  const line = at % lines.length
  switch (kind) {
    case 'delete':
      return lines.toSpliced(line, 1).join('\n')
    case 'double':
      return lines.toSpliced(line, 0, lines[line] ?? '').join('\n')
    case 'move':
      return lines
        .toSpliced(line, 1)
        .toSpliced(to % lines.length, 0, lines[line] ?? '')
        .join('\n')
    case 'cut':
      return text.slice(0, at % text.length)
    case 'insert':
      return text.slice(0, at % text.length) + inserted + text.slice(at % text.length)
    default: {
      const words = text.split(/\b/)
      const one = at % words.length
      const other = to % words.length
      return words
        .with(one, words[other] ?? '')
        .with(other, words[one] ?? '')
        .join('')
    }
  }
}

it('never throws, keeps every span inside the text, and gives a model only without errors', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(helpdesk, conduit, form),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      (text, mutations) => {
        const changed = mutations.reduce(mutated, text)
        const { model, diagnostics } = compile(changed)
        expect(model === null).toBe(hasErrors(diagnostics))
        for (const { span } of diagnostics)
          expect(0 <= span.start && span.start <= span.end && span.end <= changed.length).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
