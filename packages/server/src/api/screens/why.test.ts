import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { beforeAll, afterAll, expect, it } from 'vitest'
import type { WhyOfScreen, WhyThing } from '@ninefold/core/contract/wire/development.ts'
import { withoutSampleRecords } from '@ninefold/core/read/testing.ts'
import type { RecordPageData } from '@ninefold/core/contract/wire/app.ts'
import { authorsHooks } from '../../testing/authors-hooks.ts'
import { type Client, clientOf, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { type NinefoldServer, startServer } from '../server.ts'

const TEXT = withoutSampleRecords(
  readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8'),
)
const LINES = TEXT.split('\n')

let running: RunningApplication
let server: NinefoldServer
let people: Readonly<Record<'ada' | 'ben' | 'cleo' | 'guest', Client>>
/** One ticket of Cleo's, and one that only Ada sees. */
let numbers: number[]

beforeAll(async () => {
  running = await runApplication(TEXT)
  const logger = pino({ level: 'silent' })
  const options = { host: '127.0.0.1', port: 0, webFolder: null, logger, development: authorsHooks() }
  server = await startServer(options, running.application)
  const address = `http://127.0.0.1:${server.port}`
  const as = async (name: string, number: number): Promise<Client> =>
    clientOf(address, (await running.signIn(`${name}@example.test`, `correct-horse-${number}`)).cookie)
  people = {
    ada: await as('ada', 1),
    ben: await as('ben', 2),
    cleo: await as('cleo', 3),
    guest: clientOf(address, null),
  }
  const category = (await running.database.pool.query('SELECT id FROM category LIMIT 1')).rows[0].id
  numbers = []
  for (const name of ['cleo', 'ada'] as const) {
    const made = await people[name].post('/api/tickets', { subject: `From ${name}`, body: 'Help.', category })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    numbers.push(made.body.number)
  }
})

afterAll(async () => {
  await server.close()
  await running[Symbol.asyncDispose]()
})

async function why(client: Client, address: string): Promise<WhyOfScreen> {
  const answer = await client.get(`/_ninefold/why?address=${encodeURIComponent(address)}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

function thing({ things }: WhyOfScreen, kind: WhyThing['kind'], key: string | RegExp): WhyThing {
  const found = things.find(
    (each) => each.kind === kind && (typeof key === 'string' ? each.key === key : key.test(each.key)),
  )
  if (found === undefined)
    throw new Error(`There is no ${kind} ${key} among ${things.map((each) => each.key).join(', ')}.`)
  return found
}

it('says of every field and every action of a record what its screen says, for everybody', async () => {
  const compared: string[] = []
  for (const [name, client] of Object.entries(people)) {
    for (const number of numbers) {
      const told = await why(client, `/tickets/${number}`)
      const app = (await client.get('/_ninefold/app')).body
      const screen = app.screens.find(({ address }: { address: string }) => address === '/tickets/:number')
      expect(thing(told, 'screen', told.screen).answer === 'yes', name).toBe(screen !== undefined)
      if (screen === undefined) continue
      const answer = await client.get(`/_ninefold/screens/${screen.key}/0?number=${number}`)
      expect(thing(told, 'record', 'Ticket').answer === 'yes', name).toBe(answer.status === 200)
      if (answer.status !== 200) continue
      const { row } = answer.body as RecordPageData
      for (const each of told.things) {
        const context = `${name} ${number} ${each.kind} ${each.key}`
        if (each.kind === 'field' && each.entity === 'Ticket' && each.line !== null)
          expect(each.answer === 'yes', context).toBe(each.key in row.values)
        if (each.kind === 'action' && each.entity === 'Ticket' && each.key in row.actions)
          expect({ key: each.key, isAvailable: each.answer === 'yes' }, context).toMatchObject({
            isAvailable: row.actions[each.key]?.isAvailable,
          })
        if (each.kind === 'action' && each.entity === 'Ticket' && each.answer === 'yes')
          expect(Object.keys(row.actions), context).toContain(each.key)
        compared.push(context)
      }
    }
  }
  expect(compared.length).toBeGreaterThan(50)
})

it('names the rows that decide, and the clause that does not hold, with its line', async () => {
  const [, adas = 0] = numbers
  const told = await why(people.cleo, `/tickets/${adas}`)
  const record = thing(told, 'record', 'Ticket')
  expect(record.answer).toBe('no')
  expect(record.grounds.every(({ holds }) => holds === false)).toBe(true)
  for (const { line, clauses } of record.grounds) {
    expect(LINES[Number(line) - 1]).toMatch(/^\| /)
    expect(clauses.some(({ holds }) => holds === false)).toBe(true)
  }
  const own = await why(people.ada, `/tickets/${adas}`)
  expect(thing(own, 'record', 'Ticket').grounds.some(({ holds }) => holds === true)).toBe(true)
  const take = thing(await why(people.cleo, `/tickets/${numbers[0]}`), 'action', /^take/)
  expect(take).toMatchObject({ label: 'Take', answer: 'no' })
  expect(LINES[Number(take.grounds[0]?.line) - 1]).toMatch(/^\| take /)
  expect(take.grounds[0]?.clauses[0]).toMatchObject({ holds: false })
})

it('says what depends on a record where none is named, and what a screen does not name', async () => {
  const told = await why(people.ben, '/queue')
  expect(told.things.some(({ answer }) => answer === 'depends')).toBe(true)
  const unnamed = told.things.filter(({ kind, line }) => kind === 'field' && line === null)
  expect(unnamed.map(({ key }) => key)).toContain('body')
  expect((await people.ben.get('/_ninefold/why?address=/nowhere')).status).toBe(404)
})
