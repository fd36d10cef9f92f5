// The page of a record, for the sales application: its title, and the links of its lines.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { operationsOf } from '../calls/calls.ts'
import type { AppScreen } from '../wire/app.ts'
import { screensOf } from './screens.ts'

const sales = readFileSync(new URL('../../../../../examples/crm/app.md', import.meta.url), 'utf8')

function screenOf(text: string, name: string): AppScreen {
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  const roles = new Set(['Rep', 'Manager', 'Admin'])
  const scope = { model, caller: { roles, isSignedIn: true }, operations: operationsOf(model) }
  return screensOf(scope).find((screen) => screen.name === name) ?? expect.fail(`There is no screen ${name}.`)
}

function written(place: string, line: string, text = sales): string {
  const parts = text.split(place)
  if (parts.length !== 2) throw new Error(`"${place}" is there ${parts.length - 1} times.`)
  return parts.join(`${place}${line}`)
}

it('says of which values of its own a title is made, and of no other', () => {
  const columns = screenOf(sales, 'Deal').blocks.flatMap((block) => (block.kind === 'record' ? block.columns : []))
  expect(columns.map(({ key }) => key)).toContain('company.name')
  expect(columns.filter(({ isInTitle }) => isInTitle === true).map(({ key }) => key)).toEqual(['number', 'title'])
  const named = sales.replace('- **Label:** `number + " " + title`', '- **Label:** `title + " for " + company.name`')
  const others = screenOf(named, 'Deal').blocks.flatMap((block) => (block.kind === 'record' ? block.columns : []))
  expect(others.filter(({ isInTitle }) => isInTitle === true).map(({ key }) => key)).toEqual(['title'])
})

it('opens from a list on a page the pages of other records, and never the page itself', () => {
  const subsidiaries = 'tab "Subsidiaries"\n- **Columns:** name, country\n'
  const page = screenOf(written(subsidiaries, '- **Can:** open Company\n'), 'Company')
  const opening = page.blocks.flatMap((block) => ('actions' in block ? block.actions : []))
  expect([...opening, ...page.actions].filter(({ kind }) => kind === 'open')).toEqual([])
  const list = page.blocks.find((block) => block.kind === 'list' && block.title === 'Subsidiaries')
  expect(list).toMatchObject({ kind: 'list', opens: '/companies/:id' })
})

it('opens the page of the record to which a row points, where it has none of its own', () => {
  const done = '- **Can:** Done: do finish task, for chosen rows'
  const page = screenOf(written(done, '; open Deal'), 'My day')
  expect(page.blocks.find((block) => block.kind === 'list' && block.title === 'To do')).toMatchObject({
    opens: '/deals/:deal.number',
    actions: [],
  })
  // Leads have a page, so that of the company is a button.
  const leads = screenOf(written('- **Can:** open Lead', '; open Company'), 'Leads')
  expect(leads.blocks.find(({ kind }) => kind === 'list')).toMatchObject({
    opens: '/leads/:number',
    actions: [{ label: 'Open Company', address: '/companies/:company.id' }, { label: 'Take' }],
  })
})

it('begins no input with the record of the page, where the path names that record', () => {
  const call = `### POST /api/companies/:id/parent — Put below

- **Who:** Admin

| Input | Like | Needed |
| --- | --- | --- |
| parent | Company.parent by name | yes |

1. find company in Company where \`id == path.id\` or fail NO_USER
2. change company with given parent
3. respond 204

`
  const action = '- **Can:** Put below: call `POST /api/companies/:id/parent`\n'
  const change =
    '- **Can:** Change: call `PATCH /api/companies/:id`; Delete: call `DELETE /api/companies/:id`, then open Companies\n'
  const text = written(change, action).replace('### POST /api/users/:id/roles', `${call}### POST /api/users/:id/roles`)
  const [record] = screenOf(text, 'Company').blocks
  const below = record?.kind === 'record' ? record.actions.find(({ label }) => label === 'Put below') : undefined
  expect(below).toMatchObject({ kind: 'call', parameters: [{ name: 'id', from: 'row' }] })
  expect(below).not.toHaveProperty('beginsWith')
})

it('tells keys from what says what a row is about', () => {
  const lines = screenOf(sales, 'Quote').blocks.find((block) => block.kind === 'list')
  if (lines?.kind !== 'list') throw new Error('There are no lines.')
  expect(lines.columns.filter(({ isKey }) => isKey === true).map(({ key }) => key)).toEqual(['position'])
  const made = '| position | sequence from 1 per quote | | | |\n'
  const text = written(
    made,
    '| key | text up to 40 | computed `quote.number + "-" + string(position)` | | |\n',
  ).replace('- **Columns:** position as "No.", product.name', '- **Columns:** key, position as "No.", product.name')
  const [list] = screenOf(text, 'Quote').blocks.filter((block) => block.kind === 'list')
  expect(list?.columns.filter(({ isKey }) => isKey === true).map(({ key }) => key)).toEqual(['key', 'position'])
  // A label that contains the record's own words is its title.
  const said = written(
    made,
    '| key | text up to 40 | computed `product.name + " " + string(position) + orElse(code, "")` | | |\n| code | text up to 9 | | | |\n',
  )
  const [other] = screenOf(
    said.replace('- **Columns:** position as "No.", ', '- **Columns:** key, position as "No.", '),
    'Quote',
  ).blocks.filter((block) => block.kind === 'list')
  expect(other?.columns.filter(({ isKey }) => isKey === true).map(({ key }) => key)).toEqual(['position'])
})

it('gives amounts of a kind the same digits, and factors only those that they have', () => {
  const columns = screenOf(sales, 'Quote').blocks.flatMap((block) => (block.kind === 'list' ? block.columns : []))
  expect(columns.find(({ key }) => key === 'unitPrice')?.display).toEqual({ kind: 'number', places: 2 })
  const rates = screenOf(sales, 'Set-up').blocks.flatMap((block) => (block.kind === 'list' ? block.columns : []))
  expect(rates.find(({ key }) => key === 'inEUR')?.display).toEqual({ kind: 'number' })
})

it('draws a web address as a button, and nothing else', () => {
  const columnOf = (written: string) => {
    const shown = sales.replace('- **Columns:** name, country\n', `- **Columns:** name, ${written}\n`)
    expect(shown).not.toBe(sales)
    return screenOf(shown, 'Company').blocks.flatMap((block) =>
      block.kind === 'list' ? block.columns.filter(({ isButton }) => isButton === true) : [],
    )
  }
  expect(columnOf('website as button "Their site"')).toMatchObject([{ key: 'website', label: 'Their site' }])
  expect(columnOf('website as "Their site"')).toEqual([])
  expect(() => columnOf('country as button "Country"')).toThrow('"country" is not a web address')
})

it('names the people of a text by the one list of users that its call takes', () => {
  const composersOf = (text: string) =>
    screenOf(text, 'Deal').blocks.flatMap((block) => (block.kind === 'list' ? (block.composer ?? []) : []))
  expect(composersOf(sales)).toMatchObject([{ text: 'body', mentions: 'mentions' }])
  const texts = screenOf(sales, 'Deal').blocks.flatMap((block) =>
    block.kind === 'list' ? block.columns.filter(({ mentions }) => mentions !== undefined) : [],
  )
  expect(texts).toMatchObject([{ key: 'body', mentions: 'mentions' }])
  const input = '| mentions | Note.mentions by email | no |\n'
  const without = sales.replace(input, '').replace('given body, mentions', 'given body')
  expect(composersOf(without)).toMatchObject([{ text: 'body' }])
  expect(composersOf(without)[0]).not.toHaveProperty('mentions')
})

const help = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

it('says that a record is not there in the words of the calls that find it, where these are known', () => {
  const missing = (text: string) => {
    const { model } = compile(text)
    if (model === null)
      throw new Error(JSON.stringify(compile(text).diagnostics.filter((each) => each.severity === 'error')))
    const scope = {
      model,
      caller: { roles: new Set(['Requester', 'Agent']), isSignedIn: true },
      operations: operationsOf(model),
    }
    const record = screensOf(scope)
      .find(({ name }) => name === 'Ticket')
      ?.blocks.find(({ kind }) => kind === 'record')
    return record?.kind === 'record' ? record.whenMissing : expect.fail('There is no record.')
  }
  expect(missing(help)).toEqual(['There is no ticket ', { path: 'number' }, '.'])
  expect(missing(help.replace('| TICKET_NOT_FOUND | 404 |', '| TICKET_NOT_FOUND | 410 |'))).toBeUndefined()
  const other = 'find ticket in Ticket where `number == path.number` or fail'
  expect(missing(help.replace(`${other} TICKET_NOT_FOUND`, `${other} USER_NOT_FOUND`))).toBeUndefined()
})

/** Two screens show one animal: the first is for everybody, the second for the people who work there. */
function shelter(can: string): { screen: (name: string, roles: readonly string[]) => AppScreen } {
  const { model, diagnostics } = compile(`# Specification: Shelter

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/animals\` | Animals | none |
| \`/visits\` | Visits | none |
| \`/adopt/:id\` | Adopt | id is Animal.id |
| \`/animals/:id\` | Animal | id is Animal.id |

### Screen: Animals

- **Who:** Guest, Carer
- **Shows:** list of Animal, all of them
- **Columns:** name
${can}
### Screen: Visits

- **Who:** Carer
- **Shows:** list of Visit, all of them
- **Columns:** animal.name, at

### Screen: Adopt

- **Who:** Guest, Carer
- **Shows:** one Animal by id
- **Fields:** name

### Screen: Animal

- **Who:** Carer
- **Shows:** one Animal by id
- **Fields:** name

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Animal

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required | | |

### Entity: Visit

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| animal | Animal | required, deleted together | | |
| at | date | required | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Carer | | from a Carer |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Animal | | all |
| Carer | see | Animal | | all |
| Carer | see | Visit | | all |
`)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  const operations = operationsOf(model)
  return {
    screen: (name, roles) => {
      const scope = { model, caller: { roles: new Set(roles), isSignedIn: !roles.includes('Guest') }, operations }
      return screensOf(scope).find((each) => each.name === name) ?? expect.fail(`There is no screen ${name}.`)
    },
  }
}

function rowOf({ blocks }: AppScreen): string | null {
  const [list] = blocks
  return list?.kind === 'list' ? list.opens : expect.fail('There is no list.')
}

it('opens of two pages of a record the one that the list names, or else the one that guests do not have', () => {
  const { screen } = shelter('')
  expect(rowOf(screen('Animals', ['Guest']))).toBe('/adopt/:id')
  expect(rowOf(screen('Animals', ['Carer']))).toBe('/animals/:id')
  const [visits] = screen('Visits', ['Carer']).blocks
  expect(visits?.kind === 'list' && visits.columns[0]?.page).toBe('/animals/:id')
  const named = shelter('- **Can:** open Adopt\n').screen('Animals', ['Carer'])
  expect(rowOf(named)).toBe('/adopt/:id')
  const either = shelter('- **Can:** open Animal\n')
  expect(rowOf(either.screen('Animals', ['Carer']))).toBe('/animals/:id')
  expect(rowOf(either.screen('Animals', ['Guest']))).toBe('/adopt/:id')
})

it('tells the actions of a page that add to its lists, for those that are empty', () => {
  const additions = screenOf(sales, 'Company').blocks.flatMap((block) =>
    block.kind === 'list' ? [[block.title, block.additions]] : [],
  )
  expect(additions).toEqual([
    ['Contacts', ['add-contact-3']],
    ['Deals', undefined],
    ['Subsidiaries', undefined],
  ])
})
