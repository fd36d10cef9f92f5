// Money: amounts in one currency, and amounts with their own currency, from sample data and over HTTP.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Offers

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Offer

- **History:** every change of price

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| price | money with currency | required | | |
| fee | money in BHD | | | |
| rebate | money with currency | unique | | |
| isOpen | yes/no | required | yes | |
| deposit | money with currency | required | 0 USD | |
| opens | date and time | | 2026-07-01 09:00 | |
| euros | decimal with 2 places | computed \`price.currency == "EUR" ? price.amount : 0\` | | |

### Sample data: Offer

| name | price | fee |
| --- | --- | --- |
| Bike | 250.5 EUR | 1.125 |
| Car | 9000 | |
| Scooter | 90 USD | |
| Train | 12000 JPY | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Never a debt | Offer | always | | \`price.amount >= 0\` | DEBT |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Offer | \`isOpen\` | all |
| Guest | see | Offer | | all except price, euros |
| Guest | create, change | Offer | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Offer | /api/offers | list, get, create, change | name | everything visible |

### GET /api/sums — What everything costs

- **Who:** Guest

1. list all from Offer, sorted by name A to Z, all of them
2. respond 200 with \`{"eur": all.filter(o, o.price.currency == "EUR").map(o, o.price.amount).sum(), "first": all.map(o, o.price)}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| DEBT | 422 | price | {price} is less than nothing. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
| Time zone | Europe/Berlin |
`

let offers: RunningApplication
let guest: Client

beforeAll(async () => {
  offers = await runApplication(TEXT)
  guest = offers.guest
})

afterAll(() => offers[Symbol.asyncDispose]())

const named = async (query: string): Promise<string[]> => {
  const { body } = await guest.get(`/api/offers${query}`)
  return (body.items ?? [body]).map(({ name }: { name: string }) => name)
}

it('keeps amounts with their currency, exactly, with all the decimal places that the currency has', async () => {
  expect((await guest.get('/api/offers/Bike')).body).toMatchObject({
    price: { amount: '250.50', currency: 'EUR' },
    fee: '1.125',
    rebate: null,
    euros: '250.50',
  })
  // An amount without a currency uses that of point 9.
  expect((await guest.get('/api/offers/Car')).body.price).toEqual({ amount: '9000.00', currency: 'EUR' })
  expect((await guest.get('/api/offers/Train')).body.price).toEqual({ amount: '12000', currency: 'JPY' })
  const made = await guest.post('/api/offers', { name: 'Ship', price: { amount: '123456789012345678901.23' } })
  expect(made.body.price).toEqual({ amount: '123456789012345678901.23', currency: 'EUR' })
  const changed = await guest.patch('/api/offers/Ship', { price: { amount: 7, currency: 'KWD' }, isOpen: false })
  expect(changed.status).toBe(200)
})

it.each([
  [{ amount: '1.234', currency: 'EUR' }, 'WRONG_TYPE'],
  [{ amount: '1.5', currency: 'JPY' }, 'WRONG_TYPE'],
  [{ amount: '1', currency: 'XYZ' }, 'WRONG_TYPE'],
  [{ amount: '1', currency: 'eur' }, 'WRONG_TYPE'],
  [{ amount: 'much', currency: 'EUR' }, 'WRONG_TYPE'],
  [{ amount: '1', currency: 'EUR', note: 1 }, 'WRONG_TYPE'],
  [{ currency: 'EUR' }, 'BLANK'],
  ['3 EUR', 'WRONG_TYPE'],
  [null, 'BLANK'],
  [{ amount: '-0.01', currency: 'EUR' }, 'DEBT'],
])('refuses %j as a price', async (price, code) => {
  const { status, body } = await guest.patch('/api/offers/Bike', { price })
  expect([status, body.errors?.[0]]).toMatchObject([422, { about: 'price', code }])
  if (code === 'DEBT') expect(body.errors[0].message).toContain('-€0.01')
})

it('refuses more decimal places than a currency has', async () => {
  expect((await guest.patch('/api/offers/Bike', { fee: '1.1250' })).status).toBe(200)
  const { status, body } = await guest.patch('/api/offers/Bike', { fee: '1.1251' })
  expect([status, body.errors?.[0]]).toMatchObject([422, { about: 'fee', code: 'WRONG_TYPE' }])
})

it('keeps amounts unique by amount and currency, however they are written', async () => {
  expect((await guest.patch('/api/offers/Bike', { rebate: { amount: '5', currency: 'USD' } })).status).toBe(200)
  expect((await guest.patch('/api/offers/Car', { rebate: { amount: '5', currency: 'CAD' } })).status).toBe(200)
  const same = await guest.patch('/api/offers/Scooter', { rebate: { amount: '5.00', currency: 'USD' } })
  expect([same.status, same.body.errors?.[0]]).toMatchObject([409, { about: 'rebate', code: 'TAKEN' }])
})

it('sorts by currency and then by amount, page by page, and filters by either', async () => {
  const sorted = ['Bike', 'Car', 'Train', 'Scooter', 'Ship']
  expect(await named('?sort=price')).toEqual(sorted)
  const pages: string[] = []
  for (let after = '', more = true; more;) {
    const { body } = await guest.get(`/api/offers?sort=price&limit=1${after}`)
    pages.push(...body.items.map(({ name }: { name: string }) => name))
    more = body.next !== null
    after = `&after=${encodeURIComponent(body.next)}`
  }
  expect(pages).toEqual(sorted)
  expect(await named('?price=EUR&sort=-price')).toEqual(['Car', 'Bike'])
  expect(await named('?price=250.5%20EUR')).toEqual(['Bike'])
  for (const wrong of ['250', 'XYZ', 'EUR 5', '%27'])
    expect((await guest.get(`/api/offers?price=${wrong}`)).status).toBe(422)
})

it('finds nothing by an amount that the caller may not see', async () => {
  const { body } = await guest.get('/api/offers/Ship')
  expect(Object.keys(body)).not.toContain('price')
  expect(await named('?price=KWD')).toEqual([])
  expect(await named('?price=7%20KWD')).toEqual([])
  // Sorted like an empty value.
  expect((await named('?sort=-price')).at(-1)).toBe('Ship')
})

it('computes within one currency only', async () => {
  const { body } = await guest.get('/api/sums')
  expect(body).toMatchObject({ eur: '9250.50' })
  expect(body.first).toContainEqual({ amount: '90.00', currency: 'USD' })
})

it('holds amounts in the database too, against every other writer', async () => {
  const { pool } = offers.application.database
  for (const price of ['{"amount":"1.234","currency":"EUR"}', '{"amount":"1"}', '7', '{"amount":"a","currency":"EUR"}'])
    await expect(pool.query(`UPDATE public.offer SET price = $1 WHERE name = 'Bike'`, [price])).rejects.toThrow(
      'offer_price_money',
    )
  await expect(pool.query(`UPDATE public.offer SET fee = 0.0001 WHERE name = 'Bike'`)).rejects.toThrow('places')
})

it('describes amounts of any currency in the document of the API', async () => {
  const { body } = await guest.get('/_ninefold/openapi.json')
  expect(JSON.stringify(body)).toContain('"currency":{"type":"string","pattern":"^[A-Z]{3}$","default":"EUR"}')
})

it('begins with an amount in a currency, and at a time of its own clock, where nobody gives any, and says so', async () => {
  const { body } = await guest.post('/api/offers', { name: 'Tram', price: { amount: 1 }, isOpen: false })
  expect(body).toMatchObject({ deposit: { amount: '0.00', currency: 'USD' }, opens: '2026-07-01T07:00:00.000Z' })
  const { paths } = (await guest.get('/_ninefold/openapi.json')).body
  const { schema } = paths['/api/offers'].post.requestBody.content['application/json']
  expect(schema.properties.deposit.default).toEqual({ amount: '0.00', currency: 'USD' })
  expect(schema.required).not.toContain('deposit')
})
