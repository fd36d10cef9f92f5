// People who may not see the ids of records: their lists are whole, their steps work, and no page sends a request without
// an id.

import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { serving } from './running-help-desk.ts'

const NOTES = 260

const BOARD = serving(`# Notice board

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Notes | none |
| \`/notes/:number\` | Note | number is Note.number |

### Screen: Notes

- **Who:** Guest
- **Shows:** list of Note, sorted by number smallest first, all of them
- **Columns:** number, title, status
- **Can:** open Note; Take down: do take down

### Screen: Note

- **Who:** Guest
- **Shows:** one Note by number
- **Fields:** number, title, status
- **Can:** Take down: do take down

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, version

### Entity: Note

- **Label:** \`title\`
- **History:** every change

${FIELDS}
| number | sequence from 1 | unique | | |
| title | text up to 80 | required | | |
| status | state | | | |

### Reference data: Note

| title |
| --- |
${Array.from({ length: NOTES }, (_, index) => `| Note ${index + 1} |`).join('\n')}

## 4. States and transitions

### States of Note.status

| State | Means | Kind |
| --- | --- | --- |
| pinned | can be read | initial |
| gone | was taken down | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| take down | pinned | gone | Guest | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Note | | number, title, status |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, transitions | number | everything visible |
`)

it('shows a long list to its end, and does the steps of its rows and pages', async () => {
  const { page } = await BOARD.visit()
  const note = (number: number) => page.getByRole('row', { name: new RegExp(`\\bNote ${number}\\b`) })
  await page.getByRole('grid').waitFor()
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(NOTES + 1))
  await page.getByRole('link', { name: 'Note 1', exact: true }).focus()
  // The end of each part leads to the next one.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+End')
      return note(NOTES).count()
    })
    .toBe(1)
  const last = note(NOTES - 1)
  await last.getByRole('button', { name: 'Take down' }).click()
  await last.getByText('Gone').waitFor()
  await page.goto('/notes/7')
  await page.getByRole('heading', { name: 'Note 7', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Take down' }).click()
  await page.getByRole('main').getByText('Gone').waitFor()
})
