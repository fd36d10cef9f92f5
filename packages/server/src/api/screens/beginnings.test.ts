import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Loans

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, createdBy, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

### Entity: Loan

${FIELDS}
| number | whole number | required, unique | | |
| reader | User | | \`me\` | |
| days | whole number | | | |
| status | state | | | |
| beganBy | User | set by product | | |
| note | text up to 80 | | | |
| events | list of Event via loan | | | |

### Entity: Event

${FIELDS}
| loan | Loan | required, deleted together | | |
| what | text up to 80 | required | | |

### Sample data: User

| name | password | roles |
| --- | --- | --- |
| lena | correct-horse-1 | Librarian |
| rita | correct-horse-2 | Reader |

### Sample data: Loan

| number |
| --- |
| 1000 |

## 4. States and transitions

### States of Loan.status

| State | Means | Kind |
| --- | --- | --- |
| asked | the reader wants it | initial |
| out | the reader has it | |
| paused | it does not count | |
| lost | nobody knows | |
| back | it is on the shelf | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| ask | nothing | asked | Reader | \`days == null && reader == me\` | |
| begin | nothing | out | Librarian | \`days != null\` | set beganBy to \`me\`; clear note; record Event with loan = \`this\`, what = \`"began for " + status\` |
| find | nothing | lost | call only | \`days == null && reader != me\` | |
| lend | asked | out | Librarian | | |
| pause | asked, out | paused | Librarian | | |
| remark | paused | paused | Librarian | | |
| go on | paused | the state before | Librarian | | set note to \`"was " + status\` |
| return | out, lost | back | Librarian | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** name and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Reader | | from a Librarian |
| Librarian | Reader | the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | User | | id, name |
| Reader | see, create | Loan | | number, reader, days, note, status, events, beganBy |
| Reader | see | Event | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Loan | \`/api/loans\` | get, create, transitions | number | LoanView |

### Shape: LoanView of Loan

| Key | Value |
| --- | --- |
| status | \`status\` |
| note | \`note\` |
| beganBy | \`beganBy.name\` |
| events | \`events.map(e, e.what)\` |

### POST /api/found — Found

- **Who:** Reader

| Input | Like | Needed |
| --- | --- | --- |
| number | Loan.number | yes |
| reader | Loan.reader by name | yes |

1. create Loan as loan with given number, reader
2. respond 201 with \`LoanView(loan)\`

### POST /api/recorded — Recorded

- **Who:** Reader

1. record Loan as loan with number = \`77\`, days = \`3\`
2. respond 201 with \`LoanView(loan)\`
`

let loans: RunningApplication
let lena: Client
let rita: Client

beforeAll(async () => {
  loans = await runApplication(TEXT)
  lena = await loans.signIn('lena', 'correct-horse-1')
  rita = await loans.signIn('rita', 'correct-horse-2')
})

afterAll(() => loans[Symbol.asyncDispose]())

it('begins a record where its row says, with what that sets', async () => {
  expect(await rita.post('/api/loans', { number: 1, note: 'mine' })).toMatchObject({
    status: 201,
    body: { status: 'asked', note: 'mine', beganBy: null, events: [] },
  })
  expect(await lena.post('/api/loans', { number: 2, days: 3, note: 'gone' })).toMatchObject({
    status: 201,
    body: { status: 'out', note: null, beganBy: 'lena', events: ['began for out'] },
  })
})

it('refuses whom no row lets begin, and what fits no row', async () => {
  expect(await rita.post('/api/loans', { number: 3, days: 3 })).toMatchObject({
    status: 409,
    body: { code: 'WRONG_STATE', errors: [{ about: 'status' }] },
  })
  const id = (await lena.get('/_ninefold/app')).body.caller.id
  expect((await rita.post('/api/loans', { number: 3, reader: Number(id) })).status).toBe(409)
  expect((await rita.post('/api/found', { number: 3, reader: 'lena' })).body).toMatchObject({ status: 'lost' })
  // Records that the product itself creates need no permission.
  expect((await rita.post('/api/recorded')).body).toMatchObject({ status: 'out', beganBy: 'rita' })
})

it('begins the data of the text in the initial state', async () => {
  expect((await lena.get('/api/loans/1000')).body).toMatchObject({ status: 'asked' })
})

it('leads back to the state before, which staying does not change', async () => {
  await rita.post('/api/loans', { number: 20 })
  const at = '/api/loans/20'
  expect((await lena.post(`${at}/go-on`)).status).toBe(409)
  await lena.post(`${at}/pause`)
  await lena.post(`${at}/remark`)
  expect((await lena.post(`${at}/go-on`)).body).toMatchObject({ status: 'asked', note: 'was paused' })
  await lena.post(`${at}/lend`)
  await lena.post(`${at}/pause`)
  expect((await lena.post(`${at}/go-on`)).body).toMatchObject({ status: 'out' })
  await lena.post(`${at}/pause`)
  const answers = await Promise.all(Array.from({ length: 8 }, () => lena.post(`${at}/go-on`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
})

it('knows of no state before in what was there earlier, and comes and goes without losing anything', async () => {
  const row = /^\| go on .*\n/m
  await using earlier = await runApplication(TEXT.replace(row, '| go on | paused | out | Librarian | | |\n'))
  const ada = await earlier.signIn('lena', 'correct-horse-1')
  await ada.post('/api/loans/1000/pause')
  const bring = async (text: string): Promise<void> => {
    const { model } = compile(text)
    if (model === null) throw new Error('The text has errors.')
    const { waiting } = await migrate(earlier.database.pool, planTables(model), { consent: false })
    expect(waiting).toEqual([])
  }
  await bring(TEXT)
  const before = async (): Promise<unknown> =>
    (await earlier.database.pool.query('SELECT status, status$before AS before FROM loan WHERE number = 1000')).rows[0]
  expect(await before()).toEqual({ status: 'paused', before: null })
  await earlier.database.pool.query(`UPDATE loan SET status$before = 'asked'`)
  await bring(TEXT.replace(row, '| go on | paused | out | Librarian | | |\n'))
  await expect(before()).rejects.toThrow('does not exist')
})

it('says nothing more of such rows', () => {
  expect(compile(TEXT).diagnostics.filter(({ number }) => number === 'N012')).toEqual([])
})
