// A list is filtered by "not", by "me", and by fields of referenced records.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from '../axe.ts'
import { picture, sidewaysPixels } from '../browser.ts'
import { reportProblem } from '../forms.ts'
import { ADA, CLEO, HELP_DESK, serving } from '../running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8').replace(
    '- **Filter by:** status, priority, category, assignee, late',
    '- **Filter by:** status, priority, category.team, assignee, late',
  ),
)

const filter = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Filter by ${label}`) })

it('says is not, me, and a field of what a row points to', async () => {
  const cleo = await desk.signedIn(CLEO)
  await reportProblem(cleo.page, 'Badge reader is loud', 'Since this morning.')
  const { page } = await desk.signedIn(ADA, { ignoresPolicy: true })
  await page.goto('/queue')
  const row = page.getByRole('row').filter({ hasText: 'Badge reader is loud' })
  await row.waitFor()

  await filter(page, 'Assignee').click()
  const people = page.getByRole('dialog', { name: /Assignee/ })
  // Each choice shows its count, regardless of the other choices.
  await people.getByRole('checkbox', { name: 'Without one 1' }).waitFor()
  await people.getByRole('checkbox', { name: 'Me (Ada Admin) 0' }).check()
  await row.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('assignee')).toBe('me')
  await people.getByText('is not', { exact: true }).click()
  await row.waitFor()
  expect(new URL(page.url()).searchParams.get('assignee')).toBe('!me')
  await picture(page, 'filter-is-not')
  expect(await lookAt(page, 'filter-is-not')).toEqual([])
  await page.keyboard.press('Escape')
  await filter(page, 'Assignee: not me').waitFor()

  await filter(page, 'Category team').click()
  const teams = page.getByRole('dialog', { name: /Category team/ })
  await teams.getByRole('checkbox').first().check()
  await expect.poll(() => new URL(page.url()).searchParams.get('category.team')).not.toBeNull()
  // The address holds it.
  await page.reload()
  await filter(page, 'Assignee: not me').waitFor()
  await picture(page, 'filter-by-path')

  // A mistyped search suggests a correction.
  await page.goto('/queue?q=bagde+raeder')
  await page.getByRole('button', { name: 'badge reader' }).click()
  await row.waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('badge reader')

  // A second group of filters finds additional records.
  await page.goto('/queue?assignee=me')
  await page.getByRole('button', { name: 'Or …' }).click()
  const group = page.getByRole('group', { name: 'Filters, group 2' })
  await filter(page, 'Assignee').nth(1).click()
  await page.getByRole('checkbox', { name: 'Without one 1' }).check()
  await row.waitFor()
  expect(new URL(page.url()).searchParams.get('or')).toBe('assignee=-')
  await page.keyboard.press('Escape')
  await picture(page, 'filter-groups')
  expect(await lookAt(page, 'filter-groups')).toEqual([])
  await group.getByRole('button', { name: 'Remove these filters' }).click()
  await row.waitFor({ state: 'detached' })
})

it('fits a phone, in the dark', async () => {
  const { page } = await desk.signedIn(ADA, { screen: 'phone', colours: 'dark' })
  await page.goto('/queue?assignee=!me&category.team=-')
  await page.getByRole('button', { name: 'Filter and sort (2)' }).click()
  await filter(page, 'Assignee').click()
  await page
    .getByRole('dialog', { name: /Assignee/ })
    .getByRole('checkbox', { name: 'Me (Ada Admin)' })
    .waitFor()
  await picture(page, 'filter-phone')
  expect(await sidewaysPixels(page)).toBe(0)
})
