// Without a network, and with failing parts of the program or of a page: the app reports it at once, loses nothing
// loaded or typed, and never shows the router's own error page.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { picture } from '../browser.ts'
import { CLEO, serving } from '../running-help-desk.ts'

const desk = serving()

const banner = (page: Page) => page.getByRole('status').getByText(/^You are offline\. You see the page as it was at \d/)

const held = (form: Locator) =>
  form.getByText('You are offline. It is sent as soon as you are online again, if this page stays open.')

it('tells at once that it is offline, and keeps what was loaded and typed', async () => {
  const { page, context } = await desk.signedIn(CLEO, { prefetches: true })
  // The form's part of the program was prefetched during idle time, before anybody opened the form.
  const part = page.waitForResponse(/\/assets\/action-dialog-.*\.js/)
  await page.reload()
  await part
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await banner(page).waitFor()
  await page.getByRole('button', { name: 'Report a problem' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByRole('textbox', { name: /Subject/ }).fill('Typed without a network')
  await dialog.getByRole('textbox', { name: /Body/ }).fill('The light is out.')
  await context.setOffline(false)
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option').first().click()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Report a problem' }).click()
  await held(dialog).waitFor()
  await picture(page, 'offline-form')
  // It waits with its values, and is sent by itself.
  expect(await dialog.getByRole('textbox', { name: /Subject/ }).inputValue()).toBe('Typed without a network')
  await context.setOffline(false)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Typed without a network').first().waitFor()

  // A reply waits likewise, and is sent once; a changed one waits for its writer.
  await page.getByRole('link', { name: 'Typed without a network' }).first().click()
  const form = page.getByRole('form', { name: 'Reply', exact: true })
  const body = form.getByRole('textbox', { name: 'Body' })
  await body.fill('Still dark.')
  await context.setOffline(true)
  await banner(page).waitFor()
  await body.press('Control+Enter')
  await held(form).waitFor()
  await context.setOffline(false)
  await page.getByRole('listitem').getByText('Still dark.').waitFor()
  await expect.poll(() => body.inputValue()).toBe('')
  await context.setOffline(true)
  await banner(page).waitFor()
  await body.fill('Now it is')
  await body.press('Control+Enter')
  await held(form).waitFor()
  await body.fill('Now it is light')
  await held(form).waitFor({ state: 'detached' })
  await context.setOffline(false)
  await banner(page).waitFor({ state: 'detached' })
  await page.reload()
  // Kept over the reload, and not sent half-written.
  await expect.poll(() => body.inputValue()).toBe('Now it is light')
  expect(await page.getByRole('listitem').getByText('Still dark.').count()).toBe(1)
  expect(await page.getByRole('listitem').getByText('Now it is').count()).toBe(0)
})

it('says what a page was not loaded for, and loads it when there is a network again', async () => {
  const { page, context } = await desk.signedIn(CLEO, { prefetches: true })
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await banner(page).waitFor()
  await page
    .getByRole('link', { name: 'Account' })
    .or(page.getByRole('button', { name: /Cleo/ }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await picture(page, 'offline-page')
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Account' }).first().waitFor()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor({ state: 'detached' })
})

it('says in its place that a part of the program is missing, and loads it on request', async () => {
  const { page } = await desk.visit()
  await page.route(/\/assets\/(?:palette|action-dialog)-.*\.js/, (route) => route.abort('internetdisconnected'))
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(CLEO.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(CLEO.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Report a problem' }).first().click()
  const missing = page.getByRole('dialog', { name: 'This part was not loaded' })
  await missing.getByRole('button', { name: 'Try again' }).waitFor()
  await picture(page, 'missing-part')
  // The page behind it is still there.
  await page.getByRole('heading', { name: 'My tickets', includeHidden: true }).waitFor()
  await page.unroute(/\/assets\/(?:palette|action-dialog)-.*\.js/)
  await missing.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByRole('textbox', { name: /Subject/ }).waitFor()
})

it('has a page of its own for what breaks while it is drawn', async () => {
  // A person outside the collected ones, because errors are expected here.
  const visitor = await desk.visit()
  const browser = visitor.context.browser()
  if (browser === null) throw new Error('The journey has no browser.')
  const context = await browser.newContext({ baseURL: desk.address })
  const page = await context.newPage()
  // A description of the application that lacks nearly everything.
  await page.route('**/_ninefold/app', (route) => route.fulfill({ json: { language: 'en', brand: {} } }))
  await page.goto('/')
  await page.getByRole('heading', { name: 'This page could not be drawn.' }).waitFor()
  await picture(page, 'broken-page')
  await page.unroute('**/_ninefold/app')
  await page.reload()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await context.close()
})
