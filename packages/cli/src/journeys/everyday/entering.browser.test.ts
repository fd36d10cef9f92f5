// Inputs by keyboard, as people write: people found by a few letters, amounts with either separator, days and hours in
// usual notation, and Ctrl+Enter to submit.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { picture } from '../browser.ts'
import { serving } from '../running-help-desk.ts'

const place = serving(`# Rooms

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Bookings | none |

### Screen: Bookings

- **Who:** Guest
- **Shows:** list of Booking, sorted by title A to Z, all of them
- **Columns:** title, host, guests, during, price, day
- **Can:** Book: call \`POST /api/bookings\`

## 3. Entities and their fields

### Entity: Person

- **Label:** \`name\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |

### Entity: Room

- **Label:** \`name\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |

### Entity: Booking

- **Label:** \`title\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
| room | Room | | | |
| host | Person | | | |
| guests | list of Person | | | |
| during | period of date and time | | | |
| price | money in EUR | | | |
| day | date | | | |
| at | time | | | |
| note | long text | | | |
| kind | choice: talk, party | | | |
| serves | choice: nothing, tea, lunch | | | |

### Reference data: Person

| name |
| --- |
| Ada Admin |
| Ben Agent |
| Clara Customer |
| Cleo Customer |

### Reference data: Room

| name |
| --- |
| Loft |
| Garage |

## 4. States and transitions

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Bookings begin in the future | Booking | create | \`during != null\` | \`during.start > now\` | IN_THE_PAST |
| Nobody is their own guest | Booking | always | | \`guests.all(g, g != host)\` | OWN_GUEST |
| No lunch at talks | Booking | always | \`kind == "talk"\` | \`serves != "lunch"\` | NO_LUNCH |

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
| No double booking | Booking | room | | \`during\` never overlaps | SLOT_TAKEN |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Booking | | all |
| Guest | see | Person | | all |
| Guest | see | Room | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Booking | \`/api/bookings\` | list, get, create, change, delete | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| IN_THE_PAST | 422 | during | "Please choose a time in the future." |
| OWN_GUEST | 422 | guests | "The host is no guest." |
| NO_LUNCH | 422 | serves | "Nobody has lunch at a talk." |
| SLOT_TAKEN | 409 | during | "Somebody else has booked this time." |

## 9. Business constants and limits
`)

async function opened(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Book', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Book' })
  await form.getByRole('textbox', { name: 'Title' }).waitFor()
  return form
}

it('takes the first that is found with Enter and with Tab, and never sends a half-chosen form', async () => {
  const { page } = await place.visit()
  const form = await opened(page)
  await form.getByRole('textbox', { name: 'Title' }).fill('Choir')
  const host = form.getByRole('combobox', { name: 'Host' })
  await host.focus()
  await page.keyboard.type('cle')
  // Immediately, before results for the full text arrive: results for fewer letters must not be chosen.
  await page.keyboard.press('Enter')
  await expect.poll(() => host.inputValue()).toBe('Cleo Customer')
  // An open list would cover the next input.
  await expect.poll(() => host.getAttribute('aria-expanded')).toBe('false')
  const guests = form.getByRole('combobox', { name: 'Guests' })
  await guests.focus()
  await page.keyboard.type('ben')
  await page.getByRole('option', { name: 'Ben Agent' }).and(page.locator('[data-combobox-selected]')).waitFor()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Ben Agent'])
  await picture(page, 'picker')
  await page.keyboard.press('Enter')
  await form.getByText('Ben Agent').waitFor()
  await page.keyboard.type('ada')
  await page.keyboard.press('Tab')
  await form.getByText('Ada Admin').waitFor()
  // Several in a row, each before its results: nothing typed is left in the input.
  await guests.focus()
  await page.keyboard.type('clara')
  await page.keyboard.press('Enter')
  await form.getByText('Clara Customer').waitFor()
  expect(await guests.inputValue()).toBe('')
  await page.keyboard.press('Backspace')
  await form.getByText('Clara Customer').waitFor({ state: 'hidden' })
  // A chosen person is no longer among the results.
  await guests.focus()
  await page.keyboard.type('cla')
  await page.getByRole('option', { name: 'Clara Customer' }).waitFor()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Clara Customer'])
  await page.keyboard.type('xyz')
  await page.getByText('Nothing found').waitFor()
  await page.keyboard.press('Enter')
  expect(await form.isVisible()).toBe(true)
  await form.getByRole('textbox', { name: 'Note' }).click()
  await page.keyboard.type('Two lines\nof text')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Choir').first().waitFor()
  await form.waitFor({ state: 'hidden' })
})

it('offers what the rules allow beside what is chosen', async () => {
  const { page } = await place.visit()
  const form = await opened(page)
  const options = () => page.getByRole('option').allTextContents()
  await form.getByRole('combobox', { name: 'Guests' }).click()
  await expect.poll(options).toEqual(['Ada Admin', 'Ben Agent', 'Clara Customer', 'Cleo Customer'])
  await page.keyboard.press('Escape')
  await form.getByRole('combobox', { name: 'Host' }).click()
  await page.getByRole('option', { name: 'Clara Customer' }).click()
  await form.getByRole('combobox', { name: 'Guests' }).click()
  await expect.poll(options).toEqual(['Ada Admin', 'Ben Agent', 'Cleo Customer'])
  await picture(page, 'picker-narrowed')
  await page.keyboard.press('Escape')
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Talk' }).click()
  await form.getByRole('combobox', { name: 'Serves' }).click()
  await expect.poll(options).toEqual(['Nothing', 'Tea'])
})

it('reads an amount with either separator, and writes it in full', async () => {
  const { page } = await place.visit()
  const form = await opened(page)
  await form.getByRole('textbox', { name: 'Title' }).fill('Dear')
  const price = form.getByRole('textbox', { name: 'Price' })
  await price.fill('1.234,5')
  await price.blur()
  await expect.poll(() => price.inputValue()).toBe('1,234.50')
  await form.getByText('€', { exact: true }).waitFor()
  await price.fill('twelve')
  await price.blur()
  await form.getByText('Write it like 1,234.50.').waitFor()
  await picture(page, 'amount')
  await price.fill('1,234.5')
  await price.press('Control+Enter')
  await page.getByText('€1,234.50').first().waitFor()
})

it('reads days and hours as they are said, and the end of a period follows its start', async () => {
  const { page } = await place.visit()
  const form = await opened(page)
  await form.getByRole('textbox', { name: 'Title' }).fill('Early')
  const at = form.getByRole('textbox', { name: 'At', exact: true })
  for (const [typed, written] of [
    ['1430', '2:30 PM'],
    ['930a', '9:30 AM'],
    ['0200p', '2:00 PM'],
  ] as const) {
    await at.fill(typed)
    await at.blur()
    await expect.poll(async () => (await at.inputValue()).replaceAll(/\s/g, ' ')).toBe(written)
  }
  await at.click()
  const times = page.getByRole('dialog', { name: 'At', exact: true })
  await times.getByRole('button', { name: '4:00 PM' }).click()
  await times.getByRole('button', { name: '4:15 PM' }).click()
  await expect.poll(async () => (await at.inputValue()).replaceAll(/\s/g, ' ')).toBe('4:15 PM')
  await picture(page, 'times')
  await page.keyboard.press('Escape')
  await times.waitFor({ state: 'hidden' })
  const day = form.getByRole('textbox', { name: 'Day', exact: true })
  await day.fill('2027-05-08')
  await day.blur()
  await expect.poll(() => day.inputValue()).toBe('May 8, 2027')
  await day.fill('yesterday')
  await day.blur()
  await expect.poll(() => day.inputValue()).toMatch(/^\w{3} \d+, \d{4}$/)
  const [from, until] = [
    form.getByRole('textbox', { name: 'During: from' }),
    form.getByRole('textbox', { name: 'During: until' }),
  ]
  await from.fill('yesterday 9')
  await until.focus()
  await until.blur()
  // The form itself checks the rule, before anything is sent.
  await form.getByText('Please choose a time in the future.').waitFor()
  await from.fill('tomorrow 14')
  await expect.poll(() => until.inputValue()).toMatch(/3:00\sPM$/)
  await until.fill('1630')
  await from.fill('tomorrow 1530')
  await expect.poll(() => until.inputValue()).toMatch(/6:00\sPM$/)
  await from.click()
  const calendar = page.getByRole('dialog', { name: 'During: from' })
  await calendar.waitFor()
  // Each hour has its quarters.
  await calendar.getByRole('button', { name: '3:45' }).click()
  await expect.poll(() => from.inputValue()).toMatch(/3:45\sPM$/)
  await calendar.getByRole('button', { name: '8:00' }).last().click()
  await expect.poll(() => from.inputValue()).toMatch(/8:00\sPM$/)
  await picture(page, 'quarters')
  // No day before today satisfies the rule. On the last day of a month, the month before that of tomorrow is this one.
  await calendar.getByRole('button', { name: 'Month before' }).click()
  await calendar.getByRole('button', { name: 'Month before' }).click()
  await expect.poll(() => calendar.locator('table button:not([data-outside]):not(:disabled)').count()).toBe(0)
  await picture(page, 'moment')
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'hidden' })
  await from.press('Control+Enter')
  await page.getByText('Early').first().waitFor()
})

it('writes hours and days as in the region of the browser', async () => {
  const { context } = await place.visit()
  const browser = context.browser()
  if (browser === null) throw new Error('The journey has no browser.')
  const german = await browser.newContext({ baseURL: place.address, locale: 'de-DE' })
  const page = await german.newPage()
  await page.goto('/')
  await page
    .getByRole('button', { name: 'Buchen', exact: true })
    .or(page.getByRole('button', { name: 'Book', exact: true }))
    .first()
    .click()
  const from = page.getByRole('textbox', { name: /^During: / }).first()
  await from.fill('morgen 14')
  await from.blur()
  await expect.poll(() => from.inputValue()).toMatch(/14:00$/)
  await from.click()
  await expect.poll(() => page.locator('[data-dates-dropdown] th').first().textContent()).toBe('Mo')
  await picture(page, 'moment-german')
  await german.close()
})
