// A person's own view of a list: its columns, filters, saved views, and printout. A signed-in person finds it anywhere,
// guests in their browser, and nobody sees hidden data.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const office = serving(`# Parcels

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Parcels | none |

### Screen: Parcels

- **Who:** Guest, Clerk
- **Shows:** list of Parcel, sorted by name A to Z, all of them
- **Columns:** name, size, price, sentOn, fragile, owner.name, note
- **Filter by:** size, price, sentOn, fragile, owner, name
- **Search in:** name

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| name | text up to 80 | required, unique | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Parcel

${FIELDS}
| name | text up to 80 | required, unique | | |
| size | choice: small, medium, large | required | | |
| price | money in EUR | required | | |
| sentOn | date | | | |
| fragile | yes/no | required | no | |
| owner | Person | cleared on deletion | | |
| note | text up to 80 | | | |

### Reference data: Person

| name | email | password | roles |
| --- | --- | --- | --- |
| Ann | ann@example.test | correct-horse-1 | Clerk |
| Bob | bob@example.test | correct-horse-2 | |

### Reference data: Parcel

| name | size | price | sentOn | fragile | owner | note |
| --- | --- | --- | --- | --- | --- | --- |
| Apples | small | 9.90 | 2026-01-31 | no | Ann | sweet |
| Bricks | large | 20.00 | 2026-02-01 | no | Bob | heavy |
| Cups | medium | 30.00 | 2026-02-02 | yes | Ann | blue |
| Drums | large | 40.00 | | yes | | loud |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends \`30 days\` after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Clerk | | from a Clerk |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Parcel | | name, size, price, sentOn, fragile, owner |
| Guest | see | Person | | id, name |
| Clerk | see | Parcel | | all |
| Clerk | see | Person | | id, name |
`)

/** First letters of the rows, in order, once they match. */
async function rows(page: Page, expected: string): Promise<void> {
  const shown = async (): Promise<string> =>
    (await page.locator('tbody td[data-link]').allInnerTexts()).map((text) => text.trim().charAt(0)).join('')
  await expect.poll(shown).toBe(expected)
}

async function headings(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => page.locator('thead th').allInnerTexts()).toEqual(expected)
}

async function signedIn(): Promise<{ readonly page: Page }> {
  const visitor = await office.visit({ ignoresPolicy: true })
  await visitor.page.goto('/sign-in')
  await visitor.page.getByRole('textbox', { name: 'Email' }).fill('ann@example.test')
  await visitor.page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-1')
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await rows(visitor.page, 'ABCD')
  return visitor
}

const filter = (page: Page, name: string) => page.getByRole('button', { name: `Filter by ${name}`, exact: true })

it('is narrowed by several words, a range, days, nothing and a part of a text, all of it in the address', async () => {
  const { page } = await office.visit({ ignoresPolicy: true })
  await rows(page, 'ABCD')
  await filter(page, 'Size').click()
  await page.getByRole('checkbox', { name: 'Large' }).check()
  await rows(page, 'BD')
  await page.getByRole('checkbox', { name: 'Small' }).check()
  await rows(page, 'ABD')
  await picture(page, 'filter-choices')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter by Size: Small, Large', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('size')).toBe('small,large')

  await filter(page, 'Price').click()
  await page.getByRole('textbox', { name: 'From' }).fill('9,90')
  await page.getByRole('textbox', { name: 'To' }).fill('20')
  await rows(page, 'AB')
  await page.keyboard.press('Escape')

  await filter(page, 'Owner').click()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('bo')
  await page.getByRole('checkbox', { name: 'Ann' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Bob' }).check()
  await rows(page, 'B')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter by Owner: Bob', exact: true }).waitFor()
  await page.goBack()
  await rows(page, 'AB')
  await page.reload()
  await rows(page, 'AB')
  await page.getByRole('button', { name: /^Filter by Price: €9.90/ }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter by Price' }).click()
  await rows(page, 'ABD')

  await filter(page, 'Sent on').click()
  await page.getByRole('checkbox', { name: 'Without one' }).check()
  await rows(page, 'D')
  await page
    .getByRole('textbox', { name: 'To' })
    .or(page.getByLabel('To', { exact: true }))
    .fill('2026-01-31')
  await rows(page, 'A')
  await picture(page, 'filter-days')
  expect(await lookAt(page, 'filter-days')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await filter(page, 'Name').click()
  await page.getByRole('textbox', { name: 'Contains' }).fill('UM')
  await rows(page, 'D')
  expect(new URL(page.url()).searchParams.get('name.contains')).toBe('UM')
})

it('has the columns that somebody chooses, in their order and as wide, kept by the browser of a guest', async () => {
  const { page } = await office.visit({ ignoresPolicy: true })
  const stated = ['Name', 'Size', 'Price', 'Sent on', 'Fragile', 'Owner']
  await headings(page, stated)
  await page.getByRole('button', { name: 'Columns of Parcels' }).click()
  await page.getByRole('checkbox', { name: 'Price' }).uncheck()
  await page.getByRole('button', { name: 'Move Owner forward' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('Owner: 4 of 6').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Make Name wider' }).click()
  await page.getByText(/^Name: \d+ wide$/).waitFor({ state: 'attached' })
  await picture(page, 'columns')
  expect(await lookAt(page, 'columns')).toEqual([])
  await page.keyboard.press('Escape')
  await headings(page, ['Name', 'Size', 'Owner', 'Sent on', 'Fragile'])

  const width = (): Promise<number> =>
    page.locator('th[data-column=name]').evaluate((heading) => Math.round(heading.getBoundingClientRect().width))
  const before = await width()
  const handle = page.getByRole('separator', { name: 'Width of Name' })
  const box = await handle.boundingBox()
  if (box === null) throw new Error('There is nothing to hold.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBe(before + 60)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(before + 44)
  await expect.poll(() => page.evaluate(`localStorage.getItem('ninefold.views')`)).toContain(`"width":${before + 44}`)
  await page.reload()
  await headings(page, ['Name', 'Size', 'Owner', 'Sent on', 'Fragile'])
  await expect.poll(width).toBe(before + 44)

  await page.goto('/?shown-columns=note,price,name')
  await headings(page, ['Price', 'Name'])
  await page.goto('/')
  await page.getByRole('button', { name: 'Columns of Parcels' }).click()
  expect(await page.getByRole('checkbox', { name: 'Note' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Default columns' }).click()
  await headings(page, stated)
})

it('shows rows in groups with their numbers, in an order within them, and closer together', async () => {
  const { page } = await office.visit()
  const menu = page.getByRole('button', { name: 'More for Parcels' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Size' }).click()
  const heads = page.locator('tbody th')
  await expect.poll(() => heads.allTextContents()).toEqual(['Size: Large2', 'Size: Medium1', 'Size: Small1'])
  await rows(page, 'BDCA')
  await headings(page, ['Name', 'Price', 'Sent on', 'Fragile', 'Owner'])
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await rows(page, 'DBCA')
  expect(await lookAt(page, 'groups')).toEqual([])
  await picture(page, 'groups')

  const row = page.getByRole('row', { name: /Apples/ })
  const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0
  const before = await height()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeLessThan(before)
  await page.reload()
  await expect.poll(height).toBeLessThan(before)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Size' }).click()
  await rows(page, 'DCBA')
})

it('is looked at again by a name, wherever its owner signs in, until they forget it', async () => {
  const { page } = await signedIn()
  await filter(page, 'Fragile').click()
  await page.getByRole('checkbox', { name: 'Yes' }).check()
  await rows(page, 'CD')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns of Parcels' }).click()
  await page.getByRole('checkbox', { name: 'Size' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view, Views of Parcels' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('With care')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'More about the view With care' }).waitFor()
  await page.getByRole('button', { name: 'Views of Parcels' }).click()
  await picture(page, 'views')
  expect(await lookAt(page, 'views')).toEqual([])
  // The saved views are tabs above the list.
  await page.getByRole('dialog').getByRole('link', { name: 'All', exact: true }).click()
  await rows(page, 'ABCD')

  const elsewhere = (await signedIn()).page
  await elsewhere.getByRole('navigation', { name: 'Views of Parcels' }).getByRole('link', { name: 'With care' }).click()
  await rows(elsewhere, 'CD')
  await headings(elsewhere, ['Name', 'Price', 'Sent on', 'Fragile', 'Owner', 'Note'])
  const shared = elsewhere.url()
  const more = (view: string) => elsewhere.getByRole('button', { name: `More about the view ${view}` })
  await more('With care').click()
  await picture(elsewhere, 'view-menu')
  expect(await lookAt(elsewhere, 'view-menu')).toEqual([])
  await elsewhere.getByRole('menuitem', { name: 'Rename' }).click()
  await elsewhere.keyboard.press('ControlOrMeta+a')
  await elsewhere.keyboard.type('Fragile ones')
  await elsewhere.keyboard.press('Enter')
  await more('Fragile ones').click()
  await elsewhere.getByRole('menuitem', { name: 'Opens first' }).click()
  await elsewhere.getByText('The list opens with “Fragile ones” from now on.').waitFor()

  // The list opens with it, until its reader clears it or leaves.
  await elsewhere.goto('/')
  await rows(elsewhere, 'CD')
  expect(new URL(elsewhere.url()).searchParams.get('fragile')).toBe('true')
  await elsewhere.getByRole('link', { name: 'All', exact: true }).click()
  await rows(elsewhere, 'ABCD')
  await filter(elsewhere, 'Size').click()
  await elsewhere.getByRole('checkbox', { name: 'Large' }).check()
  await rows(elsewhere, 'BD')
  await elsewhere.keyboard.press('Escape')
  await elsewhere.getByRole('button', { name: 'Save view, Views of Parcels' }).click()
  await elsewhere.getByRole('textbox', { name: 'Name of the view' }).fill('Fragile ones')
  await elsewhere.keyboard.press('Enter')
  await elsewhere.getByText('There is a view with this name.').waitFor()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'More about the view Fragile ones' }).click()
  await elsewhere.getByRole('menuitem', { name: 'Save what is shown now' }).click()
  await elsewhere.getByRole('navigation', { name: 'Views of Parcels' }).locator('[aria-current=true]').waitFor()
  await elsewhere.goto('/')
  await rows(elsewhere, 'BD')
  await more('Fragile ones').click()
  await elsewhere.getByRole('menuitem', { name: 'Delete' }).click()
  await more('Fragile ones').waitFor({ state: 'detached' })
  await elsewhere.goto('/')
  await rows(elsewhere, 'ABCD')

  // A receiver of the address sees only what they may see.
  const { page: guest } = await office.visit()
  await guest.goto(shared)
  await rows(guest, 'CD')
  await headings(guest, ['Name', 'Price', 'Sent on', 'Fragile', 'Owner'])
})

it('is printed dark on white, with its headings and what it is narrowed by, and without what is for doing', async () => {
  const { page } = await office.visit({ colours: 'dark' })
  await page.goto('/?size=medium,large')
  await rows(page, 'BCD')
  await page.emulateMedia({ media: 'print' })
  await page.locator('html[data-mantine-color-scheme=light]').waitFor({ state: 'attached' })
  await picture(page, 'on-paper')
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Columns of Parcels' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Filter by Price' }).isVisible()).toBe(false)
  await expect.poll(() => page.getByText('Medium, Large').isVisible()).toBe(true)
  await headings(page, ['Name', 'Size', 'Price', 'Sent on', 'Fragile', 'Owner'])
  expect(await page.evaluate(`getComputedStyle(document.querySelector('thead')).display`)).toBe('table-header-group')
  await page.setViewportSize({ width: 700, height: 1000 })
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
  await page.emulateMedia({ media: null })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
})

it('is looked at one’s own way on a phone, too', async () => {
  const { page } = await office.visit({ screen: 'phone', ignoresPolicy: true })
  // The search has a line of its own, and the tools stand beside the filters.
  const top = async (name: string): Promise<number> =>
    Math.round((await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0)
  const search = await page.getByRole('searchbox').first().boundingBox()
  expect(search?.width).toBeGreaterThan(300)
  expect(Math.abs((await top('Filter and sort')) - (await top('Columns of Parcels')))).toBeLessThan(8)
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await filter(page, 'Size').click()
  await page.getByRole('checkbox', { name: 'Large' }).check()
  await page.getByText('Apples').waitFor({ state: 'detached' })
  expect(await lookAt(page, 'filters-phone')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns of Parcels' }).click()
  await page.getByRole('checkbox', { name: 'Size' }).uncheck()
  await picture(page, 'columns-phone')
  expect(await sidewaysPixels(page)).toBe(0)
})
