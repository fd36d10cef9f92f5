// Two organisations with different fields of their own: a person of one adds a field, gives it values in a form, in a
// cell and on the page of a record, and archives it. The other organisation sees none of it.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const TEXT = readFileSync(new URL('../../../server/src/testing/texts/own-fields.md', import.meta.url), 'utf8')

const deals = serving(TEXT.replaceAll('\r', ''))

async function come(name: string, number: number, looks = {}): Promise<Page> {
  const { page } = await deals.visit(looks)
  const data = { identifier: `${name}@example.test`, password: `correct-horse-${number}` }
  expect((await page.request.post('/_ninefold/session', { data })).ok()).toBe(true)
  return page
}

async function headings(page: Page): Promise<string[]> {
  await page.goto('/deals')
  await page.getByRole('columnheader', { name: 'Amount' }).waitFor()
  return page.getByRole('columnheader').allInnerTexts()
}

beforeAll(async () => {
  const uma = await come('uma', 2)
  const data = { title: 'Tower', extra: { budget: 12.5 } }
  expect((await uma.request.post('/api/deals', { data })).status()).toBe(201)
})

it('gives an organisation a field of its own, at once and to nobody else', async () => {
  const page = await come('mia', 1, { ignoresPolicy: true })
  await page.goto('/fields')
  await page.getByRole('button', { name: 'Add field' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Region')
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Choice', exact: true }).click()
  await form.getByRole('textbox', { name: 'Choices' }).fill('North\nSouth')
  await form.getByRole('switch', { name: 'Needed' }).click()
  await form.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('gridcell', { name: 'Region' }).waitFor()

  await page.getByRole('link', { name: 'Deals' }).first().click()
  await page.getByRole('button', { name: 'Add deal' }).first().click()
  await form.getByRole('textbox', { name: 'Title' }).fill('Bridge')
  await form.getByRole('textbox', { name: 'Size' }).fill('3')
  await form.getByRole('button', { name: 'Add deal' }).click()
  await form.getByText('Please fill this in.').waitFor()
  expect(await lookAt(page, 'own-fields-form')).toEqual([])
  await form.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'North' }).click()
  await form.getByRole('button', { name: 'Add deal' }).click()
  await page.getByRole('gridcell', { name: 'North' }).waitFor()
  expect(await headings(page)).toEqual(expect.arrayContaining(['Size', 'Region']))

  const others = await headings(await come('uma', 2))
  expect(others).toContain('Budget')
  expect(others).not.toContain('Region')
})

it('changes one value in place, and tells of it by its name', async () => {
  const page = await come('mia', 1, { ignoresPolicy: true })
  await page.goto('/deals')
  await page.getByRole('link', { name: 'Bridge' }).click()
  await page.getByRole('heading', { name: 'Bridge' }).waitFor()
  const properties = page.getByRole('region', { name: 'Properties' })
  await properties.getByRole('button', { name: '3', exact: true }).click()
  const size = page.getByRole('textbox', { name: 'Size' })
  await size.fill('42')
  await size.press('Enter')
  await properties.getByRole('button', { name: '42', exact: true }).waitFor()
  await page.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Size' }).waitFor()
  await properties.getByText('North').waitFor()
  expect(await lookAt(page, 'own-fields-record')).toEqual([])
})

it('shows a field at once under the name that it gets in a cell', async () => {
  const page = await come('mia', 1)
  expect(await headings(page)).toContain('Region')
  await page.getByRole('link', { name: 'Fields' }).first().click()
  await page.getByRole('gridcell', { name: 'Region' }).click()
  await page.keyboard.press('F2')
  const name = page.getByRole('dialog', { name: 'Change name of Region' }).getByRole('textbox')
  await name.fill('Area')
  await name.press('Enter')
  await page.getByRole('gridcell', { name: 'Area' }).waitFor()
  await page.getByRole('link', { name: 'Deals' }).first().click()
  await page.getByRole('columnheader', { name: 'Area' }).waitFor()
})

it('filters and sorts by fields of its own, and a colleague sees a new one at once', async () => {
  const page = await come('mia', 1, { ignoresPolicy: true })
  const add = async (name: string, type: string): Promise<void> => {
    const answer = await page.request.post('/api/fields', { data: { name, type } })
    expect(answer.status()).toBe(201)
  }
  await add('Due', 'date')
  await add('Hot', 'yes/no')
  for (const [title, due, hot, size] of [
    ['Quay', '2026-01-10', true, 7],
    ['Mole', '2026-03-10', false, 11],
  ])
    await page.request.post('/api/deals', { data: { title, extra: { due, hot, size, region: 'South' } } })
  await page.goto('/deals')
  await page.getByRole('link', { name: 'Quay' }).waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await picture(page, 'own-fields-more-filters')
  await page.getByRole('menuitem', { name: 'Hot' }).click()
  await page.getByRole('dialog', { name: 'Filter by Hot' }).getByRole('checkbox', { name: 'Yes' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Mole' }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Quay' }).waitFor()
  expect(new URL(page.url()).searchParams.get('extra.hot')).toBe('true')
  await picture(page, 'own-fields-filtered')
  expect(await lookAt(page, 'own-fields-filtered')).toEqual([])
  await page.goto('/deals?sort=-extra.size')
  const names = page.getByRole('link', { name: /^(?:Quay|Mole|Bridge)$/ })
  await expect.poll(() => names.allInnerTexts()).toEqual(['Bridge', 'Mole', 'Quay'])
  // Without a reload, on the page that is open.
  await page.goto('/deals')
  await page.getByRole('columnheader', { name: 'Hot' }).waitFor()
  await add('Weight', 'decimal')
  await page.getByRole('columnheader', { name: 'Weight' }).waitFor()
})

it('leaves an archived field out, and keeps its values', async () => {
  const page = await come('mia', 1)
  const { items } = await (await page.request.get('/api/fields')).json()
  const { id } = items.find(({ name }: { name: string }) => name === 'Area')
  await page.request.patch(`/api/fields/${id}`, { data: { archived: true } })
  expect(await headings(page)).not.toContain('Area')
  const found = await (await page.request.get('/api/deals')).json()
  const bridge = found.items.find(({ title }: { title: string }) => title === 'Bridge')
  expect(bridge.extra).toEqual({ size: 42, region: 'North' })
})

it('fits on a phone', async () => {
  const page = await come('uma', 2, { screen: 'phone' })
  await page.goto('/deals')
  await page.getByText('Tower').waitFor()
  await page.getByText('Budget').first().waitFor()
  expect(await sidewaysPixels(page)).toBe(0)
})
