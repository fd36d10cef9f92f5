// A request with two of a header that it has once is refused, whichever of the two a proxy has read.

import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { singleHeaders } from './single-headers.ts'

const text = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ann@example.test | correct-horse-1 | Writer |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** header \`X-Auth-Token: <token>\` or header \`Authorization: Bearer <token>\`, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Writer | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Writer | see, create, change | Note | | all |

## 7. The calls it makes

### Outside service: Payments

- **Signs with:** HMAC-SHA256 in X-Pay-Signature as hex, PAYMENTS_SECRET

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/notes\` | list, get, create, change | id | everything visible |

### POST /login — Sign in

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| email | User.email | yes |
| password | User.password | yes |

1. check password \`input.password\` of User as user where \`email == input.email\` or fail WRONG
2. sign in user
3. respond 201 with \`{"token": session.token}\`

### POST /hooks/pay — Paid

- **Who:** Payments

1. record Note with title = \`"paid"\`
2. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 401 | email | This is wrong. |
`

let notes: RunningApplication
let token: string
beforeAll(async () => {
  notes = await runApplication(text)
  const { body } = await notes.guest.post('/login', { email: 'ann@example.test', password: 'correct-horse-1' })
  token = (body as { token: string }).token
})
afterAll(async () => notes[Symbol.asyncDispose]())

function statusOf(lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(notes.address)
  return new Promise((resolve, reject) => {
    const head = ['GET /notes HTTP/1.1', 'host: x', 'connection: close', ...lines]
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part))
    socket.on('close', () => resolve(Number(answer.slice(9, 12))))
    socket.on('error', reject)
  })
}

it('takes each header once', async () => {
  expect(await statusOf([`authorization: Bearer ${token}`])).toBe(200)
  expect(await statusOf([`X-Auth-Token: ${token}`, 'accept: text/html', 'Accept: application/json'])).toBe(200)
  expect(await statusOf([`X-Auth-Token: ${token}`, 'cookie: a=1', 'cookie: b=2'])).toBe(200)
})

it('refuses two tokens, whichever is valid', async () => {
  const valid = `Authorization: Bearer ${token}`
  expect(await statusOf([valid, 'authorization: Bearer other'])).toBe(400)
  expect(await statusOf(['authorization: Bearer other', valid])).toBe(400)
  expect(await statusOf([`X-Auth-Token: ${token}`, 'x-auth-token: other'])).toBe(400)
  expect(await statusOf([valid, valid])).toBe(400)
})

it('refuses two of each header that a request has once', async () => {
  const names = [...singleHeaders(notes.application.model), 'host', 'content-length']
  expect(names).toEqual(expect.arrayContaining(['authorization', 'x-auth-token', 'x-pay-signature', 'idempotency-key']))
  for (const name of names) expect([name, await statusOf([`${name}: 1`, `${name}: 1`])]).toEqual([name, 400])
})
