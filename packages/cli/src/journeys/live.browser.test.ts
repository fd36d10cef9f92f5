// A screen with live updates, in two browsers: each shows the other's changes, and disturbs nobody's work.

import { expect, it } from 'vitest'
import { picture } from './browser.ts'
import { serving } from './running-help-desk.ts'

const notes = serving(`# Notes

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Board | none |
| \`/notes/:id\` | Note | id is Note.id |
| \`/mine\` | Mine | none |

### Screen: Board

- **Who:** Guest
- **Refreshes:** live
- **Shows:** count of Note
- **Shows:** list of Note, sorted by title A to Z, all of them
- **Columns:** title
- **Search in:** title
- **Can:** open Note; Write a note: call \`POST /api/notes\`
- **When empty:** "Nothing yet."

### Screen: Note

- **Who:** Guest
- **Refreshes:** live
- **Shows:** one Note by id
- **Fields:** title, text
- **Can:** Remove: call \`DELETE /api/notes/:id\`, then open Board

### Screen: Mine

- **Who:** Member
- **Refreshes:** live
- **Shows:** list of Note, sorted by title A to Z, all of them
- **Columns:** title
- **Can:** sign out

## 3. Entities and their fields

### Entity: Member

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
| text | long text up to 1000 | | | |

### Sample data: Member

| email | password | roles |
| --- | --- | --- |
| mia@example.test | correct-horse-4 | Member |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

### Signing in

- **Users are:** Member
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | Guest | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Note | | all |
| Guest | create | Member | | email, password |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, create, change, delete | id | everything visible |

## 8. The error catalogue

## 9. Business constants and limits
`)

/** Writes like another program. */
async function write(title: string): Promise<string> {
  const response = await fetch(`${notes.address}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, text: `About ${title}` }),
  })
  return ((await response.json()) as { id: string }).id
}

it('shows in one browser what is done in the other, while somebody types', async () => {
  const [mia, noah] = [await notes.visit(), await notes.visit({ screen: 'phone', colours: 'dark' })]
  await mia.page.getByText('Nothing yet.').waitFor()
  await noah.page.getByText('Nothing yet.').waitFor()
  // An empty list has no search, so there is no search input before the first note.
  await write('First things')
  await mia.page.getByText('First things').first().waitFor()
  const search = mia.page
    .getByRole('searchbox')
    .or(mia.page.getByRole('textbox', { name: /Search/ }))
    .first()
  await search.fill('no')
  await noah.page.getByRole('button', { name: 'Write a note' }).click()
  await noah.page.getByRole('textbox', { name: 'Title' }).fill('Noodles')
  await write('Normal things')
  await mia.page.getByText('Normal things').first().waitFor()
  await expect.poll(() => noah.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Noodles')
  await noah.page.getByRole('dialog').getByRole('button').last().click()
  await mia.page.getByText('Noodles').first().waitFor()
  await expect.poll(() => mia.page.locator('input:focus').inputValue()).toBe('no')
  await mia.page
    .getByRole('status')
    .getByText('Live')
    .or(mia.page.getByText('Live', { exact: true }))
    .first()
    .waitFor()
  await picture(mia.page, 'live-list')
  await picture(noah.page, 'live-phone')
})

it('shows that a record is gone, and what took its place', async () => {
  const id = await write('Soon gone')
  const { page } = await notes.visit()
  await page.goto(`/notes/${id}`)
  await page.getByRole('heading', { level: 1, name: /Soon gone/ }).waitFor()
  await fetch(`${notes.address}/api/notes/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Other words' }),
  })
  await page.getByText('Other words').waitFor()
  await picture(page, 'live-record')
  await fetch(`${notes.address}/api/notes/${id}`, { method: 'DELETE' })
  await page.getByText('There is nothing at this address, or you may not see it.').waitFor()
})

it('asks who it is when the session has ended elsewhere', async () => {
  const { page, context } = await notes.visit()
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill('mia@example.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-4')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Mine' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
  const [session] = (await context.cookies()).filter(({ name }) => name === 'ninefold_session')
  await fetch(`${notes.address}/_ninefold/session`, {
    method: 'DELETE',
    headers: { cookie: `ninefold_session=${session?.value}` },
  })
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
})

it('goes on after the specification was changed, and asks by itself where it is refused a connection', async () => {
  const { page } = await notes.visit()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  await notes.save(notes.text().replace('When empty:** "Nothing yet."', 'When empty:** "Nothing at all."'))
  await write('After the change')
  await page.getByText('After the change').first().waitFor()
  await page.route('**/_ninefold/live*', (route) => route.fulfill({ status: 429, body: '' }))
  await page.reload()
  await page.getByText('After the change').first().waitFor()
  await write('Without a connection')
  await page.getByText('Without a connection').first().waitFor()
  await page.getByText('Not live: trying again …').waitFor()
  await picture(page, 'live-lost')
  await page.unroute('**/_ninefold/live*')
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  await write('With a connection')
  await page.getByText('With a connection').first().waitFor()
})
