// A week as hours: entries as long as they last, in the colour of their room. Clicking free hours starts a booking.

import { expect, it } from 'vitest'
import { lookAt } from '../axe.ts'
import { picture } from '../browser.ts'
import { countedHands } from '../counted-hands.ts'
import { serving } from '../running-help-desk.ts'

const plan = serving(`# Rooms

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Plan | none |
| \`/bookings/:id\` | Booking | id is Booking.id |

### Screen: Plan

- **Who:** Guest
- **Shows:** list of Booking, sorted by title A to Z, all of them
- **As:** calendar by during
- **Columns:** title, room.name
- **Can:** open Booking; Book: call \`POST /api/bookings\`

### Screen: Booking

- **Who:** Guest
- **Shows:** one Booking by id
- **Fields:** title, during

## 3. Entities and their fields

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
| room | Room | required, blocks deletion | | |
| during | period of date and time | required | | |

### Reference data: Room

| name |
| --- |
| Loft |
| Garage |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Booking | | all |
| Guest | see | Room | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Booking | \`/api/bookings\` | list, get, create, change, delete | id | everything visible |
| Room | \`/api/rooms\` | list | id | everything visible |
`)

it('draws a week as hours, and begins an entry where its hours are pressed', async () => {
  const rooms = (await (await fetch(`${plan.address}/api/rooms`)).json()) as
    | readonly { readonly id: string; readonly name: string }[]
    | { readonly items: readonly { readonly id: string; readonly name: string }[] }
  const roomOf = new Map(('items' in rooms ? rooms.items : rooms).map(({ name, id }) => [name, id]))
  const book = async (title: string, room: string, start: string, end: string): Promise<void> => {
    const response = await fetch(`${plan.address}/api/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, room: roomOf.get(room), during: { start, end } }),
    })
    expect(response.status, await response.clone().text()).toBe(201)
  }
  await book('Yoga', 'Loft', '2026-02-10T09:00:00Z', '2026-02-10T10:00:00Z')
  await book('Choir', 'Garage', '2026-02-10T09:30:00Z', '2026-02-10T12:30:00Z')
  await book('Open studio', 'Loft', '2026-02-12T13:00:00Z', '2026-02-12T16:00:00Z')

  const { page } = await plan.visit({ ignoresPolicy: true })
  await page.goto('/?day=2026-02-10&view=week')
  const entry = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) })
  await entry('Yoga').waitFor()
  const height = async (title: string): Promise<number> => (await entry(title).boundingBox())?.height ?? 0
  expect(Math.round(((await height('Choir')) + 2) / ((await height('Yoga')) + 2))).toBe(3)
  const left = async (title: string): Promise<number> => (await entry(title).boundingBox())?.x ?? 0
  expect(await left('Choir')).toBeGreaterThan(await left('Yoga'))
  await picture(page, 'week-hours')
  expect(await lookAt(page, 'week-hours')).toEqual([])
  await page.getByRole('button', { name: /^Garage/ }).click()
  await entry('Choir').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Garage/ }).click()
  await entry('Choir').waitFor()

  // Free hours of another day: booking a room takes one click and three keys, besides the words.
  const hands = countedHands(page)
  await hands.click(page.getByRole('cell', { name: 'February 11' }), { position: { x: 40, y: 56 * 3 + 30 } })
  const form = page.getByRole('dialog', { name: 'Book' })
  const [from, until] = [
    form.getByRole('textbox', { name: 'During: from' }),
    form.getByRole('textbox', { name: 'During: until' }),
  ]
  await expect.poll(() => from.inputValue()).toMatch(/Feb 11, 2026, \d+:30\s[AP]M$/)
  await expect.poll(() => until.inputValue()).toMatch(/Feb 11, 2026, \d+:30\s[AP]M$/)
  const focused = form.locator(':focus')
  await form.getByRole('textbox', { name: 'Title' }).and(focused).waitFor()
  await hands.say('Drawn')
  await hands.press('Tab')
  await form.getByRole('combobox', { name: 'Room' }).and(focused).waitFor()
  await hands.say('gar')
  await hands.press('Tab')
  await expect.poll(() => form.getByRole('combobox', { name: 'Room' }).inputValue()).toBe('Garage')
  await hands.press('Control+Enter')
  await entry('Drawn').waitFor()
  expect(hands.spent).toEqual({ clicks: 1, keys: 3 })
})
