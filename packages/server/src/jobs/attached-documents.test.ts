// Documents in e-mails: with the record's state at the time of the message, rendered when it is sent.

import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { type DocumentContent, fileNameOf } from '../documents/content.ts'
import { buttonTo } from '../documents/email-html.ts'
import { newestMessages } from '../store/tables/outbox.ts'
import { type Client, runApplication } from '../testing/running-application.ts'
import { mailServer } from '../testing/servers/mail-server.ts'
import { runDue } from './run-due.ts'

const TEXT = readFileSync(new URL('../testing/texts/invoices.md', import.meta.url), 'utf8')
const silent = pino({ level: 'silent' })

async function made(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  expect(answer.body).toMatchObject({ id: expect.any(String) })
  return answer.body.id
}

/** The files of a message, by their names. */
async function filesIn(message: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const part of message.split(/^--.*$/m)) {
    const [head = '', body = ''] = part.split(/\r?\n\r?\n/)
    const name = nameIn(head)
    if (name === '') continue
    expect(head).toContain('Content-Type: application/pdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(body, 'base64'))), {
      mergePages: true,
    })
    found.set(name, text.replace(/\s+/g, ' '))
  }
  return found
}

/** RFC 2231: encoded in parts, for non-ASCII letters. */
function nameIn(head: string): string {
  const parts = [...head.matchAll(/filename[^=]*="?([^"\r\n;]+)/g)].map(([, part = '']) =>
    part.replace(/^utf-8''/i, ''),
  )
  return decodeURIComponent(parts.join(''))
}

it('come with it, say what the record said then, and come again when the mail server could not take them', async () => {
  const { received, mail } = await mailServer([451])
  await using house = await runApplication(TEXT)
  const clara = await house.signIn('clara@example.test', 'correct-horse-1')
  const customer = await made(clara, '/api/customers', { name: 'Żaneta', email: 'zaneta@example.test' })
  const order = await made(clara, '/api/orders', { customer, orderedOn: '2026-03-01', note: 'Ring twice.' })
  await made(clara, '/api/lines', { order, position: 1, product: 'Tea', quantity: 2, price: '3.00' })
  expect((await clara.post(`/api/orders/${order}/confirm`)).status).toBe(204)
  expect((await clara.patch(`/api/orders/${order}`, { note: 'Changed since.' })).status).toBe(200)
  const deliver = (nowMs: number): Promise<void> =>
    runDue(house.application, { mail, webhooks: null, files: house.files, logger: silent }, nowMs)
  const atMs = Date.now() + 1000
  await deliver(atMs)
  expect(received).toEqual([])
  const [kept] = await newestMessages(house.database, 1)
  expect(kept).toMatchObject({ attempts: 1, isGivenUp: false })
  const named = (JSON.parse(kept?.documents ?? '') as DocumentContent[]).map(fileNameOf)
  expect(named).toEqual(['Invoice 1 for Żaneta.pdf', 'Packing slip 1.pdf'])
  await deliver(atMs + 3_600_000)
  expect(received.map(({ to }) => to)).toEqual([['zaneta@example.test']])
  const files = await filesIn(received[0]?.text ?? '')
  expect([...files.keys()].sort()).toEqual(['Invoice 1 for Żaneta.pdf', 'Packing slip 1.pdf'])
  const invoice = [...files.values()].find((text) => text.includes('Invoice 1')) ?? ''
  expect(invoice).toContain('Customer Żaneta')
  expect(invoice).toContain('Note Ring twice.')
  expect(invoice).toContain('1 Tea 2 3.00 6.00')
  expect(files.get('Packing slip 1.pdf')).toContain('1 Tea 2')
})

/** A part of a message by its type, decoded. */
function partIn(message: string, type: string): string {
  const part = message.split(/^--.*$/m).find((each) => each.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split(/\r?\n\r?\n/)
  const coded = body.join('\n\n')
  return /base64/i.test(head)
    ? Buffer.from(coded, 'base64').toString('utf8')
    : Buffer.from(
        coded
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
        'latin1',
      ).toString('utf8')
}

it('shows a document and a button as HTML, with a text beside it that says the same and no markup of values', async () => {
  const { received, mail } = await mailServer()
  await using house = await runApplication(TEXT)
  const clara = await house.signIn('clara@example.test', 'correct-horse-1')
  const name = '<img src=x onerror=alert(1)> & Söhne'
  const customer = await made(clara, '/api/customers', { name, email: 'soehne@example.test' })
  const order = await made(clara, '/api/orders', { customer, orderedOn: '2026-03-01', note: 'https://evil.example/"x' })
  await made(clara, '/api/lines', { order, position: 1, product: 'Tea', quantity: 2, price: '3.00' })
  expect((await clara.post(`/api/orders/${order}/confirm`)).status).toBe(204)
  await runDue(house.application, { mail, webhooks: null, files: house.files, logger: silent }, Date.now() + 1000)
  const message = received[0]?.text ?? ''
  const text = partIn(message, 'text/plain').replaceAll('\r', '')
  expect(text).toContain(
    'Here is your invoice.\n\nSee your order: https://trading.example/orders/1\n\nInvoice 1 for <img',
  )
  expect(text).toContain(
    'No. · Product · Quantity · Price · Total\n- 1 · Tea · 2 · 3.00 · 6.00\nTotal: Quantity 2, Total 6.00',
  )
  const html = partIn(message, 'text/html')
  expect(html).toContain('lang="en-GB" dir="ltr"')
  expect(html).toContain('<a href="https://trading.example/orders/1"')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; Söhne')
  expect(html).not.toContain('<img')
  expect(html.match(/<tbody>\s*<tr>.*Tea/s)).not.toBeNull()
})

it('has no button that leads anywhere but to a page of the web', () => {
  for (const address of [
    null,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/"><script>',
    '/orders',
  ])
    expect([address, buttonTo('Go', address)]).toEqual([address, null])
  expect(buttonTo('Go', 'https://a.example/x?y=1')).toEqual({ label: 'Go', address: 'https://a.example/x?y=1' })
})
