// A streaming replica that is paused, killed, frozen or promoted: no read shows an older state than the primary.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import pg from 'pg'
import { type Client, runApplication, type RunningApplication } from '../../../testing/running-application.ts'
import { type ReplicatedPostgres, replicatedPostgres } from '../../../testing/servers/streaming-replica.ts'
import { type DatabaseDoor, doorTo } from '../../../testing/servers/database-door.ts'
import { secondProcess, type SecondProcess } from '../../../testing/servers/second-process.ts'
import { withEngineTables } from '../../../testing/servers/prepared-databases.ts'
import { createDatabaseOn } from '../../../testing/servers/temporary-database.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { inDatabase } from '../../embedded/own-database.ts'
import { refuseUnfitReplica } from './replica-check.ts'

const TAKING = `### POST /api/users/:id/taken-roles — Take a role

- **Who:** Admin

| Input | Like | Needed |
| --- | --- | --- |
| role | one of Requester, Agent, Admin | yes |

1. find user in User where \`id == path.id\` or fail USER_NOT_FOUND
2. take role \`input.role\` from user or fail OWN_ROLES
3. respond 204

### POST /api/users/:id/roles`

const text = readFileSync(new URL('../../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  .replace('### POST /api/users/:id/roles', TAKING)
  .replace(
    '| Team | `/api/teams` |',
    '| User | `/api/users` | list, get | id | everything visible |\n| Team | `/api/teams` |',
  )
  .replace(/(ticketsPerHour \|) [0-9]+/, '$1 1000')
const PASSWORD = 'long enough indeed'
const PATIENCE = { timeout: 60_000, interval: 20 }

let servers: ReplicatedPostgres
let here: RunningApplication
let there: SecondProcess
let ada: Client
/** The administrator's connection to the replica. */
let onReplica: pg.Client
/** The address of the same database on the replica. */
let replica: string
/** The way of the second process to it. */
let door: DatabaseDoor
/** A category for new tickets. */
let category: string
const reasons: (string | null)[] = []

beforeAll(async () => {
  servers = await replicatedPostgres()
  const database = await createDatabaseOn(servers.primary.connectionString)
  here = await runApplication(text, { on: database })
  replica = inDatabase(servers.replica.connectionString, database.name)
  door = await doorTo(replica)
  await door.open()
  there = await secondProcess(here, {
    replica: { connectionString: door.connectionString, onChange: (reason) => reasons.push(reason) },
  })
  ada = await here.signIn('ada@example.test', 'correct-horse-1')
  category = (await ada.get('/api/categories')).body.items[0].id
  await vi.waitFor(async () => {
    onReplica = new pg.Client({ connectionString: replica })
    onReplica.on('error', () => {})
    await onReplica.connect()
  }, PATIENCE)
  await readByReplica(there.as(ada))
})

afterAll(async () => {
  await onReplica?.end().catch(() => {})
  await there?.[Symbol.asyncDispose]()
  await door?.[Symbol.asyncDispose]()
  await here?.[Symbol.asyncDispose]()
  await servers?.[Symbol.asyncDispose]()
})

function figures(): { readonly answered: number; readonly passedOn: number } {
  const found = there.database.replicaFigures()
  if (found === null) throw new Error('The second process reads from no replica.')
  return found
}

/** Waits until the replica has answered a read. */
async function readByReplica(client: Client): Promise<void> {
  const { answered } = figures()
  await vi.waitFor(async () => {
    await client.get('/api/tickets')
    expect(figures().answered).toBeGreaterThan(answered)
  }, PATIENCE)
}

let people = 0

async function somebody(): Promise<{ readonly client: Client; readonly id: string }> {
  const client = await here.signUp({ name: 'A person', email: `reader${++people}@example.test`, password: PASSWORD })
  return { client, id: (await client.get('/_ninefold/app')).body.caller.id }
}

/** The number of rounds in which the other process did not show a ticket that was just created here. */
async function missedWrites(rounds: number): Promise<number> {
  const { client } = await somebody()
  const same = there.as(client)
  let missed = 0
  for (let round = 0; round < rounds; round++) {
    const { body, status } = await client.post('/api/tickets', {
      subject: `Ticket of round ${round}`,
      body: 'A body that is long enough.',
      category,
    })
    expect(status).toBe(201)
    const [list, one] = await Promise.all([same.get('/api/tickets'), same.get(`/api/tickets/${body.number}`)])
    if (list.body.total !== round + 1 || one.status !== 200) missed += 1
  }
  return missed
}

async function paused(work: () => Promise<void>): Promise<void> {
  await onReplica.query('SELECT pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    await onReplica.query('SELECT pg_wal_replay_resume()')
  }
}

it('shows a write of another process at once, and the replica answers', async () => {
  const { answered } = figures()
  expect(await missedWrites(20)).toBe(0)
  expect(figures().answered - answered).toBeGreaterThan(20)
})

it('answers lists, records, searches, charts, exports and pages of an account on the replica', async () => {
  const same = there.as(ada)
  const { screens } = (await same.get('/_ninefold/app')).body as {
    readonly screens: readonly { readonly key: string; readonly blocks: readonly unknown[] }[]
  }
  const { number } = (await ada.post('/api/tickets', { subject: 'A ticket for all', body: 'It is long.', category }))
    .body
  const addresses = [
    ...screens.flatMap(({ key, blocks }) =>
      blocks.flatMap((_, block) =>
        ['', '/rows.csv', '?page=1', `?number=${number}`].map((rest) => `/_ninefold/screens/${key}/${block}${rest}`),
      ),
    ),
    '/_ninefold/search?q=ticket',
    '/_ninefold/notifications',
    '/_ninefold/account/data.json',
    '/api/users',
    '/api/tickets?sort=-createdAt',
    `/api/tickets/${number}`,
  ]
  // A late replica passes some reads on in one round; an address that a replica cannot answer is passed on in all.
  await vi.waitFor(async () => {
    await readByReplica(same)
    const before = figures()
    const statuses: number[] = []
    for (const address of addresses) statuses.push((await same.get(address)).status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(figures().passedOn - before.passedOn).toBe(0)
    expect(figures().answered - before.answered).toBeGreaterThan(addresses.length / 2)
  }, PATIENCE)
})

it('shows a write while the replica is paused, and uses the replica again afterwards', async () => {
  const { passedOn } = figures()
  await paused(async () => {
    expect(await missedWrites(3)).toBe(0)
    expect(figures().passedOn).toBeGreaterThan(passedOn)
  })
  await readByReplica(there.as(ada))
})

it('would show an older state if it ignored the position', async () => {
  const honest = await definition()
  await here.database.pool.query(
    `CREATE OR REPLACE FUNCTION ninefold.must_have_replayed(needed pg_lsn, known uuid, patience double precision)
      RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
  )
  try {
    await readByReplica(there.as(ada))
    await vi.waitFor(async () => expect(await definition(onReplica)).toContain('SELECT true'), PATIENCE)
    await paused(async () => expect(await missedWrites(3)).toBeGreaterThan(0))
  } finally {
    await here.database.pool.query(honest)
  }
  await vi.waitFor(async () => expect(await definition(onReplica)).toBe(honest), PATIENCE)
  expect(await missedWrites(3)).toBe(0)
})

async function definition(on: Pick<pg.Client, 'query'> = here.database.pool): Promise<string> {
  const { rows } = await on.query(
    `SELECT pg_get_functiondef('ninefold.must_have_replayed(pg_lsn, uuid, double precision)'::regprocedure) AS text`,
  )
  return String((rows as { text: string }[])[0]?.text)
}

it('knows an ended session and an ended role, with a replica that knows neither', async () => {
  for (const isPaused of [false, true]) {
    const { client, id } = await somebody()
    const same = there.as(client)
    expect((await ada.post(`/api/users/${id}/roles`, { role: 'Agent' })).status).toBe(204)
    await readByReplica(same)
    expect((await same.get('/api/users')).body.total).toBeGreaterThan(1)
    const revoke = async (): Promise<void> => {
      expect((await ada.post(`/api/users/${id}/taken-roles`, { role: 'Agent' })).status).toBe(204)
      expect((await same.get('/api/users')).body.total).toBe(1)
      await client.delete('/_ninefold/session')
      expect((await same.get('/api/tickets')).status).toBe(401)
      expect((await same.get('/_ninefold/app')).body.caller).toBe(null)
    }
    await (isPaused ? paused(revoke) : revoke())
  }
})

it('answers every read while the replica is killed under load', async () => {
  const { client } = await somebody()
  const same = there.as(client)
  await readByReplica(same)
  const before = servers.replica.processId
  const readers = Array.from({ length: 8 }, async () => {
    const statuses: number[] = []
    while (servers.replica.processId === before) statuses.push((await same.get('/api/tickets')).status)
    return statuses
  })
  process.kill(before, 'SIGKILL')
  const statuses = (await Promise.all(readers)).flat()
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  await readByReplica(same)
})

it('answers every read while the replica is silent, each within some seconds', async () => {
  const { client } = await somebody()
  const same = there.as(client)
  await readByReplica(same)
  door.freeze()
  try {
    const { passedOn } = figures()
    const read = async (): Promise<number> => {
      const begunAt = performance.now()
      expect((await same.get('/api/tickets')).status).toBe(200)
      return performance.now() - begunAt
    }
    const took = await Promise.all(Array.from({ length: 4 }, read))
    expect(Math.max(...took)).toBeLessThan(10_000)
    expect(figures().passedOn - passedOn).toBe(4)
    // The replica counts as gone now.
    expect(await read()).toBeLessThan(1_000)
  } finally {
    door.thaw()
  }
  await readByReplica(same)
})

it('refuses another database, and accepts a replica that is gone', async () => {
  const own = here.database.pool.options.connectionString ?? ''
  await refuseUnfitReplica(own, replica)
  await refuseUnfitReplica(own, 'postgres://nobody@127.0.0.1:1/none')
  await using other = await createTestDatabase(await withEngineTables())
  const foreign = other.connectionString
  await expect(refuseUnfitReplica(own, foreign)).rejects.toThrow('leads to another database')
  await expect(refuseUnfitReplica(foreign, replica)).rejects.toThrow('synchronous_commit is off')
})

it('leaves a replica that was promoted, and tells the operator', async () => {
  const { client } = await somebody()
  const again = new pg.Client({ connectionString: replica })
  await again.connect()
  await again.query('SELECT pg_promote()')
  await again.end()
  await client.post('/api/tickets', { subject: 'After its promotion', body: 'A body that is long enough.', category })
  const { answered } = figures()
  expect((await there.as(client).get('/api/tickets')).body.total).toBe(1)
  await vi.waitFor(() => expect(reasons.at(-1)).toBe('This server is not a replica.'), PATIENCE)
  expect(figures().answered).toBe(answered)
})
