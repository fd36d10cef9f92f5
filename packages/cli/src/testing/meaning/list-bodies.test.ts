// Bodies that are lists or any JSON, on the engine and in the reference interpreter: the generator makes few of the first
// kind, and none of the second.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { interpret } from '@ninefold/core/meaning/interpret.ts'
import { addRecord, type Datum, emptyStore, recordsOf } from '@ninefold/core/meaning/store.ts'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { zoneOf } from './zone.ts'

const TEXT = readFileSync(new URL('../../../../server/src/testing/texts/shop-api.md', import.meta.url), 'utf8')

const REQUESTS: readonly (readonly [method: 'PATCH' | 'DELETE' | 'PUT', body: unknown])[] = [
  ['PATCH', [{ sku: 'TEA', price: 400 }, { sku: 'CUP' }]],
  ['PATCH', [{ sku: 'TEA', price: 1 }, { sku: 'NIX' }]],
  ['PATCH', [{ price: 0, colour: 'red' }, 5]],
  ['PATCH', []],
  ['PATCH', { sku: 'TEA' }],
  ['DELETE', ['JAR', 'NIX']],
  ['DELETE', []],
  ['DELETE', ['A', 'B', 'C']],
  ['DELETE', [1]],
  ['DELETE', ['JAR', 'CUP']],
  ['PUT', { sku: 'A', amount: 2, other: [1, { deep: null }] }],
  ['PUT', { amount: 9, sku: 'A' }],
  ['PUT', { amount: null }],
  ['PUT', ['sku']],
  ['PUT', 'sku'],
  ['PUT', null],
]

it('answers, refuses and keeps the same', async () => {
  const { model } = compile(TEXT)
  if (model === null) throw new Error('The text has errors.')
  await using shop = await runApplication(TEXT)
  let store = emptyStore(Date.now(), zoneOf(model.limits.timeZone))
  for (const { entity, rows } of model.entities.referenceData)
    for (const { values } of rows) addRecord(store, entity, { createdAt: store.nowMs, ...values })
  for (const [method, body] of REQUESTS) {
    const call = model.calls.calls.find((each) => each.method === method && each.path === '/products')
    if (call === undefined) throw new Error('There is no such call.')
    const said = interpret(model, store, { kind: 'call', me: null, call, path: {}, inputs: body as Datum & object })
    store = said.store
    const headers = { 'content-type': 'application/json' }
    const answer = await shop.guest.send('/products', { method, headers, body: JSON.stringify(body) })
    expect([method, body, answer.status, answer.body?.errors?.map(codeOf) ?? answer.body]).toEqual([
      method,
      body,
      said.answer.status,
      said.reasons.length === 0
        ? said.answer.body
        : expect.arrayContaining(said.reasons.map(({ code }) => named(code))),
    ])
    const { rows } = await shop.database.pool.query('SELECT sku, price::int FROM product ORDER BY sku')
    const kept = recordsOf(store, 'Product').map(({ values }) => ({ sku: values['sku'], price: values['price'] }))
    expect(rows).toEqual(kept.toSorted((one, other) => String(one.sku).localeCompare(String(other.sku))))
  }
})

function codeOf({ code }: { readonly code: string }): string {
  return code
}

function named(code: string): string {
  return code.toUpperCase().replaceAll(' ', '_')
}
