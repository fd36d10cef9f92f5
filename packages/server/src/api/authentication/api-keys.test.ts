// API keys over real HTTP: created, used, narrowed and revoked, and attacks on them.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, ACCOUNT_PATH, OWN_PASSWORD_PATH } from '@ninefold/core/contract/wire/account.ts'
import { API_KEYS_MAX, API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
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

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |

### Entity: Secret

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ada@example.test | ${PASSWORD} | Manager |
| ben@example.test | ${PASSWORD} | Agent |
| cleo@example.test | ${PASSWORD} | Reader |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **API keys:** Agent, Manager, at most 90 days

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | from a Manager |
| Agent | Reader | from a Manager |
| Manager | Agent | from a Manager |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | Note | | all |
| Agent | create, change, delete | Note | | text |
| Manager | see, create | Secret | | text |
| Reader | see | User | | id, email |
| Reader | change | User | \`id == me.id\` | password |
| Manager | give roles, delete | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, create, change, delete | id | everything visible |
| Secret | \`/api/secrets\` | list, create | id | everything visible |
| User | \`/api/users\` | list, change, delete | id | everything visible |

### POST /api/enter — Enter

- **Who:** Guest, Reader

| Input | Like | Needed |
| --- | --- | --- |
| email | text | yes |
| password | secret text | yes |

1. check password \`input.password\` of User as user where \`email == input.email\` or fail WRONG
2. sign in user
3. respond 200 with \`{"token": 1}\`

### GET /api/me — Me

- **Who:** Reader

1. respond 200 with \`{"id": me.id}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 422 | password | That is wrong. |

## 9. Business constants and limits

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Deletions | \`DELETE /api/notes/:id\` | user, 1 hour | 2 | |
`

let desk: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  desk = await runApplication(TEXT)
  ada = await desk.signIn('ada@example.test', PASSWORD)
  ben = await desk.signIn('ben@example.test', PASSWORD)
})
afterAll(() => desk[Symbol.asyncDispose]())

interface Made {
  readonly id: string
  readonly key: string
}

async function keyOf(client: Client, more: Record<string, unknown> = {}): Promise<Made> {
  const answer = await client.post(API_KEYS_PATH, {
    name: 'Nightly',
    roles: ['Agent'],
    onlyReads: false,
    days: 30,
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const by = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
const get = (path: string, key: string): Promise<Answer> => desk.guest.get(path, by(key))
const post = (path: string, body: unknown, key: string): Promise<Answer> => desk.guest.post(path, body, by(key))
const secretsSeen = ({ status, body }: Answer): number => {
  expect(status).toBe(200)
  return body.items.length
}
const idOf = async (email: string): Promise<string> =>
  (await desk.database.pool.query('SELECT id::text FROM "user" WHERE email = $1', [email])).rows[0].id
const keysOf = async (client: Client): Promise<NonNullable<Account['apiKeys']>> =>
  (await client.get(ACCOUNT_PATH)).body.apiKeys

it('is made once, shown once, kept as a hash, and lets its program in with its roles', async () => {
  const { key } = await keyOf(ada)
  expect(key).toMatch(/^nf_[\w-]{43}$/)
  expect((await post('/api/notes', { text: 'by a program' }, key)).status).toBe(201)
  expect((await get('/api/notes', key)).status).toBe(200)
  expect(await keysOf(ada)).toMatchObject({
    roles: ['Agent', 'Manager'],
    daysMax: 90,
    keys: [
      { name: 'Nightly', beginning: key.slice(0, 9), roles: ['Agent'], isOver: false, lastUsedAt: expect.any(String) },
    ],
  })
  const { rows } = await desk.database.pool.query('SELECT row_to_json(k)::text AS row FROM ninefold.api_key AS k')
  expect(JSON.stringify([rows, (await ada.get(ACCOUNT_PATH)).body])).not.toContain(key.slice(9))
})

it('narrows its user and never widens: roles of the key, those of the user, and those of the text', async () => {
  const { key } = await keyOf(ada)
  await ada.post('/api/secrets', { text: 'for managers' })
  expect(secretsSeen(await ada.get('/api/secrets'))).toBe(1)
  expect(secretsSeen(await get('/api/secrets', key))).toBe(0)
  expect((await post('/api/secrets', { text: 'no' }, key)).status).toBe(403)
  expect(secretsSeen(await get('/api/secrets', (await keyOf(ada, { roles: ['Manager'] })).key))).toBe(1)
  for (const roles of [['Manager'], ['Reader'], ['Guest'], ['Agent', 'Manager'], ['nobody']])
    expect((await ben.post(API_KEYS_PATH, { name: 'x', roles, onlyReads: true, days: 1 })).status, String(roles)).toBe(
      403,
    )
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  expect((await keysOf(cleo)).roles).toEqual([])
  expect((await cleo.post(API_KEYS_PATH, { name: 'x', roles: ['Agent'], onlyReads: true, days: 1 })).status).toBe(403)
  // The server does not trust the table either: this row claims more roles than its user has.
  const { key: forged } = await keyOf(ben)
  await desk.database.pool.query(`UPDATE ninefold.api_key SET roles = '{Manager,Agent}' WHERE beginning = $1`, [
    forged.slice(0, 9),
  ])
  expect(secretsSeen(await get('/api/secrets', forged))).toBe(0)
  expect((await post('/api/secrets', { text: 'no' }, forged)).status).toBe(403)
  expect((await get('/api/me', forged)).status).toBe(200)
})

it('loses at once a role that its user loses, and gets it back with it', async () => {
  const { key } = await keyOf(ben)
  const role = (sql: string) => desk.database.pool.query(sql, ['Agent', 'ben@example.test'])
  expect((await get('/api/me', key)).status).toBe(200)
  await role(
    `DELETE FROM ninefold.user_role WHERE role = $1 AND user_id = (SELECT id::text FROM "user" WHERE email = $2)`,
  )
  expect((await get('/api/me', key)).status).toBe(401)
  expect((await ben.get('/api/me')).status).toBe(403)
  await role(`INSERT INTO ninefold.user_role SELECT id::text, $1 FROM "user" WHERE email = $2`)
  expect((await get('/api/me', key)).status).toBe(200)
})

it('ends: by its user, on its day, with its user; and by nobody else', async () => {
  const { key, id } = await keyOf(ben)
  expect((await ada.delete(`${API_KEYS_PATH}/${id}`)).status).toBe(404)
  expect((await ben.delete(`${API_KEYS_PATH}/no-id`)).status).toBe(404)
  expect((await desk.guest.delete(`${API_KEYS_PATH}/${id}`)).status).toBe(401)
  expect((await get('/api/me', key)).status).toBe(200)
  expect((await ben.delete(`${API_KEYS_PATH}/${id}`)).status).toBe(204)
  const answer = await get('/api/me', key)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="Desk", error="invalid_token"',
  ])

  const second = await keyOf(ben)
  await desk.database.pool.query(`UPDATE ninefold.api_key SET expires_at = now() WHERE id = $1`, [second.id])
  expect((await get('/api/me', second.key)).status).toBe(401)
  expect((await keysOf(ben)).keys.find((each) => each.id === second.id)).toMatchObject({ isOver: true })
})

it('is sent as it is or not at all', async () => {
  const { key } = await keyOf(ada)
  const wrong = [
    key.slice(0, -1),
    `${key}x`,
    `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    key.toUpperCase(),
    '',
    `nf_${'A'.repeat(43)}`,
  ]
  for (const each of wrong) expect((await get('/api/me', each)).status, each).toBe(401)
  expect((await desk.guest.get('/api/me', { authorization: `Token ${key}` })).status).toBe(401)
  expect((await desk.guest.get(`/api/me?key=${key}`)).status).toBe(401)
  expect((await desk.guest.get('/api/me', { cookie: `ninefold_session=${key}` })).status).toBe(401)
  // An invalid key may not even do what guests may do.
  const entering = { email: 'ada@example.test', password: PASSWORD }
  expect((await post('/api/enter', entering, `nf_${'A'.repeat(43)}`)).status).toBe(401)
  // Only the key counts: a session in the same request adds nothing.
  const both = { ...by((await keyOf(ben)).key), cookie: ada.cookie ?? '' }
  expect(secretsSeen(await desk.guest.get('/api/secrets', both))).toBe(0)
  expect((await desk.guest.get('/api/me', { ...by(`nf_${'A'.repeat(43)}`), cookie: ada.cookie ?? '' })).status).toBe(
    401,
  )
})

it('only reads where that was chosen', async () => {
  const { key } = await keyOf(ada, { onlyReads: true })
  expect((await get('/api/notes', key)).status).toBe(200)
  const refused = await post('/api/notes', { text: 'no' }, key)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('can only read')])
  expect((await get('/_ninefold/openapi.json', key)).status).toBe(200)
})

it('makes no keys, changes no password, and is no session', async () => {
  const { key } = await keyOf(ada, { roles: ['Agent', 'Manager'] })
  const id = await idOf('ada@example.test')
  const entering = { email: 'ada@example.test', password: PASSWORD }
  expect((await desk.guest.post('/api/enter', entering)).status).toBe(200)
  const body = { name: 'x', roles: ['Agent'], onlyReads: false, days: 1 }
  for (const [answer, what] of [
    [await post(API_KEYS_PATH, body, key), 'another key'],
    [
      await desk.guest.post(API_KEYS_PATH, body, { ...by(key), cookie: ada.cookie ?? '' }),
      'another key, beside a session',
    ],
    [await get(ACCOUNT_PATH, key), 'the account'],
    [await post(OWN_PASSWORD_PATH, { oldPassword: PASSWORD, password: 'another one, long' }, key), 'own password'],
    [
      await desk.guest.patch(`/api/users/${id}`, { password: 'another one, long', oldPassword: PASSWORD }, by(key)),
      'password by a call',
    ],
    [await post('/api/enter', { email: 'ada@example.test', password: PASSWORD }, key), 'a session by a call'],
    [await post('/_ninefold/session', { identifier: 'ada@example.test', password: PASSWORD }, key), 'a session'],
    [await get('/_ninefold/people.json', key), 'people'],
    [await get('/_ninefold/app', key), 'the app'],
  ] as const)
    expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(403)
  expect((await get('/%5Fninefold/account.json', key)).status).not.toBe(200)
  expect((await get('/_ninefold//account.json', key)).status).not.toBe(200)
  expect(await desk.signIn('ada@example.test', PASSWORD)).toBeTruthy()
})

it('counts for its user where calls are limited', async () => {
  const first = await keyOf(ben)
  const second = await keyOf(ben)
  const note = async (): Promise<string> => `/api/notes/${(await ben.post('/api/notes', { text: 'x' })).body.id}`
  const statuses = [
    (await desk.guest.delete(await note(), by(first.key))).status,
    (await desk.guest.delete(await note(), by(second.key))).status,
    (await ben.delete(await note())).status,
    (await desk.guest.delete(await note(), by(first.key))).status,
  ]
  expect(statuses).toEqual([204, 204, 429, 429])
})

it('is named in the audit log, whatever way a record is written', async () => {
  const { key } = await keyOf(ada)
  const { id } = (await post('/api/notes', { text: 'x' }, key)).body
  expect((await desk.guest.patch(`/api/notes/${id}`, { text: 'y' }, by(key))).status).toBe(200)
  await ada.patch(`/api/notes/${id}`, { text: 'z' })
  await desk.guest.delete(`/api/notes/${id}`, by(key))
  const { rows } = await desk.database.pool.query(
    `SELECT action, api_key FROM ninefold.audit WHERE record = $1 OR action LIKE '%API key' ORDER BY at`,
    [id],
  )
  const [create, change, own, gone] = rows.filter(({ action }) => !action.endsWith('API key'))
  for (const each of [create, change, gone]) expect(each).toMatchObject({ api_key: key.slice(0, 9) })
  expect(own).toMatchObject({ api_key: null })
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['make API key', 'end API key']))
})

it('ends its streams within a second', async () => {
  const { key, id } = await keyOf(ada)
  const response = await fetch(`${desk.address}/api/notes`, { headers: { ...by(key), accept: 'text/event-stream' } })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) throw new Error('The stream has no body.')
  let heard = (await reader.read()).value ?? ''
  expect(heard).toContain('event: answer')
  const began = performance.now()
  await ada.delete(`${API_KEYS_PATH}/${id}`)
  for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value
  expect(heard).toContain('event: refused')
  expect(performance.now() - began).toBeLessThan(1000)
})

it('goes with its user', async () => {
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  const id = await idOf('cleo@example.test')
  await desk.database.pool.query(`INSERT INTO ninefold.user_role VALUES ($1, 'Agent')`, [id])
  const { key } = await keyOf(cleo)
  expect((await get('/api/me', key)).status).toBe(200)
  expect((await ada.delete(`/api/users/${id}`)).status).toBe(204)
  expect((await get('/api/me', key)).status).toBe(401)
  const { rows } = await desk.database.pool.query('SELECT FROM ninefold.api_key WHERE user_id = $1', [id])
  expect(rows).toEqual([])
})

it('is bounded: names, days, and how many there are', async () => {
  const body = { name: 'x', roles: ['Agent'], onlyReads: true, days: 1 }
  const statusOfKey = async (): Promise<number> => {
    const { status } = await ada.post(API_KEYS_PATH, body)
    return status === 503 ? statusOfKey() : status
  }
  for (const wrong of [
    { name: '' },
    { name: 'x'.repeat(81) },
    { days: 0 },
    { days: 91 },
    { days: 1.5 },
    { days: '9' },
    { roles: [] },
    { roles: 'Agent' },
    { onlyReads: 'no' },
  ])
    expect((await ada.post(API_KEYS_PATH, { ...body, ...wrong })).status, JSON.stringify(wrong)).toBe(422)
  const left = API_KEYS_MAX + 5 - (await keysOf(ada)).keys.filter(({ isOver }) => !isOver).length
  const statuses = await Promise.all(Array.from({ length: left }, statusOfKey))
  expect(statuses.filter((status) => status === 403)).toHaveLength(5)
})

it('is found by the index of its hash', async () => {
  const client = await desk.database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL enable_seqscan = off')
    const { rows } = await client.query(
      `EXPLAIN SELECT FROM ninefold.api_key WHERE token_hash = '\\x00' AND expires_at > now()`,
    )
    expect(JSON.stringify(rows)).toContain('Index Scan using api_key_token_hash_key')
    await client.query('ROLLBACK')
  } finally {
    client.release()
  }
})

it('is nothing where point 6 states no keys', async () => {
  await using without = await runApplication(TEXT.replace(/^- \*\*API keys.*\n/m, ''))
  const adaThere = await without.signIn('ada@example.test', PASSWORD)
  const body = { name: 'x', roles: ['Agent'], onlyReads: true, days: 1 }
  expect((await adaThere.post(API_KEYS_PATH, body)).status).toBe(404)
  expect((await adaThere.get(ACCOUNT_PATH)).body.apiKeys).toBeNull()
  const { key } = await keyOf(ben)
  expect((await without.guest.get('/api/me', by(key))).status).toBe(401)
})
