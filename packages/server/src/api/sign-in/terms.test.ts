// Documents that users agree to, over real HTTP: a session counts as a guest's until its user has agreed to each
// version.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNT_PATH, OWN_DATA_PATH, TERMS_PATH } from '@ninefold/core/contract/wire/account.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { auditOf } from '../../store/tables/audit.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const PASSWORD = 'long enough indeed'

const TEXT = `# Club

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 80 | required | | |

### Sample data: Person

| email | password | roles |
| --- | --- | --- |
| ada@example.test | ${PASSWORD} | Member |
| ben@example.test | ${PASSWORD} | Member |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Member
- **API keys:** Member, at most 90 days
- **Terms:** Terms of use, version 2, at https://example.test/terms; Privacy notice, version 2026-11, at https://example.test/privacy

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Guest | see | Note | | text |
| Member | see | Person | \`id == me.id\` | id, email |
| Member | see, create | Note | | text |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, create | id | everything visible |

### GET /api/me — Who asks

- **Who:** Member

1. respond 200 with \`{"email": me.email}\`
`

const VERSIONS = ['2', '2026-11']
const APP = '/_ninefold/app'

let club: RunningApplication

beforeAll(async () => {
  club = await runApplication(TEXT)
})
afterAll(() => club[Symbol.asyncDispose]())

const signIn = (name: string): Promise<Client> => club.signIn(`${name}@example.test`, PASSWORD)

it('is a guest’s session until its user has agreed to what was shown', async () => {
  const ada = await signIn('ada')
  const app = (await ada.get(APP)).body
  expect([app.caller, app.owedTerms]).toEqual([
    null,
    [
      { name: 'Terms of use', version: '2', address: 'https://example.test/terms' },
      { name: 'Privacy notice', version: '2026-11', address: 'https://example.test/privacy' },
    ],
  ])
  const refused = await ada.get('/api/me')
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('agree')])
  expect((await ada.get('/api/notes')).status).toBe(200)
  expect((await ada.post('/api/notes', { text: 'Hello' })).status).toBe(403)
  for (const path of [ACCOUNT_PATH, OWN_DATA_PATH]) expect((await ada.get(path)).status, path).toBe(403)
  // Only exactly the present versions are accepted.
  for (const versions of [[], ['2'], ['1', '2026-11'], ['2026-11', '2'], [...VERSIONS, '3'], 'all'])
    expect((await ada.post(TERMS_PATH, { versions })).status, JSON.stringify(versions)).toBe(409)
  expect((await ada.get('/api/me')).status).toBe(403)
  expect((await ada.post(TERMS_PATH, { versions: VERSIONS })).status).toBe(204)
  expect((await ada.get('/api/me')).body).toEqual({ email: 'ada@example.test' })
  expect((await ada.get(APP)).body.owedTerms).toBeUndefined()
  // Other sessions of the same user have agreed, too; other users have not.
  expect((await (await signIn('ada')).get('/api/me')).status).toBe(200)
  expect((await (await signIn('ben')).get('/api/me')).status).toBe(403)
})

it('asks whoever signs up, and guests for nothing', async () => {
  expect((await club.guest.get(APP)).body.owedTerms).toBeUndefined()
  expect((await club.guest.get(TERMS_PATH)).status).toBe(401)
  expect((await club.guest.post(TERMS_PATH, { versions: VERSIONS })).status).toBe(401)
  expect((await club.guest.get('/api/me')).status).toBe(401)
  expect((await club.guest.post('/_ninefold/users', { email: 'eve@example.test', password: PASSWORD })).status).toBe(
    201,
  )
  const eve = await signIn('eve')
  expect((await eve.get('/api/me')).status).toBe(403)
  expect((await eve.delete('/_ninefold/session')).status).toBe(204)
  // The session itself has ended, not only its cookie.
  expect((await eve.get(APP)).body.owedTerms).toBeUndefined()
})

it('asks anew for another version, in sessions that are open, and keeps what was agreed to before', async () => {
  const ben = await signIn('ben')
  expect((await ben.post(TERMS_PATH, { versions: VERSIONS })).status).toBe(204)
  const { key } = (await ben.post(API_KEYS_PATH, { name: 'K', roles: ['Member'], onlyReads: true, days: 1 })).body
  const { documents } = (await ben.get(TERMS_PATH)).body
  expect(documents).toMatchObject([{ version: '2', agreedAt: expect.any(String) }, { name: 'Privacy notice' }])
  // As if the text had stated the first version then.
  await club.database.runOwn(
    'former',
    `UPDATE ninefold.agreement SET version = '1' WHERE document = 'Terms of use'`,
    [],
  )
  expect((await ben.get('/api/me')).status).toBe(403)
  expect((await ben.get(TERMS_PATH)).body.documents).toMatchObject([
    { agreedAt: null },
    { agreedAt: expect.any(String) },
  ])
  // A user's program continues, but cannot agree to anything.
  const authorization = `Bearer ${key}`
  expect((await club.guest.get('/api/me', { authorization })).status).toBe(200)
  expect((await club.guest.post(TERMS_PATH, { versions: VERSIONS }, { authorization })).status).toBe(403)
  expect((await ben.post(TERMS_PATH, { versions: VERSIONS })).status).toBe(204)
  expect((await ben.get(ACCOUNT_PATH)).body.terms).toMatchObject([
    { name: 'Terms of use', agreedAt: expect.any(String) },
    {},
  ])
  const { agreements } = (await ben.get(OWN_DATA_PATH)).body
  expect(agreements.map(({ name, version }: Record<string, string>) => `${name} ${version}`).toSorted()).toEqual([
    'Privacy notice 2026-11',
    'Terms of use 1',
    'Terms of use 2',
  ])
  const audit = []
  for await (const { action } of auditOf(club.database.pool, { since: null, caller: null })) audit.push(action)
  expect(audit).toEqual(
    expect.arrayContaining(['agree to "Terms of use", version 2', 'agree to "Privacy notice", version 2026-11']),
  )
})

it('asks nobody where the text has no such line', async () => {
  await using silent = await runApplication(TEXT.replace(/^- \*\*Terms:.*\n/m, ''))
  const ada = await silent.signIn('ada@example.test', PASSWORD)
  expect((await ada.get('/api/me')).status).toBe(200)
  expect((await ada.get(TERMS_PATH)).status).toBe(404)
  expect((await ada.get(ACCOUNT_PATH)).body.terms).toBeNull()
})
