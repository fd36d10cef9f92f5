import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Found } from '@ninefold/core/contract/screens/search.ts'
import { everybodySees, withoutGate, withoutWall, withPlans } from '../../testing/forgetful-plans.ts'
import { runApplication, type Client, type RunningApplication } from '../../testing/running-application.ts'
import { nearest } from './fuzzy-search.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8').replace(
  '- **Columns:** number, subject, status, updatedAt\n',
  '$&- **Search in:** number, subject\n',
)

let application: RunningApplication
let people: People

beforeAll(async () => {
  application = await runApplication(HELP_DESK)
  people = await fill(application)
})
afterAll(() => application[Symbol.asyncDispose]())

interface People {
  readonly cleo: Client
  readonly dora: Client
}

/** One of each has a badge reader. */
async function fill(running: RunningApplication): Promise<People> {
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const cleo = await running.signIn('cleo@example.test', 'correct-horse-3')
  const dora = await running.signUp({ name: 'Dora', email: 'dora@example.test', password: 'long enough indeed' })
  const team = (await ada.post('/api/teams', { name: 'Doors' })).body.id
  const category = (await ada.post('/api/categories', { name: 'Locks', team })).body.id
  const report = async (client: Client, subject: string): Promise<void> =>
    expect((await client.post('/api/tickets', { subject, body: 'Since this morning.', category })).status).toBe(201)
  for (const subject of ['Badge reader makes a loud noise', 'Badge is lost', 'Basic licence is missing'])
    await report(cleo, subject)
  await report(dora, 'Badge reader of Dora')
  return { cleo, dora }
}

async function found(client: Client, q: string): Promise<Found> {
  return (await client.get(`/_ninefold/search?q=${encodeURIComponent(q)}`)).body
}

async function nearTo(client: Client, q: string): Promise<readonly string[]> {
  return ((await found(client, q)).near ?? []).map(({ label }) => label.replace(/^#\d+ /, ''))
}

it.each([
  ['raeder', ['Badge reader makes a loud noise']],
  ['bagde reader', ['Badge reader makes a loud noise']],
  ['LICENSE', ['Basic licence is missing']],
  ['missng licnce', ['Basic licence is missing']],
  // Incomplete word.
  ['licnec', ['Basic licence is missing']],
  ['bdge', ['Badge reader makes a loud noise', 'Badge is lost']],
  // Words of up to three letters are taken literally.
  ['bdg', []],
  ['reader of nobody', []],
  ['nothing at all', []],
])('finds what is meant by "%s": %j', async (q, labels) => {
  expect(await nearTo(people.cleo, q)).toEqual(labels)
})

it('has what was typed first, and says which words it has found instead', async () => {
  const { groups, near } = await found(people.cleo, 'badge')
  expect(groups).toMatchObject([{ entity: 'Ticket', total: 2 }])
  // Both are already found, and "Basic" is another word.
  expect(near).toBeUndefined()
  expect((await found(people.cleo, 'bagde raeder')).near).toMatchObject([
    { entity: 'Ticket', words: ['badge', 'reader'], address: expect.stringMatching(/^\/tickets\/\d+$/) },
  ])
})

it('finds nothing for whoever may not see it, each wall alone', async () => {
  expect(await nearTo(people.dora, 'raeder')).toEqual(['Badge reader of Dora'])
  for (const double of [withoutWall, withoutGate('the wall stands')]) {
    await using half = await runApplication(HELP_DESK, { double })
    const { dora } = await fill(half)
    expect(await nearTo(dora, 'raeder')).toEqual(['Badge reader of Dora'])
  }
})

it('would be found out if it forgot the rights', async () => {
  const forgetful = withPlans(({ name }, plan, viewer) =>
    plan(name === 'search everything nearly' ? { ...viewer, model: everybodySees(viewer.model, 'Ticket') } : viewer),
  )
  await using faulty = await runApplication(HELP_DESK, { double: forgetful })
  const { dora } = await fill(faulty)
  expect(await nearTo(dora, 'raeder')).toHaveLength(2)
})

it('says that words are found as they are typed where PostgreSQL cannot compare letters', async () => {
  await using plain = await runApplication(HELP_DESK)
  const { cleo } = await fill(plain)
  await plain.database.pool.query('DROP EXTENSION pg_trgm')
  expect(await found(cleo, 'raeder')).toEqual({ groups: [], isExactOnly: true })
  expect((await found(cleo, 'reader')).groups).toHaveLength(1)
})

it('ranks by the letters that were mistyped', () => {
  const record = (label: string) => ({ entity: 'Thing', label, address: `/things/${label}`, text: label })
  const labels = (sought: string, ...known: string[]): string[] =>
    nearest(known.map(record), sought.split(' ')).map(({ label }) => label)
  expect(labels('kitchn table', 'kitsch table', 'kitchen table', 'kitchen chair')).toEqual(['kitchen table'])
  expect(labels('straße', 'strasse', 'Straße')).toEqual(['Straße'])
})

it('offers in a picker what is meant, within sight, and only where the words are nowhere', async () => {
  const ask = async (client: Client, q: string) => {
    const { status, body } = await client.get(`/_ninefold/options/Ticket?by=id&q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    const labels = (some: readonly { readonly label: string }[] = []) =>
      some.map(({ label }) => label.replace(/^#\d+ /, ''))
    return { options: labels(body.options), near: labels(body.near) }
  }
  expect(await ask(people.cleo, 'raeder bagde')).toEqual({ options: [], near: ['Badge reader makes a loud noise'] })
  expect(await ask(people.dora, 'raeder bagde')).toEqual({ options: [], near: ['Badge reader of Dora'] })
  expect(await ask(people.cleo, 'badge reader')).toEqual({ options: ['Badge reader makes a loud noise'], near: [] })
  expect(await ask(people.cleo, 'bdg')).toEqual({ options: [], near: [] })
  expect((await ask(people.cleo, '')).near).toEqual([])
})

it('suggests searches of a list that find something, within its filters, within sight', async () => {
  const suggested = async (client: Client, query: string): Promise<readonly string[]> => {
    const { status, body } = await client.get(`/_ninefold/screens/my-tickets/0?near=yes&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.searches
  }
  expect(await suggested(people.cleo, 'q=bagde+raeder')).toEqual(['badge reader'])
  expect(await suggested(people.cleo, 'q=licnec')).toEqual(['licence'])
  expect(await suggested(people.dora, 'q=licnec')).toEqual([])
  expect(await suggested(people.cleo, 'q=raeder&status=closed')).toEqual([])
  expect(await suggested(people.cleo, 'q=nothing+at+all')).toEqual([])
  expect(await suggested(people.cleo, '')).toEqual([])
})
