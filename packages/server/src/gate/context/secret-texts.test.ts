// Secret texts: stored encrypted, returned only by their own address, and only to people who may see the field.

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingKeys, newSecretKey, secretTextsWith } from '../../store/data/secret-texts.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { withPlans } from '../../testing/forgetful-plans.ts'

const TEXT = `# Connections

**Ninefold:** 1

## 2. Screens and routes

**Routes:**

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Connections | none |

### Screen: Connections

- **Who:** Member
- **Shows:** list of Connection, sorted by name A to Z
- **Columns:** name, token

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |
| team | text | required | | |

### Entity: Connection

- **History:** every change

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| team | text | required | | |
| token | secret text | required | | |
| note | secret text | | | |
| hasNote | yes/no | computed \`note != null\` | | |

### Sample data: Person

| name | email | password | team | roles |
| --- | --- | --- | --- | --- |
| Ada | ada@example.test | correct-horse-1 | red | Member |
| Ben | ben@example.test | correct-horse-2 | blue | Member |

### Sample data: Connection

| name | team | token |
| --- | --- | --- |
| Bank | red | sample-token-1 |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Connection | \`team == me.team\` | all |
| Member | see | Connection | | name, team |
| Member | create, change | Connection | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Connection | /api/connections | list, get, create, change | name | everything visible |

### POST /api/connect — Connect

- **Who:** Member
- **Repeatable:** with an Idempotency-Key

| Input | Like | Needed |
| --- | --- | --- |
| name | Connection.name | yes |
| token | Connection.token | yes |

1. create Connection as made with given name, token = \`input.token\`, team = \`me.team\`
2. respond 201 with \`{"name": made.name, "token": made.token}\`
`

let running: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  running = await runApplication(TEXT)
  ada = await running.signIn('ada@example.test', 'correct-horse-1')
  ben = await running.signIn('ben@example.test', 'correct-horse-2')
})

afterAll(() => running[Symbol.asyncDispose]())

const idOf = async (name: string): Promise<number> => (await ada.get(`/api/connections/${name}`)).body.id

it('answers only that there is a secret, and what it says at its own address', async () => {
  const bank = (await ada.get('/api/connections/Bank')).body
  expect(bank).toMatchObject({ token: true, note: null, hasNote: false })
  const read = await ada.get(`/_ninefold/secrets/connection/${bank.id}/token`)
  expect([read.status, read.body, read.headers.get('cache-control')]).toEqual([
    200,
    { text: 'sample-token-1' },
    'no-store',
  ])
  expect((await ada.get(`/_ninefold/secrets/connection/${bank.id}/note`)).status).toBe(404)
  const changed = await ada.patch('/api/connections/Bank', { note: ' 私 "quoted"\n' })
  expect(changed.body).toMatchObject({ note: true, hasNote: true })
  expect((await ada.get(`/_ninefold/secrets/connection/${bank.id}/note`)).body).toEqual({ text: ' 私 "quoted"\n' })
  expect((await ada.patch('/api/connections/Bank', { note: null })).body).toMatchObject({ note: null, hasNote: false })
  expect((await ada.patch('/api/connections/Bank', { token: '' })).body.errors[0]).toMatchObject({ code: 'BLANK' })
})

it('tells nobody who may not see the field, whatever they ask', async () => {
  const id = await idOf('Bank')
  const hidden = await ben.get(`/_ninefold/secrets/connection/${id}/token`)
  const absent = await ben.get('/_ninefold/secrets/connection/999999/token')
  expect([hidden.status, absent.status]).toEqual([404, 404])
  expect({ ...hidden.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
  for (const path of ['name', 'password', 'other', '__proto__'])
    expect((await ada.get(`/_ninefold/secrets/connection/${id}/${path}`)).status).toBe(404)
  expect((await running.guest.get(`/_ninefold/secrets/connection/${id}/token`)).status).toBe(404)
  expect((await ben.get('/api/connections/Bank')).body).not.toHaveProperty('token')
})

it('takes a secret through a stated call, and keeps none of it in what the call answers', async () => {
  const sent = { name: 'Shop', token: 'stated-token-2' }
  const key = { 'idempotency-key': 'one' }
  expect((await ada.post('/api/connect', sent, key)).body).toEqual({ name: 'Shop', token: true })
  expect((await ada.post('/api/connect', sent, key)).body).toEqual({ name: 'Shop', token: true })
  expect((await ada.get(`/_ninefold/secrets/connection/${await idOf('Shop')}/token`)).body).toEqual({
    text: 'stated-token-2',
  })
  expect((await ada.post('/api/connect', { ...sent, token: 'stated-token-3' }, key)).status).toBe(422)
})

it('keeps nothing of a request that is sent again by which a secret could be tried out quickly', async () => {
  const { rows } = await running.database.pool.query('SELECT request_hash FROM ninefold.idempotency_key')
  const quick = keptQuickly({ name: 'Shop', token: 'stated-token-2' })
  expect(rows).toHaveLength(1)
  expect(rows[0].request_hash).not.toEqual(quick)
})

/** As stored for a request without secrets. */
function keptQuickly(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([{}, body]))
    .digest()
}

it('neither filters nor sorts nor searches by a secret', async () => {
  for (const query of ['?token=x', '?sort=token', '?sort=-note'])
    expect((await ada.get(`/api/connections${query}`)).status).toBe(422)
  expect((await ada.get('/_ninefold/options/Connection?by=token&q=s')).status).toBe(422)
  expect((await ada.get('/_ninefold/screens/connections/0')).body.rows[0].values.token).toBe(true)
})

it('keeps nothing readable anywhere in the database, and nothing at all in a history', async () => {
  await ada.patch('/api/connections/Bank', { token: 'third-token-3' })
  const { pool } = running.database
  const { rows } = await pool.query(
    `SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'ninefold')`,
  )
  for (const { schemaname, tablename } of rows) {
    const { rows: found } = await pool.query(
      `SELECT t::text AS row FROM "${schemaname}"."${tablename}" AS t WHERE t::text ~ '(sample|stated|third)-token'`,
    )
    expect([tablename, found.filter(({ row }) => !String(row).includes('### Entity'))]).toEqual([tablename, []])
  }
  const history = (await ada.get(`/_ninefold/history/connection/${await idOf('Bank')}`)).body
  expect(JSON.stringify(history)).not.toContain('token')
  await expect(pool.query(`UPDATE public.connection SET token = 'plain'`)).rejects.toThrow('connection_token_sealed')
})

it('notices whatever was altered, opens what an older key has closed, and says which key is missing', async () => {
  const [older, newer] = [newSecretKey(), newSecretKey()]
  const before = secretTextsWith([older])
  const sealed = before.seal('kept')
  const both = secretTextsWith([newer, older])
  expect([both.open(sealed), both.open(both.seal('kept'))]).toEqual(['kept', 'kept'])
  expect(before.seal('kept')).not.toBe(sealed)
  const [version, id, made = ''] = sealed.split('.')
  for (let place = 0; place < made.length - 2; place += 5) {
    const other = made[place] === 'A' ? 'B' : 'A'
    expect(() => before.open(`${version}.${id}.${made.slice(0, place)}${other}${made.slice(place + 1)}`)).toThrow()
  }
  expect(() => before.open(`${version}.${id}.${made.slice(0, 20)}`)).toThrow()
  expect(() => before.open(both.seal('kept'))).toThrow('There is no key')
  const { database, application } = running
  expect(await missingKeys(database, application.model, application.secretTexts!)).toEqual([])
  expect(await missingKeys(database, application.model, before)).toHaveLength(1)
})

it('would find an address that asks for nobody’s rights', async () => {
  // The plan is built with the product's own rights.
  const double = withPlans(
    ({ name }, plan, viewer) =>
      plan(name === 'secret' ? { ...viewer, caller: { ...viewer.caller, isProduct: true } } : viewer),
    'the wall stands',
  )
  await using leaking = await runApplication(TEXT, { double })
  const other = await leaking.signIn('ben@example.test', 'correct-horse-2')
  expect((await other.get('/_ninefold/secrets/connection/1/token')).body).toEqual({ text: 'sample-token-1' })
})
