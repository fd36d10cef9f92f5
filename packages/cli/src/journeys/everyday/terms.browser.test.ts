// The terms that people accept at sign-up are one click away, and the form keeps its values.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { lookAt } from '../axe.ts'
import { picture, sidewaysPixels } from '../browser.ts'
import { serving } from '../running-help-desk.ts'

const choir = serving(`# Choir

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/terms\` | Terms of use | none |
| \`/\` | Rehearsals | none |

### Screen: Terms of use

- **Who:** Guest, Singer
- **Shows:** list of Clause, sorted by title A to Z, all of them
- **Columns:** title

### Screen: Rehearsals

- **Who:** Singer
- **Shows:** list of Singer, sorted by email A to Z, all of them
- **Columns:** email

## 3. Entities and their fields

### Entity: Singer

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| agrees | yes/no | required | no | I agree to the [terms of use](/terms) |

### Entity: Clause

${FIELDS}
| title | text up to 80 | required | | |

### Reference data: Clause

| title |
| --- |
| Sing in tune |

## 6. Roles and permissions

### Signing in

- **Users are:** Singer
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Singer

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Singer | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Singer | | email, password, agrees |
| Guest | see | Clause | | all |
| Singer | see | Clause | | all |
| Singer | see | Singer | \`this == me\` | email |
`)

it.each(['desktop', 'phone'] as const)('leads from the form for signing up to the terms, on a %s', async (screen) => {
  const { page, context } = await choir.visit({
    screen,
    colours: screen === 'phone' ? 'dark' : 'light',
    ignoresPolicy: true,
  })
  await page.goto('/sign-up')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ida@example.test')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'terms of use' }).click()
  const terms = await opened
  await terms.getByText('Sing in tune').waitFor()
  expect(await email.inputValue()).toBe('ida@example.test')
  await picture(page, `terms-${screen}`)
  expect(await sidewaysPixels(page)).toBe(0)
  expect(await lookAt(page, `terms-${screen}`)).toEqual([])
})
