// Records that one call makes are read back in the order in which they were made, wherever no other order is stated and
// wherever a stated one leaves it open.

import { expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const SKUS = Array.from({ length: 60 }, (_, index) => `sku-${(index * 37) % 60}`)

const textWith = (everyEntity: string): string => `# Orders

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** ${everyEntity}

### Entity: Order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 60 | required, unique | | |
| lines | list of Line via order | | | |
| newest | list of Line via order sorted by kind Z to A | | | |

### Entity: Line

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| order | Order | required, deleted together | | |
| sku | text up to 60 | required, unique | | |
| kind | text up to 60 | required | \`"one"\` | |

### Entity: Copy

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| sku | text up to 60 | required | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Order | | all |
| Guest | see, create | Line | | all |
| Guest | see, create | Copy | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Line | /api/lines | list, get | sku | everything visible |

### POST /orders — Order

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| items[].sku | Line.sku | yes |

1. create Order as order with name = \`"first"\`
2. for each sent in input.items:
   1. create Line with order = \`order\`, given sent.sku
3. respond 201 with \`order.lines.map(l, l.sku)\`

### POST /copies — Copy each line

- **Who:** Guest

1. for each line in Line:
   1. create Copy with sku = \`line.sku\`
2. list copies from Copy, all of them
3. list some from Copy, sorted by sku Z to A, take \`2\` after \`1\`
4. respond 201 with \`{"all": copies.map(c, c.sku), "some": some.map(c, c.sku)}\`

### GET /sorted — As the caller wants it

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| sort | list of one of kind, -kind, -order, separated by commas | |

1. list lines from Line, sorted by kind A to Z when \`"kind" in query.sort\` then kind Z to A when \`"-kind" in query.sort\` then order.name Z to A when \`"-order" in query.sort\`, take \`60\`
2. respond 200 with \`lines.map(l, l.sku)\`

### GET /orders/:name — One order

- **Who:** Guest

1. find found in Order where \`name == path.name\` or fail NO_ORDER
2. list lines from Line where \`order == found\`, all of them
3. list same from Line, sorted by kind A to Z, all of them
4. list back from Line, sorted by kind Z to A, take \`60\` after \`0\`, counting total
5. list some from Line, sorted by kind A to Z, take \`2\` after \`1\`
6. respond 200 with \`{"some": some.map(l, l.sku), "stored": found.lines.map(l, l.sku), "newest": found.newest.map(l, l.sku), "listed": lines.map(l, l.sku), "same": same.map(l, l.sku), "back": back.map(l, l.sku), "ids": lines.map(l, l.id), "all": Line.map(l, l.sku), "total": total}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_ORDER | 404 | order | There is none. |
`

it.for([
  ['with its moment', 'id as a random identifier, createdAt'],
  ['without its moment', 'id as a random identifier'],
  ['with a counting number', 'id as a counting number'],
])('reads what one call makes in the order of creation, %s', async ([, everyEntity = '']) => {
  await using orders = await runApplication(textWith(everyEntity))
  const made = await orders.guest.post('/orders', { items: SKUS.map((sku) => ({ sku })) })
  expect([made.status, made.body]).toEqual([201, SKUS])
  const copied = await orders.guest.post('/copies')
  expect(copied.body).toEqual({ all: SKUS, some: SKUS.toSorted().toReversed().slice(1, 3) })
  const { body } = await orders.guest.get('/orders/first')
  const { ids, total, newest, back, some, ...others } = body
  for (const [name, skus] of Object.entries(others)) expect([name, skus]).toEqual([name, SKUS])
  for (const skus of [newest, back]) expect(skus).toEqual(SKUS.toReversed())
  expect(ids).toEqual(ids.toSorted((a: string | number, b: string | number) => (a < b ? -1 : 1)))
  expect(total).toBe(60)
  // A page that nobody counts.
  expect(some).toEqual(SKUS.slice(1, 3))
  expect(await pages(orders.guest, '')).toEqual(SKUS)
  expect(await pages(orders.guest, '&sort=kind')).toEqual(SKUS)
  expect(await pages(orders.guest, '&sort=-kind')).toEqual(SKUS.toReversed())
})

/** Page by page, with cursors between records of one moment. */
async function pages(guest: Client, query: string): Promise<string[]> {
  const skus: string[] = []
  for (let after = ''; ;) {
    const { status, body } = await guest.get(`/api/lines?limit=7${query}${after}`)
    expect(status).toBe(200)
    skus.push(...body.items.map(({ sku }: { sku: string }) => sku))
    if (body.next === null) return skus
    after = `&after=${body.next}`
  }
}

it('leaves the order of creation to the last order that holds', async () => {
  await using orders = await runApplication(textWith('id as a random identifier'))
  await orders.guest.post('/orders', { items: SKUS.map((sku) => ({ sku })) })
  const sorted = async (sort: string) => (await orders.guest.get(`/sorted${sort}`)).body
  expect(await sorted('')).toEqual(SKUS)
  expect(await sorted('?sort=kind')).toEqual(SKUS)
  expect(await sorted('?sort=-kind')).toEqual(SKUS.toReversed())
  expect(await sorted('?sort=kind,-order')).toEqual(SKUS.toReversed())
})

it('makes ids that tell their time, and nothing of how many there are', async () => {
  await using orders = await runApplication(textWith('id as a random identifier'))
  const before = Date.now()
  const first = await idsMadeAt(orders, 3)
  const others = await idsMadeAt(orders, 3)
  for (const id of first) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const atMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(Math.abs(atMs - before)).toBeLessThan(60_000)
  }
  const [one = 0n, two = 0n, ...rest] = [...first, ...others].map(counterOf)
  expect(two - one).toBe(1n)
  expect(rest[1]).not.toBe(two + 2n)
})

it('finds ids that do not grow', async () => {
  await using orders = await runApplication(textWith('id as a random identifier, createdAt'))
  await orders.database.pool.query('ALTER TABLE line ALTER COLUMN id SET DEFAULT gen_random_uuid()')
  expect((await orders.guest.post('/orders', { items: SKUS.map((sku) => ({ sku })) })).body).not.toEqual(SKUS)
})

/** In one transaction. */
async function idsMadeAt({ database }: RunningApplication, count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT ninefold.next_id()::text AS id FROM generate_series(1, $1)',
    [count],
  )
  return rows.map(({ id }) => id)
}

/** The 42 bits behind the variant. */
function counterOf(id: string): bigint {
  return BigInt(`0x${id.replaceAll('-', '').slice(16, 27)}`) & ((1n << 42n) - 1n)
}
