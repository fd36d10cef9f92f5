// The second factor over real HTTP and a real database: set-up, prompts, and attacks.

import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, ACCOUNT_PATH, OWN_PASSWORD_PATH } from '@ninefold/core/contract/wire/account.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import {
  FACTOR_CONFIRMATION_PATH,
  FACTOR_ENROLMENT_PATH,
  FRESH_FACTOR_PATH,
  RECOVERY_CODES_PATH,
  SECOND_FACTOR_PATH,
} from '@ninefold/core/contract/wire/second-factor.ts'
import { resetFactor } from '../../gate/users/second-factors.ts'
import {
  type Answer,
  type Client,
  clientOf,
  runApplication,
  type RunningApplication,
} from '../../testing/running-application.ts'

const PASSWORD = 'long enough indeed'
const PEOPLE = ['ada', 'ben', 'cleo', 'dora', 'emil', 'fay', 'gil', 'hal', 'ivy']

const TEXT = `# Desk

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| max@example.test | ${PASSWORD} | Manager |
${PEOPLE.map((name) => `| ${name}@example.test | ${PASSWORD} | Reader |`).join('\n')}

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Forgotten password:** link by email, valid 1 hour
- **Wrong password:** 1000 in 1 minute, then TOO_OFTEN
- **API keys:** Reader, at most 90 days
- **Second factor:** required for Manager

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | from a Manager |
| Manager | Reader | from a Manager |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see, create, change, delete | Note | | text |
| Reader | see | User | | id, email |
| Reader | change | User | \`id == me.id\` | password |
| Manager | give roles | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, create, change, delete | id | everything visible |
| User | \`/api/users\` | list, get, change | id | everything visible |

### POST /api/enter — Enter

- **Who:** Guest, Reader

| Input | Like | Needed |
| --- | --- | --- |
| email | text | yes |
| password | secret text | yes |

1. check password \`input.password\` of User as user where \`email == input.email\` or fail WRONG
2. sign in user
3. respond 200 with \`{"entered": true}\`

### GET /api/me — Me

- **Who:** Reader

1. respond 200 with \`{"id": me.id}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 422 | password | That is wrong. |
| TOO_OFTEN | 429 | password | Please wait a little. |
`

let desk: RunningApplication
/** The server's clock is ahead by this much, because each code works once per time step. */
let aheadMs = 0
const STEP_MS = 30_000

beforeAll(async () => {
  desk = await runApplication(TEXT, {
    double: (application) => ({
      ...application,
      database: { ...application.database, nowMs: () => Date.now() + aheadMs },
    }),
  })
})

afterAll(() => desk[Symbol.asyncDispose]())

const emailOf = (name: string): string => `${name}@example.test`

function cookiesOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}

/** The browser after an answer. */
function after(answer: Answer): Client {
  return clientOf(desk.address, cookiesOf(answer))
}

function enter(name: string, cookie: string | null = null): Promise<Answer> {
  return clientOf(desk.address, cookie).post('/_ninefold/session', { identifier: emailOf(name), password: PASSWORD })
}

/** Signed in with the password, but without the second factor. */
async function halfWay(name: string): Promise<Client> {
  const answer = await enter(name)
  expect([answer.status, answer.body]).toEqual([202, { secondFactor: true }])
  return after(answer)
}

/** The code of a person's app at the server's time. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + aheadMs + steps * STEP_MS })
}

interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  readonly client: Client
}

/** Advances two time steps, so that the next code is a new one. */
async function enrol(client: Client): Promise<Enrolled> {
  const { secret } = (await client.post(FACTOR_ENROLMENT_PATH)).body as { secret: string }
  const answer = await client.post(FACTOR_CONFIRMATION_PATH, { code: codeOf(secret) })
  expect(answer.status).toBe(200)
  aheadMs += 2 * STEP_MS
  const cookies = cookiesOf(answer)
  const own = cookies === '' ? client : clientOf(desk.address, cookies)
  return { secret, recoveryCodes: (answer.body as { recoveryCodes: string[] }).recoveryCodes, client: own }
}

async function enrolledIn(name: string): Promise<Enrolled> {
  return enrol(await desk.signIn(emailOf(name), PASSWORD))
}

async function idOf(name: string): Promise<string> {
  const { rows } = await desk.database.pool.query('SELECT id FROM public."user" WHERE email = $1', [emailOf(name)])
  return String((rows as { id: string }[])[0]?.id)
}

async function auditOf(name: string): Promise<string[]> {
  const { rows } = await desk.database.pool.query(
    'SELECT action FROM ninefold.audit WHERE record = $1 ORDER BY at, action',
    [await idOf(name)],
  )
  return (rows as { action: string }[]).map(({ action }) => action)
}

it('asks whoever has an app for a code, and keeps all of it in the audit log', async () => {
  const { secret, client, recoveryCodes } = await enrolledIn('ada')
  expect(recoveryCodes).toHaveLength(10)
  const half = await halfWay('ada')
  expect((await half.get(SECOND_FACTOR_PATH)).body).toEqual({ step: 'code', orPasskey: false })
  const wrong = await half.post(SECOND_FACTOR_PATH, { code: codeOf(secret, 400) })
  expect([wrong.status, wrong.body.errors[0].about]).toEqual([422, 'code'])
  const right = await half.post(SECOND_FACTOR_PATH, { code: codeOf(secret).replace(/^.../, '$& ') })
  expect(right.status).toBe(204)
  expect((await after(right).get('/api/me')).status).toBe(200)
  // It is used up.
  expect((await half.get(SECOND_FACTOR_PATH)).status).toBe(401)
  const account = (await client.get(ACCOUNT_PATH)).body as Account
  expect(account.secondFactor).toMatchObject({ app: { recoveryCodesLeft: 10 }, isRequired: false })
  expect(JSON.stringify(account)).not.toContain(secret)
  expect(await auditOf('ada')).toEqual(
    expect.arrayContaining([
      'set up second factor',
      'sign in, second factor asked',
      'second factor failed',
      'sign in, second factor app',
    ]),
  )
  const { rows } = await desk.database.pool.query('SELECT secret FROM ninefold.second_factor')
  expect(JSON.stringify(rows)).not.toContain(secret)
})

/** Requests whose answer differs from a guest's. */
async function answeredMoreThanGuests(client: Client): Promise<string[]> {
  const id = await idOf('ben')
  const own = [
    ['GET', ACCOUNT_PATH],
    ['GET', '/_ninefold/app'],
    ['GET', '/_ninefold/people.json'],
    ['POST', `/_ninefold/people/${id}/roles`],
    ['POST', OWN_PASSWORD_PATH],
    ['POST', API_KEYS_PATH],
    ['POST', FRESH_FACTOR_PATH],
    ['POST', RECOVERY_CODES_PATH],
    ['DELETE', SECOND_FACTOR_PATH],
    ['DELETE', '/_ninefold/other-sessions'],
    ['DELETE', `/_ninefold/sessions/${id}`],
  ]
  const stated = desk.application.operations.map(({ method, path }) => [method, path.replaceAll(/:\w+/g, id)])
  const found: string[] = []
  for (const [method = '', path = ''] of [...own, ...stated]) {
    const init = method === 'GET' ? { method } : { method, body: '{}', headers: { 'content-type': 'application/json' } }
    const [its, guests] = [await client.send(path, init), await desk.guest.send(path, init)]
    const said = ({ status, body }: Answer): string =>
      JSON.stringify([status, body], (key, value: unknown) => (key === 'requestId' ? undefined : value))
    if (said(its) !== said(guests)) found.push(`${method} ${path}`)
  }
  return found
}

it('does nothing for somebody who is half way in that it does not do for a guest', async () => {
  await enrolledIn('ben')
  const half = await halfWay('ben')
  const token = /ninefold_half_sign_in=([^;]+)/.exec(half.cookie ?? '')?.[1] ?? ''
  const asSession = clientOf(desk.address, `${half.cookie}; ninefold_session=${token}`)
  expect(await answeredMoreThanGuests(asSession)).toEqual([])
  // Planted: half sign-ins are stored like sessions.
  await desk.database.pool.query(
    `INSERT INTO ninefold.session (token_hash, user_id, created_at, last_used_at)
     SELECT token_hash, user_id, now(), now() FROM ninefold.half_sign_in WHERE user_id = $1`,
    [await idOf('ben')],
  )
  expect((await answeredMoreThanGuests(asSession)).length).toBeGreaterThan(8)
})

it('takes a code once, of several at the same time too, and of one step before and after', async () => {
  const { secret } = await enrolledIn('cleo')
  const halves = [await halfWay('cleo'), await halfWay('cleo'), await halfWay('cleo')]
  const code = codeOf(secret)
  const answers = await Promise.all(halves.map((half) => half.post(SECOND_FACTOR_PATH, { code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422])
  const rest = halves.filter((_, index) => answers[index]?.status === 422)
  expect((await rest[0]?.post(SECOND_FACTOR_PATH, { code }))?.status).toBe(422)
  // The next step's code is valid, and the former step's is not any more.
  expect((await rest[0]?.post(SECOND_FACTOR_PATH, { code: codeOf(secret, 1) }))?.status).toBe(204)
  expect((await rest[1]?.post(SECOND_FACTOR_PATH, { code }))?.status).toBe(422)
  aheadMs += 4 * STEP_MS
  expect((await rest[1]?.post(SECOND_FACTOR_PATH, { code: codeOf(secret, 2) }))?.status).toBe(422)
  expect((await rest[1]?.post(SECOND_FACTOR_PATH, { code: codeOf(secret, -2) }))?.status).toBe(422)
  expect((await rest[1]?.post(SECOND_FACTOR_PATH, { code: codeOf(secret, -1) }))?.status).toBe(204)
})

it('counts wrong codes, many at once too, and takes no right one behind them', async () => {
  const { secret, recoveryCodes } = await enrolledIn('dora')
  const halves = await Promise.all([halfWay('dora'), halfWay('dora')])
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => halves[index % 2]?.post(SECOND_FACTOR_PATH, { code: '000000' })),
  )
  expect(answers.filter((answer) => answer?.status === 422)).toHaveLength(5)
  expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(7)
  for (const code of [codeOf(secret), recoveryCodes[0]])
    expect((await halves[0]?.post(SECOND_FACTOR_PATH, { code }))?.status).toBe(429)
})

it('takes a recovery code once, and none that was made anew', async () => {
  const { client, recoveryCodes } = await enrolledIn('emil')
  const half = await halfWay('emil')
  const [first = '', second = ''] = recoveryCodes
  const entered = await half.post(SECOND_FACTOR_PATH, { code: first.toUpperCase().replace('-', ' ') })
  expect(entered.status).toBe(204)
  expect((await (await halfWay('emil')).post(SECOND_FACTOR_PATH, { code: first })).status).toBe(422)
  const made = await client.post(RECOVERY_CODES_PATH)
  expect(made.body.recoveryCodes).toHaveLength(10)
  expect((await (await halfWay('emil')).post(SECOND_FACTOR_PATH, { code: second })).status).toBe(422)
  const fresh = await (await halfWay('emil')).post(SECOND_FACTOR_PATH, { code: made.body.recoveryCodes[3] })
  expect(fresh.status).toBe(204)
})

it('leads those whom it is required for to setting one up, and to nothing else before', async () => {
  const half = await halfWay('max')
  expect((await half.get(SECOND_FACTOR_PATH)).body).toEqual({ step: 'enrolment', orPasskey: false })
  expect(await answeredMoreThanGuests(half)).toEqual([])
  const { client, secret } = await enrol(half)
  expect((await client.get('/_ninefold/people.json')).status).toBe(200)
  const ended = await client.delete(SECOND_FACTOR_PATH)
  expect([ended.status, ended.body.detail]).toEqual([403, 'Your role requires a second factor, so it stays.'])
  // A person with only the password cannot set up another factor.
  const again = await (await halfWay('max')).post(FACTOR_ENROLMENT_PATH)
  expect(again.status).toBe(409)
  // A role that requires a second factor ends a session without one.
  const fay = await desk.signIn(emailOf('fay'), PASSWORD)
  expect((await fay.get('/api/me')).status).toBe(200)
  expect((await client.post(`/_ninefold/people/${await idOf('fay')}/roles`, { role: 'Manager' })).status).toBe(204)
  expect((await fay.get('/api/me')).status).toBe(401)
  expect((await fay.get('/api/notes')).status).toBe(401)
  expect((await (await halfWay('fay')).get(SECOND_FACTOR_PATH)).body).toEqual({ step: 'enrolment', orPasskey: false })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

it('asks for a fresh code before a password, a key, or the end of the factor', async () => {
  const { client, secret } = await enrolledIn('gil')
  const key = { name: 'Sync', roles: ['Reader'], onlyReads: true, days: 3 }
  const next = 'another one, long enough'
  const asking: (() => Promise<Answer>)[] = [
    () => client.post(API_KEYS_PATH, key),
    () => client.post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: next }),
    async () => client.patch(`/api/users/${await idOf('gil')}`, { oldPassword: PASSWORD, password: next }),
    () => client.post(RECOVERY_CODES_PATH),
    () => client.delete(SECOND_FACTOR_PATH),
  ]
  const stale = `UPDATE ninefold.session SET second_factor_at = now() - interval '11 minutes' WHERE user_id = $1`
  await desk.database.pool.query(stale, [await idOf('gil')])
  for (const ask of asking) {
    const answer = await ask()
    expect([answer.status, answer.body.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  }
  expect((await client.post(FRESH_FACTOR_PATH, { code: '000000' })).status).toBe(422)
  expect((await client.post(FRESH_FACTOR_PATH, { code: codeOf(secret) })).status).toBe(204)
  expect((await client.post(API_KEYS_PATH, key)).status).toBe(201)
  expect((await client.delete(SECOND_FACTOR_PATH)).status).toBe(204)
  expect((await enter('gil')).status).toBe(204)
})

it('is taken by the operator from somebody who has lost it', async () => {
  const { client } = await enrolledIn('ivy')
  expect(await resetFactor(desk.application, 'nobody@example.test')).toBe(false)
  expect(await resetFactor(desk.application, emailOf('ivy'))).toBe(true)
  expect((await client.get('/api/me')).status).toBe(401)
  expect((await enter('ivy')).status).toBe(204)
  expect(await resetFactor(desk.application, emailOf('ivy'))).toBe(false)
  expect(await auditOf('ivy')).toContain('reset second factor')
})

it('goes round it by no forgotten password, no step of a call, and tells strangers nothing of it', async () => {
  const { client } = await enrolledIn('hal')
  const byStep = await desk.guest.post('/api/enter', { email: emailOf('hal'), password: PASSWORD })
  expect([byStep.status, byStep.body.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  const guesses = await Promise.all(
    ['hal', 'nobody'].map((name) =>
      desk.guest.post('/_ninefold/session', { identifier: emailOf(name), password: 'wrong and long' }),
    ),
  )
  expect(guesses.map(({ status, body }) => [status, body.detail])).toEqual(
    Array.from({ length: 2 }, () => [401, guesses[0]?.body.detail]),
  )
  const before = await halfWay('hal')
  await desk.guest.post('/_ninefold/password-link', { identifier: emailOf('hal') })
  const { rows } = await desk.database.pool.query('SELECT body FROM ninefold.message WHERE receiver = $1', [
    emailOf('hal'),
  ])
  const token = /#([\w-]+)/.exec(String((rows as { body: string }[])[0]?.body))?.[1]
  const password = 'a new one that is long'
  expect((await desk.guest.post('/_ninefold/password', { token, password })).status).toBe(204)
  expect((await client.get('/api/me')).status).toBe(401)
  expect((await before.get(SECOND_FACTOR_PATH)).status).toBe(401)
  const entered = await desk.guest.post('/_ninefold/session', { identifier: emailOf('hal'), password })
  expect([entered.status, entered.body]).toEqual([202, { secondFactor: true }])
})
