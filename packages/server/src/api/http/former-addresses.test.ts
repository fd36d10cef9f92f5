// A moved call is also answered at its former address, as the same call; and a renamed key under its former name.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { localDate, UTC } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { type Answer, type Client, runApplication } from '../../testing/running-application.ts'
import { secondProcess } from '../../testing/servers/second-process.ts'

const TEXT = `# Shelf

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
| lent | yes/no | required | no | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Book | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\`, was \`/volumes\` | list, get, create | id | BookView |

### Shape: BookView of Book

| Key | Value |
| --- | --- |
| id | \`id\` |
| name, was title | \`title\` |

### POST /lendings/:id — Lend

- **Who:** Guest
- **was:** \`POST /books-lent/:id\`
- **Repeatable:** with an Idempotency-Key

1. find book in Book where \`id == path.id\` or fail NOT_THERE
2. change book with lent = \`!book.lent\`
3. respond 200 with \`{"lent": book.lent}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NOT_THERE | 404 | book | There is no such book. |
| TOO_OFTEN | 429 | request | That was too often. |

## 9. Business constants and limits

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Lendings | \`POST /lendings/:id\` | address, 1 hour | 3 | TOO_OFTEN |
| New books | \`POST /books\` | address, 1 hour | 3 | TOO_OFTEN |
`

it('does the same there, under the same limits and keys, and says that it has moved', async () => {
  await using shelf = await runApplication(TEXT)
  const { guest, application } = shelf
  const { id } = (await guest.post('/books', { title: 'One' })).body
  const key = { 'idempotency-key': 'one' }
  expect((await guest.post(`/books-lent/${id}`, undefined, key)).body).toEqual({ lent: true })
  expect((await guest.post(`/lendings/${id}`, undefined, key)).body).toEqual({ lent: true })
  expect((await guest.post(`/books-lent/${id}`)).body).toEqual({ lent: false })
  // The repeated request was answered from its idempotency key, so it did not count towards the limit of three.
  expect((await guest.post(`/lendings/${id}`)).status).toBe(200)
  expect((await guest.post(`/lendings/${id}`)).status).toBe(429)
  expect((await guest.post(`/books-lent/${id}`)).status).toBe(429)
  expect((await guest.get(`/books-lent/${id}`)).status).toBe(405)
  const { paths } = openApiDocument(application.model, '1')
  expect(paths['/books-lent/{id}']?.['post']).toMatchObject({ deprecated: true })
  expect(paths['/lendings/{id}']?.['post']).not.toHaveProperty('deprecated')
})

it('answers standard calls under their former path, and a key under its former name', async () => {
  await using shelf = await runApplication(TEXT)
  const { guest, application } = shelf
  const made = await guest.post('/volumes', { title: 'One' })
  expect([made.status, made.body]).toEqual([201, { id: made.body.id, name: 'One', title: 'One' }])
  const { id } = made.body
  expect((await guest.get(`/volumes/${id}`)).body).toEqual((await guest.get(`/books/${id}`)).body)
  expect((await guest.get('/volumes')).body).toEqual((await guest.get('/books')).body)
  expect((await guest.post('/volumes', { title: 'Two' })).status).toBe(201)
  expect((await guest.post('/books', { title: 'Three' })).status).toBe(201)
  expect((await guest.post('/volumes', { title: 'Four' })).status).toBe(429)
  const { paths, components } = openApiDocument(application.model, '1')
  expect(paths['/volumes']?.['get']).toMatchObject({ deprecated: true })
  expect(JSON.stringify(paths['/volumes']?.['post']?.responses)).toContain('TOO_OFTEN')
  expect(paths['/books/{id}']?.['get']).not.toHaveProperty('deprecated')
  expect(components.schemas['BookView']?.properties).toMatchObject({ title: { deprecated: true } })
  expect(components.schemas['BookView']?.properties?.['name']).not.toHaveProperty('deprecated')
})

const DAY_MS = 86_400_000
const LAST = localDate(Date.now() + DAY_MS, UTC)
const ENDING = TEXT.replace('was `/volumes`', `was \`/volumes\` until ${LAST}`)
  .replace('name, was title', `name, was title until ${LAST}`)
  .replace('was:** `POST /books-lent/:id`', `was:** \`POST /books-lent/:id\` until ${LAST}`)

/** The significant parts of an answer, without those that differ in each request. */
function said({ status, body, headers }: Answer): unknown {
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id', 'content-length'].includes(name))
  return { status, body: { ...body, requestId: null, instance: null }, names }
}

async function atFormerOnes(guest: Client, id: string): Promise<unknown[]> {
  const answers = [
    await guest.get('/volumes'),
    await guest.get(`/volumes/${id}`),
    await guest.post('/volumes', { title: 'X' }),
    await guest.send('/volumes', { method: 'PUT' }),
    await guest.send('/volumes', { method: 'OPTIONS' }),
    await guest.post(`/books-lent/${id}`),
    await guest.get(`/books-lent/${id}`),
  ]
  return answers.map(said)
}

it('says until when it is answered there, in headers that programs know', async () => {
  await using shelf = await runApplication(ENDING)
  const { guest, application } = shelf
  const made = await guest.post('/volumes', { title: 'One' })
  expect(made.body).toMatchObject({ name: 'One', title: 'One' })
  const ends = new Date(new Date(`${LAST}T00:00:00Z`).getTime() + DAY_MS).toUTCString()
  const lent = await guest.post(`/books-lent/${made.body.id}`)
  expect(lent.status).toBe(200)
  for (const { headers } of [made, lent]) expect(headers.get('sunset')).toBe(ends)
  expect(made.headers.get('link')).toBe('</books>; rel="successor-version"')
  expect(lent.headers.get('link')).toBe(`</lendings/${made.body.id}>; rel="successor-version"`)
  // An error at the former address has the same headers.
  expect((await guest.post('/volumes', { title: 7 })).headers.get('sunset')).toBe(ends)
  expect((await guest.get('/books')).headers.get('deprecation')).toBe(null)
  const { paths } = openApiDocument(application.model, '1', LAST)
  expect(paths['/volumes']?.['get']).toMatchObject({ deprecated: true, description: expect.stringContaining(LAST) })
})

it('says since when it has moved: since the first version that has said so ever since', async () => {
  await using shelf = await runApplication(ENDING)
  const versions = [
    ['2026-01-01T00:00:00Z', ENDING],
    ['2026-02-01T00:00:00Z', ENDING.replaceAll(/was/g, 'is')],
    ['2026-03-01T00:00:00Z', ENDING.replace('`/volumes`', '`/volumes-of-old`')],
    ['2026-04-01T00:00:00Z', ENDING],
  ]
  await shelf.database.pool.query('TRUNCATE ninefold.specification')
  for (const [at, text] of versions)
    await shelf.database.pool.query(
      `INSERT INTO ninefold.specification (applied_at, text, schema) VALUES ($1, $2, '{}')`,
      [at, text],
    )
  const { id } = (await shelf.guest.post('/books', { title: 'One' })).body
  const since = async (path: string): Promise<string | null> => (await shelf.guest.get(path)).headers.get('deprecation')
  const from = (day: string): string => `@${Date.parse(day) / 1000}`
  expect(await since('/volumes')).toBe(from('2026-04-01T00:00:00Z'))
  expect(await since(`/volumes/${id}`)).toBe(from('2026-04-01T00:00:00Z'))
  const lent = await shelf.guest.post(`/books-lent/${id}`)
  expect(lent.headers.get('deprecation')).toBe(from('2026-03-01T00:00:00Z'))
})

it('answers no differently after the day than where nothing has ever been, whichever process, without a restart', async () => {
  let aheadMs = 0
  const moved = (application: Application): Application => ({
    ...application,
    database: { ...application.database, nowMs: () => Date.now() + aheadMs },
  })
  await using shelf = await runApplication(ENDING, { double: moved })
  await using never = await runApplication(ENDING.replace(/, was \S+ until [\d-]+/g, '').replace(/- \*\*was:.*\n/, ''))
  await using later = await secondProcess(shelf, { aheadMs: 2 * DAY_MS })
  const { id } = (await shelf.guest.post('/books', { title: 'One' })).body
  const elsewhere = (await never.guest.post('/books', { title: 'One' })).body.id
  expect((await shelf.guest.get(`/volumes/${id}`)).body).toEqual({ id, name: 'One', title: 'One' })
  const unknown = await atFormerOnes(never.guest, elsewhere)
  expect(await atFormerOnes(later.as(shelf.guest), id)).toEqual(unknown)
  expect((await later.as(shelf.guest).get(`/books/${id}`)).body).toEqual({ id, name: 'One' })

  aheadMs = 2 * DAY_MS
  expect(await atFormerOnes(shelf.guest, id)).toEqual(unknown)
  expect((await shelf.guest.get(`/books/${id}`)).body).toEqual({ id, name: 'One' })
  const { paths, components } = (await shelf.guest.get('/_ninefold/openapi.json')).body
  expect(Object.keys(paths).filter((path) => /volumes|books-lent/.test(path))).toEqual([])
  expect(components.schemas.BookView.properties).not.toHaveProperty('title')
  expect((await shelf.guest.post(`/lendings/${id}`)).status).toBe(200)
})

it('would find an application that answers longer than it says', async () => {
  const lasting = (application: Application): Application => ({
    ...application,
    database: { ...application.database, nowMs: () => Date.now() + 2 * DAY_MS },
    operations: application.operations.map((operation) => ({ ...operation, until: null })),
  })
  await using shelf = await runApplication(ENDING, { double: lasting })
  const statuses = (await atFormerOnes(shelf.guest, '1')).map((answer) => (answer as Answer).status)
  expect(statuses).not.toEqual(Array.from(statuses, () => 404))
})
