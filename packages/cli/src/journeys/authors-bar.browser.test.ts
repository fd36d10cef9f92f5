// The author's bar of an application in development: switching to another person takes one click, the clock moves,
// every request is in the log, and everything that is shown, hidden or refused links to its line.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { BEN, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

/** Words that only occur in the author's bar and pages. */
const OF_AUTHORS = /Why is it so\?|The last 200, as they come/

function bar(page: Page) {
  return page.getByRole('region', { name: 'Development' })
}

async function seeAs(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'You are seeing this as' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** One of Cleo's tickets, with its page open. */
async function openTicket(page: Page, subject: string): Promise<string> {
  const number = await page.evaluate(async (title) => {
    const { options } = (await (await fetch('/_ninefold/options/Category?by=id')).json()) as {
      options: { value: string }[]
    }
    const body = JSON.stringify({ subject: title, body: 'Please help.', category: options[0]?.value })
    const headers = { 'content-type': 'application/json' }
    const made = (await (await fetch('/api/tickets', { method: 'POST', headers, body })).json()) as { number: number }
    return made.number
  }, subject)
  await page.goto(`/tickets/${number}`)
  await page.getByRole('heading', { name: subject }).waitFor()
  return new URL(page.url()).pathname
}

/** The line of the text with this start. */
function line(start: string): number {
  return (
    desk
      .text()
      .split('\n')
      .findIndex((each) => each.startsWith(start)) + 1
  )
}

it('shows a screen as each sample user in one click, says why it differs, and comes back', async () => {
  const { page } = await desk.signedIn(CLEO)
  const found: string[] = []
  await openTicket(page, 'Printer on fire')
  await seeAs(page, 'Ada Admin')
  await page.getByText('Due at').waitFor()
  await bar(page).getByRole('button', { name: 'Why?' }).click()
  const panel = page.getByRole('complementary', { name: 'Why is it so?' })
  await panel.getByRole('textbox').fill('Take')
  await panel.getByText('not offered').waitFor()
  await panel.getByText('you are Team agent').waitFor()
  found.push(...(await lookAt(page, 'why-not-offered')))

  await panel.getByRole('button', { name: 'Point at something' }).click()
  const due = await page.locator('dt', { hasText: 'Due at' }).boundingBox()
  await page.mouse.click((due?.x ?? 0) + 4, (due?.y ?? 0) + 4)
  await panel.getByText('Admin may see Ticket').waitFor()
  await expect.poll(() => panel.getByRole('textbox').inputValue()).toBe('Due at')

  await seeAs(page, 'Back to Cleo Customer')
  await page.getByText('Due at', { exact: true }).first().waitFor()
  await panel.getByText('not shown').waitFor()
  await expect.poll(() => page.locator('dt', { hasText: 'Due at' }).count()).toBe(0)
  await page.setViewportSize(SCREENS.phone.viewport)
  await picture(page, 'why-phone')
  if ((await sidewaysPixels(page)) > 0) found.push('wider than a phone')
  expect(found).toEqual([])

  await page.setViewportSize(SCREENS.desktop.viewport)
  await panel
    .getByRole('link', { name: `Team agent may see Ticket, line ${line('| Team agent | see | Ticket')} of the text` })
    .click()
  await page.locator('.cm-activeLine', { hasText: '| Team agent | see | Ticket' }).waitFor()
})

it('moves the clock, does at once what comes due, and goes back to the real time', async () => {
  const { page } = await desk.signedIn(CLEO)
  const ticket = await openTicket(page, 'The clock of this one')
  await seeAs(page, 'Ada Admin')
  await page.locator('dt', { hasText: /^Due at$/ }).waitFor()
  // "No" is not drawn for a value that nobody could change.
  const late = page.locator('dt', { hasText: /^Late$/ })
  expect(await late.count()).toBe(0)
  await bar(page).getByRole('button', { name: 'Clock' }).click()
  await page.getByRole('menuitem', { name: '2 days' }).click()
  await page.getByText('The clock is 2 days ahead.').waitFor()
  await late.waitFor()
  await page.reload()
  await bar(page).getByRole('button', { name: 'The clock is 2 days ahead' }).click()
  await picture(page, 'clock-moved')
  await page.getByRole('menuitem', { name: 'Back to the real time' }).click()
  await page.getByText('Real time.').waitFor()
  await late.waitFor({ state: 'detached' })

  await page.goto('/_ninefold/clock')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await page.getByRole('status').getByText('2 days ahead', { exact: true }).waitFor()
  expect(await lookAt(page, 'studio-clock')).toEqual([])
  await page.getByRole('button', { name: 'Back to the real time' }).click()
  await page.getByRole('status').getByText('Real time', { exact: true }).waitFor()
  await page.goto(ticket)
  await bar(page).getByRole('button', { name: 'Clock' }).waitFor()
})

it('keeps each request with its steps, its statements and the line that refused it, as they come', async () => {
  const { page, context } = await desk.signedIn(BEN)
  const log = await context.newPage()
  await log.goto('/_ninefold/requests')
  await log.getByRole('heading', { name: 'Requests' }).waitFor()
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ subject: 'Hi', body: 'Too short a subject.', category: null })
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/tickets', { method: 'POST', headers, body })).status
  })
  expect(status).toBe(422)
  const request = log.getByRole('listitem').filter({ hasText: 'POST /api/tickets' }).first()
  await request.getByText('422').waitFor()
  await request.getByText('POST /api/tickets').click()
  await request.getByText('SELECT session.user_id').first().click()
  await request.getByText('(hidden)').first().waitFor()
  expect(await lookAt(log, 'studio-requests')).toEqual([])
  await log.getByRole('textbox', { name: 'Call, code or SQL' }).fill('TOO_SHORT')
  await expect.poll(() => log.getByRole('list', { name: 'Requests' }).locator('> li').count()).toBe(1)
  await log.setViewportSize(SCREENS.phone.viewport)
  await picture(log, 'studio-requests-phone')
  expect(await sidewaysPixels(log)).toBe(0)
})

it('is not there, and not loaded, for those who use the application', async () => {
  const { context } = await desk.visit({ prefetches: true })
  // In production the page knows this, and requests nothing for the bar. The visitor's first page may still be
  // requesting it, so this page is watched from its first request.
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route('**/_ninefold/app', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'production' } })
  })
  await page.goto('/queue')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const scripts = await Promise.all(
    asked.filter((address) => address.endsWith('.js')).map(async (address) => (await fetch(address)).text()),
  )
  expect(scripts.some((text) => OF_AUTHORS.test(text))).toBe(false)
  expect(asked.some((address) => /view-as|clock\.json|requests\.json|\/why/.test(address))).toBe(false)
  expect(await bar(page).count()).toBe(0)
})
