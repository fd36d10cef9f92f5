// Saving while the network is gone or breaks down: a form waits and is sent by itself, a button says that
// nothing was saved, and figures say in their tiles why they are missing.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { picture, sidewaysPixels } from '../browser.ts'
import { serving } from '../running-help-desk.ts'

const TEXT = `# Specification: Errands

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Errands | none |
| \`/errands/:number\` | Errand | number is Errand.number |
| \`/figures\` | Figures | none |

### Screen: Errands

- **Who:** Guest
- **Shows:** list of Errand, sorted by number smallest first, all of them
- **Columns:** number, place, status
- **Can:** open Errand

### Screen: Errand

- **Who:** Guest
- **Shows:** one Errand by number
- **Fields:** number, place, status
- **Can:** Run: do run; Change: call \`PATCH /api/errands/:number\`

### Screen: Figures

- **Who:** Guest
- **Shows:** count of Errand where \`status == "waiting"\`
- **Title:** "Waiting errands"
- **Width:** third
- **Shows:** count of Errand
- **Title:** "All errands of this office"
- **Width:** third
- **Shows:** list of Errand, all of them
- **As:** chart of count by status
- **Title:** "By state"
- **Width:** third

## 3. Entities and their fields

### Entity: Errand

- **Label:** \`place\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence from 1 | | | |
| place | text up to 80 | required | | |
| status | state | | | |

### Reference data: Errand

| place |
| --- |
| Post office |

## 4. States and transitions

### States of Errand.status

| State | Means | Kind |
| --- | --- | --- |
| waiting | to be run | initial |
| done | run | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| run | waiting | done | Guest | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Errand | | all |
| Guest | change | Errand | | place |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Errand | /api/errands | list, get, change, transitions | number | everything visible |
`

const office = serving(TEXT)

const banner = (page: Page) => page.getByRole('status').getByText(/^You are offline\. You see the page as it was at \d/)
const held = (form: Locator) => form.getByText(/^You are offline\. It is sent as soon as you are online again/)

async function changing(page: Page, place: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change' })
  await dialog.getByRole('textbox', { name: 'Place' }).fill(place)
  return dialog
}

it('sends a change that waited, whether it was saved offline or the network broke down on the way', async () => {
  const { page, context } = await office.visit({ prefetches: true })
  await page.goto('/errands/1')
  await page.waitForLoadState('networkidle')
  const offline = await changing(page, 'Town hall')
  await context.setOffline(true)
  await banner(page).waitFor()
  await page.keyboard.press('Control+Enter')
  await held(offline).waitFor()
  await picture(page, 'offline-change')
  await context.setOffline(false)
  await offline.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1, name: 'Town hall' }).waitFor()

  const broken = await changing(page, 'Station')
  await page.route('**/api/errands/1', async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.keyboard.press('Control+Enter')
  await held(broken).waitFor()
  expect(await broken.getByRole('textbox', { name: 'Place' }).inputValue()).toBe('Station')
  await page.unroute('**/api/errands/1')
  await context.setOffline(false)
  await broken.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1, name: 'Station' }).waitFor()
})

it('says of a step that nothing was saved, and does it when it is asked again', async () => {
  const { page, context } = await office.visit({ prefetches: true })
  await page.goto('/errands/1')
  const run = page.getByRole('button', { name: /^Run/ })
  await run.waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await banner(page).waitFor()
  await run.click()
  await page
    .getByRole('alert')
    .getByText('You are offline, so nothing was saved. Try again when you are online.')
    .waitFor()
  await context.setOffline(false)
  await banner(page).waitFor({ state: 'detached' })
  await run.click()
  await page.getByText('Done', { exact: true }).first().waitFor()
})

it('says within the tile of a figure that it is offline', async () => {
  const { page, context } = await office.visit({ prefetches: true })
  await page.getByRole('link', { name: 'Figures' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await banner(page).waitFor()
  await page.getByRole('link', { name: 'Figures' }).click()
  const figure = page.getByRole('main').getByText('You are offline', { exact: true })
  await figure.first().waitFor()
  await picture(page, 'offline-figures')
  expect(await sidewaysPixels(page)).toBe(0)
  const wide = await page
    .locator('dl > div')
    .evaluateAll((tiles) =>
      (tiles as unknown as { scrollWidth: number; clientWidth: number }[]).map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
  expect(wide).toEqual([0, 0])
  await context.setOffline(false)
  await page.getByRole('definition').getByText('1', { exact: true }).first().waitFor()
})
