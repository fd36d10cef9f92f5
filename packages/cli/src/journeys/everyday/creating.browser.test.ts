// A missing record that an input references is created in place, over the form.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { lookAt } from '../axe.ts'
import { picture, sidewaysPixels } from '../browser.ts'
import { serving } from '../running-help-desk.ts'

const shop = serving(`# Bicycle repairs

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Repairs | none |
| \`/shelf\` | Shelf | none |

### Screen: Repairs

- **Who:** Mechanic
- **Shows:** list of Repair, sorted by bicycle A to Z, all of them
- **Columns:** bicycle, customer.name, customer.town.name, parts
- **Can:** Take in: call \`POST /api/repairs\`

### Screen: Shelf

- **Who:** Helper
- **Shows:** list of Part, sorted by name A to Z, all of them
- **Columns:** name
- **Can:** Take in: call \`POST /api/repairs\`

## 3. Entities and their fields

### Entity: Person

- **Label:** \`email\`

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Town

- **Label:** \`name\`

${FIELDS}
| name | text up to 80 | required | | |

### Entity: Customer

- **Label:** \`name + ", " + phone\`

${FIELDS}
| phone | phone | required | | |
| name | text up to 80 | required | | |
| town | Town | required, blocks deletion | | |
| brings | Customer | | | the customer who recommended the shop |

### Entity: Part

- **Label:** \`name\`

${FIELDS}
| name | text up to 80 | required | | |

### Entity: Repair

- **Label:** \`bicycle\`

${FIELDS}
| bicycle | text up to 80 | required | | |
| customer | Customer | required, blocks deletion | | |
| parts | list of Part | | | |

### Sample data: Person

| email | password | roles |
| --- | --- | --- |
| mia@example.test | correct-horse-1 | Mechanic |
| hugo@example.test | correct-horse-2 | Helper |

### Reference data: Town

| name |
| --- |
| Uelzen |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Mechanic | | from a Mechanic |
| Helper | | from a Mechanic |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Mechanic | give roles | Person | | |
| Mechanic | see | Person | | email |
| Mechanic | see, create | Repair | | all |
| Mechanic | see, create | Customer | | all |
| Mechanic | see, create | Town | | all |
| Mechanic | see, create | Part | | all |
| Helper | see, create | Repair | | all |
| Helper | see | Customer | | all |
| Helper | see, create | Part | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Repair | \`/api/repairs\` | list, create | id | everything visible |
| Customer | \`/api/customers\` | list, create | id | everything visible |
| Town | \`/api/towns\` | create | id | everything visible |
| Part | \`/api/parts\` | list, create | id | everything visible |
`)

async function enter(page: Page, email: string, password: string, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor({ state: 'hidden' })
  await page.goto(address)
  await page.getByRole('button', { name: 'Take in' }).first().click()
}

it('creates what is missing over the form, over that again, and chooses it', async () => {
  const { page } = await shop.visit({ ignoresPolicy: true })
  await enter(page, 'mia@example.test', 'correct-horse-1', '/')
  const form = page.getByRole('dialog', { name: 'Take in' })
  await form.getByRole('textbox', { name: 'Bicycle' }).fill('Red tandem')
  const customer = form.getByRole('combobox', { name: 'Customer' })
  await customer.fill('Olga Ohm')
  const option = page.getByRole('option', { name: 'New customer “Olga Ohm” …' })
  await option.waitFor()
  await picture(page, 'creating-option')
  await customer.press('Enter')
  const over = page.getByRole('dialog', { name: 'New customer' })
  const name = over.getByRole('textbox', { name: 'Name' })
  await name.waitFor()
  expect(await name.inputValue()).toBe('Olga Ohm')
  // Self-references are not offered.
  await over.getByRole('combobox', { name: 'Brings' }).fill('Nils')
  await page.getByRole('listbox', { name: 'Brings' }).getByText('Nothing found').waitFor()
  expect(await page.getByRole('option', { name: /New customer/ }).count()).toBe(0)

  // A phone number is required, as everywhere.
  await over.getByRole('combobox', { name: 'Brings' }).press('Escape')
  await over.getByRole('button', { name: 'Create customer' }).click()
  await over.getByRole('textbox', { name: 'Phone' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await over.getByRole('textbox', { name: 'Phone' }).fill('+49 581 2233')
  await over.getByRole('combobox', { name: 'Town' }).fill('Hitzacker')
  await page.getByRole('option', { name: 'New town “Hitzacker” …' }).click()
  const third = page.getByRole('dialog', { name: 'New town' })
  await third.getByRole('textbox', { name: 'Name' }).waitFor()
  await picture(page, 'creating-over')
  // Escape closes only the topmost dialog.
  await page.keyboard.press('Escape')
  await third.waitFor({ state: 'detached' })
  expect(await over.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+49 581 2233')
  await over.getByRole('combobox', { name: 'Town' }).fill('Hitzacker')
  await page.getByRole('option', { name: 'New town “Hitzacker” …' }).click()
  await third.getByRole('button', { name: 'Create town' }).click()
  await third.waitFor({ state: 'detached' })
  await expect.poll(() => over.getByRole('combobox', { name: 'Town' }).inputValue()).toBe('Hitzacker')
  await picture(page, 'creating-filled')
  expect(await lookAt(page, 'creating')).toEqual([])
  await over.getByRole('button', { name: 'Create customer' }).click()
  await over.waitFor({ state: 'detached' })
  await expect.poll(() => customer.inputValue()).toMatch(/^Olga Ohm, /)
  expect(await form.getByRole('textbox', { name: 'Bicycle' }).inputValue()).toBe('Red tandem')

  // Another choice is added to the present ones.
  const parts = form.getByRole('combobox', { name: 'Parts' })
  for (const part of ['Chain', 'Bell']) {
    await parts.fill(part)
    await page.getByRole('option', { name: `New part “${part}” …` }).click()
    const dialog = page.getByRole('dialog', { name: 'New part' })
    await dialog.getByRole('button', { name: 'Create part' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await picture(page, 'creating-chosen')
  await form.getByRole('button', { name: 'Take in' }).click()
  await form.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: 'Red tandem' })
  await row.waitFor()
  for (const text of ['Olga Ohm', 'Hitzacker', 'Chain', 'Bell']) expect(await row.textContent()).toContain(text)
})

it('offers it on a phone, in the dark, and only to those who may create one', async () => {
  const { page } = await shop.visit({ screen: 'phone', colours: 'dark' })
  await enter(page, 'hugo@example.test', 'correct-horse-2', '/shelf')
  const form = page.getByRole('dialog', { name: 'Take in' })
  await form.getByRole('combobox', { name: 'Customer' }).fill('Zoe')
  await page.getByText('Nothing found').waitFor()
  expect(await page.getByRole('option', { name: /New customer/ }).count()).toBe(0)
  await form.getByRole('combobox', { name: 'Parts' }).fill('Saddle')
  await page.getByRole('option', { name: 'New part “Saddle” …' }).click()
  const over = page.getByRole('dialog', { name: 'New part' })
  await over.getByRole('textbox', { name: 'Name' }).waitFor()
  await picture(page, 'creating-phone')
  expect(await sidewaysPixels(page)).toBe(0)
})
