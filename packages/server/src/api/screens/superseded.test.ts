// One process serves a text while another process migrates the tables to the next one, which removes something.

import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { type Answer, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = (fields: string): string => `# Shelf

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
${fields}

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Book | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\` | list, get, create, change, delete | id | everything visible |
`

const TITLE = '| title | text up to 80 | required, unique | | |'
const AUTHOR = '| author | text up to 80 | | | |'
const PAGES = '| pages | whole number | | | |'
const BOTH = text(`${TITLE}\n${AUTHOR}\n${PAGES}`)

/** The work of another process with this text. */
async function bring({ database }: Pick<RunningApplication, 'database'>, next: string): Promise<void> {
  const { model } = compile(next)
  if (model === null) throw new Error('The text has errors.')
  const { waiting } = await migrate(database.pool, planTables(model), { consent: true, text: next })
  expect(waiting).toEqual([])
}

const said = ({ status, body, headers }: Answer) => [status, body?.code, headers.get('retry-after')]
const AGAIN = [503, 'BUSY', '1']

it('says that it is worth asking again where what it needs is gone, and wants no more requests, until it is back', async () => {
  await using shelf = await runApplication(BOTH)
  const { guest } = shelf
  const made = await guest.post('/books', { title: 'One', author: 'Ada' })
  expect(said(await guest.get('/_ninefold/ready'))[0]).toBe(200)
  await bring(shelf, text(`${TITLE}\n${PAGES}`))
  const all = await Promise.all([
    guest.get('/books'),
    guest.get(`/books/${made.body.id}`),
    guest.get('/books?author=Ada'),
    guest.post('/books', { title: 'Two', author: 'Ada' }),
    guest.patch(`/books/${made.body.id}`, { author: 'Ben' }),
  ])
  expect(all.map(said)).toEqual(all.map(() => AGAIN))
  expect(all[0]?.body.detail).toMatch(/newer version/)
  expect(await guest.get('/books', { 'accept-language': 'de' })).toMatchObject({
    body: { detail: expect.stringMatching(/neuere Fassung/) as unknown },
  })
  // No other process could answer yet.
  expect((await guest.get('/_ninefold/ready')).status).toBe(200)
  await shelf.database.pool.query(`INSERT INTO ninefold.served_revision (revision, loaded_records) VALUES ('next', 0)`)
  const ready = await guest.get('/_ninefold/ready')
  expect([ready.status, ready.body.status]).toEqual([503, 'superseded'])
  expect((await guest.get('/_ninefold/health')).status).toBe(200)
  await bring(shelf, BOTH)
  expect((await guest.get('/books')).status).toBe(200)
  expect((await guest.get('/_ninefold/ready')).status).toBe(200)
})

it('blames no input for what only the next version asks for', async () => {
  await using shelf = await runApplication(BOTH)
  const { guest } = shelf
  await bring(shelf, BOTH.replace('text up to 80 | required', 'text up to 10 | required'))
  expect(said(await guest.post('/books', { title: 'Longer than ten letters' }))).toEqual(AGAIN)
  await bring(shelf, BOTH.replace(PAGES, '| pages | whole number | unique | | |'))
  expect((await guest.post('/books', { title: 'One', pages: 7 })).status).toBe(201)
  expect(said(await guest.post('/books', { title: 'Two', pages: 7 }))).toEqual(AGAIN)
})

it('blames no input for an index that another process prepares, which goes with the preparation', async () => {
  await using shelf = await runApplication(BOTH)
  const { guest } = shelf
  const index = { expand: [], contract: [], withdraw: 'DROP INDEX book_pages_next' }
  await shelf.database.pool.query('CREATE UNIQUE INDEX book_pages_next ON book (pages)')
  expect((await guest.post('/books', { title: 'One', pages: 7 })).status).toBe(201)
  expect(said(await guest.post('/books', { title: 'Two', pages: 7 }))).toEqual([409, 'TAKEN', null])
  await shelf.database.pool.query('INSERT INTO ninefold.evolution (fills) VALUES ($1)', [JSON.stringify([index])])
  expect(said(await guest.post('/books', { title: 'Two', pages: 7 }))).toEqual(AGAIN)
  expect(said(await guest.post('/books', { title: 'One' }))).toEqual([409, 'TAKEN', null])
  await bring(shelf, BOTH)
  expect((await guest.post('/books', { title: 'Two', pages: 7 })).status).toBe(201)
})

it('refuses as ever what both versions refuse', async () => {
  await using shelf = await runApplication(BOTH)
  const { guest } = shelf
  await bring(shelf, `${BOTH.replace(PAGES, `${PAGES}\n| more | text | | | |`)}`)
  expect((await guest.post('/books', { title: 'One' })).status).toBe(201)
  expect(said(await guest.post('/books', { title: 'One' }))).toEqual([409, 'TAKEN', null])
  expect((await guest.get('/_ninefold/ready')).status).toBe(200)
})

it('ends a stream, whose reader comes again', async () => {
  await using shelf = await runApplication(BOTH)
  await using events = await readEvents(`${shelf.address}/books`, shelf.guest)
  await events.next()
  await bring(shelf, text(`${TITLE}\n${PAGES}`))
  await shelf.database.write((transaction) =>
    transaction.runOwn('beside', `INSERT INTO "book" (title) VALUES ('Two')`, []),
  )
  expect(await events.next()).toMatchObject({ event: 'refused', data: expect.stringMatching(/BUSY/) as unknown })
})

it('would see a process that takes it for its own mistake', async () => {
  const unknowing = (application: Application): Application => ({
    ...application,
    database: {
      ...application.database,
      runOwn: async (name, ...asked) =>
        name === 'is-other-specification' ? [{ isOther: false }] : application.database.runOwn(name, ...asked),
    },
  })
  await using shelf = await runApplication(BOTH, { double: unknowing })
  await bring(shelf, text(`${TITLE}\n${PAGES}`))
  expect((await shelf.guest.get('/books')).status).toBe(500)
})
