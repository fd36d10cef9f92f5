// Anonymous requests: 401 for calls that never permit a guest, and the usual answer for all others.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const FIELDS = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Person

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |

### Entity: Note

${FIELDS}
| title | text up to 40 | required, unique | | |
| status | state | | | |

### Entity: Page

${FIELDS}
| title | text up to 40 | required, unique | | |
| isPublic | yes/no | required | no | |
| status | state | | | |

### Reference data: Note

| title |
| --- |
| a |

### Reference data: Page

| title | isPublic |
| --- | --- |
| open | yes |
| secret | no |

### Sample data: Person

| email | password | roles |
| --- | --- | --- |
| m@example.test | correct-horse-1 | Member |

## 4. States and transitions

### States of Note.status

| State | Means | Kind |
| --- | --- | --- |
| here | | initial |
| done | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | here | done | Member | | |

### States of Page.status

| State | Means | Kind |
| --- | --- | --- |
| here | | initial |
| read | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| read | here | read | Guest | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed
- **Wrong password:** none
- **Second factor:** none
- **Forgotten password:** none

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | from a Member |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, change | Page | \`isPublic\` | all |
| Member | see, create, change | Note | | all |
| Member | delete | Note | | |
| Member | see | Page | | all |
| Member | see | Person | | email |
| Member | delete | Page | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | /api/notes | list, get, create, change, delete, transitions | title | everything visible |
| Page | /api/pages | list, get, change, delete, transitions | title | everything visible |
`

let notes: RunningApplication
let member: Client

beforeAll(async () => {
  notes = await runApplication(TEXT)
  member = await notes.signIn('m@example.test', 'correct-horse-1')
})

afterAll(() => notes[Symbol.asyncDispose]())

it.each([
  ['GET', '/api/notes', 200],
  ['GET', '/api/notes/a', 200],
  ['GET', '/api/notes/nowhere', 404],
  ['POST', '/api/notes', 422],
  ['PATCH', '/api/notes/a', 200],
  ['PATCH', '/api/notes/nowhere', 404],
  ['DELETE', '/api/notes/nowhere', 404],
  ['DELETE', '/api/pages/nowhere', 404],
  ['POST', '/api/notes/nowhere/finish', 404],
])('asks whoever is not signed in to do so where no guest may: %s %s', async (method, path, ofMember) => {
  const body = method === 'POST' || method === 'PATCH' ? { body: '{}' } : {}
  const request = { method, headers: { 'content-type': 'application/json' }, ...body }
  const asked = await notes.guest.send(path, request)
  expect([asked.status, asked.body.code]).toEqual([401, 'NOT_SIGNED_IN'])
  expect((await member.send(path, request)).status).toBe(ofMember)
})

it('says of a record that guests may not see what it says of one that is not there', async () => {
  expect((await notes.guest.get('/api/pages')).body.total).toBe(1)
  expect((await notes.guest.get('/api/pages/open')).status).toBe(200)
  for (const title of ['secret', 'nowhere']) {
    expect((await notes.guest.get(`/api/pages/${title}`)).status).toBe(404)
    expect((await notes.guest.patch(`/api/pages/${title}`, {})).status).toBe(404)
    expect((await notes.guest.post(`/api/pages/${title}/read`)).status).toBe(404)
  }
})

it('calls whoever is signed in by a name that they may see, whether or not they see their id', async () => {
  expect((await member.get('/_ninefold/app')).body.caller).toMatchObject({ label: 'm@example.test' })
})
