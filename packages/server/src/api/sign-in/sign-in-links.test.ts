// Sign-in links by e-mail: nobody learns who has an account, and only the mailbox's reader gets in, once.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8').replace(
  '- **Wrong password:**',
  '- **Forgotten password:** link by email, valid 1 hour\n- **Wrong password:**',
)
const PASSWORD = 'long enough indeed'
const ANOTHER = 'another one, long enough'

let helpDesk: RunningApplication

beforeAll(async () => {
  expect(text).toContain('link by email, valid 1 hour')
  helpDesk = await runApplication(text)
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

let people = 0

async function somebody(): Promise<{ client: Client; email: string }> {
  people += 1
  const email = `person${people}@example.test`
  return { client: await helpDesk.signUp({ name: `Person ${people}`, email, password: PASSWORD }), email }
}

function ask(identifier: string, running = helpDesk): Promise<Answer> {
  return running.guest.post('/_ninefold/password-link', { identifier })
}

async function linksTo(email: string, running = helpDesk): Promise<string[]> {
  const { rows } = await running.database.pool.query(
    'SELECT body FROM ninefold.message WHERE receiver = $1 ORDER BY created_at',
    [email],
  )
  return rows.map(({ body }) => /^https?:\S+$/m.exec(String(body))?.[0] ?? '')
}

async function tokenFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(204)
  return (await linksTo(email)).at(-1)?.split('#')[1] ?? ''
}

function set(token: string, password = ANOTHER): Promise<Answer> {
  return helpDesk.guest.post('/_ninefold/password', { token, password })
}

async function enters(email: string, password: string): Promise<boolean> {
  return (await helpDesk.guest.post('/_ninefold/session', { identifier: email, password })).status === 204
}

async function isSignedIn(client: Client): Promise<boolean> {
  return (await client.get('/_ninefold/app')).body.caller !== null
}

it('sends a link, keeps only a hash of its token, and sets the new password with it', async () => {
  const { email } = await somebody()
  expect((await ask(email.toUpperCase())).status).toBe(204)
  const [link] = await linksTo(email)
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/new-password#[\w-]{43}$/)
  const token = link?.split('#')[1] ?? ''
  const kept = await helpDesk.database.pool.query(`SELECT encode(token_hash, 'hex') AS hash FROM ninefold.sign_in_link`)
  expect(JSON.stringify(kept.rows)).not.toContain(token)
  expect(await set(token)).toMatchObject({ status: 204 })
  expect(await enters(email, PASSWORD)).toBe(false)
  expect(await enters(email, ANOTHER)).toBe(true)
  // The parameters of the link are removed with it.
  expect(await linksTo(email)).toEqual([])
})

it('is good once, whoever comes with it at the same time', async () => {
  const { email } = await somebody()
  const token = await tokenFor(email)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => set(token, `number ${index} is long`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404])
  expect((await set(token)).body.detail).toBe('This link has been used, or has expired. Please ask for a new one.')
})

it('ends every session of the user, and makes every other link good for nothing', async () => {
  const { client, email } = await somebody()
  const [first, second] = [await tokenFor(email), await tokenFor(email)]
  expect(await isSignedIn(client)).toBe(true)
  expect((await set(second)).status).toBe(204)
  expect(await isSignedIn(client)).toBe(false)
  expect((await set(first)).status).toBe(404)
})

it("is good for a while only, and only as long as the address is the user's", async () => {
  const late = await somebody()
  const token = await tokenFor(late.email)
  await helpDesk.database.pool.query(`UPDATE ninefold.sign_in_link SET expires_at = now() - interval '1 second'`)
  expect((await set(token)).status).toBe(404)
  const moved = await somebody()
  const other = await tokenFor(moved.email)
  await helpDesk.database.pool.query('UPDATE "user" SET email = $2 WHERE email = $1', [
    moved.email,
    `new${moved.email}`,
  ])
  expect((await set(other)).status).toBe(404)
  expect(await enters(`new${moved.email}`, PASSWORD)).toBe(true)
})

it('is not used up by a password that will not do', async () => {
  const { email } = await somebody()
  const token = await tokenFor(email)
  expect((await set(token, 'short')).body).toMatchObject({
    status: 422,
    errors: [{ about: 'password', code: 'TOO_SHORT' }],
  })
  expect((await set(token)).status).toBe(204)
})

it('answers the same, and takes as long, when nobody has the address', async () => {
  const { email } = await somebody()
  const timed = async (identifier: string): Promise<{ answer: Answer; ms: number }> => {
    const start = performance.now()
    return { answer: await ask(identifier), ms: performance.now() - start }
  }
  const own = await timed(email)
  const nobodys = await timed('nobody-at-all@example.test')
  for (const { answer, ms } of [own, nobodys]) {
    expect(answer.status).toBe(204)
    expect(answer.body).toBeNull()
    expect(ms).toBeGreaterThan(295)
  }
  expect([...own.answer.headers.keys()].sort()).toEqual([...nobodys.answer.headers.keys()].sort())
  expect(await linksTo('nobody-at-all@example.test')).toEqual([])
})

it("fills nobody's mailbox, and refuses the same for those who are not there", async () => {
  const { email } = await somebody()
  for (const identifier of [email, 'no-such-person@example.test']) {
    const answers: number[] = []
    for (let index = 0; index < 6; index++) answers.push((await ask(identifier)).status)
    expect(answers).toEqual([204, 204, 204, 204, 204, 429])
  }
  expect(await linksTo(email)).toHaveLength(5)
})

it('refuses what is no token and what is no address', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), '\u0000'.repeat(3)])
    expect((await set(token)).status).toBeGreaterThanOrEqual(404)
  expect((await helpDesk.guest.post('/_ninefold/password-link', {})).status).toBe(422)
  expect((await helpDesk.guest.post('/_ninefold/password', { token: 'x' })).status).toBe(422)
  const elsewhere = await helpDesk.guest.post('/_ninefold/password-link', { identifier: ['a'] })
  expect(elsewhere.status).toBe(422)
})

it('forgets links whose time is over, and the messages that they stand in', async () => {
  const { email } = await somebody()
  await ask(email)
  await helpDesk.database.pool.query(`UPDATE ninefold.sign_in_link SET expires_at = now() - interval '1 second'`)
  await tidyUp(helpDesk.database, null)
  expect(await linksTo(email)).toEqual([])
})

it('is not there where the specification has none', async () => {
  await using none = await runApplication(text.replace('link by email, valid 1 hour', 'none'))
  expect((await ask('ada@example.test', none)).status).toBe(404)
  expect((await none.guest.post('/_ninefold/password', { token: 'x', password: ANOTHER })).status).toBe(404)
})

it('never leads to where a request says: in production only to the public address', async () => {
  const production = (honest: Application): Application => ({ ...honest, mode: 'production' })
  const poisoned = { 'x-forwarded-host': 'elsewhere.example' }
  {
    await using open = await runApplication(text, { double: production })
    const answer = await open.guest.post('/_ninefold/password-link', { identifier: 'ada@example.test' }, poisoned)
    expect(answer.status).toBe(501)
  }
  const stated = text.replace('| Language | en |', '| Language | en |\n| Public address | https://help.example |')
  expect(stated).toContain('Public address | https')
  await using closed = await runApplication(stated, { double: production })
  expect(
    (await closed.guest.post('/_ninefold/password-link', { identifier: 'ada@example.test' }, poisoned)).status,
  ).toBe(204)
  expect((await linksTo('ada@example.test', closed))[0]).toMatch(/^https:\/\/help\.example\/new-password#/)
})

const byLink = text
  .replace('- **Sign in with:** email and password', '- **Sign in with:** link by email, valid 10 minutes')
  .replace(/^- \*\*(?:Wrong|Forgotten) password:.*\n/gm, '')
  .replaceAll(', password |', ' |')
  .replace(/^\| password \| password.*\n/m, '')
  .replace(/### Sample data[^]*?(?=\n##)/g, '')

const inGerman = byLink.replace('| Language | en |', '| Language | de |\n| Public address | https://help.example |')

it('signs in by a link where nobody has a password, and up by one too, in the language of the text', async () => {
  await using desk = await runApplication(inGerman)
  const app = (await desk.guest.get('/_ninefold/app')).body
  expect(app.signIn).toMatchObject({ identifier: { kind: 'email' }, password: null, newPassword: null })
  const joined = await desk.guest.post('/_ninefold/users', { name: 'Ann', email: 'ann@example.test' })
  expect(joined.status).toBe(201)
  // An address that anybody can type does not grant access.
  expect(joined.headers.get('set-cookie')).toBeNull()
  const [first] = await linksTo('ann@example.test', desk)
  expect(first).toContain(`${desk.address}/sign-in-link#`)
  const { rows } = await desk.database.pool.query('SELECT subject FROM ninefold.message')
  expect(rows).toEqual([{ subject: expect.stringMatching(/^Bei .+ anmelden$/) }])
  const enter = (token: string): Promise<Answer> => desk.guest.post('/_ninefold/session-by-link', { token })
  const token = first?.split('#')[1] ?? ''
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  const cookie = /ninefold_session=[^;]+/.exec(
    answers.find(({ status }) => status === 204)?.headers.get('set-cookie') ?? '',
  )?.[0]
  const { caller } = (await desk.guest.get('/_ninefold/app', { cookie: cookie ?? '' })).body
  expect(caller).toMatchObject({ label: 'Ann', roles: ['Admin'] })
  expect((await desk.guest.get('/api/tickets', { cookie: cookie ?? '' })).status).toBe(200)
  expect((await desk.guest.post('/_ninefold/sign-in-link', { identifier: 'nobody@example.test' })).status).toBe(204)
  expect((await desk.guest.post('/_ninefold/sign-in-link', { identifier: 'ANN@example.test' })).status).toBe(204)
  expect(await linksTo('ann@example.test', desk)).toHaveLength(1)
  expect((await desk.guest.post('/_ninefold/session', { identifier: 'ann@example.test', password: 'x' })).status).toBe(
    404,
  )
  expect((await desk.guest.post('/_ninefold/password-link', { identifier: 'ann@example.test' })).status).toBe(404)
})

it('would see a link that is looked up first and used up then', async () => {
  const looking = (honest: Application): Application => ({
    ...honest,
    database: {
      ...honest.database,
      write: (work) =>
        honest.database.write((transaction) =>
          work({
            ...transaction,
            runOwn: (name, sql, values) =>
              name === 'take-link'
                ? transaction.runOwn(
                    'look-link',
                    sql.replace(/^DELETE FROM/, 'SELECT user_id, receiver FROM').replace(/RETURNING.*/, ''),
                    values,
                  )
                : transaction.runOwn(name, sql, values),
          }),
        ),
    },
  })
  await using faulty = await runApplication(byLink, { double: looking })
  await faulty.guest.post('/_ninefold/users', { name: 'Ann', email: 'ann@example.test' })
  const token = (await linksTo('ann@example.test', faulty))[0]?.split('#')[1] ?? ''
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => faulty.guest.post('/_ninefold/session-by-link', { token })),
  )
  expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(1)
})
