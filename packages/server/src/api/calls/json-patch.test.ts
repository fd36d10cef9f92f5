// JSON Patch (RFC 6902) on the standard change of a record.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { type Answer, runApplication } from '../../testing/running-application.ts'

const TEXT = `# Books

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: Book

${FIELDS}
| shelfmark | text up to 20 | required, unique | | |
| title | text up to 20 | required | | |
| note | text up to 80 | | | |
| price | decimal with 2 places | | | |
| tags | list of Tag sorted by name A to Z | | | |
| secret | text up to 20 | hidden | | |

### Entity: Tag

${FIELDS}
| name | text up to 20 | required, unique | | |

### Reference data: Book

| shelfmark | title | note | price |
| --- | --- | --- | --- |
| A1 | Emma | old | 4.50 |

### Reference data: Tag

| name |
| --- |
| red |
| blue |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Book | | all |
| Guest | change | Book | \`note != "closed"\`, may hand over | title, note, price, tags |
| Guest | see | Tag | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\` | list, get, change | shelfmark | everything visible |

### POST /books — Buy

- **Who:** Guest
- **Body:** form

| Input | Like | Needed |
| --- | --- | --- |
| title | Book.title | no |

1. respond 200 with \`{"title": input.title}\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Other sites may call | any |
`

const JSON_PATCH = 'application/json-patch+json'

function codesOf({ body }: Answer): readonly string[] {
  return body.errors.map((error: { about: string; code: string; path?: string }) =>
    [error.about, error.path ?? '', error.code].join(' '),
  )
}

it('patches what a GET answers, and sends the written values as a change', async () => {
  await using books = await runApplication(TEXT)
  const patched = (patch: unknown, headers: Record<string, string> = {}) =>
    books.guest.patch('/books/A1', patch, { 'content-type': JSON_PATCH, ...headers })

  const first = await patched([
    { op: 'test', path: '/title', value: 'Emma' },
    { op: 'replace', path: '/title', value: 'Persuasion' },
    { op: 'remove', path: '/note' },
    { op: 'add', path: '/tags/-', value: 2 },
    { op: 'add', path: '/tags/0', value: 1 },
  ])
  expect([first.status, first.body.title, first.body.note, first.body.version]).toEqual([200, 'Persuasion', null, 2])
  // Everything visible has them in their stated order: blue before red.
  expect(first.body.tags).toEqual([2, 1])

  const moved = await patched([
    { op: 'copy', from: '/title', path: '/note' },
    { op: 'replace', path: '/price', value: '5.00' },
    { op: 'test', path: '', value: { ...first.body, note: 'Persuasion', price: '5.00' } },
  ])
  expect([moved.status, moved.body.note, moved.body.price]).toEqual([200, 'Persuasion', '5.00'])

  // A client that edits the whole record sends back its own id and times; only other values are changes.
  const whole = await patched([{ op: 'replace', path: '', value: { ...moved.body, title: 'Emma' } }])
  expect([whole.status, whole.body.title, whole.body.version]).toEqual([200, 'Emma', 4])

  // Without an operation that writes it is an empty change, which makes a version as always.
  const nothing = await patched([{ op: 'test', path: '/price', value: '5.00' }])
  expect([nothing.status, nothing.body.version]).toEqual([200, 5])
})

it('refuses the first operation that does not apply, with its place, and changes nothing', async () => {
  await using books = await runApplication(TEXT)
  const patched = (patch: unknown, headers: Record<string, string> = {}) =>
    books.guest.patch('/books/A1', patch, { 'content-type': JSON_PATCH, ...headers })
  const refused = async (patch: unknown, headers: Record<string, string> = {}) => {
    const answer = await patched(patch, headers)
    return [answer.status, ...codesOf(answer)]
  }
  const change = { op: 'replace', path: '/title', value: 'X' }

  expect(await refused([change, { op: 'test', path: '/note', value: 'new' }])).toEqual([
    409,
    'note [1] PATCH_NOT_APPLICABLE',
  ])
  for (const operation of [
    { op: 'remove', path: '/nothing' },
    { op: 'replace', path: '/tags/0', value: 1 },
    { op: 'add', path: '/tags/2', value: 1 },
    { op: 'add', path: '/note/deep', value: 1 },
    { op: 'move', from: '/nothing', path: '/note' },
    { op: 'add', path: '/__proto__/polluted', value: 1 },
    { op: 'add', path: '/constructor/prototype/polluted', value: 1 },
  ])
    expect(await refused([operation]), JSON.stringify(operation)).toEqual([
      409,
      expect.stringMatching(/ \[0\] PATCH_NOT_APPLICABLE$/),
    ])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(await refused([{ op: 'remove', path: '' }])).toEqual([409, 'body [0] PATCH_NOT_APPLICABLE'])
  // Each copy doubles the record.
  const doubling = Array.from({ length: 40 }, () => ({ op: 'copy', from: '', path: '/tags/-' }))
  expect((await patched(doubling)).body.code).toBe('PATCH_NOT_APPLICABLE')

  for (const body of [{ title: 'X' }, 'X', [[]], [{ op: 'put', path: '/title', value: 1 }], [{ op: '_get', path: '' }]])
    expect((await patched(body)).status, JSON.stringify(body)).toBe(400)
  expect(await refused([change, { op: 'add', path: 'title', value: 1 }])).toEqual([400, 'body [1] BODY_NOT_READABLE'])
  expect((await patched(Array.from({ length: 1001 }, () => change))).status).toBe(400)
  expect(
    (await patched([{ op: 'add', path: '/note', value: JSON.parse('['.repeat(60) + ']'.repeat(60)) }])).status,
  ).toBe(400)

  // The result is a change like any other.
  expect(await refused([{ op: 'replace', path: '/title', value: 'x'.repeat(21) }])).toEqual([422, 'title  TOO_LONG'])
  expect(await refused([{ op: 'remove', path: '/title' }])).toEqual([422, 'title  BLANK'])
  expect(await refused([{ op: 'replace', path: '/id', value: 7 }])).toEqual([422, 'id  UNKNOWN_INPUT'])
  expect(await refused([{ op: 'add', path: '/secret', value: 'x' }])).toEqual([422, 'secret  UNKNOWN_INPUT'])
  // A hidden field is not there.
  expect(await refused([{ op: 'test', path: '/secret', value: null }])).toEqual([
    409,
    'secret [0] PATCH_NOT_APPLICABLE',
  ])
  expect(await refused([change], { 'if-match': '"9"' })).toEqual([412, 'version  STALE'])
  expect((await books.guest.patch('/books/B1', [change], { 'content-type': JSON_PATCH })).status).toBe(404)

  const left = await books.guest.get('/books/A1')
  expect([left.body.title, left.body.note, left.body.version]).toEqual(['Emma', 'old', 1])

  // A caller who may not change the record learns nothing of the patch.
  expect((await patched([{ op: 'replace', path: '/note', value: 'closed' }])).status).toBe(200)
  expect((await patched([{ op: 'test', path: '/title', value: 'Y' }])).status).toBe(403)
})

it('loses none of several patches at once', async () => {
  await using books = await runApplication(TEXT)
  const answers = await Promise.all(
    [1, 2].map((tag) =>
      books.guest.patch('/books/A1', [{ op: 'add', path: '/tags/-', value: tag }], { 'content-type': JSON_PATCH }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await books.guest.get('/books/A1')).body.tags.toSorted()).toEqual([1, 2])
})

it('names the accepted types in OPTIONS, in answers and in refusals', async () => {
  await using books = await runApplication(TEXT)
  const types = 'application/json, application/merge-patch+json, application/json-patch+json'
  const options = await books.guest.send('/books/A1', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('accept-patch')]).toEqual([204, types])
  expect((await books.guest.get('/books/A1')).headers.get('accept-patch')).toBe(types)
  expect((await books.guest.get('/books')).headers.get('accept-patch')).toBeNull()
  const merged = await books.guest.patch(
    '/books/A1',
    { note: null },
    { 'content-type': 'application/merge-patch+json' },
  )
  expect([merged.status, merged.body.note, merged.headers.get('accept-patch')]).toEqual([200, null, types])

  const xml = await books.guest.send('/books/A1', {
    method: 'PATCH',
    body: '<a/>',
    headers: { 'content-type': 'text/xml' },
  })
  expect([xml.status, xml.headers.get('accept-patch'), xml.headers.get('accept')]).toEqual([415, types, null])
  expect(xml.body.detail).toBe(`Please send the body as ${types}.`)
  const json = await books.guest.post('/books', { title: 'X' })
  expect([json.status, json.headers.get('accept')]).toEqual([415, 'application/x-www-form-urlencoded'])
})
