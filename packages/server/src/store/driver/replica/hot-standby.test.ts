// An address that leads to a replica: after a failover, a proxy may send connections to the former primary. Nothing is
// answered from there, because its data may be old. Each request is refused with a time to retry, and no connection to
// it is kept.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import pg from 'pg'
import { type Client, runApplication, type RunningApplication } from '../../../testing/running-application.ts'
import { type SecondProcess, secondProcess } from '../../../testing/servers/second-process.ts'
import { type ReplicatedPostgres, replicatedPostgres } from '../../../testing/servers/streaming-replica.ts'
import { createDatabaseOn } from '../../../testing/servers/temporary-database.ts'
import { inDatabase } from '../../embedded/own-database.ts'
import { isDatabaseAway } from '../failures.ts'

const text = readFileSync(new URL('../../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const PATIENCE = { timeout: 60_000, interval: 20 }

let servers: ReplicatedPostgres
let here: RunningApplication
/** The address of the same database on the replica. */
let replica: string
let ada: Client
let cleo: Client
let category: string
let ticket: string

beforeAll(async () => {
  servers = await replicatedPostgres()
  const database = await createDatabaseOn(servers.primary.connectionString)
  here = await runApplication(text, { on: database })
  replica = inDatabase(servers.replica.connectionString, database.name)
  ada = await here.signIn('ada@example.test', 'correct-horse-1')
  category = (await ada.get('/api/categories')).body.items[0].id
  cleo = await here.signIn('cleo@example.test', 'correct-horse-3')
  const made = await cleo.post('/api/tickets', { subject: 'Number 1', body: 'x', category })
  expect(made.status).toBe(201)
  ticket = `/api/tickets/${made.body.number}`
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: replica })
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM ticket').finally(() => client.end())
    expect(rowCount).toBe(1)
  }, PATIENCE)
})

afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await servers[Symbol.asyncDispose]()
})

const WAYS = ['own connections', 'a pooler by transactions'] as const

describe.each(WAYS)('by %s', (way) => {
  let there: SecondProcess
  let client: Client

  beforeAll(async () => {
    const pooling = { directConnectionString: replica, keepsStatements: true }
    there = await secondProcess(here, {
      connectionString: replica,
      ...(way === 'own connections' ? {} : { pooling }),
    })
    client = there.as(cleo)
  })

  afterAll(() => there[Symbol.asyncDispose]())

  it('refuses every request with a time to retry', async () => {
    const answers = {
      list: await client.get('/api/tickets'),
      record: await client.get(ticket),
      creation: await client.post('/api/tickets', { subject: 'Number 2', body: 'x', category }),
      change: await client.patch(ticket, { subject: 'Number 3' }),
      transition: await client.post(`${ticket}/take`),
      screen: await client.get('/_ninefold/screens/my-tickets/0'),
      caller: await client.get('/_ninefold/app'),
      'sign-in': await client.post('/_ninefold/session', {
        identifier: 'ada@example.test',
        password: 'correct-horse-1',
      }),
      'sign-up': await client.post('/_ninefold/users', {
        name: 'Zoe',
        email: 'zoe@example.test',
        password: 'correct-horse-9',
      }),
    }
    const found = Object.entries(answers).map(([name, { status, headers }]) => [
      name,
      status,
      headers.get('retry-after'),
    ])
    expect(found).toEqual(Object.keys(answers).map((name) => [name, 503, '1']))
  })

  it('keeps no connection to it', async () => {
    const statement = { text: 'SELECT 1 AS one', parameters: [] }
    const asked = await Promise.allSettled([
      there.database.run(statement, {}),
      there.database.read((transaction) => transaction.run(statement, {})),
      there.database.write((transaction) => transaction.run(statement, {})),
      there.database.writeAtOnce(statement, {}),
      there.database.pool.query('SELECT 1'),
    ])
    for (const each of asked) expect(each.status === 'rejected' && isDatabaseAway(each.reason)).toBe(true)
    expect(there.database.usage().map(({ total }) => total)).toEqual([0, 0])
  })
})
