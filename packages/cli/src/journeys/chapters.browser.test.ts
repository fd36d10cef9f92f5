// A specification in several files in the author's editor: one text, in which each file has its name and its own lines.

import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { copyGarden } from '../testing/chapters/garden-folder.ts'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const main = fileURLToPath(new URL('../testing/chapters/allotments.md', import.meta.url))
const garden = serving(await readFile(main, 'utf8'), copyGarden)

const fileOf = (path: string): Promise<string> => readFile(join(dirname(garden.file()), path), 'utf8')

function written(page: Page) {
  return page.getByRole('textbox', { name: 'Text: app.md' })
}

async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Go to' }).selectOption({ label })
}

/** The line numbers beside the text, as they are seen. */
function numbers(page: Page): Promise<string[]> {
  return page.locator('.cm-lineNumbers .cm-gutterElement:visible').allInnerTexts()
}

it('shows each file with its name and its own lines, and saves the one that changed', async () => {
  const { page } = await garden.visit({ ignoresPolicy: true })
  const found: string[] = []
  await page.goto('/_ninefold/editor')
  await written(page).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('app.md')
  await goTo(page, 'Beginning of garden/rights.md')
  await page.locator('.cm-chapter-line', { hasText: 'garden/rights.md' }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'garden/rights.md' }).waitFor()
  expect(await numbers(page)).toEqual(expect.arrayContaining(['', '1', '2']))
  found.push(...(await lookAt(page, 'chapters-editor')))
  await page.setViewportSize(SCREENS.phone.viewport)
  await picture(page, 'chapters-editor-phone')
  if ((await sidewaysPixels(page)) > 0) found.push('the editor is wider than a phone')
  await page.setViewportSize(SCREENS.desktop.viewport)
  expect(found).toEqual([])

  const before = await Promise.all([fileOf('app.md'), fileOf('garden/plots.md'), fileOf('garden/words.md')])
  await page.keyboard.type('# Who may do what')
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('As saved').waitFor()
  expect(await fileOf('garden/rights.md')).toMatch(/^# Who may do what\n\n## 6\. /)
  expect(await Promise.all([fileOf('app.md'), fileOf('garden/plots.md'), fileOf('garden/words.md')])).toEqual(before)
})

it('does not let the names of the files be edited, however much is deleted', async () => {
  const { page } = await garden.visit()
  await page.goto('/_ninefold/editor')
  await goTo(page, 'Beginning of garden/rights.md')
  await page.keyboard.press('Home')
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Backspace')
  await page.getByText('As saved').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.getByText('Not saved yet').waitFor()
  expect(await page.locator('.cm-chapter-line').allInnerTexts()).toEqual([
    'garden/plots.md',
    'garden/rights.md',
    'garden/words.md',
  ])
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('As saved').waitFor()
})

it('leads from a thing to its line in its file, and renames across files', async () => {
  const { page } = await garden.visit()
  await page.goto('/_ninefold/limits')
  await page
    .getByRole('link', { name: /^noteLength, garden\/words\.md:\d+$/ })
    .first()
    .click()
  await page.locator('.cm-activeLine', { hasText: 'noteLength' }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'garden/words.md' }).waitFor()
  await page.keyboard.press('Home')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  await dialog.getByRole('textbox').fill('longestNote')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('As saved').waitFor()
  expect(await fileOf('garden/words.md')).toContain('| longestNote | 500 |')
  expect(await fileOf('garden/plots.md')).toContain('text up to `longestNote`')
  expect(await fileOf('app.md')).toBe(garden.text())
})

it('shows in which files the text differs when somebody else has saved one meanwhile', async () => {
  const { page } = await garden.visit()
  await page.goto('/_ninefold/editor')
  await goTo(page, 'Beginning of garden/rights.md')
  await page.keyboard.type('# Rights of all')
  await page.getByText('Not saved yet').waitFor()
  const words = await fileOf('garden/words.md')
  await writeFile(join(dirname(garden.file()), 'garden/words.md'), words.replace('# Words', '# Letters'))
  // The page follows the save, and keeps the typed words.
  await expect
    .poll(() => page.evaluate(`fetch('/_ninefold/text').then((it) => it.json()).then((it) => it.text)`))
    .toContain('# Letters')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody else has saved' })
  await conflict.waitFor()
  expect(await conflict.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'garden/rights.md',
    'garden/words.md',
  ])
  await picture(page, 'chapters-conflict')
  await conflict.getByRole('button', { name: 'Take what is in the file' }).click()
  await page.getByText('As saved').waitFor()
  expect(await fileOf('garden/words.md')).toContain('# Letters')
})

it('holds back a text with a mistake, and says in which file it is', async () => {
  const { page } = await garden.visit({ colours: 'dark' })
  await garden.save(garden.text().replace('- [Rights](garden/rights.md)', '- [Rights](garden/right.md)'))
  const alert = page.getByRole('alert', { name: /./ })
  await alert.getByText('The chapter "garden/right.md" cannot be read: there is no such file.').waitFor()
  await picture(page, 'chapters-held-back')
  await garden.save(garden.text().replace('garden/right.md', 'garden/rights.md'))
  await alert.waitFor({ state: 'detached' })
})
