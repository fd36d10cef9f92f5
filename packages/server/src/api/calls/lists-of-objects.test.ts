// Lists of objects in a body: accepted, refused at the right place, and processed one after another, all or nothing.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

let orders: RunningApplication

beforeAll(async () => {
  orders = await runApplication(readFileSync(new URL('../../testing/texts/orders.md', import.meta.url), 'utf8'))
})

afterAll(() => orders[Symbol.asyncDispose]())

const order = (items: unknown, more: object = {}) => orders.guest.post('/orders', { customer: 'Ada', items, ...more })

const errorsOf = (body: { errors: { about: string; code: string }[] }) =>
  body.errors.map(({ about, code }) => `${about} ${code}`)

it('creates a record and its parts in one call', async () => {
  const answer = await order(
    [
      { product: 'TEA', quantity: 2, gift: { note: 'hot' }, extras: [{ label: 'milk' }, { label: 'ice' }] },
      { product: 'CUP', quantity: 1 },
    ],
    { tags: ['new', 'none', 'big'] },
  )
  expect(answer.status).toBe(201)
  expect(answer.body.order).toMatchObject({
    lines: [
      { sku: 'TEA', quantity: 2, extras: ['milk', 'ice'] },
      { sku: 'CUP', quantity: 1, extras: [] },
    ],
    tags: ['new', 'big'],
  })
  expect(answer.body.pieces).toBe(3)
  expect(answer.body.sent).toMatchObject([
    { quantity: 2, gift: { note: 'hot' }, extras: [{ label: 'milk' }, { label: 'ice' }] },
    { quantity: 1, gift: { note: null }, extras: [] },
  ])
})

it('says of each value that is wrong where it stands', async () => {
  const answer = await order([
    { product: 'TEA', quantity: 0 },
    { product: 'TEA', extras: [{ label: 'a label that is too long' }, 5], colour: 'red' },
    'tea',
  ])
  expect(answer.status).toBe(422)
  expect(errorsOf(answer.body).toSorted()).toEqual([
    'items[0].quantity TOO_SMALL',
    'items[1].colour UNKNOWN_INPUT',
    'items[1].extras[0].label TOO_LONG',
    'items[1].extras[1] WRONG_TYPE',
    'items[1].quantity BLANK',
    'items[2] WRONG_TYPE',
  ])
})

it('counts objects', async () => {
  const one = { product: 'TEA', quantity: 1 }
  expect(errorsOf((await order([])).body)).toEqual(['items BLANK'])
  expect(errorsOf((await order(undefined)).body)).toEqual(['items BLANK'])
  expect(errorsOf((await order([one, one, one, one])).body)).toEqual(['items TOO_BIG'])
  expect(errorsOf((await order({ 0: one })).body)).toEqual(['items WRONG_TYPE'])
})

it('says which object names nothing', async () => {
  const answer = await order([
    { product: 'CUP', quantity: 1 },
    { product: 'NIX', quantity: 1 },
  ])
  expect([answer.status, errorsOf(answer.body)]).toEqual([422, ['items[1].product NOT_FOUND']])
})

it('undoes everything when a rule refuses one of them, and says which', async () => {
  const first = await order([{ product: 'CUP', quantity: 1 }])
  const refused = await order([
    { product: 'TEA', quantity: 1 },
    { product: 'CUP', quantity: 3 },
  ])
  expect([refused.status, errorsOf(refused.body)]).toEqual([409, ['items[1].quantity TOO_FEW']])
  const next = await order([{ product: 'CUP', quantity: 1 }])
  expect(next.body.order.lines).toEqual([{ sku: 'CUP', quantity: 1, extras: [] }])
  expect(next.body.order.id).toBeGreaterThan(first.body.order.id)
})

it('describes them in its OpenAPI document', async () => {
  const { body } = await orders.guest.get('/_ninefold/openapi.json')
  const { schema } = body.paths['/orders'].post.requestBody.content['application/json']
  expect(schema.required).toEqual(['customer', 'items'])
  expect(schema.properties.items).toMatchObject({
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['product', 'quantity'],
      properties: {
        quantity: { type: 'integer', minimum: 1, maximum: 99 },
        gift: { properties: { note: {} } },
        extras: { type: 'array', maxItems: 2, items: { required: ['label'] } },
      },
    },
  })
})
