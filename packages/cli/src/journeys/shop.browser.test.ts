// The shop of examples/ from the first visit to the refund: a guest reads German on a phone, the payment provider calls
// in, and accounting and the manager read English.

import { createHmac } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Mailbox } from '@ninefold/core/contract/wire/mailbox.ts'
import { type Running, startNinefold, stop, type Workplace, workplaceWithDatabase } from '../testing/program.ts'
import { type Looks, type Person, person, picture, startBrowser } from './browser.ts'

const SHOP = fileURLToPath(new URL('../../../../examples/shop', import.meta.url))
const KEY = Buffer.from('a key of 32 bytes for the shop..')
const ANNA = { name: 'Anna Accounting', email: 'anna@example.test', password: 'correct-horse-4' }
const MAX = { name: 'Max Manager', email: 'max@example.test', password: 'correct-horse-1' }

let place: Workplace
let program: Running
let address: string
let browser: Browser
const people: Person[] = []

async function visit(looks: Looks = {}): Promise<Page> {
  const somebody = await person(browser, address, looks)
  people.push(somebody)
  return somebody.page
}

async function signedIn({ email, password }: typeof ANNA): Promise<Page> {
  const page = await visit()
  const answer = await page.request.post('/_ninefold/session', { data: { identifier: email, password } })
  expect(answer.ok()).toBe(true)
  return page
}

beforeAll(async () => {
  place = await workplaceWithDatabase()
  await cp(SHOP, place.folder, { recursive: true })
  program = startNinefold(place.folder, ['dev', 'app.md', '--no-open', '--port', '0'], {
    PAYMENTS_SECRET: `whsec_${KEY.toString('base64')}`,
  })
  const [[, served = ''], started] = await Promise.all([
    program.prints(/is served at (http:\S+)[^]*Ctrl-C stops it/),
    startBrowser(),
  ])
  address = served
  browser = started
})
afterAll(async () => {
  await browser?.close()
  if (program !== undefined) await stop(program)
  await place[Symbol.asyncDispose]()
  expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
})

/** Signed like the provider's events, by Standard Webhooks. */
async function paid(reference: string, amount: string): Promise<number> {
  const body = JSON.stringify({ type: 'payment.paid', data: { reference, amount } })
  const [id, at] = [`evt_${reference}`, String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', KEY).update(`${id}.${at}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signature}`,
  }
  return (await fetch(`${address}/hooks/payments`, { method: 'POST', headers, body })).status
}

async function mailed(name: string): Promise<Mailbox['messages'][number] | undefined> {
  const { messages } = (await (await fetch(`${address}/_ninefold/mailbox.json`)).json()) as Mailbox
  return messages.find((message) => message.name === name)
}

async function orderBoard(page: Page): Promise<string> {
  await page.goto('/p/oak-cutting-board')
  const cart = page.getByRole('button', { name: 'In den Warenkorb' })
  await cart.first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Menge' }).fill('2')
  await form.getByRole('button', { name: 'In den Warenkorb' }).click()
  await page.getByRole('heading', { name: 'Warenkorb' }).waitFor()
  await page.getByText('64,70 €').waitFor()
  await page
    .getByRole('button', { name: 'Zur Kasse' })
    .or(page.getByRole('link', { name: 'Zur Kasse' }))
    .first()
    .click()
  const order = page.getByRole('form', { name: 'Zahlungspflichtig bestellen' })
  const typed = { Name: 'Greta Gast', 'E-Mail': 'greta@example.test', Straße: 'Marktplatz 7', Postleitzahl: '70173' }
  for (const [label, value] of Object.entries({ ...typed, Ort: 'Stuttgart' }))
    await order.getByRole('textbox', { name: label }).fill(value)
  await order.getByRole('button', { name: 'Weiter' }).click()
  await order.getByRole('switch', { name: 'Ich nehme die AGB an' }).click()
  await order.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  const title = page.getByRole('heading', { name: /^L-\d{4}-\d{5}$/ })
  await title.waitFor()
  return title.innerText()
}

it('sells to a guest in German, is told of the money, and gives some of it back', async () => {
  const guest = await visit({ language: 'de-DE', screen: 'phone', colours: 'dark' })
  const number = await orderBoard(guest)
  await guest.getByText('Wartet auf Zahlung').waitFor()
  await expect.poll(() => mailed('Pay here')).toMatchObject({ subject: `Bitte bezahlen Sie ${number}` })
  expect((await mailed('Order received'))?.html).toContain('Bestellung ansehen')
  await guest.getByRole('link', { name: 'Bezahlen' }).waitFor()

  expect(await paid(number, '1.00')).toBe(422)
  expect(await paid(number, '64.70')).toBe(204)
  await guest.getByText('Ganz bezahlt').waitFor()
  await picture(guest, 'shop-paid')
  const money = await mailed('Money is here')
  expect(money?.subject).toBe(`Ihr Geld für ${number} ist da`)
  expect(money?.attached).toEqual([expect.stringMatching(/^Invoice INV-\d{4}-\d{6}\.pdf$/)])
  const saved = guest.waitForEvent('download')
  await guest.getByRole('button', { name: 'Rechnung' }).click()
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')

  const anna = await signedIn(ANNA)
  await anna.goto(`/desk/orders/${number}`)
  await anna.getByRole('button', { name: 'Refund' }).first().click()
  const refund = anna.getByRole('dialog')
  await refund.getByRole('textbox', { name: 'Amount' }).fill('29.90')
  await refund.getByRole('textbox', { name: 'Reason' }).fill('One had a crack')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await refund.waitFor({ state: 'hidden' })
  await anna.getByRole('tab', { name: 'Invoices' }).click()
  await anna.getByRole('row', { name: /Credit note/ }).waitFor()
  await guest.getByText('29,90 €').first().waitFor()
  expect((await mailed('Money goes back'))?.subject).toBe(`Geld zurück für ${number}`)

  // The guest and accounting get the same file.
  const kept = anna.waitForEvent('download')
  await anna
    .getByRole('row', { name: /Invoice €64\.70|Invoice .*64\.70/ })
    .getByRole('button', { name: 'Download' })
    .click()
  expect((await readFile(await (await kept).path())).equals(bytes)).toBe(true)
})

it('shows the sales of each week to the manager', async () => {
  const page = await signedIn(MAX)
  await page.goto('/desk')
  await page.getByRole('heading', { name: 'Sales by week' }).waitFor()
  await page.getByText('As a table').first().click()
  await page.getByRole('columnheader', { name: 'Boards' }).first().waitFor()
  await picture(page, 'shop-sales')
})
