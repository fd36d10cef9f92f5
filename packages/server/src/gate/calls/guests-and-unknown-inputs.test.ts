// Faults found by generated specifications (decision 66): the meaning of "me" for a guest, and objects with an unknown
// part.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | hidden | | |
| name | text | required | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required, unique | | |
| owner | Person | cleared on deletion | | |
| isMine | yes/no | computed \`owner != null && owner == me\` | | |
| copies | list of Copy via note | | | |

### Entity: Copy

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| note | Note | required, deleted together | | |
| other | Copy | cleared on deletion | | |
| isOfMine | yes/no | computed \`note.isMine\` | | |

### Sample data: Person

| email | name | roles |
| --- | --- | --- |
| ann@example.test | Ann | Member |

### Sample data: Note

| title | owner |
| --- | --- |
| first | ann@example.test |

### Sample data: Copy

| name | note |
| --- | --- |
| one | first |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Note | | all |
| Guest | see | Copy | | name, other, isOfMine |
| Guest | create | Copy | | name, other |
| Member | see | Copy | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Copy | \`/copies\` | list, create | name | CopyView |

### Shape: CopyView of Copy

| Key | Value |
| --- | --- |
| name | \`name\` |
| isOfMine | \`isOfMine\` |

### Shape: NoteView of Note

| Key | Value |
| --- | --- |
| title | \`title\` |
| isMine | \`isMine\` |
| reader | \`me.name\` |

### GET /notes/:title — One note

- **Who:** Guest, Member
- **Runs as:** the product

1. find note in Note where \`title == path.title\` or fail LOST
2. respond 200 with \`NoteView(note)\`

### POST /sums — Add up

- **Who:** Guest, Member
- **Unknown inputs:** ignored

| Input | Like | Needed |
| --- | --- | --- |
| items[].n | whole number 1 to 9 | yes |
| items[].more[].m | whole number | no |

1. respond 200 with \`{"sum": input.items.map(i, i.n).sum(), "more": input.items.map(i, i.more.size()).sum()}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| LOST | 404 | title | There is no such note. |
`

let notes: RunningApplication

beforeAll(async () => {
  notes = await runApplication(text)
})

afterAll(() => notes[Symbol.asyncDispose]())

it('tells a guest that what is compared with "me" is not so, where the call runs as the product', async () => {
  const { status, body } = await notes.guest.get('/notes/first')
  expect({ status, body }).toEqual({ status: 200, body: { title: 'first', isMine: false, reader: null } })
})

it('tells a guest so, too, of what is worked out of records that no guest sees', async () => {
  const { body } = await notes.guest.get('/copies')
  expect(body.items).toEqual([{ name: 'one', isOfMine: false }])
})

it('keeps what it knows of an object where unknown inputs are ignored', async () => {
  const { status, body } = await notes.guest.post('/sums', {
    other: true,
    items: [
      { n: 4, other: 1 },
      { n: 5, more: [{ m: 1, other: [] }, { what: 2 }] },
    ],
  })
  expect({ status, body }).toEqual({ status: 200, body: { sum: 9, more: 2 } })
})

it('still refuses what is wrong with them', async () => {
  const { status, body } = await notes.guest.post('/sums', { items: [{ n: 10, other: 1 }] })
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ about: 'items[0].n', code: 'TOO_BIG' }])
})

it('tells of a record that is not there before a required field that the caller may not give', async () => {
  const missing = await notes.guest.post('/copies', { name: 'two', other: 999 })
  expect(missing.body.errors).toMatchObject([{ about: 'other', code: 'NOT_FOUND' }])
  const empty = await notes.guest.post('/copies', { name: 'two' })
  expect(empty.body.errors).toMatchObject([{ about: 'note', code: 'BLANK' }])
})
