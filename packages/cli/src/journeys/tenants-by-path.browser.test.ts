// One person in two tenants, in two tabs of one browser with one session. No request that a page of a tenant makes
// leaves its path, but those for files that are the same for everybody.

import { readFileSync } from 'node:fs'
import type { Page, Request } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const apiaries = serving(
  readFileSync(new URL('../../../server/src/testing/texts/apiaries.md', import.meta.url), 'utf8')
    .replaceAll('\r', '')
    .replaceAll('Sample data', 'Reference data'),
)

/** Files of the web app, the icon, and the page that people leave to. */
const OF_EVERYBODY = /^\/_ninefold\/(?:assets\/|icon\.svg|color-scheme\.js|health$)/

const astray: string[] = []
const stops: (() => void)[] = []
beforeEach(() => {
  astray.length = 0
  return () => {
    for (const stop of stops.splice(0)) stop()
    expect(astray).toEqual([])
  }
})

/** Watches a tab: from its first page on, it stays in the tenant. */
function watch(page: Page, base: string): void {
  const note = (request: Request): void => {
    const { protocol, origin, pathname } = new URL(request.url())
    // A picture is shown from memory before it is stored.
    const isOurs = protocol !== 'blob:' && origin === new URL(apiaries.address).origin
    if (isOurs && !`${pathname}/`.startsWith(`${base}/`) && !OF_EVERYBODY.test(pathname))
      astray.push(`${base}: ${request.method()} ${pathname}`)
  }
  page.on('request', note)
  stops.push(() => page.off('request', note))
}

async function signIn(page: Page, base: string, email: string, password: string): Promise<void> {
  await page.goto(`${base}/hives`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong, and long enough')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Email and password do not match.').first().waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Hives' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`${base}/hives`)
}

it('works in two tenants in two tabs at the same time', async () => {
  const { page: linden, context } = await apiaries.visit({ ignoresPolicy: true })
  watch(linden, '/t/linden')
  await signIn(linden, '/t/linden', 'ida@example.test', 'correct-horse-1')
  const heather = await context.newPage()
  watch(heather, '/t/heather')
  await heather.goto('/t/heather/hives')
  await heather.getByRole('link', { name: 'H1' }).waitFor()
  await linden.getByRole('link', { name: 'L1' }).waitFor()
  expect(await heather.getByRole('link', { name: /^L/ }).count()).toBe(0)
  expect(await linden.getByRole('link', { name: /^H1/ }).count()).toBe(0)
  // A warden here, a keeper there.
  await linden
    .getByRole('button', { name: /New hive|New Hive|Create|Add/i })
    .first()
    .waitFor()
  await heather.getByRole('button', { name: /Account: Ida ?Heather/ }).waitFor()
  await linden.getByRole('button', { name: /Account: Ida ?Linden/ }).waitFor()
  // The address that is opened leads on inside the tenant, by a link, a reload and back.
  await linden.getByRole('link', { name: 'L1' }).click()
  await linden.getByText('Mill lane').first().waitFor()
  expect(new URL(linden.url()).pathname).toBe('/t/linden/hives/L1')
  expect(await linden.getByRole('link', { name: 'keepers' }).getAttribute('href')).toBe('/t/linden/keepers')
  await linden.reload()
  await linden.getByText('Mill lane').first().waitFor()
  await linden.goBack()
  await linden.getByRole('heading', { name: 'Hives' }).waitFor()
  // A record of the other tenant is not there.
  await linden.goto('/t/linden/hives/H1')
  await linden
    .getByRole('heading', { name: /not found|No page|nothing here/i })
    .first()
    .waitFor()
  expect(await linden.getByText('Moor').count()).toBe(0)
  await picture(linden, 'path-tenant-missing-record')
})

it('switches by the menu, and the bare address shows the chosen one', async () => {
  const { page } = await apiaries.visit({ ignoresPolicy: true })
  await signIn(page, '/t/linden', 'ida@example.test', 'correct-horse-1')
  await page.getByRole('button', { name: /Account: Ida/ }).click()
  await page.getByRole('menuitemradio', { name: 'Heather' }).waitFor()
  await picture(page, 'path-tenant-menu')
  await page.getByRole('menuitemradio', { name: 'Heather' }).click()
  await page.getByRole('link', { name: 'H1' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/t\/heather\//)
  watch(page, '/t/heather')
  await page.getByRole('searchbox').first().fill('moor')
  await page.getByRole('link', { name: 'H1' }).waitFor()
  await page.goto('/t/heather/_ninefold/account')
  await page
    .getByRole('heading', { name: /account|Ida/i })
    .first()
    .waitFor()
  await page.getByRole('button', { name: /Account: Ida/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/t\/heather\//)
  expect(await lookAt(page, 'path-tenant-sign-in')).toEqual([])
})

it('makes, changes and uploads in the tenant of the path, and tells others there alone', async () => {
  const { page: linden, context } = await apiaries.visit({ ignoresPolicy: true, screen: 'phone', colours: 'dark' })
  await signIn(linden, '/t/linden', 'ida@example.test', 'correct-horse-1')
  watch(linden, '/t/linden')
  const beside = await context.newPage()
  watch(beside, '/t/linden')
  await beside.goto('/t/linden/hives')
  await beside.getByRole('link', { name: 'L1' }).waitFor()
  const made = await linden.request.post('/t/linden/api/hives', { data: { code: 'L9', place: 'Orchard' } })
  expect(made.status()).toBe(201)
  await beside.getByRole('link', { name: 'L9' }).waitFor()
  await linden.goto('/t/linden/hives/L9')
  await linden.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = linden.getByRole('dialog')
  const place = dialog.getByRole('textbox', { name: 'Place' })
  await place.fill('')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'hive.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await dialog.getByText('70 bytes').waitFor()
  await dialog
    .getByRole('button', { name: /Change|Save/ })
    .last()
    .click()
  await expect.poll(() => place.getAttribute('aria-invalid')).toBe('true')
  await picture(linden, 'path-tenant-wrong-input')
  await place.fill('Orchard wall')
  await dialog
    .getByRole('button', { name: /Change|Save/ })
    .last()
    .click()
  await dialog.waitFor({ state: 'hidden' })
  const shown = linden.locator('main img').first()
  await shown.waitFor()
  expect(await shown.getAttribute('src')).toMatch(/^\/t\/linden\/_ninefold\/files\//)
  expect(await sidewaysPixels(linden)).toBe(0)
  await picture(linden, 'path-tenant-phone')
  await beside.getByText('Orchard wall').first().waitFor()
})

it('answers the path of no tenant by a page that leads to the bare address', async () => {
  const { page } = await apiaries.visit({ ignoresPolicy: true, colours: 'dark' })
  const answer = await page.goto('/t/oak/hives')
  expect(answer?.status()).toBe(404)
  await page.getByText('Nothing here is called "oak"').waitFor()
  await picture(page, 'path-tenant-unknown')
  await page.getByRole('link').first().click()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
})
