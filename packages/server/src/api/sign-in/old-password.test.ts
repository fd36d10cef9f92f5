// "Change of password: asks for the old one": an open session alone cannot change a password.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const CALL = `### POST /api/password — Change my password

- **Who:** Requester

| Input | Like | Needed |
| --- | --- | --- |
| old | text up to 200 | yes |
| password | User.password | yes |

1. check password \`input.old\` of User as user where \`id == me.id\` or fail WRONG_OLD
2. change user with given password or fail WRONG_OLD
3. respond 204

### POST /api/careless — Without asking

- **Who:** Requester

| Input | Like | Needed |
| --- | --- | --- |
| password | User.password | yes |

1. find user in User where \`id == me.id\` or fail WRONG_OLD
2. change user with given password or fail WRONG_OLD
3. respond 204

### POST /api/users/:id/roles`

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  .replace('- **Wrong password:**', '- **Change of password:** asks for the old one\n- **Wrong password:**')
  .replace('| Admin | give roles |', '| Admin | change | User | | name, password |\n| Admin | give roles |')
  .replace(
    '| Team | `/api/teams` |',
    '| User | `/api/users` | list, get, change | id | everything visible |\n| Team | `/api/teams` |',
  )
  .replace('### POST /api/users/:id/roles', CALL)
  .replace('| SIGN_IN_LOCKED |', '| WRONG_OLD | 422 | old | That is not your password. |\n| SIGN_IN_LOCKED |')
const PASSWORD = 'long enough indeed'
const ANOTHER = 'another one, long enough'

let helpDesk: RunningApplication

beforeAll(async () => {
  helpDesk = await runApplication(text)
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

let people = 0

async function somebody(): Promise<{ client: Client; at: string; email: string }> {
  people += 1
  const email = `person${people}@example.test`
  const client = await helpDesk.signUp({ name: `Person ${people}`, email, password: PASSWORD })
  return { client, at: `/api/users/${(await client.get('/_ninefold/app')).body.caller.id}`, email }
}

async function enters(email: string, password: string): Promise<boolean> {
  return (await helpDesk.guest.post('/_ninefold/session', { identifier: email, password })).status === 204
}

const firstError = ({ status, body }: Answer): unknown => [
  status,
  body.error?.code ?? body.code,
  body.error ?? body.errors,
]

it('changes the password of whoever says the present one', async () => {
  const { client, at, email } = await somebody()
  expect((await client.patch(at, { password: ANOTHER })).status).toBe(422)
  expect((await client.patch(at, { password: ANOTHER, oldPassword: null })).status).toBe(422)
  const wrong = await client.patch(
    at,
    { password: ANOTHER, oldPassword: 'not the one' },
    { accept: 'application/problem+json' },
  )
  expect(wrong.body, JSON.stringify(firstError(wrong))).toMatchObject({
    status: 422,
    errors: [{ about: 'oldPassword', message: 'This is not your present password.' }],
  })
  expect(await enters(email, PASSWORD)).toBe(true)
  expect((await client.patch(at, { password: ANOTHER, oldPassword: PASSWORD })).status).toBe(200)
  expect(await enters(email, ANOTHER)).toBe(true)
})

it('asks for it only where another password is chosen', async () => {
  const { client, at, email } = await somebody()
  expect((await client.patch(at, { name: 'Another name' })).status).toBe(200)
  expect((await client.patch(at, { name: 'And another', oldPassword: 'whatever' })).status).toBe(200)
  expect(await enters(email, PASSWORD)).toBe(true)
})

it('lets nobody guess it', async () => {
  const { client, at, email } = await somebody()
  const answers: number[] = []
  for (let index = 0; index < 7; index++)
    answers.push((await client.patch(at, { password: ANOTHER, oldPassword: `guess ${index}` })).status)
  expect(answers).toEqual([422, 422, 422, 422, 422, 429, 429])
  expect((await client.patch(at, { password: ANOTHER, oldPassword: PASSWORD })).status).toBe(429)
  // Guesses in an open session do not lock the user out of sign-in.
  expect(await enters(email, PASSWORD)).toBe(true)
})

it('lets those who may change it for others do so', async () => {
  const { at, email } = await somebody()
  const ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  expect((await ada.patch(at, { password: ANOTHER })).status).toBe(200)
  expect(await enters(email, ANOTHER)).toBe(true)
})

it('takes a step that has checked it for the answer, and a call without one for a mistake', async () => {
  const { client, email } = await somebody()
  expect((await client.post('/api/careless', { password: ANOTHER })).status).toBe(422)
  expect((await client.post('/api/password', { old: 'not the one', password: ANOTHER })).status).toBe(422)
  expect(await enters(email, PASSWORD)).toBe(true)
  expect((await client.post('/api/password', { old: PASSWORD, password: ANOTHER })).status).toBe(204)
  expect(await enters(email, ANOTHER)).toBe(true)
})

it('knows no such input where the old one is not asked for', async () => {
  await using other = await runApplication(text.replace('asks for the old one', 'asks for nothing'))
  const client = await other.signUp({ name: 'Zoe', email: 'zoe@example.test', password: PASSWORD })
  const at = `/api/users/${(await client.get('/_ninefold/app')).body.caller.id}`
  expect((await client.patch(at, { password: ANOTHER, oldPassword: PASSWORD })).status).toBe(422)
  expect((await client.patch(at, { password: ANOTHER })).status).toBe(200)
})
