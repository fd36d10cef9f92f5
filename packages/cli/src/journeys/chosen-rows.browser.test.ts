// Rows selected by mouse and keyboard and actions on them, forms with several pages, forms and titles of tabs, boards
// and calendars of answers: used as a person would.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { sidewaysPixels, type ScreenSize } from './browser.ts'
import { serving } from './running-help-desk.ts'

const garden = serving(
  readFileSync(new URL('../../../server/src/testing/texts/every-part.md', import.meta.url), 'utf8').replaceAll(
    '\r',
    '',
  ),
)

let bed: string

async function make(page: Page, path: string, body: object): Promise<string> {
  return page.evaluate(
    async ([address, sent]) => {
      const headers = { 'content-type': 'application/json', 'ninefold-client': 'web' }
      const response = await fetch(address as string, { method: 'POST', headers, body: JSON.stringify(sent) })
      return ((await response.json()) as { id: string }).id
    },
    [path, body] as const,
  )
}

async function enter(name: 'Ann' | 'Bob', screen: ScreenSize = 'desktop', ignoresPolicy = false): Promise<Page> {
  const { page } = await garden.visit({ screen, ignoresPolicy })
  await page.getByRole('button', { name: new RegExp(`^Sign in as ${name}`) }).click()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  return page
}

beforeAll(async () => {
  const ann = await enter('Ann')
  bed = await make(ann, '/api/beds', { name: 'Roses' })
  for (const [title, hours] of [
    ['Dig', 1],
    ['Mow', 60],
    ['Prune', 2],
    ['Sow', 3],
  ] as const)
    await make(ann, '/api/tasks', { title, hours, due: '2026-03-10', bed })
  await make(await enter('Bob'), '/api/tasks', { title: 'Water', due: '2026-03-11', bed })
})

const row = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}` })

it('chooses a stretch of rows, does it to each, and says which were refused and why', async () => {
  const page = await enter('Ann')
  await row(page, 'Dig').click()
  await row(page, 'Prune').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('group', { name: 'Chosen rows' })
  await bar.getByText('3 chosen').waitFor()
  // A task of 60 hours cannot be finished: the page says so before and after the attempt.
  await bar.getByRole('button', { name: 'Finish (2 of 3)' }).click()
  const report = page.getByRole('dialog', { name: 'Finish' })
  await report.getByText('Done to 2. Not done to 1, which is still chosen:').waitFor()
  await report.getByText('Only possible when “Hours” is less than 50.').waitFor()
  await report.getByRole('button', { name: 'Close' }).last().click()
  await bar.getByText('1 chosen').waitFor()
  await expect.poll(() => row(page, 'Mow').isChecked()).toBe(true)
  await page.getByRole('row', { name: /Dig/ }).getByText('Done').waitFor()
})

it('chooses by keyboard alone, and gives all of them one value', async () => {
  const page = await enter('Ann')
  await row(page, 'Prune').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('group', { name: 'Chosen rows' })
  await bar.getByText('2 chosen').waitFor()
  await page.keyboard.press('Control+a')
  await bar.getByText('5 chosen').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).click()
  // Ann must not change Bob's task.
  await bar.getByRole('button', { name: 'Set hours (4 of 5)' }).click()
  const form = page.getByRole('dialog', { name: 'Set hours: 5 chosen' })
  await form.getByRole('textbox', { name: 'Hours' }).fill('7')
  await form.getByRole('button', { name: 'Set hours' }).click()
  const report = page.getByRole('dialog', { name: 'Set hours' })
  await report.getByText('Done to 4. Not done to 1, which is still chosen:').waitFor()
  await report.getByText('Water').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Mow/ }).getByText('7').waitFor()
})

it('goes through the pages of a form, keeps everything across a reload, and shows what is missing', async () => {
  const page = await enter('Ann')
  await page.goto('/apply')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await page.getByText('2 inputs need another look').waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('Weed')
  await page.getByRole('combobox', { name: 'Bed' }).click()
  await page.getByRole('option', { name: /./ }).first().click()
  await next.click()
  await page.getByRole('heading', { name: 'When' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'When' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Weed')
  await next.click()
  await page.getByLabel('Due').first().fill('2026-03-12')
  await page.keyboard.press('Escape')
  await next.click()
  await page.getByRole('listitem').and(page.locator('[aria-current=step]')).getByText('How long').waitFor()
  // The server's refusal leads back to the page of the form with the refused input.
  await page
    .getByRole('button', { name: 'Add a task' })
    .or(page.getByRole('button', { name: /task$/i }))
    .last()
    .click()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await page.getByText('Weed').first().waitFor()
})

it('calls tabs by what is computed for whoever looks, and has a form on one', async () => {
  const page = await enter('Bob')
  await page.goto('/desk')
  await page.getByRole('tab', { name: 'Mine (1)' }).waitFor()
  await page.getByRole('tab', { name: 'Beds of Bob' }).waitFor()
  await page.getByRole('tab', { name: 'New bed' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Herbs')
  await page.getByRole('button', { name: 'Add bed' }).click()
  await page.getByRole('tab', { name: 'Beds of Bob' }).click()
  await page.getByText('Herbs').waitFor()
})

it('begins a form on the page of a record with that record', async () => {
  const page = await enter('Ann')
  await page.goto(`/beds/${bed}`)
  await page.getByRole('button', { name: 'Add a task' }).click()
  const form = page.getByRole('dialog', { name: 'Add a task' })
  await form.getByRole('textbox', { name: 'Title' }).waitFor()
  await expect.poll(() => form.getByRole('combobox', { name: 'Bed' }).inputValue()).toContain('Roses')
})

it('shows both versions when somebody else has changed the same, and loses neither', async () => {
  const ann = await enter('Ann')
  const bob = await enter('Bob')
  const change = async (page: Page): Promise<ReturnType<Page['getByRole']>> => {
    await page.getByRole('row', { name: /Sow/ }).getByRole('button', { name: 'Change' }).click()
    const form = page.getByRole('dialog', { name: 'Change' })
    await form.getByRole('textbox', { name: 'Title' }).waitFor()
    return form
  }
  const [one, other] = [await change(ann), await change(bob)]
  await one.getByRole('textbox', { name: 'Title' }).fill('Sow peas')
  await other.getByRole('textbox', { name: 'Title' }).fill('Sow beans')
  await one.getByRole('button', { name: 'Change' }).click()
  await ann.getByText('Sow peas').waitFor()
  await other.getByRole('button', { name: 'Change' }).click()
  await other.getByText('Somebody else changed this meanwhile').first().waitFor()
  await expect.poll(() => other.getByRole('textbox', { name: 'Title, as it is now' }).inputValue()).toBe('Sow peas')
  await expect.poll(() => other.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Sow beans')
  // Said once, and the keyboard stays in the form.
  expect(await other.getByRole('alert').count()).toBe(1)
  await other.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await other.getByRole('alert').waitFor({ state: 'detached' })
  await bob.keyboard.press('Control+Enter')
  await bob.getByText('Sow beans').waitFor()
})

it('draws answers as a board whose cards move, and as a calendar that asks for its days', async () => {
  const page = await enter('Ann')
  await page.goto('/plan')
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await lane('Open').getByText('Prune').or(lane('Done').getByText('Prune')).first().waitFor()
  await page.getByRole('button', { name: 'Move Mow' }).click()
  await page.getByRole('menuitem', { name: /^Done/ }).click()
  await lane('Done').getByText('Mow').waitFor()
  // The card of another user does not move, and the page offers no move.
  await page.getByRole('button', { name: 'Move Water' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: /^Done/ }).isDisabled()).toBe(true)
  const asked = page.waitForRequest(/screens\/week\/0\?from=2026-0[23]-\d\d&until=2026-04-\d\d/)
  await page.goto('/week?day=2026-03-10')
  await asked
  await page
    .getByRole('cell', { name: /March 10/ })
    .getByText('Dig')
    .waitFor()
})

it.for(['desktop', 'phone'] as const)('finds nothing serious on any of them: %s', async (screen) => {
  const page = await enter('Ann', screen, true)
  const found: string[] = []
  const look = async (name: string): Promise<void> => {
    found.push(...(await lookAt(page, `${screen}-${name}`)))
    expect(await sidewaysPixels(page), name).toBe(0)
  }
  await row(page, 'Prune').click()
  await page.getByRole('group', { name: 'Chosen rows' }).waitFor()
  await look('chosen-rows')
  await page.goto('/apply')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/need another look/).waitFor()
  await look('steps')
  await page.goto('/desk')
  await page.getByRole('tab', { name: 'New bed' }).click()
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await look('form-on-tab')
  await page.goto('/plan')
  await page.getByRole('button', { name: 'Move Water' }).waitFor()
  await look('board-of-answer')
  expect(found).toEqual([])
})

it('does it to every row of a long list, also on other pages, and says which were refused', async () => {
  const bob = await enter('Bob')
  for (let n = 10; n < 40; n++) await make(bob, '/api/tasks', { title: `Rake ${n}`, due: '2026-03-13', bed })
  await bob.reload()
  await bob.getByRole('checkbox', { name: 'Choose all on this page' }).click()
  const bar = bob.getByRole('group', { name: 'Chosen rows' })
  await bar.getByText('20 chosen').waitFor()
  expect(await lookAt(bob, 'choose-whole-list')).toEqual([])
  await bar.getByRole('button', { name: /^Choose all \d+$/ }).click()
  await bar.getByText(/^All \d+ chosen$/).waitFor()
  await bar.getByRole('button', { name: 'Finish' }).click()
  const question = bob.getByRole('dialog', { name: /^Finish: all \d+\?$/ })
  await question.getByText('also on other pages').waitFor()
  expect(await lookAt(bob, 'confirm-whole-list')).toEqual([])
  await question.getByRole('button', { name: 'Finish' }).click()
  const report = bob.getByRole('dialog', { name: 'Finish' })
  await report.getByText(/^Done to 3\d. Not done to \d+.$/).waitFor()
  // Tasks of others are refused by themselves.
  await report.getByText('Prune').waitFor()
  expect(await lookAt(bob, 'whole-list-report')).toEqual([])
  await report.getByRole('button', { name: 'Close' }).last().click()
  await bob.goto('/?page=2')
  await bob
    .getByRole('row', { name: /Rake 39/ })
    .getByText('Done')
    .waitFor()
  const phone = await enter('Bob', 'phone')
  await phone.getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await phone.getByRole('button', { name: /^Choose all \d+$/ }).waitFor()
  expect(await sidewaysPixels(phone)).toBe(0)
  expect(await lookAt(phone, 'choose-whole-list-phone')).toEqual([])
})
