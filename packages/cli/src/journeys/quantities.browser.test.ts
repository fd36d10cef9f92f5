// A count in a form has buttons for one less and one more, within its limits; a number outside of them is typed, and told.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const SHOP = serving(`# Orders

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Order | none |

### Screen: Order

- **Who:** Guest
- **Form:** call \`POST /api/orders\`

## 3. Entities and their fields

### Entity: Order

${FIELDS}
| number | sequence | | | |
| quantity | whole number 1 to 20 | required | 1 | |
| boxes | whole number 0 to 30 | | | |
| weight | whole number at least 0 | | | |
| year | whole number at least 1900 | | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Order | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | /api/orders | list, create | number | everything visible |
`)

it('counts within its limits', async () => {
  const { page } = await SHOP.visit()
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  const field = (name: string) => page.locator('div', { has: page.getByRole('textbox', { name }) }).last()
  const more = (name: string) => field(name).locator('[data-step="1"]')
  const less = (name: string) => field(name).locator('[data-step="-1"]')
  await quantity.waitFor()
  expect(await quantity.inputValue()).toBe('1')
  expect(await less('Quantity').isEnabled()).toBe(false)
  await more('Quantity').click()
  await more('Quantity').click()
  expect(await quantity.inputValue()).toBe('3')
  await less('Quantity').click()
  await quantity.press('ArrowUp')
  expect(await quantity.inputValue()).toBe('3')
  await quantity.fill('20')
  expect(await more('Quantity').isEnabled()).toBe(false)
  // An empty count begins with one.
  await more('Boxes').click()
  expect(await page.getByRole('textbox', { name: 'Boxes' }).inputValue()).toBe('1')
  expect((await more('Year').count()) + (await more('Weight').count())).toBe(0)
  expect(await lookAt(page, 'quantities')).toEqual([])
  await page.getByRole('button', { name: 'Add order' }).click()
  await expect
    .poll(async () => (await (await page.request.get('/api/orders')).json()).items)
    .toMatchObject([{ quantity: 20, boxes: 1 }])
})

it('tells a number outside of its limits, on a phone in the dark', async () => {
  const { page } = await SHOP.visit({ screen: 'phone', colours: 'dark' })
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('25')
  await page.getByRole('button', { name: 'Add order' }).click()
  await page.getByText('Please choose at most 20.').waitFor()
  expect(await sidewaysPixels(page)).toBe(0)
  await picture(page, 'quantity-phone')
})
