// An imprint, a welcome and a contact page of words: bold words, links to pages of the application and of the web,
// headings, parts side by side, and a form below its words; in a wide window, on a phone, in the dark.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const SHOP = serving(`# Corner shop

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Welcome | none |
| \`/imprint\` | Imprint | none |
| \`/contact\` | Contact | none |

### Screen: Welcome

- **Who:** Guest
- **Text:** "Pans and planks, **made here** since 1921. Read more in the [imprint](/imprint), or [write to us](mailto:shop@example.com)."
- **Title:** "Welcome to our shop"
- **Shows:** list of Product, sorted by name A to Z, all of them
- **Columns:** name

### Screen: Imprint

- **Who:** Guest
- **Text:** "Corner shop Ltd, 1 High Street, Anytown"
- **Text:** "Complaints may also go to https://example.com/disputes, never to <b>HTML</b> or [elsewhere](//example.com)."
- **Title:** "Complaints"
- **Width:** half
- **Text:** "We keep your address for as long as your order takes."
- **Title:** "Privacy"
- **Width:** half

### Screen: Contact

- **Who:** Guest
- **Text:** "Say what you need, and **leave your number**."
- **Form:** call \`POST /api/notes\`

## 3. Entities and their fields

### Entity: Product

${FIELDS}
| name | text up to 80 | required, unique | | |

### Entity: Note

${FIELDS}
| text | text up to 200 | required | | |

### Reference data: Product

| name |
| --- |
| Pan |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Product | | all |
| Guest | see, create | Note | | text |

## 7. The calls it makes

### POST /api/notes — Send

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| text | Note.text | yes |

1. create Note with given text
2. respond 204
`)

it('draws the words, and leads from them to a page of the application', async () => {
  const { page } = await SHOP.visit()
  await page.getByRole('heading', { level: 2, name: 'Welcome to our shop' }).waitFor()
  await page.locator('strong', { hasText: 'made here' }).waitFor()
  expect(await page.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('mailto:shop@example.com')
  await page.getByText('Pan', { exact: true }).waitFor()
  expect(await lookAt(page, 'words-on-screens')).toEqual([])
  await picture(page, 'words-welcome')
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.getByRole('region', { name: 'Welcome to our shop' }).getByRole('link', { name: 'imprint' }).click()
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor()
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
})

it('places words side by side, and leaves HTML and addresses of other sites as words', async () => {
  const { page } = await SHOP.visit()
  await page.goto('/imprint')
  await page.getByRole('link', { name: 'https://example.com/disputes' }).waitFor()
  const [one, other] = await Promise.all(
    ['Complaints', 'Privacy'].map((name) => page.getByRole('region', { name }).boundingBox()),
  )
  expect(one?.y).toBe(other?.y)
  await page.getByText('<b>HTML</b>').waitFor()
  expect(await page.getByRole('link', { name: 'elsewhere' }).count()).toBe(0)
  await picture(page, 'words-imprint')
})

it('has a form below its words, on a phone in the dark', async () => {
  const { page } = await SHOP.visit({ screen: 'phone', colours: 'dark' })
  await page.goto('/contact')
  await page.getByText('leave your number').waitFor()
  expect(await sidewaysPixels(page)).toBe(0)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please fill this in.').waitFor()
  await picture(page, 'words-contact-phone')
  await page.getByRole('textbox', { name: 'Text' }).fill('A pan, 555 1234')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('')
})
