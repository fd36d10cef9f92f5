// Lists as files, and files as records: downloaded as a person sees them, imported with each mistake at its row,
// corrected, and tried again.

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { sidewaysPixels } from './browser.ts'
import { ADA, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for My tickets' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a CSV file' }).waitFor()
}

function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  return page.locator('input[type=file]').setInputFiles(file)
}

it('imports a file whose columns are called otherwise, once what is wrong in it is mended', async () => {
  const { page } = await desk.signedIn(CLEO, { ignoresPolicy: true })
  await openImport(page)
  const dialog = page.getByRole('dialog')
  await choose(
    page,
    'Title;Body;CATEGORY;Priority\r\nThe door sticks;"Second floor;\r\nplease hurry";General;High\r\nNo;It is dark;Lights;\r\n',
  )
  await dialog.getByText('Choose a column for: Subject').waitFor()
  await dialog.getByText('Not used: Title').waitFor()
  await dialog.getByRole('combobox', { name: 'Column for Subject' }).click()
  await page.getByRole('option', { name: 'Title' }).click()
  await dialog.getByText('1 row has a mistake').waitFor()
  await dialog.getByText('There is no record called “Lights” that you may choose.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Import 2 rows' }).isDisabled()).toBe(true)
  expect(await lookAt(page, 'import')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Category, row 2' }).fill('general')
  await dialog.getByRole('textbox', { name: 'Subject, row 2' }).fill('No light')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('2 rows imported').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'No light' }).waitFor()
  await page.getByRole('link', { name: 'The door sticks' }).waitFor()
})

it('shows what only the server knows at its row, keeps everything, and makes nothing until all is right', async () => {
  const text = desk.text()
  await desk.save(
    text
      .replace(
        '| Only active categories',
        '| No fires | Ticket | create | | `Ticket.filter(t, t.subject == subject).size() == 1` | NO_FIRE |\n| Only active categories',
      )
      .replace(
        '| RATING_TOO_EARLY | 422',
        '| NO_FIRE | 422 | subject | This was reported already. |\n| RATING_TOO_EARLY | 422',
      ),
  )
  const { page } = await desk.signedIn(CLEO)
  await openImport(page)
  const dialog = page.getByRole('dialog')
  await choose(page, 'Subject,Body,Category\nThe door sticks,Again,General\nThe window sticks,Cold,General\n')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await dialog.getByText('Nothing was imported. The mistakes are shown at their rows.').waitFor()
  await dialog.getByText('This was reported already.').waitFor()
  // Closed and opened again, everything is unchanged.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: 'The window sticks' }).count()).toBe(0)
  await page.getByRole('button', { name: 'More for My tickets' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV …' }).click()
  await dialog.getByRole('textbox', { name: 'Subject, row 1' }).fill('The door sticks again')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('link', { name: 'The window sticks' }).waitFor()
  await desk.save(text)
})

it('says what is no file of rows, and takes the next one', async () => {
  const { page } = await desk.signedIn(CLEO, { screen: 'phone', ignoresPolicy: true })
  await openImport(page)
  const dialog = page.getByRole('dialog')
  await choose(page, 'Subject,Body')
  await dialog.getByText('No row follows the line that names the columns.').waitFor()
  await choose(page, `Subject\n${'x\n'.repeat(1001)}`)
  await dialog.getByText('These are the first rows.').waitFor()
  await choose(page, 'Subject,Body,Category\n"unclosed,x,General\n')
  await dialog.getByText('is never closed').waitFor()
  await choose(page, 'Subject,Body,Category\nA good one,x,General\n')
  await dialog.getByRole('button', { name: 'Import 1 row' }).waitFor()
  expect(await lookAt(page, 'import-phone')).toEqual([])
  expect(await sidewaysPixels(page)).toBe(0)
})

it('downloads the list as it is narrowed and sorted', async () => {
  const { page } = await desk.signedIn(CLEO)
  await page.goto(`${desk.address}/?status=new`)
  await page.getByRole('link', { name: 'The door sticks again' }).waitFor()
  await page
    .getByRole('columnheader', { name: /^Status/ })
    .getByRole('button')
    .click()
  const number = page.getByRole('columnheader', { name: /^Number/ }).getByRole('button')
  await number.click({ modifiers: ['Shift'] })
  await number.getByText(', ascending, number 2').waitFor()
  await number.click({ modifiers: ['Shift'] })
  await number.getByText(', descending, number 2').waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('status,-number')
  await page.getByRole('button', { name: 'More for My tickets' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('My tickets.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFNumber,Subject,Status,Updated at')
  expect(lines.slice(1, 3).map((line) => line.split(',').slice(1, 3))).toEqual([
    ['The window sticks', 'New'],
    ['The door sticks again', 'New'],
  ])
})

it('imports a long file in parts, leaves out refused rows, and gives them as a file', async () => {
  const { page } = await desk.signedIn(ADA, { ignoresPolicy: true })
  await page.goto(`${desk.address}/setup`)
  await page.getByRole('button', { name: 'More for Teams' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV …' }).click()
  const dialog = page.getByRole('dialog')
  const names = Array.from({ length: 2500 }, (_, index) => (index % 1000 === 999 ? 'Team 7' : `Team ${index}`))
  await choose(page, ['Name', ...names].join('\n'))
  await dialog.getByText('These are the first rows.').waitFor()
  expect(await lookAt(page, 'import in parts')).toEqual([])
  await dialog.getByRole('button', { name: 'Import the file' }).click()
  await dialog.getByText('2500 rows read: 2498 imported, 2 refused.').waitFor()
  expect(await lookAt(page, 'import in parts, done')).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download refused rows' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^\uFEFFName,refused because\r\nTeam 7,name: .+\r\nTeam 7,name: .+\r\n$/,
  )
})

it('stops at a row that cannot be read, and goes on there with the corrected file', async () => {
  const { page } = await desk.signedIn(ADA, { ignoresPolicy: true })
  await page.goto(`${desk.address}/setup`)
  await page.getByRole('button', { name: 'More for Teams' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV …' }).click()
  const dialog = page.getByRole('dialog')
  // A file above 4 MB is not read as a whole beforehand.
  const note = 'x'.repeat(1800)
  const names = Array.from({ length: 2500 }, (_, index) => `Crew ${index},${note}`)
  await choose(page, ['Name,Note', ...names.with(2200, `Crew,2200,${note}`)].join('\n'))
  await dialog.getByRole('button', { name: 'Import the file' }).click()
  await dialog.getByText('Row 2201 has more cells than there are columns.').waitFor()
  await dialog.getByText('2000 rows read: 2000 imported, 0 refused.').waitFor()
  expect(await lookAt(page, 'import in parts, unreadable row')).toEqual([])
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, ['Name,Note', ...names].join('\n'))
  await dialog.getByRole('button', { name: 'Import the file' }).click()
  await dialog.getByText('2500 rows read: 2500 imported, 0 refused.').waitFor()
})
