// Search from vague memory: every word, in any order, in any searched field, with the hits marked.

import { expect, it } from 'vitest'
import { picture } from '../browser.ts'
import { reportProblem } from '../forms.ts'
import { ADA, CLEO, serving } from '../running-help-desk.ts'

const desk = serving()

it('finds a ticket by words in any order, and marks them', async () => {
  const cleo = await desk.signedIn(CLEO)
  await reportProblem(cleo.page, 'Badge reader makes a loud noise', 'Since this morning.')
  const { page } = await desk.signedIn(ADA)
  await page.goto('/queue')
  await page.getByText('Badge reader makes a loud noise').first().waitFor()
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first()
    .fill('loud badge')
  const hit = page.locator('mark')
  await expect.poll(() => hit.allTextContents()).toEqual(['Badge', 'loud'])
  await picture(page, 'marked-list')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('noise reader')
  await page.getByRole('option', { name: /Badge reader makes a loud noise/ }).waitFor()
  await picture(page, 'marked-palette')
  await page.getByRole('combobox').fill('nosie raeder')
  const near = page.getByRole('group', { name: 'Ticket: similar words' })
  await near.getByRole('option', { name: /Badge reader makes a loud noise/ }).waitFor()
  expect(await near.locator('mark').allTextContents()).toEqual(['reader', 'noise'])
  await picture(page, 'mistyped-palette')
})
