// A screen of which this version draws some parts: the others are left out, and the addresses of data fit what is left.

import { expect, it } from 'vitest'
import { runApplication } from '../testing/running-application.ts'

const TEXT = `# Parts

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Desk | none |
| \`/new\` | New note | none |
| \`/notes/:id\` | Note | id is Note.id |
| \`/staff\` | Staff | none |
| \`/nobody\` | Unsaid | none |

### Screen: Desk

- **Who:** Guest
- **Refreshes:** live
- **Shows:** count of Note
- **Shows:** answer of call \`GET /notes\`
- **Columns:** title
- **Can:** Remove from the answer: call \`DELETE /notes/:id\`
- **Shows:** list of Note where \`title == "Secret"\`, sorted by title A to Z, all of them, for Staff
- **Columns:** title
- **Shows:** list of Note, sorted by title A to Z, all of them, as tab "All"
- **As:** cards
- **Columns:** title
- **Can:** Remove: call \`DELETE /notes/:id\`; Remove all: call \`DELETE /notes/:id\`, for chosen rows
- **When failing:** "Later."

### Screen: New note

- **Who:** Guest
- **Form:** call \`POST /notes\`, then open Note

### Screen: Note

- **Who:** Guest
- **Shows:** list of Note where \`id != path.id\`, all of them
- **Columns:** title
- **Shows:** one Note by id
- **Fields:** title

### Screen: Staff

- **Who:** Staff
- **Shows:** list of Note, all of them
- **Columns:** title

### Screen: Unsaid

- **Shows:** list of Note, all of them
- **Columns:** title

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Staff

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Staff | Guest | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Note | | all |
| Guest | create | User | | email, password |
| Staff | see | User | \`this == me\` | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/notes\` | list, get, create, delete | id | everything visible |

## 8. The error catalogue

## 9. Business constants and limits
`

it('draws what it can of a screen, and answers the data of that', async () => {
  await using small = await runApplication(TEXT)
  const { body: app } = await small.guest.get('/_ninefold/app')
  const screen = (name: string) => app.screens.find((each: { name: string }) => each.name === name)
  expect(app.screens.map(({ name }: { name: string }) => name)).toEqual(['Desk', 'New note', 'Note'])

  const made = (await small.guest.post('/notes', { title: 'Milk' })).body
  const { blocks, actions } = screen('Desk')
  expect(blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['list'])
  expect([...actions, ...blocks[0].actions].map(({ label }: { label: string }) => label)).toEqual(['Remove'])
  const rows = (await small.guest.get('/_ninefold/screens/desk/0')).body.rows
  expect(rows.map(({ values }: { values: object }) => values)).toEqual([{ title: 'Milk' }])
  expect((await small.guest.get('/_ninefold/screens/desk/1')).status).toBe(404)

  expect(screen('New note').actions).toMatchObject([
    { kind: 'call', method: 'POST', path: '/notes', thenOpen: '/notes/:id', form: [{ path: ['title'] }] },
  ])
  expect(screen('Note').blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['record'])
  expect((await small.guest.get(`/_ninefold/screens/note/0?id=${made.id}`)).body.row.values).toEqual({ title: 'Milk' })

  for (const closed of ['staff', 'unsaid'])
    expect((await small.guest.get(`/_ninefold/screens/${closed}/0`)).status, closed).toBe(401)
})
