// Signed-in users, the lifetime of sessions, and facts that sign-in attempts must not reveal.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SESSION_COOKIE } from './session-cookie.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const helpDeskText = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8').replace(
  '| Guest | create | User | | name, email, password |',
  '| Guest | create | User | | name, email, password |\n| Requester | delete | User | `id == me.id` | |',
)
const standardUsers = helpDeskText.replace(
  '| Team | `/api/teams` |',
  '| User | `/api/users` | list, get, create, change, delete | id | everything visible |\n| Team | `/api/teams` |',
)
const PASSWORD = 'long enough indeed'

let helpDesk: RunningApplication
let ada: Client

beforeAll(async () => {
  helpDesk = await runApplication(standardUsers)
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

async function callerOf(client: Client): Promise<{ id: string; roles: string[] } | null> {
  return (await client.get('/_ninefold/app')).body.caller
}

async function somebody(name: string): Promise<{ client: Client; id: string; email: string }> {
  const email = `${name}@example.test`
  const client = await helpDesk.signUp({ name, email, password: PASSWORD })
  return { client, id: (await callerOf(client))?.id ?? '', email }
}

const attempt = (identifier: string, password: string): Promise<Answer> =>
  helpDesk.guest.post('/_ninefold/session', { identifier, password })

it('keeps the session in a cookie that no script reads and no other site sends', async () => {
  const answer = await attempt('cleo@example.test', 'correct-horse-3')
  expect(answer.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^ninefold_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
  )
  const secure = await helpDesk.guest.post(
    '/_ninefold/session',
    { identifier: 'cleo@example.test', password: 'correct-horse-3' },
    { 'x-forwarded-proto': 'https' },
  )
  const [session] = secure.headers.getSetCookie().filter((each) => each.startsWith('__Host-ninefold_session='))
  expect(session).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(session).not.toContain('Domain')
  // Over HTTPS, a cookie that a neighbouring host could have set is not accepted.
  const token = /=([^;]+)/.exec(session ?? '')?.[1]
  const https = { 'x-forwarded-proto': 'https' }
  const app = async (cookie: string): Promise<Answer> => helpDesk.guest.get('/_ninefold/app', { ...https, cookie })
  expect((await app(`ninefold_session=${token}`)).body.caller).toBeNull()
  expect((await app(`__Host-ninefold_session=${token}`)).body.caller).not.toBeNull()
  const from = async (origin: string): Promise<number> =>
    (
      await helpDesk.guest.delete('/_ninefold/session', {
        ...https,
        origin,
        cookie: `__Host-ninefold_session=${token}`,
      })
    ).status
  const host = new URL(helpDesk.address).host
  expect(await from(`http://${host}`)).toBe(403)
  expect(await from(`https://${host}`)).toBe(204)
})

it('ends the session before when somebody signs in again in the same browser', async () => {
  const { client, email } = await somebody('moe')
  const again = await client.post('/_ninefold/session', { identifier: email, password: PASSWORD })
  expect(again.status).toBe(204)
  expect(await callerOf(client)).toBeNull()
})

it('never adopts a session that the client has chosen', async () => {
  const chosen = `${SESSION_COOKIE}=${'A'.repeat(43)}`
  const answer = await helpDesk.guest.post(
    '/_ninefold/session',
    { identifier: 'cleo@example.test', password: 'correct-horse-3' },
    { cookie: chosen },
  )
  expect(answer.status).toBe(204)
  expect(answer.headers.get('set-cookie')).not.toContain('A'.repeat(43))
  expect((await helpDesk.guest.get('/_ninefold/app', { cookie: chosen })).body.caller).toBeNull()
})

it('ends a session with signing out, wherever its token has gone', async () => {
  const { client } = await somebody('fay')
  const answer = await client.delete('/_ninefold/session')
  expect(answer.status).toBe(204)
  expect(answer.headers.get('set-cookie')).toMatch(/^ninefold_session=; .*Expires=Thu, 01 Jan 1970/)
  expect(await callerOf(client)).toBeNull()
})

it('lets a role act, and end, with the next request', async () => {
  const { client, id } = await somebody('gus')
  expect((await client.get('/api/users')).body.total).toBe(1)
  expect((await ada.post(`/api/users/${id}/roles`, { role: 'Agent' })).status).toBe(204)
  expect((await client.get('/api/users')).body.total).toBeGreaterThan(1)
  await helpDesk.database.pool.query(`DELETE FROM ninefold.user_role WHERE user_id = $1 AND role = 'Agent'`, [id])
  expect((await client.get('/api/users')).body.total).toBe(1)
})

it('ends the other sessions when the password changes, and keeps the one that changed it', async () => {
  const { client, id, email } = await somebody('hal')
  const other = await helpDesk.signIn(email, PASSWORD)
  expect((await client.patch(`/api/users/${id}`, { name: 'Hal' })).status).toBe(200)
  expect(await callerOf(other)).not.toBeNull()
  expect((await client.patch(`/api/users/${id}`, { password: 'another long one' })).status).toBe(422)
  const chosen = { password: 'another long one', oldPassword: PASSWORD }
  expect((await client.patch(`/api/users/${id}`, chosen)).status).toBe(200)
  expect(await callerOf(other)).toBeNull()
  expect(await callerOf(client)).not.toBeNull()
  expect((await attempt(email, PASSWORD)).status).toBe(401)
  expect((await attempt(email, 'another long one')).status).toBe(204)
})

it('keeps the sessions when the new password is refused', async () => {
  const { client, id, email } = await somebody('ida')
  const other = await helpDesk.signIn(email, PASSWORD)
  expect((await client.patch(`/api/users/${id}`, { password: 'short' })).status).toBe(422)
  expect(await callerOf(other)).not.toBeNull()
})

it('ends the sessions and roles of a user who is deleted', async () => {
  const { client, id, email } = await somebody('joe')
  const other = await helpDesk.signIn(email, PASSWORD)
  expect((await client.delete(`/api/users/${id}`)).status).toBe(204)
  for (const gone of [client, other]) {
    expect(await callerOf(gone)).toBeNull()
    expect((await gone.get('/api/tickets')).body.items ?? []).toEqual([])
    expect((await gone.post('/api/tickets', { subject: 'I am gone', body: 'x' })).status).toBe(401)
  }
  const left = await helpDesk.database.pool.query(
    `SELECT FROM ninefold.session WHERE user_id = $1 UNION ALL SELECT FROM ninefold.user_role WHERE user_id = $1`,
    [id],
  )
  expect(left.rowCount).toBe(0)
  expect(await callerOf(ada)).not.toBeNull()
})

it('says and does the same for a wrong password and for nobody', async () => {
  const written = ({ status, body, headers }: Answer): unknown => [
    status,
    { ...body, requestId: '' },
    headers.get('content-length'),
    headers.get('set-cookie'),
  ]
  const timed = async (identifier: string): Promise<{ answer: Answer; ms: number }> => {
    const begun = performance.now()
    return { answer: await attempt(identifier, 'wrong horse'), ms: performance.now() - begun }
  }
  await timed('warm@example.test')
  const real: Awaited<ReturnType<typeof timed>>[] = []
  const none: typeof real = []
  // Both verify a password hash of the same cost, so a difference under half of it is noise.
  const least = (timings: readonly { ms: number }[]): number => Math.min(...timings.map(({ ms }) => ms))
  const isAlike = (): boolean => least(none) > least(real) / 2
  // Alternating, so that load on the machine affects both; a result distorted for one of them is measured again.
  for (let turn = 0; turn < 3 || (turn < 20 && !isAlike()); turn++) {
    real.push(await timed('ben@example.test'))
    none.push(await timed('bob@example.test'))
  }
  for (const each of [...real, ...none]) expect(written(each.answer)).toEqual(written(real[0]?.answer as Answer))
  expect(isAlike()).toBe(true)
})

it('locks out nobody and somebody alike', async () => {
  await somebody('kim')
  const statuses = async (identifier: string): Promise<unknown[]> => {
    const answers: unknown[] = []
    for (let count = 0; count < 7; count++) {
      const { status, body } = await attempt(identifier, 'wrong horse')
      answers.push([status, body.code, body.detail])
    }
    return answers
  }
  const real = await statuses('kim@example.test')
  expect(real.map((answer) => (answer as [number])[0])).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await statuses('kin@example.test')).toEqual(real)
})

it('believes nobody who says for whom it asks but the proxies that it was told of', async () => {
  const attempts = async (from: (count: number) => string): Promise<number[]> => {
    const statuses: number[] = []
    for (let count = 0; count < 7; count++)
      statuses.push(
        (
          await helpDesk.guest.post(
            '/_ninefold/session',
            { identifier: 'nan@example.test', password: 'wrong horse' },
            { 'x-forwarded-for': from(count) },
          )
        ).status,
      )
    return statuses
  }
  // The local proxy names a client in a private network; further claims by that client do not count.
  expect(await attempts((count) => `203.0.113.${count}, 10.0.0.5`)).toEqual([401, 401, 401, 401, 401, 429, 429])
})

it('keeps nobody out of their account by guessing elsewhere, nor on a device that they know', async () => {
  const { email } = await somebody('ned')
  const at = (address: string) => ({ 'x-forwarded-for': address })
  const tried = (password: string, address: string, cookie?: string): Promise<Answer> =>
    helpDesk.guest.post(
      '/_ninefold/session',
      { identifier: email, password },
      { ...at(address), ...(cookie === undefined ? {} : { cookie }) },
    )
  const known = await tried(PASSWORD, '192.0.2.10')
  expect(known.headers.get('set-cookie')).toMatch(/^ninefold_session=/)
  const device = known.headers.getSetCookie().find((each) => each.startsWith('ninefold_device=')) ?? ''
  // Time passes by making the attempts older.
  const secondPasses = () =>
    helpDesk.database.pool.query(`UPDATE ninefold.sign_in_attempt SET at = at - interval '1 second'`)
  const strangers = new Set<number>()
  for (let second = 0; second < 130; second++) {
    strangers.add((await tried(`guess ${second}`, '198.51.100.7')).status)
    if (second % 26 === 25) {
      expect((await tried(PASSWORD, '192.0.2.44')).status).toBe(204)
      // In the same network as the stranger.
      expect((await tried(PASSWORD, '198.51.100.7', device.split(';')[0])).status).toBe(204)
    }
    await secondPasses()
  }
  expect([...strangers].sort()).toEqual([401, 429])
  expect((await tried(PASSWORD, '198.51.100.7')).status).toBe(429)
  // A forged device, or another user's, does not count.
  expect((await tried(PASSWORD, '198.51.100.7', 'ninefold_device=made-up')).status).toBe(429)
  const other = await attempt('cleo@example.test', 'correct-horse-3')
  const theirs = other.headers.getSetCookie().find((each) => each.startsWith('ninefold_device=')) ?? ''
  expect((await tried(PASSWORD, '198.51.100.7', theirs.split(';')[0])).status).toBe(429)
})

it('lets many addresses together guess no more than a few', async () => {
  const { email } = await somebody('ola')
  const statuses: number[] = []
  for (let stranger = 0; stranger < 21; stranger++)
    for (let guess = 0; guess < 5; guess++) {
      const from = { 'x-forwarded-for': `203.0.113.${stranger}` }
      const answer = await helpDesk.guest.post('/_ninefold/session', { identifier: email, password: `guess` }, from)
      statuses.push(answer.status)
    }
  expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
  expect(statuses.slice(100)).toEqual([429, 429, 429, 429, 429])
})

it('counts attempts of one name together, however it is spelt', async () => {
  await somebody('lea')
  for (const identifier of [
    'lea@example.test',
    'LEA@example.test',
    ' lea@example.test',
    'Lea@Example.Test ',
    'lea@EXAMPLE.test',
  ])
    expect((await attempt(identifier, 'wrong horse')).status).toBe(401)
  expect((await attempt('lea@example.test', PASSWORD)).status).toBe(429)
})

it('lets in whoever has an address in a spelling that an earlier version kept, and whom they mean', async () => {
  const old = await somebody('old')
  const typed = 'ｏｌｄ@example.test'
  await helpDesk.database.pool.query('UPDATE "user" SET email = $1 WHERE id = $2', [typed, old.id])
  const inAs = async (identifier: string): Promise<string | undefined> =>
    (await callerOf(await helpDesk.signIn(identifier, PASSWORD)))?.id
  expect(await inAs(typed)).toBe(old.id)
  expect((await attempt('old@example.test', PASSWORD)).status).toBe(401)
  // Somebody else has taken the address since, so each is let in by the name that they type.
  const since = await somebody('old')
  expect([await inAs(typed), await inAs('old@example.test')]).toEqual([old.id, since.id])
  expect((await attempt(typed, 'wrong horse')).status).toBe(401)
})

it('signs up whoever creates a user by a standard call that guests may use', async () => {
  const sent = { name: 'Mia', email: 'mia.standard@example.test', password: PASSWORD }
  expect((await helpDesk.guest.post('/api/users', sent)).status).toBe(201)
  const mia = await helpDesk.signIn(sent.email, PASSWORD)
  expect((await callerOf(mia))?.roles).toEqual(['Requester'])
})

it('lets nobody find out by signing up who is there, again and again', async () => {
  await using served = await runApplication(helpDeskText, { double: (own) => ({ ...own, mode: 'production' }) })
  const tried = async (address: string): Promise<number> =>
    (
      await served.guest.post(
        '/_ninefold/users',
        { name: 'x', email: 'BEN@example.test', password: PASSWORD },
        { 'x-forwarded-for': address },
      )
    ).status
  const statuses: number[] = []
  for (let count = 0; count < 62; count++) statuses.push(await tried('203.0.113.9'))
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([409]))
  expect(statuses.slice(60)).toEqual([429, 429])
  expect(await tried('203.0.113.10')).toBe(409)
})
