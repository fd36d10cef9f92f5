// A right that reads lists, of a deleted record: its own lists and what went with it count as they were, and no list of
// another record contains it.

import { modelOf } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../store/driver/database.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Pages

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |
| favourites | list of Page | | | |

### Entity: Team

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| members | list of Membership via team | | | |

### Entity: Membership

- **Deleted:** kept 30 days

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| team | Team | required, deleted together | | |
| person | Person | required, deleted together | | |

### Entity: Page

- **Label:** \`title\`
- **Deleted:** kept 30 days

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required, unique | | |
| kind | choice: list, notes, nested, fans, inverse, all | required | | |
| readers | list of Person | | | |
| blocked | list of Person | | | |
| fans | list of Person via favourites | | | |
| notes | list of Note via page | | | |
| main | one Note via mainOf | | | |

### Entity: Note

- **Part of:** Page via page

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| page | Page | required, deleted together | | |
| mainOf | Page | unique, deleted together | | |
| words | text | | | |
| author | Person | cleared on deletion | | |

### Sample data: Person

| name | email | password | roles |
| --- | --- | --- | --- |
| Ada | ada@example.test | correct-horse-1 | Member |
| Ben | ben@example.test | correct-horse-2 | Member |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Person | | id, name |
| Member | change | Person | \`id == me.id\` | favourites |
| Member | see, create | Team | | all |
| Member | create | Membership | | all |
| Member | see, delete | Membership | \`team.members.exists(m, m.person == me)\` | all |
| Member | see, create, change | Note | | all |
| Member | create | Page | | all |
| Member | see, delete | Page | \`kind == "list" && readers.exists(r, r == me) && !(me in blocked)\` | all |
| Member | see, delete | Page | \`kind == "notes" && notes.exists(n, n.author == me)\` | all |
| Member | see, delete | Page | \`kind == "nested" && notes.exists(n, n.page.notes.size() == 2 && n.page.readers.size() == 1) && me.name == "Ada"\` | all |
| Member | see, delete | Page | \`kind == "fans" && me in fans\` | all |
| Member | see, delete | Page | \`kind == "inverse" && main.author == me\` | all |
| Member | see, delete | Page | \`kind == "all" && Page.filter(p, p.kind == "all").size() < 2\` | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Team | /api/teams | create | id | everything visible |
| Membership | /api/memberships | create, delete | code | everything visible |
| Page | /api/pages | list, create, delete | title | everything visible |
| Note | /api/notes | create, change | id | everything visible |
| Person | /api/people | list, change | name | everything visible |
`

/** The columns of its tables have another order than the fields of the text. */
const EARLIER = TEXT.replace('| words | text | | | |\n', '')

let pages: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  await using template = await createTestDatabase()
  const earlier = openDatabase(template)
  await migrate(earlier.pool, planTables(modelOf(EARLIER)!), { consent: false })
  await earlier.close()
  pages = await runApplication(TEXT, { copyOf: template.name })
  ada = await pages.signIn('ada@example.test', 'correct-horse-1')
  ben = await pages.signIn('ben@example.test', 'correct-horse-2')
})

afterAll(() => pages[Symbol.asyncDispose]())

const deleted = async (client: Client): Promise<{ id: string; label: string | null }[]> =>
  (await client.get('/_ninefold/deleted.json')).body.records
const labels = async (client: Client) => (await deleted(client)).map(({ label }) => label)
/** Straight into the tables, since rights by lists would refuse a record before its lists are filled. */
const rows = async (text: string, ...values: unknown[]): Promise<string> =>
  (await pages.database.pool.query<{ id: string }>(text, values)).rows[0]?.id ?? ''
const person = (name: string) => rows('SELECT id FROM person WHERE name = $1', name)

interface Made {
  readonly readers?: readonly string[]
  readonly blocked?: readonly string[]
  readonly fans?: readonly string[]
  /** Authors. */
  readonly notes?: readonly string[]
  readonly main?: string
}

async function page(
  title: string,
  kind: string,
  { readers = [], blocked = [], fans = [], notes = [], main }: Made = {},
) {
  const id = await rows('INSERT INTO page (title, kind) VALUES ($1, $2) RETURNING id', title, kind)
  for (const name of readers) await rows('INSERT INTO page_readers VALUES ($1, $2)', id, await person(name))
  for (const name of blocked) await rows('INSERT INTO page_blocked VALUES ($1, $2)', id, await person(name))
  for (const name of fans)
    await rows('INSERT INTO person_favourites (person_id, page_id) VALUES ($1, $2)', await person(name), id)
  for (const name of notes) await rows('INSERT INTO note (page_id, author_id) VALUES ($1, $2)', id, await person(name))
  if (main !== undefined)
    await rows('INSERT INTO note (page_id, main_of_id, author_id) VALUES ($1, $1, $2)', id, await person(main))
}

const gone = async (client: Client, path: string) => expect((await client.delete(path)).status).toBe(204)
/** Ben may restore none of Ada's, and she may restore it. */
async function onlyAdaRestores(label: string): Promise<void> {
  const [found] = await deleted(ada)
  expect(found?.label).toBe(label)
  expect(await labels(ben)).not.toContain(label)
  expect((await ben.post(`/_ninefold/deleted/${found!.id}/restore`)).status).toBe(404)
  expect((await ada.post(`/_ninefold/deleted/${found!.id}/restore`)).status).toBe(204)
  expect((await ada.get('/api/pages')).body.items.map(({ title }: { title: string }) => title)).toContain(label)
}

it('counts the own list of the record as it was, also where it forbids', async () => {
  await page('Read', 'list', { readers: ['Ada', 'Ben'], blocked: ['Ben'] })
  await gone(ada, '/api/pages/Read')
  await onlyAdaRestores('Read')
})

it('counts records that went with it, and their lists and references', async () => {
  await page('Noted', 'notes', { notes: ['Ada'] })
  await gone(ada, '/api/pages/Noted')
  await onlyAdaRestores('Noted')
  await page('Nested', 'nested', { readers: ['Ben'], notes: ['Ben', 'Ben'] })
  await gone(ada, '/api/pages/Nested')
  await onlyAdaRestores('Nested')
  await page('Led', 'inverse', { main: 'Ada' })
  await gone(ada, '/api/pages/Led')
  await onlyAdaRestores('Led')
})

it('counts places in lists of others as its own lists', async () => {
  await page('Liked', 'fans', { fans: ['Ada'] })
  await gone(ada, '/api/pages/Liked')
  await onlyAdaRestores('Liked')
})

it('counts it in no list of another record', async () => {
  const team = await rows(`INSERT INTO team (name) VALUES ('Red') RETURNING id`)
  for (const name of ['Ada', 'Ben'])
    await rows('INSERT INTO membership (code, team_id, person_id) VALUES ($1, $2, $3)', name, team, await person(name))
  await gone(ada, '/api/memberships/Ben')
  // A membership that was taken away gives no right to take it back.
  expect(await deleted(ben)).toEqual([])
  const [taken] = await deleted(ada)
  expect((await ben.post(`/_ninefold/deleted/${taken!.id}/restore`)).status).toBe(404)
  expect((await ada.post(`/_ninefold/deleted/${taken!.id}/restore`)).status).toBe(204)
  await gone(ada, '/api/memberships/Ada')
  expect(await deleted(ada)).toEqual([])
  expect(await deleted(ben)).toHaveLength(1)
})

it('does not count it among all records', async () => {
  await page('Alone', 'all')
  await gone(ada, '/api/pages/Alone')
  await page('Second', 'all')
  expect(await labels(ben)).toContain('Alone')
  await page('Third', 'all')
  expect(await labels(ben)).not.toContain('Alone')
})

it('leaves pairs out whose other record was deleted since', async () => {
  await rows(`INSERT INTO person (name, email, password) VALUES ('Cleo', 'cleo@example.test', 'x')`)
  await page('Left', 'notes', { readers: ['Cleo', 'Ben'], notes: ['Ada', 'Ben'] })
  await gone(ada, '/api/pages/Left')
  await rows(`UPDATE ninefold.deleted_row SET data = data || '{"kind": "nested"}' WHERE data ->> 'title' = 'Left'`)
  expect(await labels(ada)).not.toContain('Left')
  await rows(`DELETE FROM person WHERE name = 'Cleo'`)
  expect(await labels(ada)).toContain('Left')
})

it('leaves out what its parts can no longer hold, and reads no parts in deletions of earlier versions', async () => {
  await page('Changed', 'notes', { notes: ['Ada'] })
  await gone(ada, '/api/pages/Changed')
  const [found] = await deleted(ada)
  expect(found?.label).toBe('Changed')
  const set = (columns: string) => rows(`UPDATE ninefold.deletion SET columns = ${columns} WHERE id = $1`, found!.id)
  await set(`columns || '{"note.words": "bigint"}'`)
  expect(await labels(ada)).not.toContain('Changed')
  await set(`(SELECT jsonb_object_agg(key, value) FROM jsonb_each(columns) WHERE key NOT LIKE '%.%')`)
  expect(await labels(ada)).not.toContain('Changed')
})
