// Live updates: an event with the new answer of a request, whenever it differs.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { countedLooks } from '../../testing/counted-looks.ts'
import { type EventReader, readEvents } from '../../testing/event-reader.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { secondProcess, type SecondProcess } from '../../testing/servers/second-process.ts'

const CALLS = `### GET /api/subjects — Subjects

- **Who:** Requester

1. list found from Ticket, sorted by number smallest first, all of them
2. respond 200 with \`{"subjects": found.map(t, t.subject)}\`

### GET /api/choice — What was chosen

- **Who:** Requester

| Cookie | Like | Needed |
| --- | --- | --- |
| chosen | text up to 20 | no |

1. list found from Ticket where \`subject == orElse(cookie.chosen, "")\`, sorted by number smallest first, all of them
2. respond 200 with \`{"subjects": found.map(t, {"subject": t.subject})}\`

### POST /api/users/:id/taken-roles — Take a role

- **Who:** Admin

| Input | Like | Needed |
| --- | --- | --- |
| role | one of Requester, Agent, Admin | yes |

1. find user in User where \`id == path.id\` or fail USER_NOT_FOUND
2. take role \`input.role\` from user or fail OWN_ROLES
3. respond 204

### POST /api/users/:id/roles`

const SCREEN = `### Screen: Choice

- **Who:** Requester
- **Shows:** answer of call \`GET /api/choice\`
- **Columns:** subject

### Screen: My tickets`

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  .replace('### POST /api/users/:id/roles', CALLS)
  .replace('| `/` | My tickets | none |', '$&\n| `/choice` | Choice | none |')
  .replace('### Screen: My tickets', SCREEN)
  .replace('| ticketsPerHour | 20 |', '| ticketsPerHour | 1000000 |')

const PASSWORD = 'long enough indeed'

let here: RunningApplication
let there: SecondProcess
let ada: Client
let people = 0
let category: string
const looks = countedLooks()

beforeAll(async () => {
  here = await runApplication(text, { double: looks.double })
  there = await secondProcess(here)
  ada = await here.signIn('ada@example.test', 'correct-horse-1')
  category = (await ada.get('/api/categories')).body.items[0].id
})

afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

async function somebody(at = here): Promise<{ client: Client; id: string }> {
  people += 1
  const client = await at.signUp({ name: `Person ${people}`, email: `live${people}@example.test`, password: PASSWORD })
  return { client, id: (await client.get('/_ninefold/app')).body.caller.id }
}

async function report(client: Client, subject: string): Promise<string> {
  const { status, body } = await client.post('/api/tickets', { subject, body: 'Please help', category })
  expect(status).toBe(201)
  return `/api/tickets/${body.number}`
}

/** The exact bytes of the present answer. */
async function bytes(client: Client, path: string): Promise<string> {
  const headers = { cookie: client.cookie ?? '' }
  return (await fetch(here.address + path, { headers })).text()
}

async function answered(reader: EventReader): Promise<string> {
  const event = await reader.next()
  expect(event?.event).toBe('answer')
  return event?.data ?? ''
}

describe('an answer that is kept up to date', () => {
  for (const path of ['/api/tickets', '/api/subjects', '/_ninefold/screens/my-tickets/0'])
    it(`is that of ${path}, whenever it is another one`, async () => {
      const { client } = await somebody()
      await using reader = await readEvents(here.address + path, client)
      expect(reader.headers.get('cache-control')).toBe('no-store')
      expect(await answered(reader)).toBe(await bytes(client, path))
      for (const subject of ['The first one', 'The second one']) {
        await report(client, subject)
        const next = await answered(reader)
        expect(next).toContain(subject)
        expect(next).toBe(await bytes(client, path))
      }
      expect(reader.waiting).toEqual([])
    })

  it('is told of what another process has done', async () => {
    const { client } = await somebody()
    const path = await report(client, 'From the other side')
    await using reader = await readEvents(there.address + path, client)
    await answered(reader)
    await ada.patch(path, { priority: 'urgent' })
    expect(JSON.parse(await answered(reader))).toMatchObject({ priority: 'urgent' })
  })

  it('comes once, however often it was read elsewhere, and not again to whoever has it', async () => {
    const { client } = await somebody()
    const path = await report(client, 'Known already')
    const first = await readEvents(here.address + path, client)
    const event = await first.next()
    await first[Symbol.asyncDispose]()
    await using again = await readEvents(here.address + path, client, { 'last-event-id': event?.id ?? '' })
    await ada.patch(path, { priority: 'high' })
    expect(JSON.parse(await answered(again))).toMatchObject({ priority: 'high' })
    await using late = await readEvents(here.address + path, client, { 'last-event-id': event?.id ?? '' })
    expect(JSON.parse(await answered(late))).toMatchObject({ priority: 'high' })
  })

  it('does not come for what the answer does not depend on', async () => {
    const { client } = await somebody()
    const other = await somebody()
    const path = await report(client, 'Nobody else')
    await using reader = await readEvents(here.address + path, client)
    await answered(reader)
    const before = looks.count()
    await report(other.client, 'Of another person')
    // One for the other person's request, and one for the re-evaluation.
    await vi.waitFor(() => expect(looks.count()).toBeGreaterThanOrEqual(before + 2))
    await ada.post('/api/teams', { name: `Team ${people}` })
    await ada.patch(path, { priority: 'low' })
    expect(JSON.parse(await answered(reader))).toMatchObject({ priority: 'low' })
    expect(reader.waiting).toEqual([])
  })

  it('makes few looks of a burst of writes, and misses none of it', async () => {
    const { client } = await somebody()
    await using reader = await readEvents(`${there.address}/api/subjects`, client)
    await answered(reader)
    const subjects = Array.from({ length: 60 }, (_, index) => `In a burst ${index}`)
    for (let index = 0; index < subjects.length; index += 6)
      await Promise.all(subjects.slice(index, index + 6).map((subject) => report(client, subject)))
    let events = 0
    let last = ''
    while (subjects.some((subject) => !last.includes(`"${subject}"`))) {
      last = await answered(reader)
      events += 1
    }
    expect(last).toBe(await bytes(client, '/api/subjects'))
    expect(events).toBeLessThan(30)
  })

  it('comes again when the database was away from those who listen', async () => {
    const { client } = await somebody()
    await using reader = await readEvents(`${there.address}/api/subjects`, client)
    await answered(reader)
    await here.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ninefold changes' AND datname = current_database()`,
    )
    await report(client, 'Nobody was listening')
    expect(await answered(reader)).toContain('Nobody was listening')
    await report(client, 'Somebody listens again')
    expect(await answered(reader)).toContain('Somebody listens again')
  })
})

describe('what may not be read any more', () => {
  async function refusedWithinASecond(reader: EventReader, takeAway: () => Promise<unknown>): Promise<unknown> {
    await takeAway()
    const since = performance.now()
    let event = await reader.next()
    while (event?.event === 'answer') event = await reader.next()
    expect(performance.now() - since).toBeLessThan(1000)
    expect(event?.event).toBe('refused')
    expect(await reader.next()).toBeNull()
    return JSON.parse(event?.data ?? '')
  }

  it('is refused once, and the connection ends, when a role was taken away elsewhere', async () => {
    const { client, id } = await somebody()
    await ada.post(`/api/users/${id}/roles`, { role: 'Agent' })
    await using reader = await readEvents(`${there.address}/_ninefold/screens/queue/0`, client)
    await answered(reader)
    const problem = await refusedWithinASecond(reader, () =>
      ada.post(`/api/users/${id}/taken-roles`, { role: 'Agent' }),
    )
    expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('is refused when the session ended', async () => {
    const { client } = await somebody()
    await using reader = await readEvents(`${there.address}/api/subjects`, client)
    await answered(reader)
    const problem = await refusedWithinASecond(reader, () => client.delete('/_ninefold/session'))
    expect(problem).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' })
  })

  it('is left out where the rest may still be read', async () => {
    const { client, id } = await somebody()
    await report(ada, 'Of somebody else')
    await ada.post(`/api/users/${id}/roles`, { role: 'Admin' })
    await using reader = await readEvents(`${there.address}/api/subjects`, client)
    expect(await answered(reader)).toContain('Of somebody else')
    await ada.post(`/api/users/${id}/taken-roles`, { role: 'Admin' })
    expect(await answered(reader)).toBe('{"subjects":[]}')
  })

  it('is refused like a request, where it may not be read from the beginning', async () => {
    const { client } = await somebody()
    const theirs = await report(ada, 'Not yours')
    for (const path of [theirs, '/api/tickets/999999', '/_ninefold/screens/queue/0', '/api/tickets?sort=nothing']) {
      const form = path.startsWith('/_ninefold/') ? 'application/problem+json' : 'application/json'
      await using reader = await readEvents(here.address + path, client, { accept: `text/event-stream, ${form}` })
      const { status, body } = await client.get(path, { accept: form })
      expect([reader.status, withoutRequest(reader.refusal)]).toEqual([status, withoutRequest(body)])
    }
  })

  function withoutRequest(problem: unknown): string {
    return JSON.stringify(problem).replace(/"requestId":"[^"]*"/, '')
  }
})

describe('several answers by one connection', () => {
  const live = (...reads: string[]): string =>
    `${here.address}/_ninefold/live?${new URLSearchParams(reads.map((read): [string, string] => ['read', read]))}`

  it('come each by itself, and one that is refused leaves the others', async () => {
    const { client, id } = await somebody()
    await ada.post(`/api/users/${id}/roles`, { role: 'Agent' })
    const path = await report(client, 'Two at once')
    const number = path.split('/').at(-1)
    const reads = ['screens/queue/0', `screens/ticket/0?number=${number}`, 'screens/my-tickets/0?status=new']
    await using reader = await readEvents(live(...reads), client)
    const events = [await reader.next(), await reader.next(), await reader.next()]
    expect(events.map((event) => event?.event)).toEqual(['answer-0', 'answer-1', 'answer-2'])
    for (const [index, read] of reads.entries())
      expect(events[index]?.data).toBe(await bytes(client, `/_ninefold/${read}`))
    await ada.post(`/api/users/${id}/taken-roles`, { role: 'Agent' })
    const [refusal, record] = [await reader.next(), reader.next()]
    expect(refusal?.event).toBe('refused-0')
    await ada.patch(path, { priority: 'urgent' })
    expect(await record).toMatchObject({ event: 'answer-1' })
    await using again = await readEvents(live(...reads), client, { 'last-event-id': events[2]?.id ?? '' })
    expect((await again.next())?.event).toBe('refused-0')
    expect(await again.next()).toMatchObject({ event: 'answer-1' })
  })

  it('have the cookies that the call behind a screen reads', async () => {
    const { client } = await somebody()
    await report(client, 'Chosen')
    const cookie = `${client.cookie}; chosen=Chosen`
    await using reader = await readEvents(live('screens/choice/0'), { cookie })
    expect((await reader.next())?.data).toContain('"Chosen"')
  })

  it('are refused when there are none, or what is no screen', async () => {
    for (const address of [live(), live('../api/tickets'), live('screens/%/0'), `${live('screens/queue/0')}&a=b`]) {
      await using reader = await readEvents(address, ada)
      expect(reader.status).toBe(422)
    }
  })
})

describe('connections', () => {
  it('are only so many for one session, and those too many are told when to come again', async () => {
    const { client } = await somebody()
    const readers = await Promise.all(
      Array.from({ length: 31 }, () => readEvents(`${here.address}/api/subjects`, client)),
    )
    const refused = readers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([[429, '10']])
    await Promise.all(readers.map((reader) => reader[Symbol.asyncDispose]()))
    await vi.waitFor(async () => {
      await using another = await readEvents(`${here.address}/api/subjects`, client)
      expect(another.status).toBe(200)
    })
  })

  it('end with the process, and when another specification is served', async () => {
    const own = await runApplication(text)
    const client = await own.signIn('cleo@example.test', 'correct-horse-3')
    const reader = await readEvents(`${own.address}/api/subjects`, client)
    await answered(reader)
    const release = await own.server.hold()
    expect(await reader.next()).toBeNull()
    release()
    const another = await readEvents(`${own.address}/api/subjects`, client)
    await answered(another)
    ;(await own.server.prepare(own.application))()
    expect(await another.next()).toBeNull()
    const last = await readEvents(`${own.address}/api/subjects`, client)
    await answered(last)
    await own[Symbol.asyncDispose]()
    expect(await last.next()).toBeNull()
  })
})
