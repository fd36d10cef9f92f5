// The page of a record as a place to work: next steps, in-place editing, and comments.

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { picture, sidewaysPixels } from './browser.ts'
import { composer, inState, reportProblem, sendWritten } from './forms.ts'
import { ADA, BEN, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

interface Options {
  readonly options: readonly { readonly value: string }[]
}

let page: Page
beforeAll(async () => {
  const { page: customer } = await desk.signedIn(CLEO)
  await reportProblem(customer, 'The printer is on fire', 'Second floor.')
  await reportProblem(customer, 'No coffee since Monday', 'The machine blinks.')
  await reportProblem(customer, 'The door does not close', 'Since the storm.')
  const { page: admin } = await desk.signedIn(ADA)
  const json = async (path: string): Promise<unknown> => (await admin.request.get(desk.address + path)).json()
  const teams = (await json('/_ninefold/options/Team?by=id')) as Options
  const people = (await json('/_ninefold/options/User?by=id&q=Ben')) as Options
  const changed = await admin.request.patch(`${desk.address}/api/teams/${teams.options[0]?.value}`, {
    data: { members: [people.options[0]?.value] },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  await admin.request.patch(`${desk.address}/api/tickets/1000`, { data: { priority: 'high' } })
  page = (await desk.signedIn(BEN)).page
  await page.goto('/tickets/1000')
})

it('changes a property where it stands, by the pointer and by the keyboard, and takes it back', async () => {
  const priority = page.getByRole('definition').getByRole('button', { name: 'High' })
  await priority.click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await page.getByText('Priority changed.').waitFor()
  const changed = page.getByRole('definition').getByRole('button', { name: 'Urgent' })
  await changed.waitFor()
  // The focus is back on the cell, and reopens it.
  await changed.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Low' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'Low' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await priority.waitFor()
  // It can be changed on the screen, and read on paper.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('definition').getByText('High').isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
})

it('changes the title where it stands', async () => {
  await page.getByRole('button', { name: 'Change subject' }).click()
  const box = page.getByRole('dialog', { name: /^Change subject/ })
  await box.getByRole('textbox', { name: 'Subject' }).fill('The printer is not on fire')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '#1000 The printer is not on fire' }).waitFor()
})

it('shows what is possible and no more, and names a form by what it changes', async () => {
  const actions = page.getByRole('group', { name: 'What can be done' })
  // The ticket is new and unassigned, so "Resolve" is not offered. An agent does not rate, but changes the ticket.
  expect(await actions.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
  expect(await actions.locator('[data-variant=filled]').allInnerTexts()).toEqual([expect.stringMatching(/^Take/)])
  await actions.getByRole('button', { name: 'Change ticket' }).waitFor()
  expect(await actions.getByRole('button', { name: 'Rate the help' }).count()).toBe(0)
  await actions.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Reopen.*Only possible while it is/ }).waitFor()
  await page.keyboard.press('Escape')
})

it('writes at the foot of the page by the keyboard alone, and keeps what was not sent', async () => {
  await page.locator('main').focus()
  await page.keyboard.press('r')
  const text = composer(page, 'Reply').getByRole('textbox', { name: 'Body' })
  await text.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Half a sen')
  await page.reload()
  await expect.poll(() => text.inputValue()).toBe('Half a sen')
  await text.fill('Which colour has the smoke?')
  await text.press('Control+Enter')
  await page.getByRole('listitem').getByText('Which colour has the smoke?').waitFor()
  await expect.poll(() => text.inputValue()).toBe('')
})

it('has all that is possible for the record in the command palette, by its letter and by its name', async () => {
  await page.locator('main').focus()
  await page.keyboard.press('Control+k')
  const own = page.getByRole('group', { name: 'This ticket' })
  await own.getByRole('option', { name: /^Take/ }).and(page.locator('[aria-selected=true]')).waitFor()
  await own.getByRole('option', { name: /^Reply/ }).waitFor()
  expect(await own.getByRole('option', { name: /^Reopen/ }).count()).toBe(0)
  await page.getByRole('option', { name: 'Sign out' }).waitFor()
  await page.keyboard.type('change prio')
  await page.getByRole('option', { name: 'Change priority' }).and(page.locator('[aria-selected=true]')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Urgent' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('main').focus()
  await page.keyboard.press('e')
  await inState(page, 'Open')
})

it('puts what is done most at the thumb on a phone', async () => {
  const { page: phone } = await desk.signedIn(BEN, { screen: 'phone' })
  await phone.goto('/tickets/1000')
  await inState(phone, 'Open')
  const write = phone.getByRole('button', { name: 'Reply …' })
  const box = await write.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(780)
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(await sidewaysPixels(phone)).toBeLessThanOrEqual(0)
  await picture(phone, 'record-on-phone')
  await write.click()
  const form = composer(phone, 'Reply')
  await form.getByRole('textbox', { name: 'Body' }).fill('On my way.')
  await sendWritten(form, 'Reply')
  await phone.getByRole('listitem').getByText('On my way.').waitFor()
})

it('leads through the list that somebody came from, and back to its row', async () => {
  await page.goto('/queue?priority=normal')
  await page.getByRole('row', { name: /No coffee/ }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('link', { name: 'No coffee since Monday' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '#1001 No coffee since Monday' }).waitFor()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Queue' }).first().getAttribute('aria-current')).toBe('page')
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: '#1002 The door does not close' }).waitFor()
  await page.getByText('2 of 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByRole('heading', { name: '#1001 No coffee since Monday' }).waitFor()
  await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Queue' }).click()
  await page.waitForURL(/priority=normal/)
  await page.getByRole('link', { name: 'No coffee since Monday' }).and(page.locator(':focus')).waitFor()
})
