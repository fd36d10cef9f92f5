// Parts of an address that are not of their parameter's type: a comparison with one does not hold, and no step writes or
// answers nothing in its place.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Note

${FIELDS}
| number | sequence from 1 | | | |
| mark | text up to 5 | | | |
| title | text up to 20 | | \`"The first of all"\` | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Note | | all |

## 7. The calls it makes

### PUT /notes/:mark — Make one

- **Who:** Guest

1. list found from Note where \`mark == path.mark\`
2. when \`found.size() > 0\`: respond 200 with \`{"notes": found.size()}\`
3. create Note with mark = \`path.mark\`
4. respond 201

### PUT /later/:mark — Make one later

- **Who:** Guest

1. list found from Note where \`mark == path.mark\`
2. when \`found.size() == 0\`:
   1. later:
      1. create Note with mark = \`path.mark\`
3. respond 204

### GET /counted/:number — How many

- **Who:** Guest

1. list found from Note where \`number == path.number\`
2. respond 200 with \`{"number": path.number, "notes": found.size()}\`

### GET /notes/:number — One

- **Who:** Guest

1. find note in Note where \`number == path.number\` or fail NO_NOTE
2. respond 200 with \`{"number": path.number, "mark": note.mark}\`

### GET /known/:number — One, or what is wrong

- **Who:** Guest

1. require \`has(path.number)\` or fail NO_NUMBER
2. find note in Note where \`number == path.number\` or fail NO_NOTE
3. respond 200 with \`{"mark": note.mark}\`

### GET /named/:name — One by either of its names

- **Who:** Guest

1. find note in Note where \`mark == path.name || title == path.name\` or fail NO_NOTE
2. respond 200 with \`{"mark": note.mark, "by": path.name}\`

### GET /notes — All

- **Who:** Guest

1. respond 200 with \`Note.size()\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_NOTE | 404 | note | There is no such note. |
| NO_NUMBER | 400 | number | This is no number. |
`

it('are refused where they are written or answered, and find nothing elsewhere', async () => {
  await using running = await runApplication(TEXT)
  const { guest } = running
  const put = async (path: string) => {
    const { status, body } = await guest.send(path, { method: 'PUT' })
    return [status, body?.errors?.map((each: { about: string; code: string }) => `${each.about} ${each.code}`)]
  }
  for (const path of ['/notes/a-long-mark', '/notes/%20', '/later/a-long-mark'])
    expect([path, ...(await put(path))]).toEqual([path, 422, ['mark WRONG_TYPE']])
  expect((await guest.get('/notes')).body).toBe(0)
  expect(await put('/notes/short')).toEqual([201, undefined])
  expect(await put('/notes/short')).toEqual([200, undefined])
  const told = async (path: string) => {
    const { status, body } = await guest.get(path)
    return [status, body.code ?? body]
  }
  expect(await told('/counted/1')).toEqual([200, { number: 1, notes: 1 }])
  expect(await told('/counted/one')).toEqual([422, 'WRONG_TYPE'])
  expect(await told('/notes/one')).toEqual([404, 'NO_NOTE'])
  expect(await told('/notes/1')).toEqual([200, { number: 1, mark: 'short' }])
  expect(await told('/known/one')).toEqual([400, 'NO_NUMBER'])
  expect(await told('/known/2')).toEqual([404, 'NO_NOTE'])
  expect(await told('/known/1')).toEqual([200, { mark: 'short' }])
  for (const by of ['short', 'The first of all'])
    expect(await told(`/named/${encodeURIComponent(by)}`)).toEqual([200, { mark: 'short', by }])
})
