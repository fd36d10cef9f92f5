// Specifications at the very start: the empty form from `ninefold new`, then with one entity.

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ninefold, workplace } from '../testing/program.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { openForm, send } from './forms.ts'
import { serving } from './running-help-desk.ts'

async function emptyForm(): Promise<string> {
  await using place = await workplace()
  await ninefold(place.folder, ['new'])
  const file = join(place.folder, 'app.md')
  const text = await readFile(file, 'utf8')
  await rm(file)
  return text
}

const form = serving(await emptyForm())

const NOTE = `### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 200 | required | | |
| phone | text up to 40 | | | whom to call |
`

it('shows the empty form as nine points and thirteen open questions that a person can start from', async () => {
  const { page } = await form.visit()
  await page.getByText('0 of 13 questions answered').waitFor()
  await picture(page, 'empty-form')
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(9)
  const questions = page.getByRole('button', { name: / Open$/ })
  await expect.poll(() => questions.count()).toBe(13)
  await page.getByRole('button', { name: /^Entities and fields/ }).click()
  await page.getByText('Write under “3. Entities and their fields”:').waitFor()
  await picture(page, 'empty-form-question')
  expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0)
})

it('offers a list, a page and a form for one entity, and says that nobody has stated them', async () => {
  const { page } = await form.visit()
  const heading = /## 3\. Entities[^\n]*\n/.exec(form.text())?.[0] ?? ''
  const from = form.text().indexOf(heading) + heading.length
  const to = form.text().indexOf('\n## 4.')
  await form.save(`${form.text().slice(0, from)}\n${NOTE}${form.text().slice(to)}`)

  await page.getByRole('link', { name: /^Notes/ }).click()
  await page.getByRole('complementary', { name: 'Provisional' }).waitFor()
  await picture(page, 'provisional-empty-list')
  const add = await openForm(page, 'New note')
  await add.getByRole('textbox', { name: 'Title' }).fill('Call the plumber')
  await add.getByRole('textbox', { name: 'Phone' }).fill('030 123')
  await picture(page, 'provisional-form')
  await send(add, 'New note')
  await picture(page, 'provisional-list')
  await page
    .getByRole('link', { name: /Call the plumber/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Call the plumber', level: 1 }).waitFor()
  await page.getByRole('complementary', { name: 'Provisional' }).waitFor()
  await page.getByRole('definition').getByText('030 123').waitFor()
  await picture(page, 'provisional-record')
})

it('names what a change of the text would delete, and waits for the yes', async () => {
  const { page } = await form.visit()
  await page.getByRole('link', { name: /^Notes/ }).click()
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor()
  await form.save(form.text().replace(/\| phone .*\n/, ''))
  const waiting = page.getByRole('alert', { name: 'A change would delete data' })
  await waiting.getByText('1 record.').waitFor()
  await picture(page, 'waits-for-yes')
  expect(await page.getByRole('columnheader', { name: 'Phone' }).count(), 'the last version goes on').toBe(1)
  await waiting.getByRole('button', { name: 'Apply and delete' }).click()
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor({ state: 'detached' })
  await waiting.waitFor({ state: 'detached' })
  await page
    .getByRole('link', { name: /Call the plumber/ })
    .first()
    .waitFor()
})

it('follows the start to where it leads when the text has changed meanwhile', async () => {
  const { page } = await form.visit()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/notes')
  const screen =
    '**Routes:**\n\n| Route | Screen | Parameter |\n| --- | --- | --- |\n| `/` | All of them | |\n\n### Screen: All of them\n\n- **Shows:** list of Note\n'
  const before = form.text()
  const from = before.indexOf('\n', before.indexOf('## 2.')) + 1
  await form.save(`${before.slice(0, from)}\n${screen}\n${before.slice(before.indexOf('## 3.'))}`)
  await page.getByRole('heading', { name: 'All of them', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
