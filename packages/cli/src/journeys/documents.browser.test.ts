// A document from the page of its record: saved as a file, refused with a message, and not offered to people without
// the right.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture } from './browser.ts'
import { type Account, serving } from './running-help-desk.ts'

const TEXT = readFileSync(new URL('../../../server/src/testing/texts/invoices.md', import.meta.url), 'utf8')

const house = serving(TEXT)
const CLARA: Account = { name: 'Clara Clerk', email: 'clara@example.test', password: 'correct-horse-1' }
const PAUL: Account = { name: 'Paul Packer', email: 'paul@example.test', password: 'correct-horse-2' }
const AUD: Account = { name: 'Aud Auditor', email: 'aud@example.test', password: 'correct-horse-3' }

/** A person on the page of the only order, one of whose lines is private. */
async function atOrder(account: Account, looks?: Looks): Promise<Page> {
  const { page } = await house.visit(looks)
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  if (account === CLARA) await orderOnce(page)
  await page.goto('/orders/1')
  return page
}

let isOrdered = false

async function orderOnce(page: Page): Promise<void> {
  if (isOrdered) return
  isOrdered = true
  const made = async (path: string, data: object): Promise<string> => {
    const answer = await page.request.post(house.address + path, { data, headers: { 'ninefold-client': 'web' } })
    expect(answer.status()).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
  const customer = await made('/api/customers', { name: 'Żaneta & Söhne', country: 'DE' })
  const id = await made('/api/orders', { customer, orderedOn: '2026-03-01', note: 'Ring twice.' })
  await made('/api/lines', { order: id, position: 1, product: 'Tea', quantity: 2, price: '3.00' })
  await made('/api/lines', { order: id, position: 2, product: 'Ring', quantity: 1, price: '900.00', isPrivate: true })
}

const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ['desktop', {}],
  ['phone-dark', { screen: 'phone', colours: 'dark' }],
]

it.each(LOOKS)('is saved under the name of its title: %s', async (name, looks) => {
  const page = await atOrder(CLARA, looks)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await lookAt(page, `documents-${name}`)).toEqual([])
  await picture(page, `documents-${name}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Invoice' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Invoice 1 for Żaneta & Söhne.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

it('is not offered to those who never see a field of it', async () => {
  const page = await atOrder(PAUL)
  await page.getByRole('button', { name: 'Slip' }).waitFor()
  expect(await page.getByRole('button', { name: 'Invoice' }).count()).toBe(0)
})

it('says why, where it is refused for a row', async () => {
  const page = await atOrder(AUD)
  await page.getByRole('button', { name: 'Invoice' }).click()
  await page.getByText('The document shows something that you may not see.').waitFor()
  await picture(page, 'documents-refused')
})
