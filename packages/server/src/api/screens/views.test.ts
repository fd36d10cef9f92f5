import { LAYOUTS_MAX, type View, VIEWS_MAX } from '@ninefold/core/contract/screens/views.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, type RunningApplication, runApplication } from '../../testing/running-application.ts'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Notes

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/notes\` | Notes | none |
| \`/people\` | People | none |

### Screen: Notes

- **Who:** Member
- **Shows:** list of Note
- **Columns:** title

### Screen: People

- **Who:** Admin
- **Shows:** list of Person
- **Columns:** email

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

${FIELDS}
| title | text up to 80 | required | | |

## 6. Roles and permissions

${members('Person')}
| Admin | Member | from an Admin |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Note | | title |
| Guest | create | Person | | email, password |
| Admin | see | Person | | email |
| Member | see, delete | Person | \`this == me\` | email, id |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Person | /api/people | list, delete | id | everything visible |
`

let notes: RunningApplication
let ann: Client
let ben: Client
const VIEWS = '/_ninefold/views'
const LAYOUTS = '/_ninefold/layouts'

beforeAll(async () => {
  notes = await runApplication(TEXT)
  ann = await notes.signUp({ email: 'ann@example.test', password: 'correct-horse-1' })
  ben = await notes.signUp({ email: 'ben@example.test', password: 'correct-horse-2' })
})
beforeEach(async () => {
  await notes.database.pool.query('DELETE FROM ninefold.view; DELETE FROM ninefold.layout')
})
afterAll(() => notes[Symbol.asyncDispose]())

const set = (client: Client, place: string, columns: unknown) =>
  client.send(`${LAYOUTS}/${place}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ columns }),
  })

it('keeps a view under a name, renames it, gives it other contents and forgets it', async () => {
  const made = await ann.post(`${VIEWS}/notes/0`, { name: ' Urgent ', query: 'sort=-title' })
  expect(made.status).toBe(201)
  const { id } = made.body
  const view = { id, screen: 'notes', block: 0, name: 'Urgent', query: 'sort=-title' }
  expect((await ann.get(VIEWS)).body).toEqual({ views: [view], layouts: [] })
  expect((await ann.patch(`${VIEWS}/${id}`, { name: 'Late' })).status).toBe(204)
  expect((await ann.patch(`${VIEWS}/${id}`, { query: 'q=late' })).status).toBe(204)
  expect((await ann.get(VIEWS)).body.views).toEqual([{ ...view, name: 'Late', query: 'q=late' }])
  expect((await ann.delete(`${VIEWS}/${id}`)).status).toBe(204)
  expect((await ann.get(VIEWS)).body.views).toEqual([])
  expect((await ann.delete(`${VIEWS}/${id}`)).status).toBe(404)
})

it('keeps columns of a list, and goes back to those of the screen', async () => {
  const columns = [{ key: 'title', width: 240, isShown: false }]
  expect((await set(ann, 'notes/0', columns)).status).toBe(204)
  expect((await ann.get(VIEWS)).body.layouts).toEqual([{ screen: 'notes', block: 0, columns }])
  expect((await set(ann, 'notes/0', [])).status).toBe(204)
  expect((await ann.get(VIEWS)).body.layouts).toEqual([])
})

it("shows, renames and deletes nobody else's", async () => {
  const { id } = (await ann.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' })).body
  await set(ann, 'notes/0', [{ key: 'title', width: null, isShown: true }])
  expect((await ben.get(VIEWS)).body).toEqual({ views: [], layouts: [] })
  expect((await ben.patch(`${VIEWS}/${id}`, { name: 'Ours' })).status).toBe(404)
  expect((await ben.delete(`${VIEWS}/${id}`)).status).toBe(404)
  expect((await ben.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' })).status).toBe(201)
  expect((await ann.get(VIEWS)).body.views.map(({ name }: { name: string }) => name)).toEqual(['Mine'])
})

it('is there for all with a role that its owner shares it with, and changed by its owner alone', async () => {
  const { id } = (await ann.post(`${VIEWS}/notes/0`, { name: 'Ours', query: 'q=late' })).body
  const share = async (sharedWith: unknown) => (await ann.patch(`${VIEWS}/${id}`, { sharedWith })).status
  const view = { id, screen: 'notes', block: 0, name: 'Ours', query: 'q=late', sharedWith: 'Member' }
  expect(await share('Member')).toBe(204)
  expect((await ann.get(VIEWS)).body.views).toEqual([view])
  expect((await ben.get(VIEWS)).body.views).toEqual([{ ...view, isOthers: true }])
  for (const body of [{ name: 'Mine' }, { query: '' }, { sharedWith: null }])
    expect((await ben.patch(`${VIEWS}/${id}`, body)).status, JSON.stringify(body)).toBe(404)
  expect((await ben.delete(`${VIEWS}/${id}`)).status).toBe(404)
  // Other changes keep it shared.
  expect((await ann.patch(`${VIEWS}/${id}`, { query: '' })).status).toBe(204)
  expect((await ben.get(VIEWS)).body.views).toMatchObject([{ name: 'Ours', query: '' }])
  // Only with a role of one's own.
  for (const role of ['Admin', 'Nobody']) expect([400, 422], role).toContain(await share(role))
  expect(await share(null)).toBe(204)
  expect((await ben.get(VIEWS)).body.views).toEqual([])
})

it('opens one view of a list first: the own one, or a shared one', async () => {
  const make = async (client: Client, name: string): Promise<string> =>
    (await client.post(`${VIEWS}/notes/0`, { name, query: `q=${name}` })).body.id
  const [late, early] = [await make(ann, 'late'), await make(ann, 'early')]
  const first = async (client: Client): Promise<string[]> =>
    (await client.get(VIEWS)).body.views.flatMap((view: View) => (view.opensFirst === true ? [view.name] : []))
  expect((await ann.patch(`${VIEWS}/${late}`, { opensFirst: true, sharedWith: 'Member' })).status).toBe(204)
  expect([await first(ann), await first(ben)]).toEqual([['late'], ['late']])
  expect((await ann.patch(`${VIEWS}/${early}`, { opensFirst: true })).status).toBe(204)
  expect([await first(ann), await first(ben)]).toEqual([['early'], []])
  // Another's view cannot be chosen, and a renamed one stays the first.
  expect((await ben.patch(`${VIEWS}/${late}`, { opensFirst: true })).status).toBe(404)
  expect((await ann.patch(`${VIEWS}/${early}`, { name: 'soon' })).status).toBe(204)
  expect(await first(ann)).toEqual(['soon'])
  expect((await ann.patch(`${VIEWS}/${early}`, { opensFirst: false })).status).toBe(204)
  expect(await first(ann)).toEqual([])
  expect((await ann.patch(`${VIEWS}/${early}`, { opensFirst: 'perhaps' })).status).toBe(422)
})

it('is not changed any more by an owner who is no longer one of those it is shared with', async () => {
  const { id } = (await ann.post(`${VIEWS}/notes/0`, { name: 'Ours', query: '' })).body
  expect((await ann.patch(`${VIEWS}/${id}`, { sharedWith: 'Member' })).status).toBe(204)
  await notes.database.pool.query(`UPDATE ninefold.view SET shared_with = 'Admin' WHERE id = $1`, [id])
  for (const body of [{ name: 'Read this' }, { query: 'q=this' }])
    expect((await ann.patch(`${VIEWS}/${id}`, body)).status, JSON.stringify(body)).toBe(403)
  expect((await ann.patch(`${VIEWS}/${id}`, { name: 'Mine', sharedWith: null })).status).toBe(204)
})

it('has nothing for whoever is not signed in, and nothing for a list that its caller may not open', async () => {
  for (const answer of [
    await notes.guest.get(VIEWS),
    await notes.guest.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' }),
    await set(notes.guest, 'notes/0', []),
  ])
    expect([answer.status, answer.body.code]).toEqual([401, 'NOT_SIGNED_IN'])
  for (const place of ['people/0', 'notes/1', 'nothing/0']) {
    expect((await ann.post(`${VIEWS}/${place}`, { name: 'Mine', query: '' })).status, place).toBe(404)
    expect((await set(ann, place, [])).status, place).toBe(404)
  }
})

it('is changed by no page of another site', async () => {
  const answer = await ann.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' }, { origin: 'https://evil.test' })
  expect(answer.status).toBe(403)
})

it.each([
  [{ query: '' }, 'BLANK'],
  [{ name: '   ', query: '' }, 'BLANK'],
  [{ name: 'Mine' }, 'BLANK'],
  [{ name: 7, query: '' }, 'WRONG_TYPE'],
  [{ name: 'n'.repeat(81), query: '' }, 'TOO_LONG'],
  [{ name: 'Mine', query: 'q'.repeat(2001) }, 'TOO_LONG'],
  [{ name: 'Mine', query: '', screen: 'people' }, 'UNKNOWN_INPUT'],
])('refuses %j as a view', async (body, code) => {
  const answer = await ann.post(`${VIEWS}/notes/0`, body)
  expect([answer.status, answer.body.code]).toEqual([422, code])
})

it.each([
  [undefined],
  [{}],
  [[{ key: 'title' }]],
  [[{ key: '', width: null, isShown: true }]],
  [[{ key: 'k'.repeat(301), width: null, isShown: true }]],
  [[{ key: 'title', width: 5, isShown: true }]],
  [[{ key: 'title', width: 100.5, isShown: true }]],
  [[{ key: 'title', width: null, isShown: true, more: 1 }]],
  [[1, 2].map(() => ({ key: 'title', width: null, isShown: true }))],
  [Array.from({ length: 201 }, (_, index) => ({ key: `k${index}`, width: null, isShown: true }))],
])('refuses %j as columns', async (columns) => {
  const answer = await set(ann, 'notes/0', columns)
  expect([answer.status, answer.body.code]).toEqual([422, 'WRONG_TYPE'])
})

it('gives a name once in a list, whoever comes at once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => ann.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const { id } = (await ann.post(`${VIEWS}/notes/0`, { name: 'Other', query: '' })).body
  const renamed = await ann.patch(`${VIEWS}/${id}`, { name: 'Mine' })
  expect([renamed.status, renamed.body.code, renamed.body.errors[0].about]).toEqual([409, 'TAKEN', 'name'])
  expect((await ann.patch(`${VIEWS}/${id}`, { name: 'Other' })).status).toBe(204)
})

it('holds so many for one person and no more, whoever comes at once', async () => {
  const { body } = await ann.get('/api/people')
  const [{ id: userId }] = body.items
  await notes.database.pool.query(
    `INSERT INTO ninefold.view (user_id, screen, block, name, query)
     SELECT $1, 'notes', 0, 'v' || i, '' FROM generate_series(1, $2::int) AS i`,
    [userId, VIEWS_MAX - 1],
  )
  const answers = await Promise.all(
    [1, 2, 3].map((each) => ann.post(`${VIEWS}/notes/0`, { name: `New ${each}`, query: '' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  expect((await ann.get(VIEWS)).body.views).toHaveLength(VIEWS_MAX)
  await notes.database.pool.query(
    `INSERT INTO ninefold.layout (user_id, screen, block, columns, set_at)
     SELECT $1, 'old', i, '[]', now() - interval '1 day' FROM generate_series(1, $2::int) AS i`,
    [userId, LAYOUTS_MAX],
  )
  await set(ann, 'notes/0', [{ key: 'title', width: 100, isShown: true }])
  const { layouts } = (await ann.get(VIEWS)).body
  expect(layouts).toHaveLength(LAYOUTS_MAX)
  expect(layouts.filter(({ screen }: { screen: string }) => screen === 'notes')).toHaveLength(1)
})

it('goes with the user', async () => {
  const cleo = await notes.signUp({ email: 'cleo@example.test', password: 'correct-horse-3' })
  await cleo.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' })
  await set(cleo, 'notes/0', [{ key: 'title', width: null, isShown: true }])
  await ann.post(`${VIEWS}/notes/0`, { name: 'Mine', query: '' })
  const kept = async () => {
    const { rows } = await notes.database.pool.query(
      'SELECT (SELECT count(*) FROM ninefold.view)::int AS views, (SELECT count(*) FROM ninefold.layout)::int AS layouts',
    )
    return rows[0]
  }
  expect(await kept()).toEqual({ views: 2, layouts: 1 })
  const [{ id }] = (await cleo.get('/api/people')).body.items
  expect((await cleo.delete(`/api/people/${id}`)).status).toBe(204)
  expect(await kept()).toEqual({ views: 1, layouts: 0 })
})
