// Single-statement writes: they check as the steps do, and one of several racing clients wins. The test of races
// detects a statement that only seems to check.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../context/application.ts'
import type { Database } from '../../store/driver/database.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8').replace(
  '| ticketsPerHour | 20 |',
  '| ticketsPerHour | 1000000 |',
)

interface Desk {
  readonly ada: Client
  readonly ben: Client
  readonly cleo: Client
  readonly general: string
  report(): Promise<string>
}

/** Ben is in the team that gets the tickets. */
async function deskOf(running: RunningApplication): Promise<Desk> {
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const ben = await running.signIn('ben@example.test', 'correct-horse-2')
  const cleo = await running.signIn('cleo@example.test', 'correct-horse-3')
  const me = (await ben.get('/_ninefold/app')).body.caller.id
  const general = (await ada.get('/api/categories')).body.items[0].id
  await ada.patch(`/api/teams/${(await ada.get('/api/teams')).body.items[0].id}`, { members: [me] })
  const report = async (): Promise<string> => {
    const ticket = { subject: 'The printer is on fire', body: 'Please help.', category: general }
    return `/api/tickets/${(await cleo.post('/api/tickets', ticket)).body.number}`
  }
  return { ada, ben, cleo, general, report }
}

/** The same application, whose single statements can be counted and spoilt. */
function watching(spoil: (text: string) => string = (sql) => sql): {
  double: (application: Application) => Application
  readonly statements: string[]
  readonly transactions: { count: number }
} {
  const statements: string[] = []
  const transactions = { count: 0 }
  return {
    statements,
    transactions,
    double: (application) => {
      const { database } = application
      const own: Database = {
        ...database,
        writeAtOnce: (statement, bindings) => {
          statements.push(statement.text)
          return database.writeAtOnce({ ...statement, text: spoil(statement.text) }, bindings)
        },
        write: (work) => {
          transactions.count += 1
          return database.write(work)
        },
      }
      return { ...application, database: own }
    },
  }
}

const honest = watching()
let helpDesk: RunningApplication
let desk: Desk

beforeAll(async () => {
  helpDesk = await runApplication(text, { double: honest.double })
  desk = await deskOf(helpDesk)
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

it('reports and takes a ticket by one statement each, with its history and who made it', async () => {
  honest.statements.length = 0
  honest.transactions.count = 0
  const ticket = await desk.report()
  const taken = await desk.ben.post(`${ticket}/take`)
  expect([taken.status, taken.body.assignee, taken.body.status]).toEqual([200, 'Ben Agent', 'open'])
  expect(taken.headers.get('etag')).toBe('"2"')
  expect([honest.statements.length, honest.transactions.count]).toEqual([2, 0])
  const { rows } = await helpDesk.database.pool.query(
    `SELECT field, changed_by = (SELECT id::text FROM "user" WHERE name = 'Ben Agent') AS by FROM ninefold.change
     WHERE record = (SELECT id::text FROM ticket ORDER BY number DESC LIMIT 1) ORDER BY field`,
  )
  expect(rows).toEqual([
    { field: 'assignee', by: true },
    { field: 'status', by: true },
  ])
})

it('says what is in the way as the steps do, and leaves nothing behind', async () => {
  const count = async (): Promise<number> => (await desk.ada.get('/api/tickets')).body.total
  const before = await count()
  const ticket = { subject: 'The printer is on fire', body: 'Please help.', category: desk.general }
  await desk.ada.patch(`/api/categories/${desk.general}`, { active: false })
  expect((await desk.ben.post('/api/tickets', ticket)).body.error.code).toBe('CATEGORY_INACTIVE')
  // A caller who does not see inactive categories gets the error for a missing one.
  expect((await desk.cleo.post('/api/tickets', ticket)).status).toBe(422)
  await desk.ada.patch(`/api/categories/${desk.general}`, { active: true })
  expect(await count()).toBe(before)
  const number = await desk.report()
  expect((await desk.cleo.post(`${number}/take`)).status).toBe(403)
  expect((await desk.ben.post(`${number}/take`)).status).toBe(200)
  expect((await desk.ben.post(`${number}/take`)).status).toBe(409)
  expect((await desk.ben.post('/api/tickets/999999/take')).status).toBe(404)
})

/** Returns how often several clients got the same ticket. */
async function racesWonTwice({ ben, ada, report }: Desk, rounds: number): Promise<number> {
  let twice = 0
  for (let round = 0; round < rounds; round++) {
    const ticket = await report()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ben.post(`${ticket}/take`)))
    if (answers.filter(({ status }) => status === 200).length !== 1) twice += 1
    await ada.get(ticket)
  }
  return twice
}

it('lets one of those who take a ticket at once have it', async () => {
  expect(await racesWonTwice(desk, 5)).toBe(0)
})

it('writes as if nobody else did, by one statement as by several', async () => {
  const asked = { text: `SELECT current_setting('transaction_isolation') AS isolation`, parameters: [] }
  const { database } = helpDesk
  const found = [
    await database.writeAtOnce(asked, {}),
    await database.write((transaction) => transaction.run(asked, {})),
  ]
  expect(found).toEqual([[{ isolation: 'serializable' }], [{ isolation: 'serializable' }]])
})

it('would see a statement that does not judge', async () => {
  const blind = watching((sql) => sql.replaceAll('ninefold.must_hold(FALSE)', 'TRUE'))
  await using faulty = await runApplication(text, { double: blind.double })
  const own = await deskOf(faulty)
  await own.ada.patch(`/api/categories/${own.general}`, { active: false })
  const ticket = { subject: 'The printer is on fire', body: 'Please help.', category: own.general }
  expect((await own.ben.post('/api/tickets', ticket)).status).toBe(201)
})
