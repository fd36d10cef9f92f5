import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Note

${FIELDS}
| title | text up to 80 | required, unique | | |

### Entity: Trace

${FIELDS}
| what | text up to 80 | required | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Note | | title |
| Guest | see | Trace | | what |

## 7. The calls it makes

### POST /api/notes — Write

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | Note.title | yes |

1. create Note as note with given title
2. record Trace as trace with what = \`"written"\`
3. respond 201 with \`{"title": note.title, "trace": trace.what}\`

### POST /api/notes/all — End all

- **Who:** Guest

1. list listed from Note where \`title != "Tea"\`, sorted by title A to Z, all of them
2. for each note in listed where \`title != "Jam"\`:
   1. when \`note.title == "Milk"\`: let first be \`"first"\`
   2. record Trace as trace with what = \`note.title\`
   3. for each other in Trace where \`what == note.title\`:
      1. set other.what to \`other.what + "!"\`
   4. discard note
3. list traces from Trace, sorted by what A to Z, all of them
4. respond 200 with \`{"traces": traces.map(t, t.what)}\`

### POST /api/notes/:title/end — End

- **Who:** Guest

1. find note in Note where \`title == path.title\` or fail NO_NOTE
2. discard note
3. list traces from Trace, sorted by what A to Z, all of them
4. respond 200 with \`{"traces": traces.size()}\`

### POST /api/notes/:title/delete — Delete

- **Who:** Guest

1. find note in Note where \`title == path.title\` or fail NO_NOTE
2. delete note
3. respond 204

### POST /api/notes/:title/lend — Lend

- **Who:** not shown

1. respond 204

### POST /api/notes/:title/burn — Burn

- **Who:** Guest

1. find note in Note where \`title == path.title\` or fail NO_NOTE
2. discard note
3. not shown
4. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_NOTE | 404 | note | There is none. |
`

it("does the product's own doing without its caller's right, and nothing that is open", async () => {
  await using notes = await runApplication(TEXT)
  const { guest } = notes
  expect((await guest.post('/api/notes', { title: 'Milk' })).body).toEqual({ title: 'Milk', trace: 'written' })
  expect((await guest.post('/api/notes/Milk/delete')).status).toBe(403)
  expect((await guest.post('/api/notes/Milk/lend')).status).toBe(501)
  // Steps before the failing step are rolled back.
  expect((await guest.post('/api/notes/Milk/burn')).status).toBe(501)
  expect((await guest.post('/api/notes/Milk/end')).body).toEqual({ traces: 1 })
  expect((await guest.post('/api/notes/Milk/end')).status).toBe(404)
})

it('does steps for each record, one after another, within each other', async () => {
  await using notes = await runApplication(TEXT)
  const { guest } = notes
  for (const title of ['Milk', 'Tea', 'Jam', 'Rye']) await guest.post('/api/notes', { title })
  const answer = await guest.post('/api/notes/all')
  expect(answer.body, JSON.stringify(answer.body)).toEqual({
    traces: ['Milk!', 'Rye!', 'written', 'written', 'written', 'written'],
  })
  expect((await guest.post('/api/notes/Milk/end')).status).toBe(404)
  expect((await guest.post('/api/notes/Jam/end')).status).toBe(200)
})
