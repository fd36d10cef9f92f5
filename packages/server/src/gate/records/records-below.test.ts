// `isWithin` in conditions of lists, rights, rules, computed fields and steps: a record, and all records below it, as far
// as the caller sees the way up. A circle of records ends, and an empty reference is within nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Shop

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/c/:slug\` | Shelf | slug is Category.slug |

### Screen: Shelf

- **Who:** Guest, Worker
- **Shows:** one Category by slug
- **Fields:** slug
- **Shows:** list of Product where \`category.isWithin(Category.filter(c, c.slug == path.slug), parent)\`, sorted by name A to Z, all of them
- **Columns:** name

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdBy

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |
| manager | User | cleared on deletion | | |
| duty | Category | cleared on deletion | | |

### Entity: Category

${FIELDS}
| slug | text up to 20 | required, unique | | |
| parent | Category | cleared on deletion | | |
| twin | Category | cleared on deletion | | |
| isTrade | yes/no | required | no | |
| isSecret | yes/no | required | no | |

### Entity: Product

${FIELDS}
| name | text up to 20 | required, unique | | |
| category | Category | cleared on deletion | | |
| limit | Category | cleared on deletion | | |
| isLimited | yes/no | computed over all \`category.isWithin(limit, parent)\` | | |

### Reference data: Category

| slug | parent | twin | isTrade | isSecret |
| --- | --- | --- | --- | --- |
| all | | | no | no |
| kitchen | all | | no | no |
| boards | kitchen | | no | no |
| oak | boards | kitchen | no | yes |
| garden | all | oak | no | no |
| left | | | no | no |
| right | left | | no | no |

### Reference data: Product

| name | category | limit |
| --- | --- | --- |
| Pan | kitchen | all |
| Plank | boards | garden |
| Rare | oak | oak |
| Spade | garden | |
| Loose | | all |
| Round | left | right |

### Sample data: User

| email | password | manager | duty | roles |
| --- | --- | --- | --- | --- |
| top@example.test | correct-horse-1 | | kitchen | Worker |
| mid@example.test | correct-horse-2 | top@example.test | garden | Worker |
| low@example.test | correct-horse-3 | mid@example.test | | Worker |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Own branch | Product | change | \`limit != null\` | \`category.isWithin(limit, parent)\` | OUTSIDE |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed
- **Wrong password:** none
- **Second factor:** none
- **Forgotten password:** none

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Worker | | from a Worker |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Category | | slug |
| Guest | see | Category | \`!isSecret\` | parent |
| Guest | see | Product | | name, category, limit, isLimited |
| Worker | see | User | \`this.isWithin(me)\` | email |
| Worker | see | Category | | all |
| Worker | see | Product | \`category.isWithin(me.duty, parent)\` | all |
| Worker | change | Product | | category, limit |
| Worker | change | Category | | parent |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| User | /api/users | list | id | everything visible |
| Category | /api/categories | list, change | slug | everything visible |
| Product | /api/products | list, change | name | everything visible |

### GET /api/within/:slug — Products of a category

- **Who:** Guest

1. find branch in Category where \`slug == path.slug\` or fail MISSING
2. list found from Product where \`category.isWithin(branch, parent)\`, sorted by name A to Z, all of them
3. let first be \`branch.isWithin(branch, parent)\`
4. respond 200 with \`{"names": found.map(p, p.name), "seen": found.filter(p, p.category.isWithin(branch, parent)).map(p, p.name), "self": first}\`

### GET /api/twins/:slug — By the other reference

- **Who:** Worker

1. find branch in Category where \`slug == path.slug\` or fail MISSING
2. list found from Category where \`this.isWithin(branch, twin)\`, sorted by slug A to Z, all of them
3. respond 200 with \`{"slugs": found.map(c, c.slug), "trade": Category.exists(c, branch.isWithin(c, parent) && c.slug == "all")}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| MISSING | 404 | | There is no such category. |
| OUTSIDE | 422 | category | It stands elsewhere. |
`

let shop: RunningApplication
let top: Client
let mid: Client
let low: Client

beforeAll(async () => {
  shop = await runApplication(TEXT)
  top = await shop.signIn('top@example.test', 'correct-horse-1')
  mid = await shop.signIn('mid@example.test', 'correct-horse-2')
  low = await shop.signIn('low@example.test', 'correct-horse-3')
  const circle = await top.patch('/api/categories/left', { parent: await idOf('right') })
  expect(circle.status).toBe(200)
})

const idOf = async (slug: string): Promise<unknown> => {
  const { body } = await top.get('/api/categories')
  return body.items.find((item: { slug: string }) => item.slug === slug)?.id
}

afterAll(() => shop[Symbol.asyncDispose]())

const names = async (client: Client, path: string, key: string): Promise<unknown[]> => {
  const { status, body } = await client.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map((item: Record<string, unknown>) => item[key])
}

describe('a step lists the records of a branch, and answers those whose way up its caller sees', () => {
  it.each([
    ['all', ['Pan', 'Plank', 'Rare', 'Spade'], ['Pan', 'Plank', 'Spade']],
    ['kitchen', ['Pan', 'Plank', 'Rare'], ['Pan', 'Plank']],
    ['boards', ['Plank', 'Rare'], ['Plank']],
    ['oak', ['Rare'], ['Rare']],
    ['garden', ['Spade'], ['Spade']],
    ['left', ['Round'], ['Round']],
    ['right', ['Round'], ['Round']],
  ])('of %s', async (slug, names, seen) => {
    expect((await shop.guest.get(`/api/within/${slug}`)).body).toEqual({ names, seen, self: true })
  })
})

it('a screen lists the records of the branch that its address names', async () => {
  const { body } = await shop.guest.get('/_ninefold/screens/shelf/1?slug=boards')
  expect(body.rows.map(({ values }: { values: { name: string } }) => values.name)).toEqual(['Plank', 'Rare'])
})

it('a right asks it for each row, and an empty reference gives none', async () => {
  expect(await names(top, '/api/products?sort=name', 'name')).toEqual(['Pan', 'Plank', 'Rare'])
  expect(await names(mid, '/api/products?sort=name', 'name')).toEqual(['Spade'])
  expect(await names(low, '/api/products?sort=name', 'name')).toEqual([])
})

it('a right finds everybody below a user, whoever created them', async () => {
  const mails = async (client: Client) => (await names(client, '/api/users', 'email')).toSorted()
  expect(await mails(top)).toEqual(['low@example.test', 'mid@example.test', 'top@example.test'])
  expect(await mails(mid)).toEqual(['low@example.test', 'mid@example.test'])
  expect(await mails(low)).toEqual(['low@example.test'])
})

it('the way up is the reference that is named', async () => {
  const { body } = await top.get('/api/twins/kitchen')
  expect(body).toEqual({ slugs: ['garden', 'kitchen', 'oak'], trade: true })
})

it('a computed field and a rule ask it of two references of a row', async () => {
  const { body } = await top.get('/api/products?sort=name')
  expect(body.items.map((item: { isLimited: boolean }) => item.isLimited)).toEqual([true, false, true])
  expect(await names(top, '/api/products?isLimited=true&sort=name', 'name')).toEqual(['Pan', 'Rare'])
  const move = async (category: string, limit: string) => {
    const answer = await top.patch('/api/products/Pan', { category: await idOf(category), limit: await idOf(limit) })
    return answer.body.errors?.[0]?.code ?? answer.status
  }
  expect(await move('oak', 'kitchen')).toBe(200)
  expect(await move('kitchen', 'boards')).toBe('OUTSIDE')
  expect(await move('kitchen', 'all')).toBe(200)
})
