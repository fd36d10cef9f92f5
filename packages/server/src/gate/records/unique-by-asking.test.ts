// Values that are unique although no single table's index can enforce it, and rules over records of records: the
// database checks them at the end of a call, under a lock.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const CODE = 'unique ignoring case, computed and stored `series + "-" + orElse(kind, "novel")`'

const TEXT = `# Library

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: Shelf

${FIELDS}
| name | text | required | | |
| isOpen | yes/no | required | \`true\` | |
| seats | whole number | required | 3 | |
| books | list of Book via shelf | | | |
| taken | whole number | computed and stored \`seats - books.map(b, b.copies.size()).sum()\` | | |
| tags | list of Tag | | | |
| weight | whole number | computed and stored \`10 - tags.map(t, t.weight).sum()\` | | |

### Entity: Tag

${FIELDS}
| name | text | required | | |
| weight | whole number | required | | |

### Entity: Book

${FIELDS}
| series | text | required | | |
| kind | choice: novel, poems | | | |
| shelf | Shelf | required, deleted together | | |
| place | whole number | required | | |
| code | text | ${CODE} | | |
| copies | list of Copy via book | | | |
| shelfName | text | computed and stored \`shelf.name\` | | |

| Unique together | Counting only | Otherwise |
| --- | --- | --- |
| shelf, place | \`shelf.isOpen\` | PLACE_TAKEN |
| shelfName, series | | |

### Entity: Copy

${FIELDS}
| book | Book | required, deleted together | | |

## 5. Validation rules

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Seats suffice | Shelf | | | \`taken\` never below 0 | NO_SEAT |
| Not too heavy | Shelf | | | \`weight\` never below 0 | TOO_HEAVY |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Shelf | | all |
| Guest | see, create, change | Tag | | all |
| Guest | see, create, change | Book | | all |
| Guest | see, create, change, delete | Copy | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Shelf | \`/api/shelves\` | get, create, change | id | everything visible |
| Tag | \`/api/tags\` | get, create, change | id | everything visible |
| Book | \`/api/books\` | get, create, change | id | everything visible |
| Copy | \`/api/copies\` | create, change, delete | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| PLACE_TAKEN | 409 | place | Another book stands there. |
| NO_SEAT | 409 | seats | There is no seat left. |
| TOO_HEAVY | 409 | weight | It breaks. |
`

let library: RunningApplication
let guest: Client

beforeAll(async () => {
  library = await runApplication(TEXT)
  guest = library.guest
})

afterAll(() => library[Symbol.asyncDispose]())

let shelves = 0

async function shelf(more: object = {}): Promise<any> {
  shelves += 1
  return made(await guest.post('/api/shelves', { name: `Shelf ${shelves}`, ...more }))
}

let places = 0

function book(of: { id: number }, series: string, more: object = {}): Promise<Answer> {
  places += 1
  return guest.post('/api/books', { shelf: of.id, series, place: places, ...more })
}

function made(answer: Answer): any {
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

function said({ status, body }: Answer): unknown[] {
  return [status, ...(body?.errors ?? []).map(({ code, about }: any) => `${code} ${about}`)]
}

it('runs whole', () => {
  expect(compile(TEXT).diagnostics.filter(({ severity }) => severity !== 'unknown' && severity !== 'note')).toEqual([])
})

it('keeps a computed value unique, ignoring case, on creation and change', async () => {
  const here = await shelf()
  made(await book(here, 'Iliad'))
  expect(said(await book(await shelf(), 'ILIAD', { kind: 'novel' }))).toEqual([409, 'TAKEN code'])
  const poems = made(await book(await shelf(), 'Iliad', { kind: 'poems' }))
  expect(said(await guest.patch(`/api/books/${poems.id}`, { kind: null }))).toEqual([409, 'TAKEN code'])
  expect((await guest.patch(`/api/books/${poems.id}`, { place: 9999 })).status).toBe(200)
})

it('gives a computed value to one of thirty who want it at once', async () => {
  const of = await Promise.all(Array.from({ length: 30 }, () => shelf()))
  const answers = await Promise.all(of.map((each) => book(each, 'Odyssey')))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(29)
  expect(new Set(refused.map((answer) => JSON.stringify(said(answer))))).toEqual(new Set(['[409,"TAKEN code"]']))
  const { rows } = await library.database.pool.query(`SELECT count(*)::int AS count FROM book WHERE series = 'Odyssey'`)
  expect(rows).toEqual([{ count: 1 }])
})

it('counts only what other records decide, and judges them when those change', async () => {
  const closed = await shelf({ isOpen: false })
  made(await book(closed, 'Aeneid', { place: 1 }))
  const second = made(await book(closed, 'Metamorphoses', { place: 1 }))
  expect(said(await guest.patch(`/api/shelves/${closed.id}`, { isOpen: true }))).toEqual([409, 'PLACE_TAKEN place'])
  expect((await guest.patch(`/api/books/${second.id}`, { place: 2 })).status).toBe(200)
  expect((await guest.patch(`/api/shelves/${closed.id}`, { isOpen: true })).status).toBe(200)
  expect(said(await guest.patch(`/api/books/${second.id}`, { place: 1 }))).toEqual([409, 'PLACE_TAKEN place'])
})

it('compares computed parts of a group, also when what they are computed from is called otherwise', async () => {
  const [one, other] = [await shelf({ name: 'A' }), await shelf({ name: 'B' })]
  made(await book(one, 'Fables'))
  made(await book(other, 'Fables', { kind: 'poems' }))
  expect(said(await guest.patch(`/api/shelves/${other.id}`, { name: 'A' }))).toEqual([409, 'TAKEN shelfName'])
  expect((await guest.patch(`/api/shelves/${other.id}`, { name: 'C' })).status).toBe(200)
})

it('keeps a rule over the records of records, whoever writes them, and however many at once', async () => {
  const [here, there] = [await shelf(), await shelf()]
  const { id } = made(await book(here, 'Cyropaedia'))
  const answers = await Promise.all(Array.from({ length: 12 }, () => guest.post('/api/copies', { book: id })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(new Set(answers.flatMap(({ body }) => body.errors?.[0].code ?? []))).toEqual(new Set(['NO_SEAT']))
  const elsewhere = made(await book(there, 'Anabasis'))
  const copy = made(await guest.post('/api/copies', { book: elsewhere.id }))
  expect(said(await guest.patch(`/api/copies/${copy.id}`, { book: id }))).toEqual([409, 'NO_SEAT seats'])
  expect(said(await guest.patch(`/api/books/${elsewhere.id}`, { shelf: here.id }))).toEqual([409, 'NO_SEAT seats'])
  expect(said(await guest.patch(`/api/shelves/${here.id}`, { seats: 2 }))).toEqual([409, 'NO_SEAT seats'])
})

it('follows pairs: what comes into a list, and what is in it', async () => {
  const [light, heavy] = await Promise.all(
    [4, 7].map(async (weight) => made(await guest.post('/api/tags', { name: `${weight}`, weight }))),
  )
  const { id } = await shelf({ tags: [light.id] })
  expect(said(await guest.patch(`/api/shelves/${id}`, { tags: [light.id, heavy.id] }))).toEqual([
    409,
    'TOO_HEAVY weight',
  ])
  expect((await guest.patch(`/api/tags/${heavy.id}`, { weight: 6 })).status).toBe(200)
  expect((await guest.patch(`/api/shelves/${id}`, { tags: [light.id, heavy.id] })).status).toBe(200)
  expect(said(await guest.patch(`/api/tags/${light.id}`, { weight: 5 }))).toEqual([409, 'TOO_HEAVY weight'])
})

it('is found out when nobody asks', async () => {
  const { pool } = library.database
  const { rows } = await pool.query<{ name: string; text: string }>(
    `SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname LIKE 'book_code_unique_rule%'`,
  )
  const [honest] = rows
  if (honest === undefined) throw new Error('No function asks.')
  await pool.query(honest.text.replace(/BEGIN\n[^]*END/, 'BEGIN RETURN NULL; END'))
  made(await book(await shelf(), 'Georgics'))
  expect((await book(await shelf(), 'Georgics')).status).toBe(201)
  await pool.query(honest.text)
  expect(said(await book(await shelf(), 'Georgics'))).toEqual([409, 'TAKEN code'])
})

it('waits for records that are not unique yet, when a database gets the rule', async () => {
  const plan = (text: string) => {
    const { model } = compile(text)
    if (model === null) throw new Error('The text has errors.')
    return planTables(model)
  }
  await using database = await createTestDatabase()
  await migrate(database.pool, plan(TEXT.replace('unique ignoring case, computed', 'computed')), { consent: false })
  await database.pool.query(`INSERT INTO shelf (name, is_open, seats, created_at) VALUES ('a', false, 3, now())`)
  await database.pool.query(
    `INSERT INTO book (series, shelf_id, place, created_at) VALUES ('x', 1, 1, now()), ('X', 1, 2, now()), ('y', 1, 3, now())`,
  )
  const { waiting } = await migrate(database.pool, plan(TEXT), { consent: false })
  expect(waiting.map(({ sentence, rows }) => [sentence, rows])).toEqual([
    ['The rule "code unique" has to hold for every record.', 2],
  ])
  await database.pool.query(`UPDATE book SET series = 'z' WHERE place = 2`)
  expect((await migrate(database.pool, plan(TEXT), { consent: false })).waiting).toEqual([])
  await expect(database.pool.query(`UPDATE book SET series = 'x' WHERE place = 3`)).rejects.toThrow()
})
