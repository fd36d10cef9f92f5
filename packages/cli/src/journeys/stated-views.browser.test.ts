// Views that a text states: tabs above a list with filters, groups, an order and compact rows; one opens first. A reader
// removes their filters, and saves a view of their own beside them.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const HOUSE = serving(`# Repairs

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Repairs | none |
| \`/rooms\` | Rooms | none |

### Screen: Repairs

- **Who:** Guest
- **Shows:** list of Repair, sorted by name A to Z, all of them
- **Columns:** name, urgency, room.name, cost
- **Filter by:** urgency, room, cost
- **View:** "Urgent", where \`urgency in ["today", "week"]\`, sorted by cost largest first, opens first
- **Search in:** name
- **View:** "By urgency", grouped by urgency, compact
- **View:** "Doors", search "door", columns cost and name

### Screen: Rooms

- **Who:** Guest
- **Shows:** list of Room, sorted by name A to Z, all of them
- **Columns:** name

## 3. Entities and their fields

### Entity: Room

${FIELDS}
| name | text up to 80 | required, unique | | |

### Entity: Repair

${FIELDS}
| name | text up to 80 | required, unique | | |
| urgency | choice: someday, week, today | required | | |
| room | Room | cleared on deletion | | |
| cost | whole number | required | | |

### Reference data: Room

| name |
| --- |
| Attic |

### Reference data: Repair

| name | urgency | room | cost |
| --- | --- | --- | --- |
| Boiler | today | Attic | 10 |
| Curtain | someday | | 20 |
| Door | week | Attic | 30 |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Repair | | all |
| Guest | see | Room | | all |
`)

async function rows(page: Page, expected: string): Promise<void> {
  const shown = async (): Promise<string> =>
    (await page.locator('tbody tr:has(td:nth-child(2)) td:first-child').allInnerTexts())
      .map((text) => text.trim().charAt(0))
      .join('')
  await expect.poll(shown).toBe(expected)
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of Repairs' }).getByRole('link', { name, exact: true })

it('opens with the stated view that opens first, and its filters are those of a reader', async () => {
  const { page } = await HOUSE.visit({ ignoresPolicy: true })
  await rows(page, 'DB')
  expect(await tab(page, 'Urgent').getAttribute('data-shown')).toBe('true')
  await picture(page, 'stated-view')
  expect(await lookAt(page, 'stated-view')).toEqual([])
  await page.getByRole('button', { name: 'Remove the filter by Urgency' }).click()
  await rows(page, 'DCB')
  expect(await tab(page, 'Urgent').getAttribute('data-shown')).toBeNull()
  await tab(page, 'All').click()
  await rows(page, 'BCD')
  await page.reload()
  await rows(page, 'DB')
})

it('has groups and compact rows, in its address and below the screen in the navigation', async () => {
  const { page } = await HOUSE.visit()
  await rows(page, 'DB')
  const height = async (): Promise<number> =>
    (await page.locator('tbody tr', { hasText: 'Boiler' }).boundingBox())?.height ?? 0
  const usual = await height()
  await page.getByRole('link', { name: 'Rooms' }).click()
  await page.getByRole('heading', { name: 'Rooms' }).waitFor()
  await page.getByRole('link', { name: 'By urgency' }).click()
  await rows(page, 'BDC')
  await page.getByRole('columnheader', { name: 'Urgency' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('grouped-by')).toBe('urgency')
  expect(await height()).toBeLessThan(usual)
  await picture(page, 'stated-groups')
  // Saved beside the stated ones, with their density.
  await page.getByRole('button', { name: 'Filter by Room' }).click()
  await page.getByRole('checkbox', { name: 'Attic' }).check()
  await rows(page, 'BD')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Save view/ }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Attic')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await tab(page, 'All').click()
  await rows(page, 'BCD')
  await tab(page, 'Attic').click()
  await rows(page, 'BD')
  expect(await height()).toBeLessThan(usual)
})

it('has a search and columns, which a reader changes as those of a saved view', async () => {
  const { page } = await HOUSE.visit()
  await rows(page, 'DB')
  await tab(page, 'Doors').click()
  await rows(page, '3')
  const heads = async (): Promise<string[]> => page.getByRole('columnheader').allInnerTexts()
  expect((await heads()).map((text) => text.trim())).toEqual(['Cost', 'Name'])
  const search = page.getByRole('searchbox', { name: /Search/ })
  expect(await search.inputValue()).toBe('door')
  await search.fill('')
  await rows(page, '123')
  expect(await tab(page, 'Doors').getAttribute('data-shown')).toBeNull()
})

it('stands above the cards of a phone', async () => {
  const { page } = await HOUSE.visit({ screen: 'phone', colours: 'dark' })
  await page.getByText('Door', { exact: true }).waitFor()
  await page.getByText('Curtain').waitFor({ state: 'detached' })
  expect(await sidewaysPixels(page)).toBe(0)
  await picture(page, 'stated-view-phone')
  await tab(page, 'All').click()
  await page.getByText('Curtain').waitFor()
})
