// Unique values: one answer reports all taken ones, regardless of which constraint failed first.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Books

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: Shelf

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique ignoring case | | |

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| isbn | text | unique | | |
| shelf | Shelf | required, blocks deletion, set once | | |
| place | whole number | unique within shelf | | |
| title | text | required, unique ignoring case | | |
| author | text | | | |
| edition | whole number | | 1 | |

| Unique together | Counting only | Otherwise |
| --- | --- | --- |
| author, edition | | SAME_EDITION |

### Entity: Copy

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| state | choice: good, worn | | good | |
| number | whole number | | 1 | |

| Unique together | Counting only | Otherwise |
| --- | --- | --- |
| state, number | | SAME_COPY |

### Entity: Mark

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| shelf | Shelf | required, deleted together | | |
| name | text | required | | |
| row | whole number | | | |
| isOld | yes/no | required | no | |

| Unique together | Counting only | Otherwise |
| --- | --- | --- |
| shelf, name | | |
| shelf, row | \`!isOld\` | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Shelf | | all |
| Guest | see, create, change | Book | | all |
| Guest | see, create | Copy | | all |
| Guest | see, create, change | Mark | | all |

## 7. The calls it makes

### POST /books/:id/replacement — Replace a book

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| isbn | Book.isbn | yes |
| place | Book.place | yes |
| title | Book.title | yes |
| shelf | Book.shelf | yes |

1. find book in Book where \`id == path.id\` or fail NO_BOOK
2. change book with isbn = \`"gone"\`, place = \`0\`
3. create Book as other with given isbn, place, title, shelf
4. respond 201 with \`{"id": other.id}\`

### POST /pairs — Buy a book twice

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| isbn | Book.isbn | yes |
| title | Book.title | yes |

1. create Shelf as own with name = \`input.title\`
2. create Book as one with given isbn, title, shelf = \`own\`
3. create Book as other with given isbn, title, shelf = \`own\`
4. respond 201 with \`{"id": other.id}\`

### POST /shelves/:id/marks — Mark a shelf

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| name | Mark.name | yes |
| line | Mark.row | no |

1. find shelf in Shelf where \`id == path.id\` or fail NO_BOOK
2. create Mark as mark with shelf = \`shelf\`, given name, line as row
3. respond 201 with \`{"id": mark.id}\`

### POST /shelves/:id/words — Mark a shelf by a word

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| word | text | yes |

1. find shelf in Shelf where \`id == path.id\` or fail NO_BOOK
2. create Mark as mark with shelf = \`shelf\`, name = \`input.word\`
3. respond 201 with \`{"id": mark.id}\`

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Shelf | \`/shelves\` | create | id | everything visible |
| Book | \`/books\` | create, change | id | everything visible |
| Copy | \`/copies\` | create | id | everything visible |
| Mark | \`/marks\` | create, change | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_BOOK | 404 | book | There is no such book. |
| SAME_EDITION | 409 | edition | There is this edition already. |
| SAME_COPY | 409 | number | There is this copy already. |
`

let books: RunningApplication
let shelves: number[]
beforeAll(async () => {
  books = await runApplication(text)
  const made = [await books.guest.post('/shelves', { name: 'A' }), await books.guest.post('/shelves', { name: 'B' })]
  shelves = made.map(({ body }) => Number(body.id))
  await added({ isbn: '1', place: 1, title: 'Emma', author: 'Jane', edition: 1 })
})
afterAll(() => books[Symbol.asyncDispose]())

function add(values: Record<string, unknown>): Promise<Answer> {
  return books.guest.post('/books', { shelf: shelves[0], ...values })
}

async function added(values: Record<string, unknown>): Promise<number> {
  const { status, body } = await add(values)
  expect(status, JSON.stringify(body)).toBe(201)
  return Number(body.id)
}

function taken({ status, body }: Answer): unknown[] {
  return [status, ...(body.errors ?? []).map(({ about }: { about: string }) => about)]
}

it('tells of all that is taken by a new record, in the order of its fields', async () => {
  expect(taken(await add({ isbn: '1', place: 1, title: 'EMMA', author: 'Jane' }))).toEqual([
    409,
    'isbn',
    'place',
    'title',
    'edition',
  ])
  expect(taken(await add({ isbn: '2', place: 1, title: 'emma', author: 'Joan' }))).toEqual([409, 'place', 'title'])
  expect(taken(await add({ isbn: '2', place: 2, title: 'emma' }))).toEqual([409, 'title'])
})

it('names a written value of those that are unique together, and not the parent of the address', async () => {
  const [shelf] = shelves
  const mark = (at: string, body: object): Promise<Answer> => books.guest.post(`/shelves/${shelf}/${at}`, body)
  const made = await mark('marks', { name: 'red', line: 1 })
  expect(made.status).toBe(201)
  expect(taken(await mark('marks', { name: 'red' }))).toEqual([409, 'name'])
  expect(taken(await mark('marks', { name: 'blue', line: 1 }))).toEqual([409, 'line'])
  expect(taken(await mark('words', { word: 'red' }))).toEqual([409, 'name'])
  expect(taken(await books.guest.post('/marks', { shelf, name: 'red' }))).toEqual([409, 'name'])
  const other = await mark('marks', { name: 'green', line: 2 })
  const change = (body: object): Promise<Answer> => books.guest.patch(`/marks/${other.body.id}`, body)
  expect(taken(await change({ name: 'red' }))).toEqual([409, 'name'])
  expect(taken(await change({ row: 1 }))).toEqual([409, 'row'])
})

it('tells of what a new record has by its defaults', async () => {
  expect((await books.guest.post('/copies', { code: 'A' })).status).toBe(201)
  const { status, body } = await books.guest.post('/copies', { code: 'A' })
  expect(status).toBe(409)
  expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(['TAKEN', 'SAME_COPY'])
})

it('tells of those within something only where that is the same', async () => {
  expect(taken(await add({ isbn: '1', shelf: shelves[1], place: 1, title: 'Emma' }))).toEqual([409, 'isbn', 'title'])
})

it('tells of all that is taken by a change, and of nothing that was its own', async () => {
  const id = await added({ isbn: '3', place: 3, title: 'Persuasion', author: 'Jane', edition: 2 })
  const change = (values: Record<string, unknown>) => books.guest.patch(`/books/${id}`, values)
  expect(taken(await change({ isbn: '1', place: 1, title: 'Emma', edition: 1 }))).toEqual([
    409,
    'isbn',
    'place',
    'title',
    'edition',
  ])
  expect(taken(await change({ isbn: '3', place: 1, title: 'PERSUASION' }))).toEqual([409, 'place'])
  expect((await change({ isbn: '3', place: 3, title: 'PERSUASION' })).status).toBe(200)
})

it('tells of a record that is not there before a value that is taken', async () => {
  const missing = { isbn: '1', shelf: 4711, title: 'Emma' }
  expect(taken(await add(missing))).toEqual([422, 'shelf'])
  expect(taken(await add({ shelf: 4711, title: 'Emma' }))).toEqual([422, 'shelf'])
  expect(taken(await add({ shelf: 4711, title: 'Nobody has this' }))).toEqual([422, 'shelf'])
})

it('tells of no value that the same request has freed', async () => {
  const id = await added({ isbn: '20', place: 20, title: 'Persuasion, 1st edition' })
  const replace = (values: Record<string, unknown>) =>
    books.guest.post(`/books/${id}/replacement`, { isbn: '20', place: 20, shelf: shelves[0], ...values })
  expect(taken(await replace({ title: 'Emma' }))).toEqual([409, 'title'])
  expect(taken(await replace({ title: 'Emma', place: 1 }))).toEqual([409, 'place', 'title'])
  expect((await replace({ title: 'Persuasion, 2nd edition' })).status).toBe(201)
})

it('tells of all values that the same request has taken before', async () => {
  expect(taken(await books.guest.post('/pairs', { isbn: '30', title: 'Sanditon' }))).toEqual([409, 'isbn', 'title'])
})

it('takes what is empty for nothing that anybody has', async () => {
  await added({ place: 10, title: 'Ten' })
  expect(taken(await add({ place: 10, title: 'Eleven', author: null, edition: null }))).toEqual([409, 'place'])
})
