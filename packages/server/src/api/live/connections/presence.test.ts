// Presence and caps of open streams, in two processes on one database.

import { readFileSync } from 'node:fs'
import { OPEN_STREAMS } from '@ninefold/core/plan/schema/streams/open-streams.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Application } from '../../../gate/context/application.ts'
import { type EventReader, readEvents } from '../../../testing/event-reader.ts'
import { everybodySees, withoutGate, withoutWall, withPlans } from '../../../testing/forgetful-plans.ts'
import { type Client, runApplication, type RunningApplication } from '../../../testing/running-application.ts'
import { secondProcess, type SecondProcess } from '../../../testing/servers/second-process.ts'
import { StreamPlaces } from './stream-leases.ts'

const text = readFileSync(new URL('../../../testing/texts/presence.md', import.meta.url), 'utf8')

let here: RunningApplication
let there: SecondProcess
let count = 0

beforeAll(async () => {
  here = await runApplication(text)
  there = await secondProcess(here)
})

afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

function somebody(name: string, team: string, streams = 40): Promise<Client> {
  count += 1
  return here.signUp({ email: `${count}@example.test`, password: 'long enough indeed', name, team, streams })
}

async function plan(client: Client, team: string): Promise<string> {
  const { status, body } = await client.post('/api/plans', { title: 'A plan', team })
  expect(status).toBe(201)
  return `/api/plans/${body.number}`
}

const names = (data: string): string[] => JSON.parse(data).items.map(({ name }: { name: string }) => name)

/** The next answer, with the differences that were told before it. */
async function told(reader: EventReader): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const event = await reader.next()
    if (event === null) throw new Error(`The stream ended after ${seen.join(', ')}.`)
    if (event.event === 'answer') return [...seen, `there: ${names(event.data).join(', ')}`]
    seen.push(`${event.event} ${JSON.parse(event.data).name}`)
  }
}

describe('people at a record', () => {
  it('are told to those who see them, when they come and when they go, in every process', async () => {
    const [ada, ben, eve] = [await somebody('Ada', 'red'), await somebody('Ben', 'red'), await somebody('Eve', 'blue')]
    const path = await plan(ada, 'all')
    await using reader = await readEvents(`${here.address}${path}/presence`, ada)
    expect(await told(reader)).toEqual(['there: Ada'])
    const others = await readEvents(`${there.address}${path}`, ben)
    expect(await told(reader)).toEqual(['joined Ben', 'there: Ada, Ben'])
    await using strangers = await readEvents(`${there.address}${path}/presence`, eve)
    expect(await told(strangers)).toEqual(['there: Eve'])
    await others[Symbol.asyncDispose]()
    expect(await told(reader)).toEqual(['left Ben', 'there: Ada'])
    // A plain read tells the same, and makes nobody present.
    expect((await ben.get(`${path}/presence`)).body).toEqual({ items: [{ name: 'Ada' }], total: 1 })
    expect((await eve.get(`${path}/presence`)).body).toEqual({ items: [{ name: 'Eve' }], total: 1 })
    expect(strangers.waiting).toEqual([])
  }, 30_000)

  it('have not left when a page is loaded again, or while another stream is open', async () => {
    const [ada, ben] = [await somebody('Ada', 'red'), await somebody('Ben', 'red')]
    const path = await plan(ada, 'red')
    await using reader = await readEvents(`${here.address}${path}/presence`, ada)
    await told(reader)
    const first = await readEvents(`${here.address}${path}`, ben)
    expect(await told(reader)).toEqual(['joined Ben', 'there: Ada, Ben'])
    await first[Symbol.asyncDispose]()
    const second = await readEvents(`${there.address}${path}`, ben)
    const third = await readEvents(`${here.address}${path}`, ben)
    await second[Symbol.asyncDispose]()
    await third[Symbol.asyncDispose]()
    expect(await told(reader)).toEqual(['left Ben', 'there: Ada'])
  }, 30_000)

  it('are nobody to those who do not see the record, and leave when they may see it no longer', async () => {
    const [ada, ben, eve] = [await somebody('Ada', 'red'), await somebody('Ben', 'red'), await somebody('Eve', 'blue')]
    const path = await plan(ada, 'red')
    await using reader = await readEvents(`${here.address}${path}/presence`, ada)
    await told(reader)
    expect((await eve.get(`${path}/presence`)).status).toBe(404)
    expect((await readEvents(`${here.address}${path}/presence`, eve)).status).toBe(404)
    expect((await here.guest.get(`${path}/presence`)).status).toBe(401)
    await using bens = await readEvents(`${there.address}${path}`, ben)
    expect(await told(reader)).toEqual(['joined Ben', 'there: Ada, Ben'])
    expect((await bens.next())?.event).toBe('answer')
    await ada.patch(path, { closedTo: 'Ben' })
    expect((await bens.next())?.event).toBe('refused')
    expect(await told(reader)).toEqual(['left Ben', 'there: Ada'])
  }, 30_000)

  it('are those whose page shows the record, as long as it does', async () => {
    const [ada, ben] = [await somebody('Ada', 'red'), await somebody('Ben', 'red')]
    const path = await plan(ada, 'red')
    const shown = `screens/plan/0/present?number=${path.split('/').at(-1)}`
    await using reader = await readEvents(`${here.address}${path}/presence`, ada)
    await told(reader)
    const page = `_ninefold/live?${new URLSearchParams([
      ['read', shown],
      ['read', 'counts'],
    ])}`
    await using bens = await readEvents(`${there.address}/${page}`, ben)
    expect(await told(reader)).toEqual(['joined Ben', 'there: Ada, Ben'])
    const first = await bens.next()
    expect(JSON.parse(first?.data ?? '')).toEqual({
      items: [expect.objectContaining({ label: 'Ada' }), expect.objectContaining({ label: 'Ben' })],
      total: 2,
    })
    await ada.patch(path, { closedTo: 'Ben' })
    // His page goes on with its other read.
    await vi.waitFor(() => expect(bens.waiting.map(({ event }) => event)).toContain('refused-0'), 5_000)
    expect(await told(reader)).toEqual(['left Ben', 'there: Ada'])
    expect((await ben.get(`/_ninefold/${shown}`)).status).toBe(404)
  }, 30_000)
})

/** People at a record in another team's eyes. */
async function seenByStranger(double: (application: Application) => Application): Promise<number> {
  await using other = await runApplication(text, { double })
  const values = { password: 'long enough indeed', streams: 40 }
  const ada = await other.signUp({ email: 'ada@example.test', name: 'Ada', team: 'red', ...values })
  const eve = await other.signUp({ email: 'eve@example.test', name: 'Eve', team: 'blue', ...values })
  const path = await plan(ada, 'all')
  await using reader = await readEvents(`${other.address}${path}/presence`, ada)
  await reader.next()
  const { status, body } = await eve.get(`${path}/presence`)
  expect([status, body.total]).toEqual([200, body.items.length])
  return body.total
}

it('hides people by the conditions of the statement, and by row-level security, each alone', async () => {
  expect(await seenByStranger(withoutWall)).toBe(0)
  expect(await seenByStranger(withoutGate('the wall stands'))).toBe(0)
  const ungated = withPlans(({ name }, made, viewer) =>
    made(name === 'present people' ? { ...viewer, model: everybodySees(viewer.model, 'User', 'Member') } : viewer),
  )
  expect(await seenByStranger(ungated)).toBe(1)
})

/** Makes the counting of streams slow, and with `fault` without the locks that make it one after another. */
async function countSlowly(fault: boolean): Promise<void> {
  const { pool } = here.database
  const { rows } = await pool.query(`SELECT pg_get_functiondef('ninefold.take_stream'::regproc) AS text`)
  const slow = String(rows[0].text).replace(/\n {2}INSERT INTO/, '\n  PERFORM pg_sleep(0.02);$&')
  await pool.query(fault ? slow.replace(/PERFORM pg_advisory_xact_lock.*\n/, '') : slow)
}

/** 50 streams of one plan at once, in both processes, and under two spellings of its address. */
async function crowd(): Promise<{ open: EventReader[]; accepted: EventReader[]; people: Client[]; path: string }> {
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => somebody(`Person ${index}`, 'red')))
  const path = await plan(people[0] as Client, 'red')
  const open = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const at = index % 2 === 0 ? here.address : there.address
      const address = index % 5 === 0 ? path.replace(/[^/]+$/, '0$&') : path
      return readEvents(at + address, people[index % 10] as Client)
    }),
  )
  return { open, accepted: open.filter(({ status }) => status === 200), people, path }
}

describe('a cap', () => {
  it('is exceeded by processes that count beside each other', async () => {
    await countSlowly(true)
    const { open, accepted } = await crowd()
    expect(accepted.length).toBeGreaterThan(12)
    await Promise.all(open.map((each) => each[Symbol.asyncDispose]()))
  }, 60_000)

  it('is never exceeded, however many come at once, in both processes', async () => {
    await here.database.pool.query('DROP FUNCTION ninefold.take_stream')
    await here.database.pool.query(/CREATE FUNCTION ninefold\.take_stream.*?\$\$;\n/s.exec(OPEN_STREAMS)?.[0] ?? '')
    await countSlowly(false)
    const { open, accepted, people, path } = await crowd()
    expect(accepted).toHaveLength(12)
    const refused = open.find(({ status }) => status !== 200)
    expect(refused?.status).toBe(503)
    expect(refused?.headers.get('retry-after')).toBe('10')
    expect(refused?.refusal).toMatchObject({ code: 'CROWDED', detail: 'Too many people look at this plan.' })
    // One that leaves makes room for one.
    await accepted[0]?.[Symbol.asyncDispose]()
    await vi.waitFor(async () => {
      const next = await readEvents(here.address + path, people[0] as Client)
      open.push(next)
      expect(next.status).toBe(200)
    }, 5_000)
    expect((await readEvents(there.address + path, people[1] as Client)).status).toBe(503)
    await Promise.all(open.map((each) => each[Symbol.asyncDispose]()))
  }, 60_000)

  it('of a user holds for all of their streams, and is that of the user', async () => {
    const ada = await somebody('Ada', 'red', 2)
    const paths = [await plan(ada, 'red'), await plan(ada, 'red'), await plan(ada, 'red')]
    await using first = await readEvents(here.address + paths[0], ada)
    await using second = await readEvents(`${there.address}/_ninefold/live?read=counts`, ada)
    await using third = await readEvents(here.address + paths[2], ada)
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
    expect(third.refusal).toMatchObject({ code: 'ENOUGH' })
    // A request is not a stream.
    expect((await ada.get(paths[2] as string)).status).toBe(200)
  }, 30_000)

  it('counts the next stream of a user after the end of the former one', async () => {
    const { application } = here
    const [limit] = application.model.limits.limits
    if (limit === undefined) throw new Error('The text has limits.')
    const failures: unknown[] = []
    const places = new StreamPlaces({
      application,
      lost: () => failures.push('lost'),
      closed: () => {},
      failed: (cause) => failures.push(cause),
    })
    const counted = [{ limit, key: 'a page that is opened again', most: 1 }]
    for (let times = 0; times < 20; times++) {
      const place = await places.open(counted)
      expect(place).toHaveProperty('join')
      expect(await places.open(counted)).toBe(limit)
      if ('leave' in place) place.leave()
    }
    await places.close()
    expect(failures).toEqual([])
  })

  it('counts guests by their address, and limits a role alone', async () => {
    const open = `| Member | see | User | \`team == me.team\` | id, name |\n| Guest | see | Plan | | number, title |`
    const limits = `| Guests | streams of \`GET /api/plans\` | user | 2 | |\n| Members | streams of \`GET /api/users\` | Member | 1 | |`
    await using other = await runApplication(
      text
        .replace('| Member | see | User | `team == me.team` | id, name |', open)
        .replace(/\| All streams .*\n\| Own streams .*\n/, `${limits}\n`),
    )
    const values = { password: 'long enough indeed', name: 'Ada', team: 'red', streams: 40 }
    const ada = await other.signUp({ email: 'ada@example.test', ...values })
    const status = async (path: string, client: Client): Promise<number> => {
      const reader = await readEvents(other.address + path, client)
      readers.push(reader)
      return reader.status
    }
    const readers: EventReader[] = []
    const [plans, users] = ['/api/plans', '/api/users']
    expect([await status(plans, other.guest), await status(plans, other.guest)]).toEqual([200, 200])
    expect([await status(plans, other.guest), await status(plans, ada)]).toEqual([429, 200])
    expect([await status(users, ada), await status(users, ada)]).toEqual([200, 429])
    await Promise.all(readers.map((reader) => reader[Symbol.asyncDispose]()))
  }, 30_000)
})

describe('a crash of PostgreSQL', () => {
  it('empties the unlogged tables, so streams end, and are counted and shown anew', async () => {
    const [ada, ben] = [await somebody('Ada', 'red'), await somebody('Ben', 'red')]
    const path = await plan(ada, 'red')
    const first = [
      await readEvents(`${here.address}${path}/presence`, ada),
      await readEvents(there.address + path, ben),
    ]
    await here.database.pool.query('TRUNCATE ninefold.stream_process CASCADE')
    for (const reader of first) {
      while ((await reader.next()) !== null);
      await reader[Symbol.asyncDispose]()
    }
    await using reader = await readEvents(`${here.address}${path}/presence`, ada)
    await using _ = await readEvents(there.address + path, ben)
    await vi.waitFor(() => expect(names(reader.waiting.at(-1)?.data ?? '{"items":[]}')).toEqual(['Ada', 'Ben']), 5_000)
  }, 30_000)
})
