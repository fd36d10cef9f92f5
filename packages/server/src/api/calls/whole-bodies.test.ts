// Lists that are the whole body of a call, and contract names that are not identifiers, in queries and in bodies.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

let shop: RunningApplication

beforeAll(async () => {
  shop = await runApplication(readFileSync(new URL('../../testing/texts/shop-api.md', import.meta.url), 'utf8'))
})

afterAll(() => shop[Symbol.asyncDispose]())

const json = (method: string, path: string, body: unknown) =>
  shop.guest.send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

const errorsOf = (body: { errors: { about: string; code: string }[] }) =>
  body.errors.map(({ about, code }) => `${about} ${code}`)

const charges = async () => {
  const { rows } = await shop.database.pool.query('SELECT count(*)::int AS count FROM charge')
  return rows[0].count
}

it('takes a list as the whole body, and says of each value where it stands', async () => {
  const answer = await json('POST', '/charges/batch', [
    { 'product-sku': 'TEA', quantity: 2, 'e-mail': 'ada@example.test', notes: [{ words: 'hot' }] },
    { 'product-sku': 'CUP', quantity: 1 },
  ])
  expect([answer.status, answer.body]).toEqual([
    201,
    [
      { sku: 'TEA', quantity: 2, email: 'ada@example.test', notes: ['hot'] },
      { sku: 'CUP', quantity: 1, notes: [] },
    ],
  ])
  const wrong = await json('POST', '/charges/batch', [
    { 'product-sku': 'TEA', quantity: 0, 'e-mail': 'none' },
    { quantity: 1, productSku: 'TEA', notes: [{ words: '' }, 5] },
    'tea',
  ])
  expect([wrong.status, errorsOf(wrong.body).toSorted()]).toEqual([
    422,
    [
      '[0].e-mail PATTERN',
      '[0].quantity TOO_SMALL',
      '[1].notes[0].words BLANK',
      '[1].notes[1] WRONG_TYPE',
      '[1].product-sku BLANK',
      '[1].productSku UNKNOWN_INPUT',
      '[2] WRONG_TYPE',
    ],
  ])
  const unnamed = await json('POST', '/charges/batch', [
    { 'product-sku': 'TEA', quantity: 1 },
    { 'product-sku': 'NIX', quantity: 1 },
  ])
  expect(errorsOf(unnamed.body)).toEqual(['[1].product-sku NOT_FOUND'])
})

it('counts what is in the list', async () => {
  const one = { 'product-sku': 'TEA', quantity: 1 }
  expect(errorsOf((await json('POST', '/charges/batch', [])).body)).toEqual(['body BLANK'])
  expect(errorsOf((await json('POST', '/charges/batch', [one, one, one, one])).body)).toEqual(['body TOO_BIG'])
  expect(errorsOf((await json('POST', '/charges/batch', { 0: one })).body)).toEqual(['body WRONG_TYPE'])
  expect(errorsOf((await shop.guest.send('/charges/batch', { method: 'POST' })).body)).toEqual(['body BLANK'])
  expect(errorsOf((await json('DELETE', '/products', ['A', 'B', 'C'])).body)).toEqual(['body TOO_BIG'])
  expect(errorsOf((await json('DELETE', '/products', [1])).body)).toEqual(['[0] WRONG_TYPE'])
})

it('does all of a batch or none, and says which refused', async () => {
  const before = await charges()
  const refused = await json('POST', '/charges/batch', [
    { 'product-sku': 'TEA', quantity: 1 },
    { 'product-sku': 'JAR', quantity: 1 },
  ])
  expect([refused.status, errorsOf(refused.body)]).toEqual([409, ['[1].product NOT_SOLD']])
  expect(await charges()).toBe(before)
  const missing = await json('PATCH', '/products', [
    { sku: 'TEA', price: 1 },
    { sku: 'NIX', price: 1 },
  ])
  expect([missing.status, errorsOf(missing.body)]).toEqual([404, ['[1].sku NO_PRODUCT']])
  const done = await json('PATCH', '/products', [{ sku: 'TEA', price: 400 }, { sku: 'CUP' }])
  expect([done.status, done.body]).toEqual([200, { changed: 2 }])
  const { rows } = await shop.database.pool.query("SELECT price FROM product WHERE sku IN ('TEA', 'CUP') ORDER BY sku")
  expect(rows.map(({ price }) => Number(price))).toEqual([1200, 400])
})

it('takes names of a query and of a body as a contract has them', async () => {
  const page = await shop.guest.get('/products?page[size]=1&page%5Bnumber%5D=2&filter[active]=true&$top=5')
  expect(page.body).toEqual({
    data: [{ type: 'products', id: 'TEA', attributes: { title: 'Tea' } }],
    meta: { total: 2, top: 5 },
  })
  const several = await shop.guest.get('/products?filter[sku]=CUP&filter[sku][]=JAR')
  expect(several.body.data.map(({ id }: { id: string }) => id)).toEqual(['CUP', 'JAR'])
  const wrong = await shop.guest.get('/products?page[size]=x&pageSize=1&page[sort]=1')
  expect(errorsOf(wrong.body)).toEqual(['pageSize UNKNOWN_INPUT', 'page[sort] UNKNOWN_INPUT', 'page[size] WRONG_TYPE'])
  const attributes = { 'stock-keeping-unit': 'POT', title: 'Pot', price: 5 }
  const added = await json('POST', '/products', { data: { type: 'products', attributes, meta: { '@source': 'me' } } })
  expect([added.status, added.body]).toEqual([201, { data: { type: 'products', id: 'POT' }, source: 'me' }])
  const taken = await json('POST', '/products', {
    data: { type: 'products', attributes: { ...attributes, stockKeepingUnit: 'X' } },
  })
  expect(errorsOf(taken.body)).toEqual(['stockKeepingUnit UNKNOWN_INPUT'])
})

it('describes both in its OpenAPI document', async () => {
  const { paths } = (await shop.guest.get('/_ninefold/openapi.json')).body
  const bodyOf = (path: string, method: string) => paths[path][method].requestBody.content['application/json'].schema
  expect(bodyOf('/charges/batch', 'post')).toMatchObject({
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: { required: ['product-sku', 'quantity'], properties: { 'e-mail': { format: 'email' } } },
  })
  expect(bodyOf('/products', 'delete')).toMatchObject({
    type: 'array',
    minItems: 1,
    maxItems: 2,
    items: { maxLength: 20 },
  })
  expect(bodyOf('/products', 'patch')).toMatchObject({ type: 'array', maxItems: 100 })
  expect(bodyOf('/products', 'post').properties.data.properties.attributes.required).toContain('stock-keeping-unit')
  expect(paths['/products'].get.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'page[size]',
    'page[number]',
    'filter[active]',
    'filter[sku]',
    '$top',
    'If-None-Match',
  ])
})
