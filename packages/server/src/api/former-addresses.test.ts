// A call that has moved is answered at its former address as well, as the same call; a key under its former name.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { expect, it } from 'vitest'
import { runApplication } from '../testing/running-application.ts'

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
