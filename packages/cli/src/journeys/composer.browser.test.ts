// The composer of a list whose parts are created by the standard call: always open, and the page's record is their whole.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const HOUSE = serving(`# Shelf

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Books | none |
| \`/books/:id\` | Book | id is Book.id |

### Screen: Books

- **Who:** Guest
- **Shows:** list of Book, sorted by title A to Z, all of them
- **Columns:** title
- **Can:** open Book

### Screen: Book

- **Who:** Guest
- **Shows:** one Book by id
- **Fields:** title
- **Shows:** list of its remarks, sorted by createdAt oldest first, all of them
- **Columns:** text, createdAt
- **Can:** Remark: call \`POST /api/remarks\`

## 3. Entities and their fields

**Every entity has:** createdAt

### Entity: Book

${FIELDS}
| title | text up to 80 | required | | |
| remarks | list of Remark via book | | | |

### Entity: Remark

${FIELDS}
| book | Book | required, deleted together | | |
| text | long text | required | | |

### Reference data: Book

| title |
| --- |
| Atlas |
| Bible |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Book | | all |
| Guest | see, create | Remark | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Remark | \`/api/remarks\` | list, create | id | everything visible |
`)

it.each(['desktop', 'phone'] as const)('is open on the page of a record, on a %s', async (screen) => {
  const { page } = await HOUSE.visit({ ignoresPolicy: true, screen, colours: screen === 'phone' ? 'dark' : 'light' })
  await page.getByText('Atlas').first().click()
  const box = page.getByRole('form', { name: 'Remark' }).getByRole('textbox')
  await box.fill(`A map of ${screen}`)
  await picture(page, `composer-${screen}`)
  expect(await lookAt(page, `composer-${screen}`)).toEqual([])
  expect(await sidewaysPixels(page)).toBe(0)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('main').getByText(`A map of ${screen}`).waitFor()
  await expect.poll(() => box.inputValue()).toBe('')
  await page.goto('/')
  await page.getByText('Bible').first().click()
  await page.getByRole('form', { name: 'Remark' }).waitFor()
  expect(await page.getByText(`A map of ${screen}`).count()).toBe(0)
})
