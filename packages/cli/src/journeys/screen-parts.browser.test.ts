// Parts of screens that the help desk lacks: a form on a screen of its own, and a screen that refreshes.

import { expect, it } from 'vitest'
import { serving } from './running-help-desk.ts'

const notes = serving(`# Notes

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Board | none |
| \`/new\` | New note | none |
| \`/notes/:id\` | Note | id is Note.id |

### Screen: Board

- **Who:** Guest
- **Refreshes:** every 1 second
- **Shows:** list of Note, sorted by title A to Z, all of them
- **Columns:** title
- **When empty:** "Nothing yet."
- **When failing:** "Look at the paper board."

### Screen: New note

- **Who:** Guest
- **Form:** call \`POST /notes\`, then open Note

### Screen: Note

- **Who:** Guest
- **Shows:** one Note by id
- **Fields:** title

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Note | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/notes\` | list, get, create | id | everything visible |

## 8. The error catalogue

## 9. Business constants and limits
`)

it('shows what others have done meanwhile, without being asked', async () => {
  const { page } = await notes.visit()
  await page.getByText('Nothing yet.').waitFor()
  // The page sees this as a change by somebody else.
  await page.evaluate(() =>
    fetch('/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Milk' }),
    }),
  )
  await page.getByText('Milk').first().waitFor()
})

it('says in the words of the text that something cannot be fetched, until it can', async () => {
  const { page } = await notes.visit()
  await page.route('**/_ninefold/screens/board/0*', (route) => route.fulfill({ status: 429, body: '' }))
  await page.getByRole('link', { name: 'New note' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Board' }).click()
  await page.getByText('Look at the paper board.').waitFor()
  await page.unroute('**/_ninefold/screens/board/0*')
  await page.getByText('Look at the paper board.').waitFor({ state: 'detached' })
})

it('fills a form in on its own screen, and goes to what it has made', async () => {
  const { page } = await notes.visit()
  await page.getByRole('link', { name: 'New note' }).click()
  await page.getByRole('heading', { level: 1, name: 'New note' }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('Bread')
  await page.getByRole('main').getByRole('button').last().click()
  await page.getByRole('heading', { level: 1, name: /Bread/ }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/notes\/./)
})
