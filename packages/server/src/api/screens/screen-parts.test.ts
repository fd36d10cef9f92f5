// A screen with unsupported parts: they are left out, and the addresses of data match the rest.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Parts

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Desk | none |
| \`/new\` | New note | none |
| \`/notes/:id\` | Note | id is Note.id |
| \`/notes/:id/change\` | Change note | id is Note.id |
| \`/staff\` | Staff | none |
| \`/nobody\` | Unsaid | none |

### Screen: Desk

- **Who:** Guest
- **Refreshes:** live
- **Shows:** count of Note
- **Shows:** answer of call \`GET /notes\`
- **Columns:** title
- **Can:** Remove from the answer: call \`DELETE /notes/:id\`
- **Shows:** answer of call \`GET /titles\` as choices for title
- **Shows:** answer of call \`GET /notes\` as tab "About {chosen.title}", with title = \`chosen.title\`
- **Columns:** title
- **Shows:** list of Note where \`title == chosen.title\`, all of them, as tab "Chosen"
- **Columns:** title
- **Shows:** list of Note where \`title == "Secret"\`, sorted by title A to Z, all of them, for Staff
- **Columns:** title
- **Shows:** list of Note, sorted by title A to Z, all of them, as tab "All"
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
- **Shows:** answer of call \`GET /notes/:id\`
- **Fields:** title

### Screen: Change note

- **Who:** Guest
- **Form:** call \`PATCH /notes/:id\`, filled from \`GET /notes/:id\`, then open Note

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
| Note | \`/notes\` | list, get, create, change, delete | id | everything visible |

### GET /titles

- **Who:** Guest

1. list notes from Note, sorted by title A to Z, all of them
2. respond 200 with \`{"titles": notes.map(n, n.title)}\`

## 8. The error catalogue

## 9. Business constants and limits
`

it('draws what it can of a screen, and answers the data of that', async () => {
  await using small = await runApplication(TEXT)
  const { body: app } = await small.guest.get('/_ninefold/app')
  const screen = (name: string) => app.screens.find((each: { name: string }) => each.name === name)
  expect(app.screens.map(({ name }: { name: string }) => name)).toEqual(['Desk', 'New note', 'Note', 'Change note'])

  const made = (await small.guest.post('/notes', { title: 'Milk' })).body
  const bread = (await small.guest.post('/notes', { title: 'Bread' })).body
  const { blocks } = screen('Desk')
  expect(blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['count', 'list', 'choices', 'list', 'list', 'list'])
  const labels = (block: { actions: { label: string }[] }) => block.actions.map(({ label }) => label)
  expect(blocks.map(labels)).toEqual([[], ['Remove from the answer'], [], [], [], ['Remove']])
  expect(blocks[1]).toMatchObject({ answer: { part: ['items'] }, columns: [{ key: 'title' }] })
  expect(blocks[1].actions[0].parameters).toEqual([{ name: 'id', from: 'row', key: 'id' }])
  expect(blocks[3]).toMatchObject({ needs: ['title'], tab: [{ text: 'About ' }, { kind: 'chosen', name: 'title' }] })

  const data = (index: number, query = '') => small.guest.get(`/_ninefold/screens/desk/${index}${query}`)
  expect((await data(0)).body).toEqual({ count: 2 })
  expect((await data(1)).body.answer.items.map(({ title }: { title: string }) => title).sort()).toEqual([
    'Bread',
    'Milk',
  ])
  const rows = (await data(5)).body.rows
  expect(rows.map(({ values }: { values: object }) => values)).toEqual([{ title: 'Bread' }, { title: 'Milk' }])
  expect((await data(6)).status).toBe(404)

  expect(screen('New note').actions).toMatchObject([
    { kind: 'call', method: 'POST', path: '/notes', thenOpen: '/notes/:id', form: [{ path: ['title'] }] },
  ])
  const note = (index: number, id: string) => small.guest.get(`/_ninefold/screens/note/${index}?id=${id}`)
  expect(screen('Note').blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['list', 'record', 'record'])
  expect((await note(0, made.id)).body.rows.map(({ values }: { values: object }) => values)).toEqual([
    { title: 'Bread' },
  ])
  expect((await note(1, made.id)).body.row.values).toEqual({ title: 'Milk' })
  expect((await note(2, bread.id)).body.answer).toMatchObject({ title: 'Bread' })

  for (const closed of ['staff', 'unsaid'])
    expect((await small.guest.get(`/_ninefold/screens/${closed}/0`)).status, closed).toBe(401)
})

it('asks for what is chosen only once something is', async () => {
  await using small = await runApplication(TEXT)
  for (const title of ['Milk', 'Bread', "'; DROP"]) await small.guest.post('/notes', { title })
  const titles = async (query: string): Promise<unknown> => {
    const { status, body } = await small.guest.get(`/_ninefold/screens/desk/4${query}`)
    return status === 200
      ? body.rows.map((row: { values: { title: string } }) => row.values.title)
      : [status, body.code]
  }
  expect(await titles('?chosen.title=Milk')).toEqual(['Milk'])
  expect(await titles(`?chosen.title=${encodeURIComponent("'; DROP")}`)).toEqual(["'; DROP"])
  expect(await titles('?chosen.title=Nothing')).toEqual([])
  expect(await titles('')).toEqual([422, expect.any(String)])
  expect(await titles('?chosen.title=%00')).toEqual([422, expect.any(String)])
  expect(await titles('?chosen.other=Milk')).toEqual([422, expect.any(String)])
  const answer = (query: string) => small.guest.get(`/_ninefold/screens/desk/3${query}`)
  expect((await answer('?chosen.title=Bread')).body.answer.items).toMatchObject([{ title: 'Bread' }])
  expect((await answer('')).status).toBe(422)
})

it('fills a form with the values of its inputs, and tells nothing else of the answer', async () => {
  await using small = await runApplication(TEXT)
  const { id } = (await small.guest.post('/notes', { title: 'Milk' })).body
  const { body: app } = await small.guest.get('/_ninefold/app')
  const screen = app.screens.find(({ name }: { name: string }) => name === 'Change note')
  const [action] = screen.actions
  expect(action).toMatchObject({ startsFrom: 'answer', parameters: [{ name: 'id', from: 'address', key: 'id' }] })
  const form = await small.guest.get(`/_ninefold/forms/change-note/${action.key}?id=${id}`)
  expect(form.body).toEqual({ inputs: ['title'], values: { title: 'Milk' } })
  expect((await small.guest.get(`/_ninefold/forms/change-note/${action.key}`)).status).toBe(404)
  expect((await small.guest.get(`/_ninefold/forms/change-note/${action.key}?id=${id}&more=1`)).status).toBe(422)
})
