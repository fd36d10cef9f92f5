// Account of a signed-in user: their data and sessions, over real HTTP, with attempts by others.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  ACCOUNT_PATH,
  type Account,
  OTHER_SESSIONS_PATH,
  OWN_PASSWORD_PATH,
  SESSIONS_PATH,
} from '@ninefold/core/contract/wire/account.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { secondProcess } from '../../testing/servers/second-process.ts'
import { SESSION_COOKIE } from '../authentication/session-cookie.ts'

const helpDeskText = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const PASSWORD = 'long enough indeed'
const ANOTHER = 'another one, long enough'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let helpDesk: RunningApplication

beforeAll(async () => {
  helpDesk = await runApplication(helpDeskText)
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

let people = 0

async function somebody(at = helpDesk): Promise<{ client: Client; email: string }> {
  people += 1
  const email = `person${people}@example.test`
  return { client: await at.signUp({ name: `Person ${people}`, email, password: PASSWORD }), email }
}

async function accountOf(client: Client, headers: Record<string, string> = {}): Promise<Account> {
  const { status, body } = await client.get(ACCOUNT_PATH, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const isSignedIn = async (client: Client): Promise<boolean> => (await client.get('/_ninefold/app')).body.caller !== null

async function enters(email: string, password: string, at = helpDesk): Promise<boolean> {
  return (await at.guest.post('/_ninefold/session', { identifier: email, password })).status === 204
}

it('tells whoever is signed in what they sign in with and where, and nothing secret', async () => {
  const { client, email } = await somebody()
  await helpDesk.signIn(email, PASSWORD)
  const { identifier, sessions } = await accountOf(client, { 'user-agent': FIREFOX })
  expect(identifier).toEqual({ label: 'Email', value: email })
  expect(sessions).toMatchObject([
    { isThis: true, browser: 'Firefox', system: 'Linux', address: '127.0.0.1' },
    { isThis: false, browser: null, system: null, address: null },
  ])
  const { rows } = await helpDesk.database.pool.query(`SELECT encode(token_hash, 'hex') AS hash FROM ninefold.session`)
  const said = JSON.stringify(sessions)
  for (const { hash } of rows) expect(said).not.toContain(hash)
  expect(said).not.toContain(client.cookie?.split('=')[1])
})

it('keeps of what a browser says of itself a name or nothing', async () => {
  const { client } = await somebody()
  const browserAfter = async (said: string): Promise<unknown> => {
    await helpDesk.database.pool.query('UPDATE ninefold.session SET address = NULL')
    return (await accountOf(client, { 'user-agent': said })).sessions.find(({ isThis }) => isThis)?.browser
  }
  expect(await browserAfter('curl/8.1.2')).toBe('curl')
  expect(await browserAfter('<script>alert(1)</script>')).toBeNull()
  expect(await browserAfter(`${'A'.repeat(9000)}/1`)).toBeNull()
  expect(await browserAfter('Chrome/99 <img src=x onerror=alert(1)>')).toBe('Chrome')
})

it('has no account for those who are not signed in, and none where nobody signs in', async () => {
  for (const answer of [
    await helpDesk.guest.get(ACCOUNT_PATH),
    await helpDesk.guest.post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: ANOTHER }),
    await helpDesk.guest.delete(OTHER_SESSIONS_PATH),
    await helpDesk.guest.delete(`${SESSIONS_PATH}/${crypto.randomUUID()}`),
  ])
    expect(answer.status).toBe(401)
  await using open = await runApplication('# Open\n\n**Ninefold:** 1\n')
  expect((await open.guest.get(ACCOUNT_PATH)).status).toBe(404)
})

it('ends one session in every process, and the session that ended it goes on', async () => {
  const { client, email } = await somebody()
  const other = await helpDesk.signIn(email, PASSWORD)
  await using second = await secondProcess(helpDesk)
  expect((await second.as(other).get('/_ninefold/app')).body.caller).not.toBeNull()
  const ended = (await accountOf(client)).sessions.find(({ isThis }) => !isThis)?.id
  expect((await client.delete(`${SESSIONS_PATH}/${ended}`)).status).toBe(204)
  expect((await second.as(other).get('/_ninefold/app')).body.caller).toBeNull()
  expect((await client.delete(`${SESSIONS_PATH}/${ended}`)).status).toBe(404)
  expect((await accountOf(client)).sessions).toHaveLength(1)
})

it('ends all others at once', async () => {
  const { client, email } = await somebody()
  const others = [await helpDesk.signIn(email, PASSWORD), await helpDesk.signIn(email, PASSWORD)]
  const { client: stranger } = await somebody()
  expect((await client.delete(OTHER_SESSIONS_PATH)).status).toBe(204)
  for (const other of others) expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(client)).toBe(true)
  expect(await isSignedIn(stranger)).toBe(true)
})

it('ends nobody else’s session, and says nothing of it', async () => {
  const { client } = await somebody()
  const { client: stranger } = await somebody()
  const [theirs] = (await accountOf(stranger)).sessions
  const written = ({ status, body }: Answer): unknown => [status, { ...body, requestId: '' }]
  const refusal = await client.delete(`${SESSIONS_PATH}/${theirs?.id}`)
  expect(refusal.status).toBe(404)
  expect(written(refusal)).toEqual(written(await client.delete(`${SESSIONS_PATH}/${crypto.randomUUID()}`)))
  for (const id of ['x', '%27%20OR%201=1', '%00', theirs?.id.toUpperCase(), '']) {
    const { status } = await client.delete(`${SESSIONS_PATH}/${id}`)
    expect(status, id).toBe(404)
  }
  expect((await client.delete(`${OTHER_SESSIONS_PATH}?user=1`)).status).toBe(422)
  expect(await isSignedIn(stranger)).toBe(true)
})

it('finds a server that forgets whose session it ends', async () => {
  await using faulty = await runApplication(helpDeskText, {
    double: (application) => ({
      ...application,
      database: {
        ...application.database,
        runOwn: (name, text, values) =>
          application.database.runOwn(
            name,
            text.replace('user_id = $1 AND id', '($1::text IS NOT NULL) AND id'),
            values,
          ),
      },
    }),
  })
  const { client } = await somebody(faulty)
  const { client: stranger } = await somebody(faulty)
  const [theirs] = (await accountOf(stranger)).sessions
  expect((await client.delete(`${SESSIONS_PATH}/${theirs?.id}`)).status).toBe(204)
  expect(await isSignedIn(stranger)).toBe(false)
})

it('does nothing for a page of another site', async () => {
  const { client, email } = await somebody()
  const other = await helpDesk.signIn(email, PASSWORD)
  const id = (await accountOf(client)).sessions.find(({ isThis }) => !isThis)?.id
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
    expect((await client.delete(`${SESSIONS_PATH}/${id}`, headers)).status).toBe(403)
    expect((await client.delete(OTHER_SESSIONS_PATH, headers)).status).toBe(403)
    const body = { oldPassword: PASSWORD, password: ANOTHER }
    expect((await client.post(OWN_PASSWORD_PATH, body, headers)).status).toBe(403)
  }
  // A body that a form of another site could send is not accepted either.
  const form = { method: 'POST', body: `oldPassword=${PASSWORD}&password=${ANOTHER}` }
  const sent = await client.send(OWN_PASSWORD_PATH, {
    ...form,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(sent.status).toBe(415)
  expect(await isSignedIn(other)).toBe(true)
  expect(await enters(email, PASSWORD)).toBe(true)
})

it('shows no session that is over by its own time', async () => {
  const { client, email } = await somebody()
  await helpDesk.signIn(email, PASSWORD)
  const own = client.cookie?.replace(`${SESSION_COOKIE}=`, '')
  await helpDesk.database.pool.query(
    `UPDATE ninefold.session SET last_used_at = now() - interval '31 days' WHERE token_hash <> sha256($1::bytea)`,
    [own],
  )
  expect((await accountOf(client)).sessions).toHaveLength(1)
})

it('changes the password for the present one, ends the other sessions, and keeps who did it', async () => {
  const { client, email } = await somebody()
  const other = await helpDesk.signIn(email, PASSWORD)
  expect((await accountOf(client)).password?.map(({ path }) => path.join('.'))).toEqual(['oldPassword', 'password'])
  expect((await client.post(OWN_PASSWORD_PATH, { password: ANOTHER })).status).toBe(422)
  const wrong = await client.post(OWN_PASSWORD_PATH, { oldPassword: 'not the one', password: ANOTHER })
  expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ about: 'oldPassword' }]])
  const short = await client.post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: 'short' })
  expect([short.status, short.body.errors]).toMatchObject([422, [{ about: 'password' }]])
  const more = await client.post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: ANOTHER, name: 'Eve' })
  expect(more.status).toBe(422)
  expect(await isSignedIn(other)).toBe(true)
  expect((await client.post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: ANOTHER })).status).toBe(204)
  expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false])
  expect([await enters(email, PASSWORD), await enters(email, ANOTHER)]).toEqual([false, true])
  const { rows } = await helpDesk.database.pool.query(
    `SELECT call, action FROM ninefold.audit WHERE entity = 'User' AND call LIKE '%own-password'`,
  )
  expect(rows).toEqual([{ call: `POST ${OWN_PASSWORD_PATH}`, action: 'change' }])
})

it('lets nobody guess the present password at an open session', async () => {
  const { client, email } = await somebody()
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess++)
    statuses.push((await client.post(OWN_PASSWORD_PATH, { oldPassword: `guess ${guess}`, password: ANOTHER })).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  expect((await client.post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: ANOTHER })).status).toBe(429)
  expect(await enters(email, PASSWORD)).toBe(true)
})

it('offers another password only to those whose permissions say so, and does it for nobody else', async () => {
  const text = helpDeskText
    .replace(
      '| Requester | change | User | `id == me.id` | name, password |',
      '| Requester | change | User | `id == me.id` | name |',
    )
    .replace(
      '- **Wrong password:**',
      '- **Change of password:** asks for nothing, keeps other sessions\n- **Wrong password:**',
    )
    .replace('| Admin | give roles |', '| Admin | change | User | | name, password |\n| Admin | give roles |')
  await using strict = await runApplication(text)
  const { client, email } = await somebody(strict)
  expect((await accountOf(client)).password).toBeNull()
  expect((await client.post(OWN_PASSWORD_PATH, { password: ANOTHER })).status).toBe(403)
  expect(await enters(email, PASSWORD, strict)).toBe(true)
  const ada = await strict.signIn('ada@example.test', 'correct-horse-1')
  const elsewhere = await strict.signIn('ada@example.test', 'correct-horse-1')
  expect((await accountOf(ada)).password?.map(({ path }) => path.join('.'))).toEqual(['password'])
  expect((await ada.post(OWN_PASSWORD_PATH, { password: ANOTHER })).status).toBe(204)
  expect(await isSignedIn(elsewhere)).toBe(true)
})

it('counts what is tried here with the tries to sign in', async () => {
  const text = helpDeskText.replace(
    '| Limit | On | Per | At most | Otherwise |\n| --- | --- | --- | --- | --- |',
    '$&\n| Trying | signing in | address, 1 hour | 4 | |',
  )
  await using limited = await runApplication(text)
  const { client } = await somebody(limited)
  const statuses: number[] = []
  for (let index = 0; index < 5; index++) statuses.push((await client.delete(OTHER_SESSIONS_PATH)).status)
  expect(statuses).toEqual([204, 204, 204, 204, 429])
  expect((await accountOf(client)).sessions).toHaveLength(1)
})
