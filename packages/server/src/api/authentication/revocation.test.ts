// A revoked right is gone in every process, from the first request after the acknowledged revocation.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { type Executor } from '../../store/driver/database.ts'
import { JUDGED_BY, type Bindings } from '../../store/driver/rows.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { secondProcess, type SecondProcess } from '../../testing/servers/second-process.ts'

const TAKING = `### POST /api/users/:id/taken-roles — Take a role

- **Who:** Admin

| Input | Like | Needed |
| --- | --- | --- |
| role | one of Requester, Agent, Admin | yes |

1. find user in User where \`id == path.id\` or fail USER_NOT_FOUND
2. take role \`input.role\` from user or fail OWN_ROLES
3. respond 204

### POST /api/users/:id/roles`

const helpDeskText = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const text = helpDeskText
  .replace('### POST /api/users/:id/roles', TAKING)
  .replace(
    '| Requester | change | User | `id == me.id`',
    '| Requester | delete | User | `id == me.id` | |\n| Requester | change | User | `id == me.id`',
  )
  .replace(
    '| Team | `/api/teams` |',
    '| User | `/api/users` | list, get, change, delete | id | everything visible |\n| Team | `/api/teams` |',
  )
const PASSWORD = 'long enough indeed'

let here: RunningApplication
let there: SecondProcess
let ada: Client

beforeAll(async () => {
  here = await runApplication(text)
  there = await secondProcess(here)
  ada = await here.signIn('ada@example.test', 'correct-horse-1')
})

afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

let people = 0

async function somebody(at = here): Promise<{ client: Client; id: string; email: string }> {
  people += 1
  const email = `person${people}@example.test`
  const client = await at.signUp({ name: `Person ${people}`, email, password: PASSWORD })
  return { client, id: (await client.get('/_ninefold/app')).body.caller.id, email }
}

/** The number of users that somebody sees: an agent sees all of them, everybody else only themselves. */
async function seen(client: Client): Promise<number> {
  return (await client.get('/api/users')).body.total ?? 0
}

async function isSignedIn(client: Client): Promise<boolean> {
  return (await client.get('/_ninefold/app')).body.caller !== null
}

it('lets a role that was given or taken here act there at once', async () => {
  const { client, id } = await somebody()
  const same = there.as(client)
  const admin = [ada, there.as(ada)]
  let late = 0
  for (let turn = 0; turn < 12; turn++) {
    const [by, other] = turn % 2 === 0 ? [admin[0], same] : [admin[1], client]
    expect((await by?.post(`/api/users/${id}/roles`, { role: 'Agent' }))?.status).toBe(204)
    if ((await seen(other)) === 1) late += 1
    expect((await by?.post(`/api/users/${id}/taken-roles`, { role: 'Agent' }))?.status).toBe(204)
    if ((await seen(other)) !== 1) late += 1
  }
  expect(late).toBe(0)
})

it('ends a session there with signing out here', async () => {
  const { client } = await somebody()
  const same = there.as(client)
  expect(await isSignedIn(same)).toBe(true)
  await client.delete('/_ninefold/session')
  expect(await isSignedIn(same)).toBe(false)
  expect((await same.post('/api/tickets', { subject: 'Still me', body: 'x' })).status).toBe(401)
})

it('ends the other sessions there when the password changes here', async () => {
  const { client, id, email } = await somebody()
  const other = there.as(await here.signIn(email, PASSWORD))
  expect(await isSignedIn(other)).toBe(true)
  const change = { oldPassword: PASSWORD, password: 'another long one' }
  expect((await client.patch(`/api/users/${id}`, change)).status).toBe(200)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(there.as(client))).toBe(true)
})

it('knows there no user who was deleted here', async () => {
  const { client, id } = await somebody()
  const same = there.as(client)
  expect(await seen(same)).toBe(1)
  expect((await client.delete(`/api/users/${id}`)).status).toBe(204)
  expect(await isSignedIn(same)).toBe(false)
  expect(await seen(same)).toBe(0)
})

it('never lets anything through that begins after the answer, while many requests are on their way', async () => {
  for (let round = 0; round < 5; round++) {
    const { client, id } = await somebody()
    await ada.post(`/api/users/${id}/roles`, { role: 'Agent' })
    const same = there.as(client)
    let answeredAt = Number.POSITIVE_INFINITY
    const looks: { readonly begunAt: number; readonly users: number }[] = []
    const looking = (async () => {
      // The last request starts after the answer, however long each takes.
      for (let begunAt = 0; begunAt <= answeredAt + 60;) {
        begunAt = performance.now()
        looks.push({ begunAt, users: await seen(looks.length % 2 === 0 ? same : client) })
      }
    })()
    expect((await ada.post(`/api/users/${id}/taken-roles`, { role: 'Agent' })).status).toBe(204)
    answeredAt = performance.now()
    await looking
    const after = looks.filter(({ begunAt }) => begunAt > answeredAt)
    expect(after.length).toBeGreaterThan(0)
    expect(after.filter(({ users }) => users !== 1)).toEqual([])
  }
})

it('would see a process that remembers who somebody was', async () => {
  const remembering = (honest: Application): Application => {
    const sessions = new Map<string, ReturnType<Executor['runOwn']>>()
    const runOwn: Executor['runOwn'] = (name, sql, values) => {
      if (!name.startsWith('find-session')) return honest.database.runOwn(name, sql, values)
      const key = String(values[0])
      const known = sessions.get(key) ?? honest.database.runOwn(name, sql, values)
      sessions.set(key, known)
      return known
    }
    return { ...honest, database: { ...honest.database, runOwn } }
  }
  await using faulty = await runApplication(text, { double: remembering })
  const { client } = await somebody(faulty)
  await client.delete('/_ninefold/session')
  expect(await isSignedIn(client)).toBe(true)
})

it('would see a process whose guesses nobody judges', async () => {
  const unjudged = ({ [JUDGED_BY]: _judge, ...bindings }: Bindings): Bindings => bindings
  const trusting = (honest: Application): Application => {
    const { run, writeAtOnce } = honest.database
    return {
      ...honest,
      database: {
        ...honest.database,
        run: (statement, bindings) => run(statement, unjudged(bindings)),
        writeAtOnce: (statement, bindings) => writeAtOnce(statement, unjudged(bindings)),
      },
    }
  }
  await using faulty = await runApplication(text, { double: trusting })
  const { client } = await somebody(faulty)
  expect(await seen(client)).toBe(1)
  await client.delete('/_ninefold/session')
  expect(await seen(client)).toBe(1)
})
