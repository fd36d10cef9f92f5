// Maps and JSON on screens: entered in a form, refused at their key, shown in cells and on the record, changed, taken
// from a file and written to one.

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { sidewaysPixels } from './browser.ts'
import { openForm, send } from './forms.ts'
import { serving } from './running-help-desk.ts'

const parts = serving(`# Parts

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Parts | none |
| \`/parts/:code\` | Part | code is Part.code |

### Screen: Parts

- **Who:** Guest
- **Shows:** list of Part, sorted by code A to Z, 20 per page
- **Columns:** code, labels, stock, details
- **Can:** open Part; Add: call \`POST /api/parts\`

### Screen: Part

- **Who:** Guest
- **Shows:** one Part by code
- **Fields:** code, labels, stock, details
- **Can:** Change: call \`PATCH /api/parts/:code\`

## 3. Entities and their fields

### Entity: Part

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text up to 20 | required, unique, set once | | |
| labels | map of up to 3 text 0 to 12 | | | |
| stock | map of whole number at least 0 | | | |
| details | json | | | |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Part | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Part | \`/api/parts\` | list, get, create, change | code | everything visible |

## 8. The error catalogue

## 9. Business constants and limits
`)

it('refuses each value at its key, accepts an empty text where one may be, and shows what is kept', async () => {
  const { page } = await parts.visit({ ignoresPolicy: true })
  const form = await openForm(page, 'Add')
  const labels = form.getByRole('group', { name: 'Labels' })
  const stock = form.getByRole('group', { name: 'Stock' })
  await form.getByRole('textbox', { name: 'Code' }).fill('A-1')
  await labels.getByRole('textbox', { name: 'Key' }).fill('colour')
  await labels.getByRole('textbox', { name: 'Value' }).fill('a far too long red')
  await labels.getByRole('button', { name: 'Add a row' }).click()
  await labels.getByRole('textbox', { name: 'Key' }).last().fill('colour')
  await stock.getByRole('textbox', { name: 'Key' }).fill('main')
  await stock.getByRole('textbox', { name: 'Value' }).fill('-1')
  await form.getByRole('textbox', { name: 'Details' }).fill('{"a":')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const summary = form.getByRole('alert').getByRole('button')
  await summary.first().waitFor()
  const wrong = ['Labels: Value, row 1', 'Labels: Key, row 2', 'Stock: Value, row 1', 'Details']
  expect(await summary.allTextContents()).toEqual(wrong)
  expect(await lookAt(page, 'maps in a form')).toEqual([])
  await labels.getByRole('textbox', { name: 'Value' }).first().fill('red')
  await labels.getByRole('textbox', { name: 'Key' }).last().fill('finish')
  await stock.getByRole('textbox', { name: 'Value' }).fill('3')
  await form.getByRole('textbox', { name: 'Details' }).fill('{"maker": {"since": 1768}, "sizes": [1, 2]}')
  await send(form, 'Add')
  expect(await keptBy(page)).toEqual({
    labels: { colour: 'red', finish: '' },
    stock: { main: 3 },
    details: { maker: { since: 1768 }, sizes: [1, 2] },
  })
  await page.getByRole('link', { name: 'A-1' }).waitFor()
  await page.getByText('colour red').waitFor()
  await page.getByText('sizes 2 items').waitFor()
})

it('changes a single key, on a phone', async () => {
  const { page } = await parts.visit({ screen: 'phone', colours: 'dark', ignoresPolicy: true })
  await page.goto(`${parts.address}/parts/A-1`)
  const main = page.getByRole('main')
  await main.getByText('1 value').click()
  await main.getByText('since').waitFor()
  expect(await lookAt(page, 'maps on a record')).toEqual([])
  expect(await sidewaysPixels(page)).toBe(0)
  const form = await openForm(page, 'Change')
  await form.getByRole('group', { name: 'Labels' }).getByRole('textbox', { name: 'Value' }).last().fill('matt')
  expect(await sidewaysPixels(page)).toBe(0)
  await send(form, 'Change')
  await page.getByText('matt').waitFor()
  expect((await keptBy(page)).labels).toEqual({ colour: 'red', finish: 'matt' })
})

it('writes both to a file, and takes them from it', async () => {
  const { page } = await parts.visit({ ignoresPolicy: true })
  await page.getByRole('button', { name: 'More for Parts' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')[1]).toMatch(/^A-1,"\{""colour"":""red"",""finish"":""matt""\}","\{""main"":3\}",/)
  await page.getByRole('button', { name: 'More for Parts' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV …' }).click()
  const rows = text.replace('A-1', 'A-2') + 'A-3,"colour: red","main: 1, west: x",\r\n'
  const file = { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.locator('input[type=file]').setInputFiles(file)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('west: This is not a value that fits here.').waitFor()
  await dialog.getByRole('textbox', { name: 'Stock, row 2' }).fill('main: 1, west: 2')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('link', { name: 'A-2' }).waitFor()
  expect(await keptBy(page, 'A-3')).toEqual({ labels: { colour: 'red' }, stock: { main: 1, west: 2 }, details: null })
  expect(await keptBy(page, 'A-2')).toEqual(await keptBy(page))
})

async function keptBy(page: Page, code = 'A-1'): Promise<{ labels: unknown; stock: unknown; details: unknown }> {
  const part = await page.evaluate(async (key) => (await fetch(`/api/parts/${key}`)).json(), code)
  const { labels, stock, details } = part as { labels: unknown; stock: unknown; details: unknown }
  return { labels, stock, details }
}
