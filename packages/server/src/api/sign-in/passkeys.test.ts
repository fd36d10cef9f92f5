// Passkeys over real HTTP, with an authenticator in memory: created, answered, used up, and forged answers.

import { generateKeyPairSync } from 'node:crypto'
import { ACCOUNT_PATH } from '@ninefold/core/contract/wire/account.ts'
import {
  PASSKEY_OPTIONS_PATH,
  PASSKEY_SIGN_IN_OPTIONS_PATH,
  PASSKEY_SIGN_IN_PATH,
  PASSKEYS_MAX,
  PASSKEYS_PATH,
} from '@ninefold/core/contract/wire/passkeys.ts'
import {
  FACTOR_BY_PASSKEY_OPTIONS_PATH,
  FACTOR_BY_PASSKEY_PATH,
  FACTOR_ENROLMENT_PATH,
  SECOND_FACTOR_PATH,
} from '@ninefold/core/contract/wire/second-factor.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resetFactor } from '../../gate/users/second-factors.ts'
import { auditOf } from '../../store/tables/audit.ts'
import { Authenticator, type Dishonesty } from '../../testing/clients/authenticator.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const PASSWORD = 'long enough indeed'

const TEXT = `# Desk

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ada@example.test | ${PASSWORD} | Manager |
| ben@example.test | ${PASSWORD} | Agent |
| cleo@example.test | ${PASSWORD} | Agent |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password, passkey
- **Session:** cookie, ends 30 days after last use
- **API keys:** Agent, at most 90 days
- **Second factor:** required for Manager

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Agent | | from a Manager |
| Manager | Agent | from a Manager |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Agent | see | User | | id, email |
| Manager | give roles, delete | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| User | \`/api/users\` | list, delete | id | everything visible |
`

let desk: RunningApplication
let ben: Client
let origin: string
let ofAda: Authenticator

beforeAll(async () => {
  desk = await runApplication(TEXT)
  origin = desk.address
  ben = await desk.signIn('ben@example.test', PASSWORD)
})
afterAll(() => desk[Symbol.asyncDispose]())

async function optionsFor(client: Client, path: string): Promise<{ readonly challenge: string }> {
  const { status, body } = await client.post(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.options
}

async function register(client: Client, device: Authenticator, lie: Dishonesty = {}): Promise<Answer> {
  const options = await optionsFor(client, PASSKEY_OPTIONS_PATH)
  return client.post(PASSKEYS_PATH, { answer: device.made(options, lie) })
}

async function made(client: Client): Promise<Authenticator> {
  const device = new Authenticator(origin)
  expect((await register(client, device)).status).toBe(204)
  return device
}

async function enter(device: Authenticator, lie: Dishonesty = {}): Promise<Answer> {
  const options = await optionsFor(desk.guest, PASSKEY_SIGN_IN_OPTIONS_PATH)
  return desk.guest.post(PASSKEY_SIGN_IN_PATH, { answer: device.signed(options, lie) })
}

/** Cookie of the started session. */
const cookieOf = ({ headers }: Answer): Record<string, string> => ({
  cookie: /ninefold_session=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '',
})

it('lets its user in, with what they may do', async () => {
  const device = await made(ben)
  const entered = await enter(device)
  expect(entered.status).toBe(204)
  const { body } = await desk.guest.get('/_ninefold/app', cookieOf(entered))
  expect(body.caller.id).toBe((await ben.get('/_ninefold/app')).body.caller.id)
  const { passkeys } = (await ben.get(ACCOUNT_PATH)).body
  expect(passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
  const audit = []
  for await (const { action } of auditOf(desk.database.pool, { since: null, caller: null })) audit.push(action)
  expect(audit).toEqual(expect.arrayContaining(['make passkey', 'sign in by passkey']))
})

it('counts as a second factor', async () => {
  const { body } = await desk.guest.post('/_ninefold/session', { identifier: 'ada@example.test', password: PASSWORD })
  expect(body).toEqual({ secondFactor: true })
  // As if Ada had created it before her role required a second factor.
  const device = await made(ben)
  ofAda = device
  await desk.database.runOwn(
    'give-passkey',
    `UPDATE ninefold.passkey SET user_id = (SELECT id::text FROM "user" WHERE email = 'ada@example.test') WHERE credential = $1`,
    [device.id.toString('base64url')],
  )
  const entered = await enter(device)
  const { caller } = (await desk.guest.get('/_ninefold/app', cookieOf(entered))).body
  expect(caller.roles).toContain('Manager')
})

/** Signed in with the right password, but without the second factor. */
async function halfWayIn(): Promise<Record<string, string>> {
  const answer = await desk.guest.post('/_ninefold/session', { identifier: 'ada@example.test', password: PASSWORD })
  expect(answer.body).toEqual({ secondFactor: true })
  return { cookie: /ninefold_half_sign_in=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '' }
}

it('guards an account behind its password: who has no more than that sets up no app, and completes nothing', async () => {
  const half = await halfWayIn()
  expect((await desk.guest.get(SECOND_FACTOR_PATH, half)).body).toEqual({ step: 'passkey', orPasskey: true })
  const enrolling = await desk.guest.post(FACTOR_ENROLMENT_PATH, {}, half)
  expect([enrolling.status, enrolling.body.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  // The passkey of another user does not sign Ada in, whatever it signs.
  const other = await made(ben)
  const asked = (await desk.guest.post(FACTOR_BY_PASSKEY_OPTIONS_PATH, {}, half)).body.options
  expect((await desk.guest.post(FACTOR_BY_PASSKEY_PATH, { answer: other.signed(asked) }, half)).status).toBe(422)
  const own = await desk.guest.post(FACTOR_BY_PASSKEY_OPTIONS_PATH, {}, half)
  expect(own.body.options.allowCredentials).toEqual([expect.objectContaining({ id: ofAda.id.toString('base64url') })])
  const entered = await desk.guest.post(FACTOR_BY_PASSKEY_PATH, { answer: ofAda.signed(own.body.options) }, half)
  expect(entered.status).toBe(204)
  const { caller } = (await desk.guest.get('/_ninefold/app', cookieOf(entered))).body
  expect(caller.roles).toContain('Manager')
  // The half sign-in is used up.
  expect((await desk.guest.post(FACTOR_BY_PASSKEY_OPTIONS_PATH, {}, half)).status).toBe(401)
})

it('is shown afresh before what could take an account over', async () => {
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  const device = await made(cleo)
  const makeKey = async (): Promise<string> => {
    const { status, body } = await cleo.post('/_ninefold/api-keys', {
      name: 'K',
      roles: ['Agent'],
      onlyReads: true,
      days: 1,
    })
    return `${status} ${body.code ?? ''}`.trim()
  }
  expect(await makeKey()).toBe('201')
  const age = (): Promise<unknown> =>
    desk.database.runOwn(
      'age-factors',
      `UPDATE ninefold.session SET second_factor_at = now() - interval '11 minutes'
       WHERE user_id = (SELECT id::text FROM "user" WHERE email = 'cleo@example.test')`,
      [],
    )
  await age()
  const needed = '403 SECOND_FACTOR_NEEDED'
  expect(await makeKey()).toBe(needed)
  expect((await cleo.post(PASSKEY_OPTIONS_PATH)).body.code).toBe('SECOND_FACTOR_NEEDED')
  const [{ id }] = (await cleo.get(ACCOUNT_PATH)).body.passkeys
  expect((await cleo.delete(`${PASSKEYS_PATH}/${id}`)).body.code).toBe('SECOND_FACTOR_NEEDED')
  expect((await cleo.get(SECOND_FACTOR_PATH)).body).toEqual({ step: 'passkey', orPasskey: true })
  const { options } = (await cleo.post(FACTOR_BY_PASSKEY_OPTIONS_PATH)).body
  // An answer to a sign-in challenge is not valid here.
  const entering = await optionsFor(desk.guest, PASSKEY_SIGN_IN_OPTIONS_PATH)
  expect((await cleo.post(FACTOR_BY_PASSKEY_PATH, { answer: device.signed(entering) })).status).toBe(422)
  const answer = device.signed(options)
  expect((await cleo.post(FACTOR_BY_PASSKEY_PATH, { answer })).status).toBe(204)
  expect((await cleo.post(FACTOR_BY_PASSKEY_PATH, { answer })).status).toBe(422)
  expect(await makeKey()).toBe('201')
  expect((await cleo.delete(`${PASSKEYS_PATH}/${id}`)).status).toBe(204)
})

it('is taken by the operator from somebody who has lost the device', async () => {
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  const device = await made(cleo)
  expect(await resetFactor(desk.application, 'cleo@example.test')).toBe(true)
  expect((await enter(device)).status).toBe(401)
  expect((await cleo.get(ACCOUNT_PATH)).status).toBe(401)
  expect(await resetFactor(desk.application, 'cleo@example.test')).toBe(false)
})

it('takes no answer that is not of the device, the page, the challenge and the verified user', async () => {
  const device = await made(ben)
  const lies: Dishonesty[] = [
    { origin: 'https://evil.example.test' },
    { host: 'evil.example.test' },
    { isUnverified: true },
    { challenge: Buffer.from('another').toString('base64url') },
    { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    { type: 'webauthn.create' },
  ]
  for (const lie of lies) expect((await enter(device, lie)).status, JSON.stringify(lie)).toBe(401)
  expect((await enter(new Authenticator(origin))).status).toBe(401)
  for (const lie of lies.slice(0, 4))
    expect((await register(ben, new Authenticator(origin), lie)).status, JSON.stringify(lie)).toBe(422)
  for (const answer of [undefined, null, 7, 'a', {}, { response: {} }, { response: { clientDataJSON: '!' } }])
    expect((await desk.guest.post(PASSKEY_SIGN_IN_PATH, { answer })).status).toBe(401)
  expect((await enter(device)).status).toBe(204)
})

it('takes an answer once, and a copied device not at all', async () => {
  const device = await made(ben)
  const options = await optionsFor(desk.guest, PASSKEY_SIGN_IN_OPTIONS_PATH)
  const answer = device.signed(options)
  const answers = await Promise.all([1, 2, 3, 4].map(() => desk.guest.post(PASSKEY_SIGN_IN_PATH, { answer })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401, 401])
  // A copied device repeats a signature counter.
  expect((await enter(device, { counter: 1 })).status).toBe(401)
  expect((await enter(device, { counter: 7 })).status).toBe(204)
  const mine = await optionsFor(ben, PASSKEY_OPTIONS_PATH)
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  // A challenge for creating a passkey belongs to its user, and is not valid for sign-in.
  const stolen = new Authenticator(origin)
  expect((await cleo.post(PASSKEYS_PATH, { answer: stolen.made(mine) })).status).toBe(422)
  expect((await desk.guest.post(PASSKEY_SIGN_IN_PATH, { answer: device.signed(mine) })).status).toBe(401)
  expect((await register(cleo, device)).status).toBe(422)
})

it('is made in a fresh session, by a person, and removed by its user alone', async () => {
  expect((await desk.guest.post(PASSKEY_OPTIONS_PATH)).status).toBe(401)
  const { key } = (await ben.post('/_ninefold/api-keys', { name: 'K', roles: ['Agent'], onlyReads: false, days: 1 }))
    .body
  expect((await desk.guest.post(PASSKEY_OPTIONS_PATH, {}, { authorization: `Bearer ${key}` })).status).toBe(403)
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  const device = await made(cleo)
  const [{ id }] = (await cleo.get(ACCOUNT_PATH)).body.passkeys
  expect((await ben.delete(`${PASSKEYS_PATH}/${id}`)).status).toBe(404)
  await desk.database.runOwn('age', `UPDATE ninefold.session SET created_at = created_at - interval '1 hour'`, [])
  expect((await cleo.post(PASSKEY_OPTIONS_PATH)).status).toBe(403)
  expect((await cleo.delete(`${PASSKEYS_PATH}/${id}`)).status).toBe(204)
  expect((await enter(device)).status).toBe(401)
})

it('ends with its user, and is not made for ever', async () => {
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  const devices: Authenticator[] = []
  while (devices.length < PASSKEYS_MAX) devices.push(await made(cleo))
  expect((await register(cleo, new Authenticator(origin))).status).toBe(403)
  const { id } = (await cleo.get('/_ninefold/app')).body.caller
  const manager = await desk.database.runOwn('manager', `SELECT credential FROM ninefold.passkey WHERE user_id = $1`, [
    String(id),
  ])
  expect(manager).toHaveLength(PASSKEYS_MAX)
  await desk.database.runOwn(
    'give-role',
    `INSERT INTO ninefold.user_role VALUES ($1, 'Manager') ON CONFLICT DO NOTHING`,
    [String(id)],
  )
  const [device] = devices
  const entered = await enter(device as Authenticator)
  expect((await desk.guest.delete(`/api/users/${id}`, cookieOf(entered))).status).toBe(204)
  expect((await enter(device as Authenticator)).status).toBe(401)
})

it('is nothing where the text states none', async () => {
  await using silent = await runApplication(TEXT.replace(', passkey', ''))
  for (const path of [PASSKEY_SIGN_IN_OPTIONS_PATH, PASSKEY_SIGN_IN_PATH, PASSKEYS_PATH])
    expect((await silent.guest.post(path, {})).status).toBe(404)
})
