// Decision tables of point 9 in PostgreSQL and in the process: computed and stored fields, filters, defaults, rules and steps
// take the value of the one row that fits.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Parcels

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence | | | |
| country | choice: DE, AT, US | required | | |
| kilos | decimal with 1 places | required | | |
| express | yes/no | required | no | |
| coupon | text up to 20 | | | |
| due | date | | \`date("2026-01-31") + daysFor(express)\` | |
| fee | money in EUR | computed \`fee(country, kilos, express)\` | | |
| kept | money in EUR | computed and stored \`fee(country, kilos, express)\` | | |
| class | choice: cheap, dear | computed \`classOf(kilos, coupon)\` | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Not too dear | Order | always | | \`fee(country, kilos, express) <= most\` | DEAR |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Order | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | /api/orders | list, create | number | everything visible |

### POST /api/quotes — Ask before ordering

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| country | Order.country | yes |
| kilos | Order.kilos | yes |

1. let price be \`fee(input.country, input.kilos, false)\`
2. respond 200 with \`{"price": price, "sooner": fee(input.country, input.kilos, true)}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| DEAR | 422 | kilos | That is too dear. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Berlin |

| Constant | Value | Used for |
| --- | --- | --- |
| heavy | 20 | kilos |
| most | 100 EUR | fees |
| perKilo | 2 EUR | far away |

### Lookup: fee

| Order.country | Order.kilos | Order.express | Value |
| --- | --- | --- | --- |
| DE | at most \`heavy\` | no | 4.90 EUR |
| DE | more than \`heavy\` | no | 19 EUR |
| DE, AT | | yes | 30 EUR |
| otherwise | | | \`kilos * perKilo\` |

### Lookup: daysFor

| Order.express | Value |
| --- | --- |
| yes | 1 day |
| no | 1 week |

### Lookup: classOf

| Order.kilos | Order.coupon | Value |
| --- | --- | --- |
| less than 5 | | cheap |
| 5 to \`heavy\` | SUMMER, WINTER | cheap |
| otherwise | | dear |
`

const ROWS = [
  // country, kilos, express, coupon → fee, due, class
  ['DE', '20', false, null, '4.90', '2026-02-07', 'dear'],
  ['DE', '20.1', false, 'SUMMER', '19.00', '2026-02-07', 'dear'],
  ['DE', '4.9', true, null, '30.00', '2026-02-01', 'cheap'],
  ['AT', '5', true, 'WINTER', '30.00', '2026-02-01', 'cheap'],
  ['AT', '5', false, 'summer', '10.00', '2026-02-07', 'dear'],
  ['US', '50', true, null, '100.00', '2026-02-01', 'dear'],
] as const

let orders: RunningApplication
let guest: Client

beforeAll(async () => {
  orders = await runApplication(TEXT)
  guest = orders.guest
})

afterAll(() => orders[Symbol.asyncDispose]())

describe('each record has the value of the row that fits', () => {
  it.each(ROWS)('%s, %s kilos, %s, %s', async (country, kilos, express, coupon, fee, due, kind) => {
    const { status, body } = await guest.post('/api/orders', { country, kilos, express, coupon })
    expect([status, body]).toMatchObject([201, { fee, kept: fee, due, class: kind }])
  })
})

it('a filter finds records by it, and a sort knows it', async () => {
  const numbers = async (query: string): Promise<number[]> =>
    (await guest.get(`/api/orders?${query}&sort=number`)).body.items.map(({ number }: { number: number }) => number)
  expect(await numbers('fee=30..')).toEqual([3, 4, 6])
  expect(await numbers('kept=..10')).toEqual([1, 5])
  expect(await numbers('class=cheap')).toEqual([3, 4])
})

it('a rule asks it before anything is written', async () => {
  const { status, body } = await guest.post('/api/orders', { country: 'US', kilos: '50.1', express: false })
  expect([status, body.errors?.[0]?.code]).toEqual([422, 'DEAR'])
})

it('a step asks it about what was sent', async () => {
  const { body } = await guest.post('/api/quotes', { country: 'DE', kilos: '3' })
  expect(body).toEqual({ price: '4.90', sooner: '30.00' })
})
