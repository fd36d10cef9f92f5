// A change of one's own sign-in address at a session left open: refused by every way in which a text permits it.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const PASSWORD = 'long enough indeed'

const TEXT = `# Club

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique ignoring case | | |
| letters | email | | | |
| password | password 10 to 200 | required, hidden | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Member
- **API keys:** Member, at most 90 days

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Clerk | Member | from a Clerk; the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | name, email, password |
| Member | see | Person | | all |
| Member | change | Person | \`id == me.id\` | name, email, letters |
| Clerk | change | Person | | email |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Person | \`/api/people\` | list, get, change | id | everything visible |

### PUT /api/me — Change one's own data

- **Who:** Member
- **Used by:** other programs

| Input | Like | Needed |
| --- | --- | --- |
| email | Person.email | no |
| name | Person.name | no |

1. change me with given email, name
2. respond 200 with \`{"email": me.email}\`

### PUT /api/proven — Change it with the password

- **Who:** Member
- **Used by:** other programs

| Input | Like | Needed |
| --- | --- | --- |
| email | Person.email | yes |
| old | text up to 200 | yes |

1. check password \`input.old\` of Person as person where \`id == me.id\` or fail WRONG
2. change me with given email
3. respond 200 with \`{"email": me.email}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 422 | old | That is not your password. |
`

let club: RunningApplication
let clerk: Client
let ada: Client
let id: string

beforeEach(async () => {
  club = await runApplication(TEXT)
  clerk = await club.signUp({ name: 'Clerk', email: 'clerk@example.test', password: PASSWORD })
  ada = await club.signUp({ name: 'Ada', email: 'ada@example.test', password: PASSWORD })
  id = (await ada.get('/_ninefold/app')).body.caller.id
})
afterEach(() => club[Symbol.asyncDispose]())

/** The session was left open. */
async function anHourLater(): Promise<void> {
  await club.database.pool.query(`UPDATE ninefold.session SET created_at = now() - interval '1 hour'`)
}

async function addressNow(): Promise<string> {
  return (await club.database.pool.query('SELECT email FROM person WHERE id = $1', [id])).rows[0].email
}

const ways: Readonly<Record<string, (client: Client, email: string) => Promise<Answer>>> = {
  'the standard call': (client, email) => client.patch(`/api/people/${id}`, { email }),
  'the standard call, with other fields': (client, email) => client.patch(`/api/people/${id}`, { email, name: 'Eve' }),
  'a stated call': (client, email) => client.send('/api/me', jsonOf({ email })),
}

const jsonOf = (body: unknown): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

it.each(Object.entries(ways))(
  'is changed by %s in a session that has just begun, and in no older one',
  async (_, way) => {
    expect((await way(ada, 'ada2@example.test')).status).toBe(200)
    await anHourLater()
    const late = await way(ada, 'eve@example.test')
    expect([late.status, late.body.detail]).toEqual([403, expect.stringContaining('sign in again')])
    expect(await addressNow()).toBe('ada2@example.test')
    // The same address again does not count as a change, and another field is not asked about.
    expect((await way(ada, 'ada2@example.test')).status).toBe(200)
    expect((await ada.patch(`/api/people/${id}`, { letters: 'letters@example.test' })).status).toBe(200)
  },
)

it('is changed by no API key', async () => {
  const made = await ada.post(API_KEYS_PATH, { name: 'robot', roles: ['Member'], onlyReads: false, days: 30 })
  const headers = { authorization: `Bearer ${made.body.key}` }
  const refused = await club.guest.patch(`/api/people/${id}`, { email: 'eve@example.test' }, headers)
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('API key')])
  expect((await club.guest.patch(`/api/people/${id}`, { name: 'Ada L.' }, headers)).status).toBe(200)
  expect(await addressNow()).toBe('ada@example.test')
})

it('is changed late with the password that a step checks, and by those who change it for others', async () => {
  await anHourLater()
  expect((await ada.send('/api/proven', jsonOf({ email: 'ada3@example.test', old: 'wrong, wrong' }))).status).toBe(422)
  expect((await ada.send('/api/proven', jsonOf({ email: 'ada3@example.test', old: PASSWORD }))).status).toBe(200)
  expect((await clerk.patch(`/api/people/${id}`, { email: 'ada4@example.test' })).status).toBe(200)
  expect(await addressNow()).toBe('ada4@example.test')
})
