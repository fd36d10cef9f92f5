// Totals of a form before it is sent, for a text with order lines, without revealing anything to the browser.

import { expect, it } from 'vitest'
import { FIELDS } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'
import { formOf } from '../screens/screen-actions.ts'
import { operationsOf } from './calls.ts'
import { computedInForm } from './computed-in-form.ts'
import { computedValues } from './computed-values.ts'

const TEXT = `# Shop

## 3. Entities and their fields

### Entity: Product

${FIELDS}
| sku | text up to 20 | required, unique | | |
| price | money in EUR | required | | |
| cost | money in EUR | required | | |

### Entity: Order

${FIELDS}
| number | sequence from 1 | | | |
| shipping | money in EUR | | | |
| rebate | percent | required | 0 | |
| lines | list of Line via order | | | |
| pieces | whole number | computed \`lines.map(l, l.quantity).sum()\` | | |
| goods | money in EUR | computed \`lines.filter(l, l.quantity > 0).map(l, l.amount).sum()\` | | |
| total | money in EUR | computed \`goods + orElse(shipping, none)\` | | |
| margin | money in EUR | computed \`goods - lines.map(l, l.product.cost).sum()\` | | |
| place | whole number | computed \`number * 2\` | | |

### Entity: Line

${FIELDS}
| order | Order | required, deleted together | | |
| product | Product | required, blocks deletion | | |
| quantity | whole number 1 to 99 | required | 1 | |
| price | money in EUR | required, set by product | \`product.price\` | |
| amount | money in EUR | computed \`round(price * quantity * (100 - discount) / 100, 2)\` | | |
| discount | percent | required | 0 | |
| weight | whole number | computed \`quantity * 3\` | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Product | | sku, price |
| Guest | see, create, change | Order | | number, shipping, rebate, lines, pieces, goods, total, margin, place |
| Guest | see, create, change | Line | | order, product, quantity, price, amount, discount |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Line | \`/lines\` | create, change | id | everything visible |

### POST /orders — Order

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| shipping | Order.shipping | no |
| items | list of 1 to 9 objects | yes |
| items[].product | Line.product by sku | yes |
| items[].quantity | Line.quantity | no |

1. create Order as order with given shipping
2. for each one in input.items:
   1. create Line with order = \`order\`, given one.product, one.quantity
3. respond 201 with \`{"id": order.id}\`

### POST /orders/:number/lines — Add

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| product | Line.product by sku | yes |
| quantity | Line.quantity | yes |

1. find order in Order where \`number == path.number\` or fail NO_ORDER
2. create Line as line with order = \`order\`, given product, quantity
3. respond 201 with \`{"id": line.id}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_ORDER | 404 | order | There is none. |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| none | 0 EUR | |
`

const GUEST = { roles: new Set(['Guest']), isSignedIn: false }

function formAt(method: string, path: string, text = TEXT) {
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(JSON.stringify(diagnostics))
  const operations = operationsOf(model)
  const operation = operations.find((each) => each.method === method && each.path === path)
  if (operation === undefined) throw new Error(`There is no ${method} ${path}.`)
  const scope = { model, caller: GUEST, operations } as Parameters<typeof formOf>[0]
  return { computing: computedInForm(scope, operation), fields: formOf(scope, operation) }
}

const PRICES: Readonly<Record<string, unknown>> = { TEA: { price: '3.50' }, CUP: { price: 12 }, HID: {} }

function order(body: unknown, text = TEXT) {
  const { computing, fields } = formAt('POST', '/orders', text)
  if (computing === undefined) throw new Error('Nothing is computed.')
  const linked = (_: unknown, value: unknown) => (PRICES[String(value)] as Record<string, unknown> | undefined) ?? null
  return computedValues(computing, { fields, body, record: null, linked })
}

it('tells the computed fields that inputs decide, and no other', () => {
  const { computing } = formAt('POST', '/orders')
  // The product sets the number; the cost and the weight are hidden from guests.
  expect(computing?.values.map(({ key }) => key)).toEqual(['pieces', 'goods', 'total'])
  expect(computing?.lists.map(({ input, values }) => [input, values.map(({ key }) => key)])).toEqual([
    ['items', ['amount']],
  ])
  expect(computing?.lists[0]?.links).toEqual({ product: ['price'] })
  expect(JSON.stringify(computing)).not.toContain('cost')
})

it('computes with defaults, with prices of named records and with what is typed', () => {
  const items = [{ product: 'TEA', quantity: 3 }, { product: 'CUP' }]
  expect(order({ shipping: '4.90', items })).toEqual({
    values: { pieces: 4, goods: '22.5', total: '27.4' },
    rows: { items: [{ amount: '10.5' }, { amount: '12' }] },
    whole: {},
  })
  expect(order({ items }).values).toMatchObject({ total: '22.5' })
})

it('leaves out rows that are not filled in, and says nothing of what is not known', () => {
  expect(order({ items: [{ product: 'TEA' }, { quantity: 2 }] })).toEqual({
    values: { pieces: 1, goods: '3.5', total: '3.5' },
    rows: { items: [{ amount: '3.5' }, {}] },
    whole: {},
  })
  expect(
    order({
      items: [
        { product: 'TEA', quantity: 1 },
        { product: 'TEA', quantity: 100 },
      ],
    }),
  ).toEqual({
    values: {},
    rows: { items: [{ amount: '3.5' }, {}] },
    whole: {},
  })
  expect(order({ shipping: 'much', items: [{ product: 'TEA' }] }).values).toEqual({ pieces: 1, goods: '3.5' })
  for (const product of ['HID', 'NEW'])
    expect(order({ items: [{ product }] })).toEqual({ values: { pieces: 1 }, rows: { items: [{}] }, whole: {} })
})

it('leaves to the server what steps decide', () => {
  const skipping = TEXT.replace('input.items:', 'input.items where `one.product.price > none`:')
  expect(formAt('POST', '/orders', skipping).computing).toBeUndefined()
  // Only values that depend on a changed field are left out.
  const changing = (step: string): string => TEXT.replace('3. respond', `3. change order with ${step}\n4. respond`)
  const shown = (text: string) => formAt('POST', '/orders', text).computing?.values.map(({ key }) => key)
  expect(shown(changing('rebate = `5`'))).toEqual(['pieces', 'goods', 'total'])
  expect(shown(changing('shipping = `none`'))).toEqual(['pieces', 'goods'])
})

it('takes what no input gives from the record that a form changes', () => {
  const { computing, fields } = formAt('PATCH', '/lines/:id')
  expect(computing?.values.map(({ key }) => key)).toEqual(['amount'])
  expect(computing?.present).toEqual(['price'])
  const change = (body: unknown, record: Record<string, unknown>) =>
    computedValues(computing!, { fields, body, record, linked: () => null }).values
  const record = { price: '2.50', quantity: 4, discount: '10' }
  expect(change({}, record)).toEqual({ amount: '9' })
  expect(change({ quantity: 2 }, record)).toEqual({ amount: '4.5' })
  expect(change({ quantity: 2 }, { quantity: 4 })).toEqual({})
})

it('tells those of the record that will hold a new one, as they will be', () => {
  const { computing, fields } = formAt('POST', '/orders/:number/lines')
  expect(computing?.values.map(({ key }) => key)).toEqual(['amount'])
  // The form needs the shipping of the record, and the fields of each line that the totals read.
  expect(computing?.whole).toMatchObject({
    entity: 'Order',
    relation: 'lines',
    present: ['shipping'],
    items: ['quantity', 'amount'],
    by: 'number',
    from: 'number',
  })
  expect(computing?.whole?.values.map(({ key }) => key)).toEqual(['pieces', 'goods', 'total'])
  const record = { shipping: '4.90', pieces: 3, goods: '10.50', total: '15.40' }
  const items = [{ quantity: 3, amount: '10.50' }]
  const add = (body: unknown, held: Record<string, unknown> = record) =>
    computedValues(computing!, {
      fields,
      body,
      record: null,
      linked: (_, value) => PRICES[String(value)] as Record<string, unknown>,
      whole: { record: held, items },
    }).whole
  expect(add({ product: 'CUP', quantity: 2 })).toEqual({ pieces: 5, goods: '34.5', total: '39.4' })
  // Unchanged until there is a line; empty with an invalid one.
  expect(add({ quantity: 2 })).toEqual({ pieces: 3, goods: '10.5', total: '15.4' })
  expect(add({ product: 'CUP', quantity: 100 })).toEqual({})
  // This reader does not see some lines, and does not see one total.
  expect(add({ product: 'CUP', quantity: 2 }, { ...record, goods: '11.50', total: undefined })).toEqual({ pieces: 5 })
})

it('tells nothing of a record that the call changes itself', () => {
  const text = TEXT.replace(
    '3. respond 201 with `{"id": line.id}`',
    '3. set order.rebate to `5`\n4. respond 201 with `{"id": line.id}`',
  )
  expect(text).not.toBe(TEXT)
  expect(formAt('POST', '/orders/:number/lines', text).computing?.whole).toBeUndefined()
})
