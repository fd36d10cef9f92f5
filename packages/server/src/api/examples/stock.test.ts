// examples/stock as its people use it: only goods in stock are handed out, moved goods arrive, and orders are numbered
// without gaps.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/stock/app.md', import.meta.url), 'utf8')

let stock: RunningApplication
let kim: Client
let bo: Client
let ada: Client
let aud: Client

beforeAll(async () => {
  stock = await runApplication(text)
  kim = await stock.signIn('kim', 'correct-horse-1')
  bo = await stock.signIn('bobuyer', 'correct-horse-2')
  aud = await stock.signIn('aud', 'correct-horse-3')
  ada = await stock.signIn('ada', 'correct-horse-4')
  expect((await ada.post('/api/places', { name: 'Van' })).status).toBe(201)
  for (const place of ['Main store', 'Van'])
    expect((await kim.post('/api/stock', { item: 'TO-100', place })).status).toBe(201)
})

afterAll(() => stock[Symbol.asyncDispose]())

let keys = 0

/** Repeats a call that met too many others, as its answer says, with the key that makes this safe. */
async function send(call: string, body: Record<string, unknown>): Promise<Answer> {
  keys += 1
  const key = `stock-${keys}`
  let answer: Answer
  do answer = await kim.post(`/api/${call}`, { item: 'TO-100', ...body }, { 'idempotency-key': key })
  while (answer.status === 503)
  return answer
}

function codeOf({ status, body }: Answer): unknown[] {
  return [status, body?.code ?? body?.errors?.[0]?.code]
}

const MAIN = 'Main store'

async function onHand(): Promise<number[]> {
  const { items } = (await kim.get('/api/stock')).body
  return items.map((each: { onHand: number }) => each.onHand)
}

it('hands out nothing that is not there, however many ask at once', async () => {
  expect((await send('receipts', { place: MAIN, quantity: 3 })).status).toBe(201)
  const refused = await send('issues', { place: MAIN, quantity: 4 })
  expect(refused.body.errors).toEqual([
    { about: 'quantity', code: 'OUT_OF_STOCK', message: 'There is not that much here.' },
  ])
  expect(refused.status).toBe(409)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('issues', { place: MAIN, quantity: 1 })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(new Set(answers.filter(({ status }) => status !== 201).map((each) => codeOf(each)[1]))).toEqual(
    new Set(['OUT_OF_STOCK']),
  )
  expect(await onHand()).toEqual([0, 0])
})

it('moves goods as a whole, and numbers what it moved without gaps', async () => {
  await send('receipts', { place: MAIN, quantity: 5 })
  const move = (quantity: number): Promise<Answer> => send('transfers', { source: MAIN, target: 'Van', quantity })
  expect((await move(2)).body).toEqual({ number: 1 })
  expect(codeOf(await move(4))).toEqual([409, 'OUT_OF_STOCK'])
  const answers = await Promise.all(Array.from({ length: 6 }, () => move(1)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.flatMap(({ body }) => body.number ?? []).sort()).toEqual([2, 3, 4])
  expect((await onHand()).sort()).toEqual([0, 5])
  expect((await aud.get('/api/ledger?reason=moved')).body.count).toBe(8)
})

it('refuses half a transfer, whoever writes it', async () => {
  const { pool } = stock.database
  await expect(
    pool.query(`INSERT INTO movement (stock_id, quantity, reason, keeper_id, transfer_id, created_at, updated_at)
      SELECT s.id, 1, 'moved', u.id, t.id, now(), now() FROM stock_item s, "user" u, transfer t LIMIT 1`),
  ).rejects.toMatchObject({ code: '23514', constraint: expect.stringContaining('a_transfer_loses_nothing') })
})

it('lets no group lie within itself', async () => {
  const { items } = (await ada.get('/api/groups')).body
  const [fasteners, tools] = items
  expect((await ada.patch(`/api/groups/${tools.id}`, { parent: fasteners.id })).status).toBe(200)
  expect(codeOf(await ada.patch(`/api/groups/${fasteners.id}`, { parent: tools.id }))).toEqual([422, 'GROUP_CIRCLE'])
  expect((await ada.patch(`/api/groups/${tools.id}`, { parent: null })).status).toBe(200)
  const answers = await Promise.all([
    ada.patch(`/api/groups/${tools.id}`, { parent: fasteners.id }),
    ada.patch(`/api/groups/${fasteners.id}`, { parent: tools.id }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

it('numbers orders by the year, adds up their lines, and receives them', async () => {
  const supplier = (await ada.post('/api/suppliers', { name: 'Nails & Co', email: 'nails@example.test' })).body.id
  const place = (await kim.get('/api/places')).body.items.find((each: any) => each.name === MAIN).id
  const { number } = (await bo.post('/api/orders', { supplier, place })).body
  expect(number).toMatch(/^PO-[0-9]{4}-00001$/)
  const line = await bo.post(`/api/orders/${number}/lines`, { item: 'TO-100', quantity: 3 })
  expect([line.status, line.body]).toEqual([201, { item: 'TO-100', quantity: 3, amount: '53.70', total: '53.70' }])
  expect((await bo.post(`/api/orders/${number}/send`)).status).toBe(200)
  expect((await kim.post(`/api/orders/${number}/receive`)).status).toBe(200)
  expect((await onHand()).sort()).toEqual([3, 5])
})
