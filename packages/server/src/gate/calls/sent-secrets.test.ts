// Sent passwords and secret texts, in every way in which a step writes one: expressions read what was sent, and only its
// stored form is written.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPutOff } from '../../jobs/later.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const PASSWORD = 'tulip-9-gate'

/** Ways to write a password and a secret text: inputs, and the step that writes them. */
const WAYS: Readonly<Record<string, { readonly inputs: readonly string[]; readonly steps: readonly string[] }>> = {
  'an input like the field': {
    inputs: ['password | User.password', 'token | User.token'],
    steps: ['create User as user with given email, password, token'],
  },
  'an input like the field, under another name': {
    inputs: ['secret | User.password', 'other | User.token'],
    steps: ['create User as user with given email, secret as password, other as token'],
  },
  'an input of another type': {
    inputs: ['secret | secret text', 'other | User.token'],
    steps: ['create User as user with given email, secret as password, other as token'],
  },
  'an expression that is an input': {
    inputs: ['secret | User.password', 'other | User.token'],
    steps: ['create User as user with password = `input.secret`, token = `input.other`, given email'],
  },
  'an expression over inputs': {
    inputs: ['secret | secret text', 'other | User.token'],
    steps: ['create User as user with password = `trim(input.secret + " ")`, token = `input.other`, given email'],
  },
  'a later change': {
    inputs: ['secret | User.password', 'other | User.token'],
    steps: [
      'create User as user with password = `"unknown-before-7"`, given email',
      'change user with given secret as password, other as token',
    ],
  },
  'a list of objects': {
    inputs: ['people[].secret | User.password', 'people[].other | User.token'],
    steps: [
      'create User as user with password = `"unknown-before-7"`, given email',
      'for each person in input.people:\n   1. change user with given person.secret as password, person.other as token',
    ],
  },
  'deferred steps': {
    inputs: ['secret | User.password', 'other | User.token'],
    steps: [
      'create User as user with password = `"unknown-before-7"`, given email',
      'later:\n   1. change user with given secret as password, other as token',
    ],
  },
  'deferred steps over a list': {
    inputs: ['people[].secret | User.password', 'people[].other | User.token'],
    steps: [
      'create User as user with password = `"unknown-before-7"`, given email',
      'later:\n   1. for each person in input.people:\n      1. change user with given person.secret as password, person.other as token',
    ],
  },
}

const paths = Object.keys(WAYS).map((_, index) => `/ways/${index}`)

const TEXT = `# Secrets

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 6 to 30 | required, hidden | | |
| token | secret text | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** header \`X-Token: <token>\`, ends 1 day after sign-in
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password, token |
| Member | see | User | \`id == me.id\` | all |

## 7. The calls it makes

${Object.values(WAYS)
  .map(({ inputs, steps }, index) =>
    [
      `### POST ${paths[index]} — Way ${index}\n`,
      '- **Who:** Guest\n- **Runs as:** the product, whoever calls\n',
      '| Input | Like | Needed |\n| --- | --- | --- |\n| email | User.email | yes |',
      ...inputs.map((input) => `| ${input} | yes |`),
      '',
      ...[...steps, 'respond 204'].map((step, at) => `${at + 1}. ${step}`),
      '',
    ].join('\n'),
  )
  .join('\n')}
### POST /comparisons — What expressions read

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| password | User.password | yes |
| again | secret text | yes |
| other | User.password | yes |

1. respond 200 with \`{"same": input.password == input.again, "differs": input.password != input.other, "size": size(input.password), "begins": startsWith(input.password, "tulip")}\`

### POST /sessions — Sign in

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| email | User.email | yes |
| password | User.password | yes |

1. check password \`input.password\` of User as user where \`email == input.email\` or fail WRONG
2. sign in user
3. respond 200 with \`{"id": user.id, "token": session.token}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 401 | email | Wrong. |
`

describe('sent secrets', () => {
  let running: RunningApplication
  beforeAll(async () => {
    running = await runApplication(TEXT)
  })
  afterAll(() => running[Symbol.asyncDispose]())

  const post = async (path: string, sent: object) => {
    const answer = await fetch(`${running.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    })
    const text = await answer.text()
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
  }

  it('are read by expressions as they were sent', async () => {
    const { json } = await post('/comparisons', { password: PASSWORD, again: PASSWORD, other: 'tulip-9-gates' })
    expect(json).toEqual({ same: true, differs: true, size: PASSWORD.length, begins: true })
  })
  it.each(Object.entries(WAYS).map(([way, { inputs }], index) => ({ way, inputs, index })))(
    'are written in their stored form by $way',
    async ({ inputs, index }) => {
      const values = [PASSWORD, 'sk-live-1']
      const names = inputs.map((input) => input.split(' | ')[0] ?? '')
      const flat = names.map((name, at) => [name.replace('people[].', ''), values[at]])
      const email = `way${index}@example.test`
      const sent = Object.fromEntries(flat)
      const isList = names.every((name) => name.startsWith('people[].'))
      expect((await post(`/ways/${index}`, { email, ...(isList ? { people: [sent] } : sent) })).status).toBe(204)
      const waiting = JSON.stringify((await running.database.pool.query('SELECT * FROM ninefold.later')).rows)
      for (const value of values) expect(waiting).not.toContain(value)
      await runPutOff(running.application, Date.now() + 1000)
      const signedIn = await post('/sessions', { email, password: PASSWORD })
      expect(signedIn.status).toBe(200)
      const token = await fetch(`${running.address}/_ninefold/secrets/user/${signedIn.json.id}/token`, {
        headers: { 'x-token': signedIn.json.token },
      })
      expect(await token.json()).toEqual({ text: 'sk-live-1' })
      expect((await post('/sessions', { email, password: 'tulip-9-gates' })).status).toBe(401)
    },
  )

  it('are refused by the type of their field, wherever the value comes from, under the name that was sent', async () => {
    const refusal = async (secret: string) => {
      const { status, json } = await post('/ways/2', { email: 'short@example.test', secret, other: 'x' })
      return [status, json.errors.map(({ code, about }: any) => [code, about])]
    }
    expect(await refusal('tulip')).toEqual([422, [['TOO_SHORT', 'secret']]])
    expect(await refusal('tulip-9-gate-'.repeat(3))).toEqual([422, [['TOO_LONG', 'secret']]])
    expect(await refusal('password')).toEqual([422, [['COMMON_PASSWORD', 'secret']]])
  })
})
