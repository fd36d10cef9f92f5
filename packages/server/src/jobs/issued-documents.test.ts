// Issued documents: the same bytes for everybody, regardless of later changes of the record, until it is deleted.

import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidyIssued } from '../gate/documents/issued-housekeeping.ts'
import { type Client, runApplication, type RunningApplication } from '../testing/running-application.ts'
import { runDue } from './run-due.ts'

const TEXT = readFileSync(new URL('../testing/texts/invoices.md', import.meta.url), 'utf8')

let house: RunningApplication
let clara: Client

beforeAll(async () => {
  house = await runApplication(TEXT)
  clara = await house.signIn('clara@example.test', 'correct-horse-1')
})
afterAll(() => house[Symbol.asyncDispose]())

async function made(path: string, body: object): Promise<string> {
  const answer = await clara.post(path, body)
  expect(answer.body).toMatchObject({ id: expect.any(String) })
  return answer.body.id
}

let customers = 0

async function ordered(): Promise<string> {
  const customer = await made('/api/customers', { name: `Ada ${++customers}`, email: 'ada@example.test' })
  const order = await made('/api/orders', { customer, orderedOn: '2026-03-01', note: 'First.' })
  await made('/api/lines', { order, position: 1, product: 'Tea', quantity: 2, price: '3.00' })
  return order
}

async function read(address: string, client = clara, method = 'GET') {
  const response = await fetch(house.address + address, {
    method,
    headers: { cookie: client.cookie ?? '', 'ninefold-client': 'web' },
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function wordsIn(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

const lineOf = (order: string): string => `/_ninefold/documents/invoice/${order}`

it('are what they were, everywhere, whatever is changed since and however often they are issued', async () => {
  const order = await ordered()
  const first = await read(`/api/orders/${order}/issue`, clara, 'POST')
  expect([first.status, await wordsIn(first.bytes)]).toEqual([200, expect.stringContaining('Note First.')])
  expect((await clara.patch(`/api/orders/${order}`, { note: 'Second.' })).status).toBe(200)
  await made('/api/lines', { order, position: 2, product: 'Cup', quantity: 1, price: '9.00' })
  expect((await read(`/api/orders/${order}/issue`, clara, 'POST')).bytes.equals(first.bytes)).toBe(true)
  expect((await read(lineOf(order))).bytes.equals(first.bytes)).toBe(true)
  const page = (await read(`${lineOf(order)}.html`)).bytes.toString('utf8')
  expect([page.includes('First.'), page.includes('Second.'), page.includes('Cup')]).toEqual([true, false, false])
  const [letter] = await house.database.runOwn('letters', 'SELECT letter, documents FROM ninefold.message LIMIT 1', [])
  expect(String(letter?.['letter'])).toContain('First.')
  // Other documents of the record still show its present state.
  expect(await wordsIn((await read(`/_ninefold/documents/packing-slip/${order}`)).bytes)).toContain('2 Cup 1')
})

it('keep their bytes where the layout becomes another one', async () => {
  const order = await ordered()
  expect((await read(`/api/orders/${order}/issue`, clara, 'POST')).status).toBe(200)
  await house.database.runOwn(
    'other',
    `UPDATE ninefold.issued_document SET content = replace(content, 'Tea', 'Beer')`,
    [],
  )
  expect(await wordsIn((await read(lineOf(order))).bytes)).toContain('1 Tea 2')
})

it('are laid out by the worker where nobody asks for them', async () => {
  const order = await ordered()
  const failed = await clara.post(`/api/orders/${order}/issue`, { fail: true })
  expect(failed.status).toBe(404)
  const count = async (where: string) =>
    Number(
      (
        await house.database.runOwn(
          `count ${where}`,
          `SELECT count(*) AS n FROM ninefold.issued_document WHERE ${where}`,
          [],
        )
      )[0]?.['n'],
    )
  expect(await count(`record = '${order}'`)).toBe(0)
  await clara.post(`/api/orders/${order}/issue`)
  await house.database.runOwn('unmade', 'UPDATE ninefold.issued_document SET pdf = NULL, next_try_at = issued_at', [])
  const tools = { mail: null, webhooks: null, files: house.files, logger: pino({ level: 'silent' }) }
  await runDue(house.application, tools, Date.now() + 1000)
  expect([await count('pdf IS NULL'), await count('next_try_at IS NOT NULL')]).toEqual([0, 0])
})

it('are for those who see all of it as it is now, and go with their records', async () => {
  const order = await ordered()
  await clara.post(`/api/orders/${order}/issue`)
  const aud = await house.signIn('aud@example.test', 'correct-horse-3')
  const paul = await house.signIn('paul@example.test', 'correct-horse-2')
  expect((await read(lineOf(order), aud)).status).toBe(200)
  expect((await read(lineOf(order), paul)).status).toBe(403)
  await tidyIssued(house.application)
  expect((await read(lineOf(order), aud)).status).toBe(200)
  await house.database.runOwn('gone', 'DELETE FROM line WHERE order_id = $1', [order])
  await house.database.runOwn('gone too', 'DELETE FROM "order" WHERE id = $1', [order])
  await tidyIssued(house.application)
  const left = await house.database.runOwn('left', 'SELECT 1 FROM ninefold.issued_document WHERE record = $1', [order])
  expect(left).toEqual([])
})
