// From the empty form to an application in use, answered in the browser; and tables of the text as cells.

import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { emptyForm } from '../empty-form.ts'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { openForm, send } from './forms.ts'
import { serving } from './running-help-desk.ts'

const form = serving(emptyForm('App'))

const PATIENTLY = { timeout: 60_000 }

const inFile = (): Promise<string> => readFile(form.file(), 'utf8')

async function asked(page: Page, question: string): Promise<void> {
  await page.getByRole('heading', { name: question, level: 2 }).waitFor()
}

async function writeDown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write it down and go on' }).click()
}

const TEXT = '**/_ninefold/text'
const APP = '**/_ninefold/app'

/** Saves the answer slowly. After `meanwhile`, the page receives the former text of the file, and no later one. */
async function writeDownSlowly(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const answers: (() => Promise<void>)[] = []
  await page.route(TEXT, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    answers.push(() => route.fulfill({ response }))
  })
  await writeDown(page)
  await expect.poll(() => answers.length, PATIENTLY).toBeGreaterThan(0)
  await page.route(APP, () => {})
  await meanwhile()
  for (const answer of answers) await answer()
}

async function skip(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Skip/ }).click()
}

it('leads a stranger from the empty form to a record, and writes nothing that nobody said', async () => {
  const { page } = await form.visit({ ignoresPolicy: true })
  await page.getByRole('link', { name: 'Answer step by step' }).click()

  await asked(page, 'What is it for?')
  await page.getByRole('textbox', { name: 'What is it called?' }).fill('Our house')
  await page.getByRole('textbox', { name: 'Or in your own words' }).fill('People say what is broken.')
  await writeDown(page)

  await asked(page, 'What does it keep track of?')
  await page.getByRole('button', { name: /^Something of your own/ }).click()
  const name = page.getByRole('textbox', { name: 'Entity: its name' })
  await name.fill('Complaint')
  await name.press('Enter')
  await page.getByRole('button', { name: 'Add a row' }).click()
  await page.getByRole('combobox', { name: 'Field, row 2' }).fill('since')
  await page.getByRole('combobox', { name: 'Type, row 2' }).fill('dat')
  await page.getByText('"dat" is not a type.').waitFor()
  await page.getByRole('option', { name: 'date', exact: true }).click()
  expect(await lookAt(page, 'guide-entities')).toEqual([])
  await writeDown(page)

  await asked(page, 'Who will use it, and what do they come for?')
  const preview = page.frameLocator('iframe')
  await preview
    .getByRole('link', { name: /^Complaints/ })
    .or(preview.getByRole('heading', { name: 'Complaints' }))
    .first()
    .waitFor()
  const inside = page.frames().find((frame) => frame.parentFrame() !== null)
  if (inside === undefined) throw new Error('There is no application beside the questions.')
  await inside.goto('/complaints')
  await preview.getByRole('button', { name: 'New complaint' }).click()
  const dialog = preview.getByRole('dialog', { name: 'New complaint' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The lamp is dark')
  await dialog.getByRole('button', { name: 'New complaint' }).click()
  await preview.getByText('The lamp is dark').first().waitFor()

  await skip(page)
  await asked(page, 'Who may do what?')
  await page.getByRole('button', { name: /^Nobody signs in/ }).click()
  await writeDownSlowly(page, async () => {
    await asked(page, 'Does something go through steps?')
    await page.getByRole('button', { name: 'There is none' }).click()
    await writeDown(page)
    await asked(page, 'What do people see when they open it?')
  })
  await page.getByRole('button', { name: /^A list and a page for each/ }).click()
  await writeDown(page)
  await asked(page, 'What must always hold?')
  await page.unroute(TEXT)
  await page.unroute(APP)
  await skip(page)
  await skip(page)
  await skip(page)
  await skip(page)
  await asked(page, 'It stands.')
  await picture(page, 'guide-end')

  const text = await inFile()
  expect(text).toContain('# Our house\n')
  expect(text).toContain('| since | date | | | |')
  expect(text).toContain('**Intended users:** not shown')
  expect(text).toContain('**Validation rules:** not shown')
  expect(text).toContain('**States and transitions:** none')

  await page.getByRole('link', { name: 'Open the application' }).click()
  await page.getByRole('heading', { name: 'Complaints' }).waitFor()
  const add = await openForm(page, 'New complaint')
  await add.getByRole('textbox', { name: 'Name' }).fill('The door squeaks')
  await send(add, 'New complaint')
  await page.getByText('The door squeaks').first().waitFor()
})

it('goes back to what was answered or skipped, and never writes over what somebody else has saved', async () => {
  const { page } = await form.visit()
  await page.goto('/_ninefold/begin')
  await asked(page, 'Who will use it, and what do they come for?')
  await page.getByRole('button', { name: '1. What is it for? (answered)' }).click()
  const purpose = page.getByRole('textbox', { name: 'Or in your own words' })
  await expect.poll(() => purpose.inputValue()).toBe('People say what is broken.')
  await purpose.fill('Everybody says what is broken.')
  const theirs = (await inFile()).replace('**Validation rules:** not shown', '**Validation rules:** none')
  await writeFile(form.file(), theirs)
  await writeDown(page)
  const both = page.getByRole('dialog', { name: 'Somebody else has saved the file meanwhile' })
  await both.getByRole('region', { name: 'Yours' }).getByText('Everybody says what is broken.').waitFor()
  expect(await inFile()).toBe(theirs)
  await both.getByRole('button', { name: 'Take what is in the file' }).click()
  await page.getByText('as in the file').waitFor()
  await page.setViewportSize(SCREENS.phone.viewport)
  await picture(page, 'guide-phone')
  expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0)
})

it('edits a table of the text as cells, by keyboard, and takes it back with the history of the text', async () => {
  const { page } = await form.visit({ ignoresPolicy: true })
  const before = await inFile()
  const line = before.slice(0, before.indexOf('| since |')).split('\n').length
  await page.goto(`/_ninefold/editor?line=${line}`)
  await page.locator('.cm-activeLine', { hasText: 'since' }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  const cells = page.getByRole('table', { name: 'Entity: Complaint' })
  await cells.locator('input[data-cell="0 0"]:focus').waitFor()
  expect(await lookAt(page, 'editor-table')).toEqual([])
  const meaning = cells.getByRole('combobox', { name: 'Meaning, row 2' })
  await meaning.fill('a | b')
  // The buttons of a row stay beside the words, no matter how far the table is scrolled.
  const words = await meaning.boundingBox()
  const buttons = await cells.locator('button[aria-label$="Row 2"]').first().boundingBox()
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(Math.ceil(buttons?.x ?? 0))
  await page.keyboard.press('Enter')
  await cells.getByRole('combobox', { name: 'Field, row 3' }).fill('room')
  await page.keyboard.press('Tab')
  await page.keyboard.type('text up to 2')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => cells.getByRole('combobox', { name: 'Field, row 2' }).inputValue(), PATIENTLY).toBe('room')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'What saving this does' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('As saved').waitFor()
  const after = await inFile()
  const known = new Set(before.split('\n'))
  expect(after.split('\n').filter((each) => !known.has(each))).toEqual([
    '| room | text up to 2 | | | |',
    '| since | date | | | a \\| b |',
  ])
  await cells.getByRole('combobox', { name: 'Field, row 1' }).focus()
  await expect
    .poll(async () => {
      await page.keyboard.press('ControlOrMeta+z')
      return cells.getByRole('combobox', { name: /^Field, row/ }).count()
    }, PATIENTLY)
    .toBe(2)
  await page.keyboard.press('Escape')
  await cells.waitFor({ state: 'detached' })
})
