// One item of a list in an answer: `first(list)` and `last(list)`, of values and of objects.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Rooms

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: Room

${FIELDS}
| name | text up to 20 | required, unique | | |
| messages | list of Message via room | | | |

### Entity: Message

${FIELDS}
| room | Room | required, deleted together | | |
| words | text up to 40 | required | | |
| isSecret | yes/no | required | no | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Room | | all |
| Guest | create | Message | | all |
| Guest | see | Message | \`!isSecret\` | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Room | \`/rooms\` | create | id | everything visible |
| Message | \`/messages\` | create | id | everything visible |

### Shape: MessageView of Message

| Key | Value |
| --- | --- |
| said | \`words\` |

### GET /rooms — Rooms

- **Who:** Guest

1. list rooms from Room, sorted by name A to Z, all of them
2. respond 200 with \`rooms.map(r, {"name": r.name, "first": first(r.messages.map(m, m.words)), "last": last(r.messages.map(m, MessageView(m))), "is": orElse(last(r.messages.map(m, m.words)), "nothing"), "key": ifAny(first(r.messages.map(m, {"n": m.words})))})\`

### POST /sums — Sum

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| numbers | list of whole number | no |
| items[].word | text | yes |

1. let most be \`last(input.numbers)\`
2. when \`most != null && most > 9\`: respond 422 with \`{"most": most}\`
3. respond 200 with \`{"most": most, "first": first(input.numbers), "item": first(input.items), "word": ifAny(last(input.items.map(i, i.word)))}\`
`

let rooms: RunningApplication
beforeAll(async () => {
  rooms = await runApplication(TEXT)
  for (const name of ['A', 'B']) expect((await rooms.guest.post('/rooms', { name })).status).toBe(201)
  for (const [words, isSecret] of [
    ['one', false],
    ['two', false],
    ['three', true],
  ])
    expect((await rooms.guest.post('/messages', { room: 1, words, isSecret })).status).toBe(201)
})
afterAll(() => rooms[Symbol.asyncDispose]())

it('answers with one item that the caller sees, and with null where there is none', async () => {
  expect((await rooms.guest.get('/rooms')).body).toEqual([
    { name: 'A', first: 'one', last: { said: 'two' }, is: 'two', key: { n: 'one' } },
    { name: 'B', first: null, last: null, is: 'nothing' },
  ])
})

it('takes one item of what was sent', async () => {
  const sums = async (sent: unknown) => (await rooms.guest.post('/sums', sent)).body
  expect(await sums({ numbers: [1, 2], items: [{ word: 'a' }, { word: 'b' }] })).toEqual({
    most: 2,
    first: 1,
    item: { word: 'a' },
    word: 'b',
  })
  expect(await sums({ numbers: [], items: [] })).toEqual({ most: null, first: null, item: null })
  expect(await sums({ numbers: [1, 12], items: [] })).toEqual({ most: 12 })
})

it('describes the item that may be missing', async () => {
  const { body } = await rooms.guest.get('/_ninefold/openapi.json')
  const { items } = body.paths['/rooms'].get.responses['200'].content['application/json'].schema
  expect(items.properties.last).toEqual({ anyOf: [{ $ref: '#/components/schemas/MessageView' }, { type: 'null' }] })
})
