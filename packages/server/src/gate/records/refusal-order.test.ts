// The reason of a refusal depends on the rows of point 6 that apply to the caller, not on whether their conditions can
// hold. All taken values are reported, including one that the product generated.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Shelves

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Shelf

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| mark | text | unique | | |
| title | text | | | |
| address | slug from title | | | |

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| place | Shelf | cleared on deletion | | |
| sequels | list of Book | | | |
| pages | whole number | | | |
| tag | Tag | cleared on deletion | | |
| before | Book | blocks deletion | | |
| cover | Book | deleted together | | |

### Entity: Tag

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |

### Reference data: Tag

| name |
| --- |
| secret |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Shelf | | all |
| Guest | see | Book | | all |
| Guest | change | Book | | tag |
| Guest | see | Tag | \`name != "secret"\` | all |
| Guest | create | Tag | | all |
| Guest | create | Book | \`place != null && place == null\` | name, place, sequels, before |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Shelf | \`/shelves\` | list, create | name | everything visible |
| Book | \`/books\` | list, create | name | everything visible |

### POST /marks/:name — Mark

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| tag | Book.tag by name, created when missing | yes |

1. find book in Book where \`name == path.name\` or fail LOST
2. change book with tag = \`input.tag\`
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| LOST | 404 | body | There is no such book. |
`

let shelves: RunningApplication
beforeAll(async () => {
  shelves = await runApplication(text)
})
afterAll(() => shelves[Symbol.asyncDispose]())

it('looks at the inputs of somebody whom a row reaches that can never hold', async () => {
  const { status, body } = await shelves.guest.post('/books', { name: 'Emma', pages: 3 })
  expect([status, body.errors]).toMatchObject([422, [{ code: 'UNKNOWN_INPUT', about: 'pages' }]])
  expect((await shelves.guest.post('/books', { name: 'Emma' })).status).toBe(403)
  // A list is written after its record, and checked afterwards.
  expect((await shelves.guest.post('/books', { name: 'Emma', sequels: [] })).status).toBe(403)
})

it('reports a missing record before a right that the new record does not have', async () => {
  for (const missing of [{ place: '7' }, { before: '7' }]) {
    const { status, body } = await shelves.guest.post('/books', { name: 'Emma', ...missing })
    expect([status, body.errors]).toMatchObject([422, [{ code: 'NOT_FOUND', about: Object.keys(missing)[0] }]])
  }
})

it('tells what is taken of the values that were sent, and of a slug alone where nothing else is', async () => {
  expect((await shelves.guest.post('/shelves', { name: 'A', mark: 'a', title: 'One' })).status).toBe(201)
  const about = async (sent: object): Promise<string[]> => {
    const { status, body } = await shelves.guest.post('/shelves', sent)
    expect(status).toBe(409)
    return body.errors.map((each: { about: string }) => each.about)
  }
  expect(await about({ name: 'A', mark: 'a', title: 'One' })).toEqual(['name', 'mark'])
  expect(await about({ name: 'B', mark: 'a', title: 'One' })).toEqual(['mark'])
  expect(await about({ name: 'B', mark: 'b', title: 'One' })).toEqual(['address'])
})

it('reports a missing record before an input that names a taken value, which the caller may not see', async () => {
  const marked = await shelves.guest.post('/marks/Emma', { tag: 'secret' })
  expect([marked.status, marked.body.code]).toEqual([404, 'LOST'])
  const { rows } = await shelves.database.pool.query('SELECT name FROM tag')
  expect(rows).toEqual([{ name: 'secret' }])
})
