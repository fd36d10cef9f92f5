// A list in a step has its stated order. Choices have the order of their definition, as on screens and in standard
// calls.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const text = `# Shelves

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Shelf

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| size | choice: small, large, huge | | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Shelf | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Shelf | \`/shelves\` | list, create | name | everything visible |

### GET /sizes — Sizes

- **Who:** Guest

1. list up from Shelf, sorted by size A to Z then name A to Z, all of them
2. list down from Shelf, sorted by size Z to A, all of them
3. respond 200 with \`{"up": up.map(s, s.name), "down": down.map(s, s.name)}\`
`

it('sorts by a choice as it is listed', async () => {
  await using shelves = await runApplication(text)
  for (const [name, size] of Object.entries({ a: 'large', b: 'huge', c: 'small', d: null }))
    expect((await shelves.guest.post('/shelves', { name, size })).status).toBe(201)
  const { body } = await shelves.guest.get('/sizes')
  expect(body).toEqual({ up: ['c', 'a', 'b', 'd'], down: ['b', 'a', 'c', 'd'] })
})
