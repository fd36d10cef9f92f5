import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Note

${FIELDS}
| title | text up to 80 | required, unique | | |
| tags | list of Tag sorted by name A to Z | | | |

### Entity: Tag

${FIELDS}
| name | text up to 80 | required, unique | | |

### Reference data: Tag

| name |
| --- |
| blue |
| green |
| red |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Note | | title, tags |
| Guest | see | Tag | | name |

## 7. The calls it makes

### Shape: NoteView of Note

| Key | Value |
| --- | --- |
| title | \`title\` |
| tags | \`tags.map(t, t.name)\` |

### POST /api/notes — Write

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | Note.title | yes |

1. create Note as note with given title, tags = \`Tag.filter(t, t.name != "red")\`
2. respond 201 with \`NoteView(note)\`

### POST /api/notes/:title/copy — Copy

- **Who:** Guest

1. find note in Note where \`title == path.title\` or fail NO_NOTE
2. record Note as copy with title = \`note.title + " again"\`, tags = \`note.tags\`
3. respond 201 with \`NoteView(copy)\`

### POST /api/notes/:title/red — Make red

- **Who:** Guest

1. find note in Note where \`title == path.title\` or fail NO_NOTE
2. change note with tags = \`Tag.filter(t, t.name == "red")\`
3. respond 200 with \`NoteView(note)\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_NOTE | 404 | note | There is no such note. |
`

it('keeps the records that a step states for a to-many field', async () => {
  await using notes = await runApplication(TEXT)
  const written = await notes.guest.post('/api/notes', { title: 'Tea' })
  expect(written).toMatchObject({ status: 201, body: { title: 'Tea', tags: ['blue', 'green'] } })
  const copied = await notes.guest.post('/api/notes/Tea/copy')
  expect(copied).toMatchObject({ status: 201, body: { title: 'Tea again', tags: ['blue', 'green'] } })
  expect((await notes.guest.post('/api/notes/Tea/red')).body.tags).toEqual(['red'])
})
