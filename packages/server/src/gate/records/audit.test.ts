import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { auditOf, type Done } from '../../store/tables/audit.ts'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { members } from '@ninefold/core/check/specification-for-tests.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const TEXT = `# Shelf

## 3. Entities and their fields

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
| status | state | | | |

## 4. States and transitions

### States of Book.status

| State | Means | Kind |
| --- | --- | --- |
| here | it stands there | initial |
| lent | somebody has it | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| lend | here | lent | Member | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Titles are clean | Book | always | | \`title != "spam"\` | SPAM |

## 6. Roles and permissions

${members('Person')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | name, email, password |
| Member | see, create, change, delete | Book | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\` | list, get, create, change, delete, transitions | id | everything visible |

### POST /two/:title — Two at once

- **Who:** Member

| Input | Like | Needed |
| --- | --- | --- |
| other | Book.title | yes |

1. create Book as one with title = \`path.title\`
2. create Book as two with title = \`input.other\`
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| SPAM | 422 | title | We do not want {title}. |
`

let application: RunningApplication
let ada: Client
let me: string
beforeAll(async () => {
  application = await runApplication(TEXT)
  ada = await application.signUp({ name: 'Ada', email: 'ada@example.test', password: 'correct-horse-1' })
  me = (await application.database.pool.query<{ id: string }>('SELECT id::text FROM person')).rows[0]?.id ?? ''
})
afterAll(() => application[Symbol.asyncDispose]())

async function done(asked: Partial<Parameters<typeof auditOf>[1]> = {}): Promise<Done[]> {
  const found: Done[] = []
  for await (const each of auditOf(application.database.pool, { since: null, caller: null, ...asked })) found.push(each)
  return found
}

it('says who did what to which record, by which call and request, under which revision', async () => {
  expect(await done()).toEqual([
    expect.objectContaining({
      caller: null,
      action: 'create',
      entity: 'Person',
      record: me,
      call: 'POST /_ninefold/users',
    }),
  ])
  const since = new Date()
  const made = await ada.post('/books', { title: 'one' })
  const { id } = made.body as { id: string }
  await ada.patch(`/books/${id}`, { title: 'another' })
  await ada.post(`/books/${id}/lend`)
  await ada.delete(`/books/${id}`)
  const both = await ada.post('/two/first', { other: 'second' })
  expect(both.status).toBe(204)
  const found = await done({ since, caller: me })
  const of = (action: string, call: string) =>
    expect.objectContaining({ caller: me, entity: 'Book', record: id, action, call, revision: 'test' })
  expect(found.slice(0, 4)).toEqual([
    of('create', 'POST /books'),
    of('change', 'PATCH /books/:id'),
    of('lend', 'POST /books/:id/lend'),
    of('delete', 'DELETE /books/:id'),
  ])
  expect(found[0]?.request).toBe(made.headers.get('x-request-id'))
  expect(found.slice(4).map(({ action, call }) => [action, call])).toEqual([
    ['create', 'POST /two/:title'],
    ['create', 'POST /two/:title'],
  ])
  expect(await done({ caller: 'nobody' })).toEqual([])
  expect(JSON.stringify(await done())).not.toMatch(/another|correct-horse|ada@/)
})

it('keeps nothing of what was undone, whether by one statement or by several', async () => {
  const before = await done()
  expect((await ada.post('/books', { title: 'spam' })).status).toBe(422)
  expect((await ada.post('/two/fine', { other: 'spam' })).status).toBe(422)
  expect(await done()).toEqual(before)
})

it('ends after 400 days', async () => {
  const { pool } = application.database
  await pool.query(`INSERT INTO ninefold.audit VALUES (now() - interval '401 days', NULL, 'old', 'r', NULL, 'E', '1', 'create'),
    (now() - interval '399 days', NULL, 'young', 'r', NULL, 'E', '1', 'create')`)
  await tidyUp(application.database, null)
  expect((await done()).map(({ call }) => call).filter((call) => ['old', 'young'].includes(call))).toEqual(['young'])
})

it('says who signed in, and whose password somebody did not know', async () => {
  const since = new Date()
  const tried = async (identifier: string, password: string): Promise<number> =>
    (await application.guest.post('/_ninefold/session', { identifier, password })).status
  expect([
    await tried('ada@example.test', 'correct-horse-1'),
    await tried('ada@example.test', 'a wrong password'),
    await tried('nobody@example.test', 'a wrong password'),
  ]).toEqual([204, 401, 401])
  const found = await done({ since })
  expect(found.map(({ caller, action, entity, record, call }) => [caller, action, entity, record, call])).toEqual([
    [me, 'sign in', 'Person', me, 'POST /_ninefold/session'],
    [null, 'sign-in failed', 'Person', me, 'POST /_ninefold/session'],
    [null, 'sign-in failed', 'Person', '-', 'POST /_ninefold/session'],
  ])
  expect(found.every(({ request }) => request !== null)).toBe(true)
  expect(JSON.stringify(found)).not.toMatch(/wrong|correct|example/)
})

it('says who gave which role to whom', async () => {
  await using desk = await runApplication(HELP_DESK)
  const admin = await desk.signIn('ada@example.test', 'correct-horse-1')
  const rows = await desk.database.pool.query<{ id: string; name: string }>('SELECT id::text, name FROM "user"')
  const idOf = (name: string): string => rows.rows.find((row) => row.name === name)?.id ?? ''
  const given = await admin.post(`/api/users/${idOf('Cleo Customer')}/roles`, { role: 'Agent' })
  expect(given.status).toBeLessThan(300)
  const found: Done[] = []
  for await (const each of auditOf(desk.database.pool, { since: null, caller: idOf('Ada Admin') })) found.push(each)
  expect(found.filter(({ action }) => action !== 'sign in')).toEqual([
    expect.objectContaining({
      action: 'give role Agent',
      entity: 'User',
      record: idOf('Cleo Customer'),
      caller: idOf('Ada Admin'),
    }),
  ])
})
