// The initial state of a record, if it depends on its lists: set by a caller, by a step, or not at all.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Orders

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Tag

${FIELDS}
| name | text | required, unique | | |
| isUrgent | yes/no | required | \`false\` | |

### Entity: Order

${FIELDS}
| name | text | required | | |
| tags | list of Tag | | | |
| tagCount | whole number | computed \`tags.size()\` | | |
| first | whole number | set by product | | |
| status | state | | | |

### Sample data: Tag

| name | isUrgent |
| --- | --- |
| red | yes |
| blue | no |
| green | no |

## 4. States and transitions

### States of Order.status

| State | Means | Kind |
| --- | --- | --- |
| waiting | somebody looks at it | initial |
| urgent | at once | |
| plain | some day | |
| done | over | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| hurry | nothing | urgent | Guest | \`tagCount > 0 && tags.exists(t, t.isUrgent)\` | set first to \`tags.size()\` |
| file | nothing | plain | Guest | \`tagCount == 1 && !tags.exists(t, t.isUrgent)\` | |
| queue | nothing | waiting | call only | \`tagCount == 0\` | |
| finish | waiting, urgent, plain | done | Guest | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Tag | | all |
| Guest | see, create | Order | | id, name, tags, status, first |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | \`/api/orders\` | get, create, transitions | id | everything visible |

### POST /api/tagged — Tagged

- **Who:** Guest

1. find tag in Tag where \`name == "red"\` or fail NOT_FOUND
2. record Order as order with name = \`"by itself"\`, tags = \`[tag]\`
3. respond 201 with \`OrderView(order)\`

### POST /api/queued — Queued

- **Who:** Guest

1. create Order as order with name = \`"queued"\`
2. respond 201 with \`OrderView(order)\`

### Shape: OrderView of Order

| Key | Value |
| --- | --- |
| status | \`status\` |
| first | \`first\` |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NOT_FOUND | 404 | name | There is none. |
`

let orders: RunningApplication
let guest: Client
const ids: Record<string, number> = {}

beforeAll(async () => {
  orders = await runApplication(TEXT)
  guest = orders.guest
  const { rows } = await orders.database.pool.query('SELECT name, id::int AS id FROM tag')
  for (const { name, id } of rows) ids[name] = id
})

afterAll(() => orders[Symbol.asyncDispose]())

it('says nothing more of such rows', () => {
  expect(compile(TEXT).diagnostics.filter(({ severity }) => severity === 'warning' || severity === 'error')).toEqual([])
})

it('begins by what the new record has in its lists', async () => {
  const begun = async (tags: string[]): Promise<unknown[]> => {
    const { status, body } = await guest.post('/api/orders', { name: 'one', tags: tags.map((tag) => ids[tag]) })
    return [status, body.status, body.first]
  }
  expect(await begun(['blue', 'red'])).toEqual([201, 'urgent', 2])
  expect(await begun(['blue'])).toEqual([201, 'plain', null])
  expect(await begun(['blue', 'green'])).toEqual([409, 409, undefined])
  const { status, body } = await guest.post('/api/orders', { name: 'none' })
  expect([status, body.code]).toEqual([409, 'WRONG_STATE'])
})

it('begins by what a step gives it', async () => {
  expect(await guest.post('/api/tagged')).toMatchObject({ status: 201, body: { status: 'urgent', first: 1 } })
  expect(await guest.post('/api/queued')).toMatchObject({ status: 201, body: { status: 'waiting', first: null } })
})

it('leaves nothing of what is refused, and asks each of many for itself', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      guest.post('/api/orders', { name: 'many', tags: index % 2 === 0 ? [ids['red']] : [ids['blue'], ids['green']] }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 201 : 409)),
  )
  const { rows } = await orders.database.pool.query(
    `SELECT DISTINCT status, count(*)::int AS count FROM "order" WHERE name = 'many' GROUP BY status`,
  )
  expect(rows).toEqual([{ status: 'urgent', count: 10 }])
})
