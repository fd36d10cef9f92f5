// A step that needs a missing value of its record: people who may set the value are asked for it together with the
// step.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withoutSampleRecords } from '../testing/sample-records.ts'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { countedHands } from './counted-hands.ts'
import { serving } from './running-help-desk.ts'

const EXPENSES = withoutSampleRecords(
  readFileSync(new URL('../../../../examples/expenses/app.md', import.meta.url), 'utf8'),
)

/** With a manager for Emil, and a report that waits for her. */
const text = EXPENSES.replace(/(### Sample data: User\n\n)[^#]*/, (_, heading: string) =>
  [
    `${heading}| name | email | password | manager | roles |`,
    '| --- | --- | --- | --- | --- |',
    '| Mara Manager | mara@example.test | correct-horse-1 | | Manager |',
    '| Emil Employee | emil@example.test | correct-horse-2 | Mara Manager | Employee |',
    '',
    '### Sample data: Report',
    '',
    '| title | employee | status |',
    '| --- | --- | --- |',
    '| Fair in Cologne | Emil Employee | handed in |',
    '| Taxi to the fair | Emil Employee | handed in |',
    '| Tools | Emil Employee | handed in |',
    '',
    '',
  ].join('\n'),
)

const office = serving(text)

async function enter(name: string): Promise<Page> {
  const { page } = await office.visit({ ignoresPolicy: true })
  await page.getByRole('button', { name: new RegExp(`^Sign in as ${name}`) }).click()
  await page
    .getByRole('button', { name: /^Sign in as/ })
    .first()
    .waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return page
}

it('asks for what a step needs, gives it and does the step', async () => {
  const mara = await enter('Mara')
  await mara.goto('/team')
  await mara.getByRole('link', { name: 'Fair in Cologne' }).click()
  const actions = mara.getByRole('group', { name: 'What can be done' })
  // The main next step is the filled button.
  await actions.getByRole('button', { name: 'Accept' }).waitFor()
  expect(await actions.locator('[data-variant=filled]').allInnerTexts()).toEqual([expect.stringMatching(/^Accept/)])

  await actions.getByRole('button', { name: 'Send back' }).click()
  const dialog = mara.getByRole('dialog', { name: 'Send back' })
  await dialog.getByRole('textbox', { name: 'Remark' }).waitFor()
  expect(await lookAt(mara, 'step-that-asks')).toEqual([])
  await picture(mara, 'step-that-asks')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await dialog.getByText('Please fill this in.').waitFor()
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Please add the receipts.')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await mara.getByText(/Fair in Cologne is now Draft/).waitFor()

  const emil = await enter('Emil')
  await emil.getByRole('link', { name: 'Fair in Cologne' }).click()
  await emil.getByRole('article').getByText('Status: Draft').waitFor()
  await emil.getByRole('definition').getByText('Please add the receipts.').waitFor()
})

it('accepts an expense report from the list in two clicks, or three keys', async () => {
  const mara = await enter('Mara')
  await mara.goto('/team')
  await mara.getByRole('link', { name: 'Taxi to the fair' }).waitFor()
  const mouse = countedHands(mara)
  await mouse.click(mara.getByRole('link', { name: 'Taxi to the fair' }))
  await mouse.click(mara.getByRole('group', { name: 'What can be done' }).getByRole('button', { name: 'Accept' }))
  await mara.getByText(/Taxi to the fair is now Accepted/).waitFor()
  expect(mouse.spent).toEqual({ clicks: 2, keys: 0 })

  await mara.goto('/team')
  await mara.getByRole('link', { name: 'Tools' }).waitFor()
  const keyboard = countedHands(mara)
  await keyboard.press('j')
  await mara.getByRole('row').getByRole('link').and(mara.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  await mara.getByRole('group', { name: 'What can be done' }).getByRole('button', { name: 'Accept' }).waitFor()
  await keyboard.press('e')
  await mara
    .getByText(/is now Accepted/)
    .first()
    .waitFor()
  expect(keyboard.spent).toEqual({ clicks: 0, keys: 3 })
})
