// Content negotiation by the header Accept, and errors under a media type of the contract.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Books

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Book

${FIELDS}
| mark | text up to 20 | required, unique | | |
| title | text up to 40 | required | | |

### Reference data: Book

| mark | title |
| --- | --- |
| A1 | Emma |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Book | | all |

## 7. The calls it makes

### GET /books — Books

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| mark | text up to 20 | \`mark == query.mark\` |

1. list books from Book, narrowed by the query, sorted by title A to Z, all of them
2. when \`books.size() == 0\`: respond 410 with \`{"gone": true}\`
3. by Accept:
   1. respond 200 as application/vnd.api+json with \`{"data": books.map(b, {"type": "books", "id": b.mark})}\`
   2. respond 200 with \`books.map(b, b.title)\`, header X-Form \`"plain"\`
   3. respond 200 as csv with \`books.map(b, {"mark": b.mark, "title": b.title})\`
   4. respond 206 as html with \`"<h1>Books</h1>"\`

### GET /profiles — In two profiles

- **Who:** Guest

1. list books from Book, all of them
2. by Accept:
   1. respond 200 as application/ld+json; profile="https://example.com/short, or;long" with \`{"short": books.map(b, b.mark)}\`
   2. respond 200 as application/ld+json with \`{"plain": books.map(b, b.title)}\`

### POST /books — Add

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| data.mark | Book.mark | yes |
| data.title | Book.title | yes |

1. create Book with given data.mark as mark, data.title as title
2. respond 204

## 8. The error catalogue

**Error body:** \`problems.map(p, {"source": p.about, "code": p.code, "value": p.value})\` as application/vnd.api+json
`

let books: RunningApplication

beforeAll(async () => {
  books = await runApplication(TEXT)
})

afterAll(() => books[Symbol.asyncDispose]())

const asked = async (accept: string | null, path = '/books') => {
  // `fetch` sends `*/*` by default.
  const { status, headers, body } = await books.guest.get(path, { accept: accept ?? '*/*' })
  return { status, type: headers.get('content-type'), vary: headers.get('vary'), body: body as unknown, headers }
}

it('answers with what is accepted most, and with the first where that is all the same', async () => {
  const plain = await asked(null)
  expect(plain).toMatchObject({ status: 200, type: 'application/vnd.api+json', body: { data: [{ id: 'A1' }] } })
  expect(plain.vary).toContain('Accept')
  const json = await asked('application/json')
  expect(json).toMatchObject({ type: 'application/json; charset=utf-8', body: ['Emma'] })
  expect(json.headers.get('x-form')).toBe('plain')
  expect(await asked('text/csv')).toMatchObject({ type: 'text/csv; charset=utf-8', body: 'mark,title\r\nA1,Emma\r\n' })
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  expect(await asked(browser)).toMatchObject({ status: 206, type: 'text/html; charset=utf-8' })
  expect(await asked('text/*;q=0.5, application/json;q=0.4')).toMatchObject({ type: 'text/csv; charset=utf-8' })
  expect(await asked('application/vnd.api+json;q=0, application/*')).toMatchObject({ body: ['Emma'] })
  // Equally preferred: the first one of the text, regardless of the order and precision in the header.
  expect(await asked('text/csv, application/json')).toMatchObject({ body: ['Emma'] })
  expect(await asked('*/*, text/csv')).toMatchObject({ type: 'application/vnd.api+json' })
  expect((await asked('application/json', '/books?mark=none')).status).toBe(410)
})

it('compares the parameters of types', async () => {
  const short = 'application/ld+json; profile="https://example.com/short, or;long"'
  const typeFor = async (accept: string) => (await asked(accept, '/profiles')).type
  expect(await typeFor(short)).toBe(short)
  expect(await typeFor(`application/ld+json;q=0.9, ${short};q=0.1`)).toBe('application/ld+json')
  expect(await typeFor(`application/ld+json;q=0.1, ${short.replace('; profile', ';PROFILE')}`)).toBe(short)
  expect(await typeFor('application/ld+json')).toBe(short)
  expect(await typeFor('application/ld+json; profile="https://example.com/other", application/*;q=0.1')).toBe(short)
  expect((await asked('application/ld+json; profile="https://example.com/other"', '/profiles')).status).toBe(406)
  const { paths } = (await books.guest.get('/_ninefold/openapi.json')).body
  expect(Object.keys(paths['/profiles'].get.responses[200].content)).toEqual([short, 'application/ld+json'])
})

it('answers 406 where nothing of it is accepted', async () => {
  for (const accept of ['application/xml', 'image/*', '*/*;q=0']) {
    const { status, type, body } = await asked(accept)
    expect([accept, status, type, body]).toEqual([
      accept,
      406,
      'application/vnd.api+json',
      [{ source: 'accept', code: 'NOT_ACCEPTABLE', value: null }],
    ])
  }
})

it('refuses with a list, under the media type of the contract', async () => {
  const refused = await books.guest.post('/books', { data: { title: 'a'.repeat(50) } })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([422, 'application/vnd.api+json'])
  expect(refused.body).toEqual([
    { source: 'mark', code: 'BLANK', value: null },
    { source: 'title', code: 'TOO_LONG', value: 'a'.repeat(50) },
  ])
  const own = await books.guest.post('/books', {}, { accept: 'application/problem+json' })
  expect(own.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
})

it('describes all of it in its OpenAPI document', async () => {
  const { paths } = (await books.guest.get('/_ninefold/openapi.json')).body
  const { responses } = paths['/books'].get
  expect(Object.keys(responses[200].content)).toEqual(['application/vnd.api+json', 'application/json', 'text/csv'])
  expect(Object.keys(responses[206].content)).toEqual(['text/html'])
  expect(responses[406]['x-codes']).toEqual(['NOT_ACCEPTABLE'])
  expect(Object.keys(responses[406].content)).toEqual(['application/vnd.api+json', 'application/problem+json'])
})
