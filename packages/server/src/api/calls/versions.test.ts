import { expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { runApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Books

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Books | none |

### Screen: Books

- **Who:** Guest
- **Shows:** list of Book, sorted by shelfmark A to Z, all of them
- **Columns:** title
- **Can:** Rename: call \`POST /api/books/:shelfmark/title\`; Change: call \`PATCH /api/books/:shelfmark\`

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: Book

${FIELDS}
| shelfmark | text up to 20 | required, unique | | |
| title | text up to 200 | required | | |
| status | state | | | |

### Entity: Secret

${FIELDS}
| name | text up to 20 | required, unique | | |

### Reference data: Book

| shelfmark | title |
| --- | --- |
| A1 | Emma |

### Reference data: Secret

| name |
| --- |
| one |

## 4. States and transitions

### States of Book.status

| State | Means | Kind |
| --- | --- | --- |
| here | on the shelf | initial |
| away | lent | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| lend | here | away | Guest | | |
| return | away | here | Guest | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Book | | shelfmark, title, version, status |
| Guest | see | Secret | | name |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/api/books\` | get, create, change, delete, transitions | shelfmark | everything visible |
| Secret | \`/api/secrets\` | get | name | everything visible |

### POST /api/books/:shelfmark/title — Rename

- **Who:** Guest
- **Needs:** the version

| Input | Like | Needed |
| --- | --- | --- |
| title | Book.title | yes |

1. find book in Book where \`shelfmark == path.shelfmark\` or fail NO_SUCH_BOOK
2. change book with given title
3. respond 204

### PUT /api/whole/:shelfmark — Make or replace

- **Who:** Guest
- **Needs:** the version when sent
- **Used by:** other programs

| Input | Like | Needed |
| --- | --- | --- |
| title | Book.title | yes |

1. list there from Book where \`shelfmark == path.shelfmark\`, all of them
2. when \`there.size() == 0\`:
   1. create Book as made with shelfmark = \`path.shelfmark\`, given title
   2. respond 201 with \`{"title": made.title}\`
3. find book in Book where \`shelfmark == path.shelfmark\` or fail NO_SUCH_BOOK
4. change book with given title
5. respond 200 with \`{"title": book.title}\`

### GET /api/titles/:shelfmark — Title

- **Who:** Guest

1. find book in Book where \`shelfmark == path.shelfmark\` or fail NO_SUCH_BOOK
2. respond 200 with \`{"title": book.title}\`

### GET /api/names/:name — Name

- **Who:** Guest

1. find secret in Secret where \`name == path.name\` or fail NO_SUCH_BOOK
2. respond 200 with \`{"name": secret.name}\`

### POST /api/looks — Look for several

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| [] | list of 1 to 3 text up to 20 | yes |

1. for each mark in input.items:
   1. find book in Book where \`shelfmark == mark\` or fail NO_SUCH_BOOK
2. respond 200 with \`input.items\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_SUCH_BOOK | 404 | book | There is no such book. |

| Built-in error | Status | About | Message |
| --- | --- | --- | --- |
| version missing | | | Which one have you seen? |
`

it('asks for the version, and lets one of several who have seen the same one win', async () => {
  await using books = await runApplication(TEXT)
  const { guest } = books
  const rename = (title: string, version?: string) =>
    guest.post('/api/books/A1/title', { title }, version === undefined ? {} : { 'if-match': version })
  const missing = await rename('Persuasion')
  expect(missing).toMatchObject({ status: 428, body: { code: 'VERSION_MISSING', detail: 'Which one have you seen?' } })
  for (const version of ['"2"', '"x"', '1', '', 'W/"7"']) expect((await rename('Persuasion', version)).status).toBe(412)
  const seen = (await guest.get('/api/titles/A1')).headers.get('etag')
  expect(seen).toMatch(/^"1-[\w-]{22}"$/)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => rename(`Title ${index}`, '"1"')))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 412, 412, 412, 412, 412, 412, 412])
  expect(answers.find(({ status }) => status === 204)?.headers.get('etag')).toBe('"2"')
  expect((await rename('Emma', '*')).status).toBe(204)
  expect((await guest.get('/api/titles/A1')).body).toEqual({ title: 'Emma' })
  expect((await guest.post('/api/books/B1/title', { title: 'x' }, { 'if-match': '"1"' })).status).toBe(404)
})

it('makes what nobody has made, and replaces what is there, as the sender expects', async () => {
  await using books = await runApplication(TEXT)
  const { guest } = books
  const put = async (shelfmark: string, title: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ title })
    const init = { method: 'PUT', body, headers: { 'content-type': 'application/json', ...headers } }
    return (await guest.send(`/api/whole/${shelfmark}`, init)).status
  }
  const isNew = { 'if-none-match': '*' }
  expect(await put('A1', 'lost', isNew)).toBe(412)
  expect((await guest.get('/api/titles/A1')).body).toEqual({ title: 'Emma' })
  expect(await put('B1', 'New', isNew)).toBe(201)
  expect(await put('B1', 'lost', isNew)).toBe(412)
  for (const version of ['*', '"1"']) expect(await put('C1', 'lost', { 'if-match': version })).toBe(412)
  expect((await guest.get('/api/titles/C1')).status).toBe(404)
  expect(await put('A1', 'lost', { 'if-none-match': '"7", "1"' })).toBe(412)
  expect(await put('A1', 'lost', { 'if-match': '"7"' })).toBe(412)
  expect(await put('A1', 'Persuasion', { 'if-match': '"1"' })).toBe(200)
  expect(await put('A1', 'Emma', { 'if-none-match': '"7", "1"' })).toBe(200)
  expect(await put('A1', 'Lady Susan', { 'if-match': '*' })).toBe(200)
  expect(await put('A1', 'Emma')).toBe(200)
})

it('takes no transition and no deletion of what somebody else has changed meanwhile', async () => {
  await using books = await runApplication(TEXT)
  const { guest } = books
  expect((await guest.patch('/api/books/A1', { title: 'Persuasion' })).status).toBe(200)
  const seen = { 'if-match': '"1"' }
  const refused = { status: 412, body: { code: 'STALE' } }
  expect(await guest.post('/api/books/A1/lend', undefined, seen)).toMatchObject(refused)
  expect(await guest.delete('/api/books/A1', seen)).toMatchObject(refused)
  expect((await guest.get('/api/books/A1')).body).toMatchObject({ status: 'here', version: 2 })
  // One client changes the record and one deletes it, both with the same version: either way, one of them is refused.
  const answers = await Promise.all([
    guest.post('/api/books/A1/lend', undefined, { 'if-match': '"2"' }),
    guest.delete('/api/books/A1', { 'if-match': '"2"' }),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
})

it('says the version of what it answers, to whoever may see it', async () => {
  await using books = await runApplication(TEXT)
  const { guest } = books
  expect((await guest.get('/api/books/A1')).headers.get('etag')).toMatch(/^"1-[\w-]{22}"$/)
  expect((await guest.patch('/api/books/A1', { title: 'Emma' }, { 'if-match': '"1"' })).headers.get('etag')).toBe('"2"')
  expect((await guest.post('/api/books/A1/lend')).headers.get('etag')).toBe('"3"')
  expect((await guest.post('/api/books', { shelfmark: 'B1', title: 'New' })).headers.get('etag')).toBe('"1"')
  // After the loop, the name that the loop bound is undefined.
  expect((await guest.post('/api/looks', ['A1', 'B1'])).status).toBe(200)
  for (const path of ['/api/secrets/one', '/api/names/one']) {
    const answer = await guest.get(path)
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)])
  }
})

it('gives pages the version that their forms send', async () => {
  await using books = await runApplication(TEXT)
  const app = (await books.guest.get('/_ninefold/app')).body
  const [block] = app.screens[0].blocks
  expect(block.actions.map(({ sendsVersion }: { sendsVersion?: true }) => sendsVersion)).toEqual([true, undefined])
  const rows = (await books.guest.get(`/_ninefold/screens/${app.screens[0].key}/0`)).body.rows
  expect(rows[0].keys).toMatchObject({ shelfmark: 'A1', version: '1' })
  const form = await books.guest.get(`/_ninefold/forms/${app.screens[0].key}/${block.actions[1].key}?shelfmark=A1`)
  expect(form.body).toMatchObject({ values: { title: 'Emma' }, version: 1 })
})

it('says nothing more of such calls', () => {
  expect(compile(TEXT).diagnostics.filter(({ number }) => number === 'N012')).toEqual([])
})
