// A period is one form field with two ends, and its mistakes are shown there.

import { expect, it } from 'vitest'
import { picture } from './browser.ts'
import { serving } from './running-help-desk.ts'

const served = serving(`# Leave

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | New leave | none |
| \`/leaves/:id\` | Leave | id is Leave.id |

### Screen: New leave

- **Who:** Guest
- **Form:** call \`POST /leaves\`, then open Leave

### Screen: Leave

- **Who:** Guest
- **Shows:** one Leave by id
- **Fields:** days, call

## 3. Entities and their fields

### Entity: Leave

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| days | period of dates | required | | |
| call | period of date and time | | | |

## 5. Validation rules

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One at a time | Leave | | | \`days\` never overlaps | TAKEN |
| One call at a time | Leave | | | \`call\` never overlaps | TAKEN |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Leave | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Leave | /leaves | create | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| TAKEN | 422 | days | Somebody else is away then. |
`)

it('enters both ends of a period in one field, and is told there when they are the wrong way round', async () => {
  const { page } = await served.visit()
  const period = page.getByRole('group', { name: 'Days' })
  const [start, end] = [
    period.getByRole('textbox', { name: 'Days: from' }),
    period.getByRole('textbox', { name: 'Days: until' }),
  ]
  await start.fill('2030-05-08')
  await end.fill('2030-05-01')
  await end.press('Tab')
  await page.getByText('The end must come after the start.').waitFor()
  await picture(page, 'period-refused')
  await end.fill('2030-05-15')
  await end.press('Tab')
  await page.getByRole('button', { name: 'Add leave' }).click()
  await page.getByText(/May\s8\s–\s15,\s2030/).waitFor()
  await picture(page, 'period-shown')
  expect(page.url()).toContain('/leaves/')
})

it('shows which days and hours are taken, before anything is refused', async () => {
  const { page } = await served.visit()
  const leave = {
    days: { start: '2031-05-08', end: '2031-05-15' },
    call: { start: '2031-06-02T09:00:00Z', end: '2031-06-02T10:30:00Z' },
  }
  expect((await page.request.post('/leaves', { data: leave })).status()).toBe(201)
  const start = page.getByRole('textbox', { name: 'Days: from' })
  await start.fill('2031-05-20')
  await start.press('Tab')
  await start.click()
  const day = (number: number) => page.getByRole('button', { name: `May ${number}, 2031` })
  await day(14).waitFor()
  await expect.poll(() => day(14).isDisabled()).toBe(true)
  expect([await day(7).isDisabled(), await day(8).isDisabled(), await day(15).isDisabled()]).toEqual([
    false,
    true,
    false,
  ])
  await page.keyboard.press('Escape')
  const call = page.getByRole('textbox', { name: 'Call: from' })
  await call.fill('2031-06-02 12:00')
  await call.click()
  await page.getByText(/^Taken: 9:00\sAM–10:30\sAM$/).waitFor()
  await picture(page, 'period-taken')
  expect(await page.getByTitle('Taken').allInnerTexts()).toEqual(['9:00 AM'])
  // Half of the hour is free, so that is chosen.
  await page.getByRole('button', { name: /^10:00\sAM$/ }).click()
  await expect.poll(() => call.inputValue()).toMatch(/10:30\sAM$/)
  await page.getByRole('button', { name: /^10:45\sAM$/ }).waitFor()
  expect(await page.getByTitle('Taken').allInnerTexts()).toEqual(['9:00 AM', '10:00 AM', '10:15 AM'])
})
