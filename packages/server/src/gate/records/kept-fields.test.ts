// Effects of point 3's fields on writes: slugs, unique combinations of values, patterns.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Pages

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Page

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required | | |
| slug | slug from title, numbered when taken, never "feed" | | | |
| firstSlug | slug from title, numbered when taken, fixed once made | | | |

### Entity: Seat

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| row | text | required, pattern \`[A-Z]{1,2}\` | | |
| number | whole number 1 to 99 | required | | |
| isFree | yes/no | required | no | |
| owner | text | | | |
| held | period of dates | | | |
| scan | list of file up to 1 MB | | | |
| code | sequence per year as "{year}-{n}", without gaps | | | |
| isHeld | yes/no | computed \`held != null\` | | |

| Unique together | Counting only | Otherwise |
| --- | --- | --- |
| row, number | | SEAT_EXISTS |
| owner | \`owner != null && !isFree\` | |

### Entity: Club

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| colours | choices: red, green, blue | | green | |
| days | choices Day | required | | |
| rules | one Rulebook via club | | | |
| members | list of Person via Membership sorted by name A to Z | | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| clubs | list of Club via Membership | | | |

### Entity: Membership

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| club | Club | required, deleted together | | |
| person | Person | required, deleted together | | |

### Entity: Rulebook

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| club | Club | required, unique, deleted together | | |
| text | text | required | | |

### Choice: Day

| Value | Label |
| --- | --- |
| mo | Monday |
| tu | Tuesday |

### Reference data: Club

| name | colours | days |
| --- | --- | --- |
| Chess | blue, red | mo |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Page | | all |
| Guest | see, create, change | Seat | | all |
| Guest | see, create, change | Club | | all |
| Guest | see, create | Person | | all |
| Guest | see, create | Membership | | all |
| Guest | see, create | Rulebook | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Page | /api/pages | get, create, change | slug | everything visible |
| Seat | /api/seats | create, change | id | everything visible |
| Club | /api/clubs | get, create, change | name | ClubView |
| Person | /api/people | create | id | everything visible |
| Membership | /api/memberships | create | id | everything visible |
| Rulebook | /api/rulebooks | create | id | everything visible |

### Shape: ClubView of Club

| Key | Value |
| --- | --- |
| id | \`id\` |
| colours | \`colours\` |
| days | \`days\` |
| isRed | \`"red" in colours\` |
| members | \`members.map(m, m.name)\` |
| size | \`members.size()\` |
| rules | \`rules.text\` |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| SEAT_EXISTS | 409 | number | There is such a seat already. |
`

let pages: RunningApplication
let writer: Client

beforeAll(async () => {
  pages = await runApplication(TEXT)
  writer = pages.guest
})

afterAll(() => pages[Symbol.asyncDispose]())

async function slugOf(title: string): Promise<string> {
  return (await writer.post('/api/pages', { title })).body.slug
}

it('makes slugs of words in any script, without their accents', async () => {
  expect(await slugOf('  Crème brûlée, & co! ')).toBe('creme-brulee-co')
  expect(await slugOf('ÜBER 100 %')).toBe('uber-100')
  expect(await slugOf('日本語 の ページ')).toMatch(/^日本語-の-/)
  expect(await slugOf('!!!')).toBe('page')
  expect(await slugOf('x'.repeat(300))).toHaveLength(100)
})

it('numbers slugs that are taken, and those that are never to be', async () => {
  expect([await slugOf('Twice'), await slugOf('twice'), await slugOf('TWICE!')]).toEqual([
    'twice',
    'twice-2',
    'twice-3',
  ])
  expect(await slugOf('Feed')).toBe('feed-2')
  expect((await writer.get('/api/pages/feed-2')).body.title).toBe('Feed')
})

it('lets slugs follow what they are made from, unless they are fixed', async () => {
  await slugOf('Old name')
  const second = await slugOf('Old name')
  const changed = (await writer.patch(`/api/pages/${second}`, { title: 'New name' })).body
  expect([changed.slug, changed.firstSlug]).toEqual(['new-name', 'old-name-2'])
  await slugOf('New name')
  // The same words keep the number, although the first slug is free by now.
  await writer.patch('/api/pages/new-name', { title: 'Away' })
  expect((await writer.patch('/api/pages/new-name-2', { title: 'NEW name' })).body.slug).toBe('new-name-2')
})

it('gives different slugs to those who ask at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => writer.post('/api/pages', { title: 'Race' })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(12)
})

it('takes no slug from a caller', async () => {
  expect((await writer.post('/api/pages', { title: 'Mine', slug: 'mine' })).status).toBe(422)
})

it('keeps values unique together, among the records that count, and answers with the stated code', async () => {
  expect((await writer.post('/api/seats', { row: 'A', number: 1, owner: 'Ada' })).status).toBe(201)
  const again = await writer.post('/api/seats', { row: 'A', number: 1 })
  expect([again.status, again.body.code]).toEqual([409, 'SEAT_EXISTS'])
  expect((await writer.post('/api/seats', { row: 'A', number: 2, owner: 'Ada' })).body).toMatchObject({
    errors: [{ about: 'owner', code: 'TAKEN' }],
  })
  expect((await writer.post('/api/seats', { row: 'A', number: 2, owner: 'Ada', isFree: true })).status).toBe(201)
  expect((await writer.post('/api/seats', { row: 'B', number: 1 })).status).toBe(201)
})

it('refuses a text that does not follow its pattern as a whole', async () => {
  for (const row of ['a', 'ABC', 'A1', 'A\nB']) {
    const { status, body } = await writer.post('/api/seats', { row, number: 50 })
    expect([status, body.errors?.[0]]).toMatchObject([422, { about: 'row' }])
  }
})

it('keeps several choices in their order, each once', async () => {
  expect((await writer.get('/api/clubs/Chess')).body).toMatchObject({
    colours: ['red', 'blue'],
    days: ['mo'],
    isRed: true,
  })
  const made = await writer.post('/api/clubs', { name: 'Go', days: ['tu', 'mo', 'tu'] })
  expect([made.status, made.body]).toMatchObject([201, { colours: ['green'], days: ['mo', 'tu'], isRed: false }])
  const changed = await writer.patch('/api/clubs/Go', { colours: [] })
  expect(changed.body).toMatchObject({ colours: [], days: ['mo', 'tu'] })
  for (const days of [[], ['we'], 'mo', null]) expect((await writer.patch('/api/clubs/Go', { days })).status).toBe(422)
})

it('finds the one record that points back, and the records that a third entity pairs', async () => {
  const { id } = (await writer.post('/api/clubs', { name: 'Walking', days: ['mo'] })).body
  expect((await writer.get('/api/clubs/Walking')).body).toMatchObject({ members: [], rules: null })
  expect((await writer.post('/api/rulebooks', { club: id, text: 'Walk.' })).status).toBe(201)
  for (const name of ['Zoe', 'Ada']) {
    const person = (await writer.post('/api/people', { name })).body.id
    // A person is in the list once, however many records point to them.
    for (let time = 0; time < 2; time++)
      expect((await writer.post('/api/memberships', { club: id, person })).status).toBe(201)
  }
  expect((await writer.get('/api/clubs/Walking')).body).toMatchObject({
    members: ['Ada', 'Zoe'],
    size: 2,
    rules: 'Walk.',
  })
  expect((await writer.patch('/api/clubs/Walking', { members: [] })).status).toBe(422)
})
