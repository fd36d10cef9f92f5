import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |
| email | email | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** header \`Authorization: Token <token>\`, ends 60 days after sign-in
- **Sign up:** open, gives Writer
- **Wrong password:** 3 in 15 minutes, then TOO_OFTEN

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Writer | Guest | by signing up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Self | User | Writer | \`this == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | name, email, password |
| Guest | see | User | | name |
| Self | see | User | | all |

## 7. The calls it makes

### Shape: Account of User

| Key | Value |
| --- | --- |
| email | \`email\` |
| token | \`session.token\` |

### POST /api/users — Register

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| user.name | User.name | yes |
| user.email | User.email | yes |
| user.password | User.password | yes |

1. create User as user with given user.name, user.email, user.password
2. sign in user
3. respond 201 with \`{"user": Account(user)}\`

### POST /api/users/login — Sign in

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| user.email | text | yes |
| user.password | secret text | yes |

1. check password \`input.user.password\` of User as user where \`email == input.user.email\` or fail WRONG_CREDENTIALS
2. sign in user
3. respond 200 with \`{"user": Account(user)}\`

### GET /api/user — Current user

- **Who:** Writer

1. respond 200 with \`{"user": Account(me)}\`

### POST /api/users/logout — Sign out

- **Who:** Writer

1. sign out
2. respond 204

### GET /api/users/bye — Sign out by a link

- **Who:** Writer

1. sign out
2. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG_CREDENTIALS | 401 | credentials | invalid |
| TOO_OFTEN | 429 | credentials | too often |
`

let notes: RunningApplication
beforeAll(async () => {
  notes = await runApplication(TEXT)
})
afterAll(() => notes[Symbol.asyncDispose]())

const ada = { name: 'Ada', email: 'ada@example.test', password: 'correct-horse' }
const tokenHeader = (token: string) => ({ authorization: `Token ${token}` })

it('signs up by creating a user, with the role that signing up gives, and the answer sees as the new user', async () => {
  const made = await notes.guest.post('/api/users', { user: ada })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body.user).toEqual({ email: ada.email, token: expect.stringMatching(/^[\w-]{20,}$/) })
  const { token } = made.body.user
  const seen = await notes.guest.get('/api/user', tokenHeader(token))
  expect(seen.body).toEqual({ user: { email: ada.email, token } })
})

it('signs in with the right password, and out again', async () => {
  const { email, password } = ada
  const answer = await notes.guest.post('/api/users/login', { user: { email, password } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  // A program has its session in the stated header, and gets no cookie.
  expect(answer.headers.get('set-cookie')).toBeNull()
  const signedIn = tokenHeader(answer.body.user.token)
  expect((await notes.guest.post('/api/users/logout', {}, signedIn)).status).toBe(204)
  expect((await notes.guest.get('/api/user', signedIn)).status).toBe(401)
})

it('writes in a GET that says so, although it should not', async () => {
  const { email, password } = ada
  const { body } = await notes.guest.post('/api/users/login', { user: { email, password } })
  const signedIn = tokenHeader(body.user.token)
  expect((await notes.guest.get('/api/users/bye', signedIn)).status).toBe(204)
  expect((await notes.guest.get('/api/user', signedIn)).status).toBe(401)
})

it('says in the audit log whose password somebody did not know', async () => {
  const login = (email: string) => notes.guest.post('/api/users/login', { user: { email, password: 'wrong-horse' } })
  const { rows: before } = await notes.database.pool.query(`SELECT id::text FROM "user"`)
  expect([(await login(ada.email)).status, (await login('nobody@example.test')).status]).toEqual([401, 401])
  const { rows } = await notes.database.pool.query(
    `SELECT record, call, caller FROM ninefold.audit WHERE action = 'sign-in failed' ORDER BY at`,
  )
  const call = 'POST /api/users/login'
  expect(rows).toEqual([
    { record: before[0].id, call, caller: null },
    { record: '-', call, caller: null },
  ])
  // A success in between resets the count of attempts.
  const { email, password } = ada
  expect((await notes.guest.post('/api/users/login', { user: { email, password } })).status).toBe(200)
})

it('refuses a wrong password and an unknown user alike, and locks out who guesses', async () => {
  const login = (email: string, password: string) => notes.guest.post('/api/users/login', { user: { email, password } })
  const wrong = await login(ada.email, 'wrong-horse')
  const unknown = await login('nobody@example.test', 'wrong-horse')
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  await login(ada.email, 'wrong-horse')
  await login(ada.email, 'wrong-horse')
  expect((await login(ada.email, ada.password)).status).toBe(429)
})
