// A creation can take another record out of its caller's sight. Its answer shows what the caller sees afterwards.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Boxes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Box

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| things | list of Thing via box | | | |

### Entity: Thing

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required | | |
| box | Box | required, blocks deletion | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Box | \`size(things) < 2\` | all |
| Guest | create | Box | | all |
| Guest | see, create | Thing | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Box | \`/boxes\` | create | id | everything visible |
| Thing | \`/things\` | create, get | id | ThingView |

### Shape: ThingView of Thing

| Key | Value |
| --- | --- |
| id | \`id\` |
| code | \`code\` |
| box | \`box.code\` |
`

let boxes: RunningApplication
beforeAll(async () => {
  boxes = await runApplication(text)
})
afterAll(() => boxes[Symbol.asyncDispose]())

it('shows nothing of a record that is out of sight by the creation itself', async () => {
  const { guest } = boxes
  const { body: box } = await guest.post('/boxes', { code: 'full' })
  const first = await guest.post('/things', { code: 'one', box: box.id })
  expect(first.body).toMatchObject({ code: 'one', box: 'full' })
  const second = await guest.post('/things', { code: 'two', box: box.id })
  expect(second.status).toBe(201)
  expect(second.body).toEqual((await guest.get(`/things/${second.body.id}`)).body)
  expect(second.body).not.toHaveProperty('box')
})
