// Optimistic updates: a change is shown at once, reverted with the reason if it is refused, and can be undone if the
// text has a way back. The server's answer is held back meanwhile, so that only the page decides what is shown.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { serving } from './running-help-desk.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TITLES = ['Dig', 'Mow', 'Prune', 'Sow', 'Rake', 'Weed', 'Plant', 'Water', 'Fence']

const garden = serving(`# Garden

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Tasks | none |
| \`/plan\` | Plan | none |
| \`/tasks/:id\` | Task | id is Task.id |

### Screen: Tasks

- **Who:** Gardener
- **Shows:** list of Task, sorted by title A to Z, all of them
- **Columns:** title, urgency, status
- **Can:** Finish: do finish, for chosen rows; Reopen: do reopen
- **Can:** Delete: call \`DELETE /api/tasks/:id\`
- **Can:** Remove: call \`DELETE /api/tasks/:id\`, for chosen rows

### Screen: Plan

- **Who:** Gardener
- **Shows:** list of Task, sorted by title A to Z, all of them
- **As:** board by status
- **Columns:** title
- **Can:** Finish: do finish; Reopen: do reopen; Put away: do put away

### Screen: Task

- **Who:** Gardener
- **Shows:** one Task by id
- **Fields:** title, urgency, status
- **Can:** Finish: do finish; Reopen: do reopen; Put away: do put away; Change: call \`PATCH /api/tasks/:id\`

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Task

- **Deleted:** kept 30 days

${FIELDS}
| title | text up to 80 | required, unique | | |
| urgency | choice: low, high | required | low | |
| status | state | | | |

### Sample data: User

| name | email | password | roles |
| --- | --- | --- | --- |
| Ann | ann@example.test | correct-horse-1 | Gardener |

### Sample data: Task

| title |
| --- |
${TITLES.map((title) => `| ${title} |`).join('\n')}

## 4. States and transitions

### States of Task.status

| State | Means | Kind |
| --- | --- | --- |
| open | | initial |
| done | | |
| away | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | open | done | Gardener | | |
| reopen | done | open | Gardener | | |
| put away | done | away | Gardener | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Gardener | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Gardener | see | User | | name |
| Gardener | see, create, change, delete | Task | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Task | \`/api/tasks\` | list, get, create, change, delete, transitions | id | everything visible |
`)

async function enter(path = '/'): Promise<Page> {
  const { page } = await garden.visit({ ignoresPolicy: true })
  await page.getByRole('button', { name: /^Sign in as Ann/ }).click()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  if (path !== '/') await page.goto(path)
  return page
}

/** Holds the next matching request back from the server until it is released. */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const matches = ({ pathname }: URL): boolean => path.test(pathname)
  await page.route(
    matches,
    async (route) => {
      await promise
      await route.continue()
    },
    { times: 1 },
  )
  return resolve
}

/** A change from elsewhere, which is not held back here. */
async function elsewhere(page: Page, title: string, method: string, path: string, body: object = {}): Promise<void> {
  const { request } = page.context()
  const { items } = (await (await request.get('/api/tasks?limit=100')).json()) as {
    readonly items: readonly { readonly id: string; readonly title: string; readonly version: number }[]
  }
  const found = items.find((task) => task.title === title)
  const headers = { 'ninefold-client': 'web', 'if-match': `"${found?.version ?? ''}"` }
  const answer = await request.fetch(`/api/tasks/${found?.id ?? ''}${path}`, { method, headers, data: body })
  expect(answer.status()).toBe(200)
}

const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })
const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string, title: string) =>
  lane(page, name).getByRole('listitem').filter({ hasText: title })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

it('moves a card at once, and back at once', async () => {
  const page = await enter('/plan')
  const letGo = await hold(page, /\/finish$/)
  await card(page, 'Open', 'Dig').dragTo(lane(page, 'Done'))
  await card(page, 'Done', 'Dig').waitFor()
  expect(await undo(page).count()).toBe(0)
  letGo()
  await page.getByText('Dig is now Done').waitFor()
  const letBack = await hold(page, /\/reopen$/)
  await undo(page).click()
  await card(page, 'Open', 'Dig').waitFor()
  letBack()
  await page.getByText('Undone.').waitFor()
  await card(page, 'Open', 'Dig').waitFor()
})

it('takes a card back to where it is by now, and says why', async () => {
  const page = await enter('/plan')
  const letGo = await hold(page, /\/finish$/)
  await card(page, 'Open', 'Mow').dragTo(lane(page, 'Done'))
  await card(page, 'Done', 'Mow').waitFor()
  await elsewhere(page, 'Mow', 'POST', '/finish')
  await elsewhere(page, 'Mow', 'POST', '/put-away')
  letGo()
  await page.getByText('Only possible while it is open.').waitFor()
  await card(page, 'Away', 'Mow').waitFor()
  expect(await undo(page).count()).toBe(0)
})

it('shows the new state on the page of a record, holds its buttons meanwhile, and undoes by keyboard', async () => {
  const page = await enter()
  await row(page, 'Prune').getByRole('link').click()
  await page.getByRole('heading', { name: 'Prune' }).waitFor()
  const state = page.getByRole('article').getByText('Done', { exact: true })
  const letGo = await hold(page, /\/finish$/)
  await page.getByRole('button', { name: 'Finish' }).click()
  await state.waitFor()
  expect(await page.getByRole('button', { name: 'Finish' }).getAttribute('aria-disabled')).toBe('true')
  letGo()
  await undo(page).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone.').waitFor()
  await page.getByRole('article').getByText('Open', { exact: true }).waitFor()
  // Without a way back, undo is not offered.
  await page.getByRole('button', { name: 'Finish' }).click()
  const letAway = await hold(page, /\/put-away$/)
  await page.getByRole('button', { name: 'Put away' }).and(page.locator(':not([aria-disabled])')).click()
  await page.getByRole('article').getByText('Away', { exact: true }).waitFor()
  // The notice names the record that has left the page meanwhile.
  await page.goBack()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  letAway()
  await page.getByText('Prune is now Away').waitFor()
  expect(await page.getByText('Prune is now Away').locator('..').getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

it('takes a deleted row away at once, asks again when somebody has changed it, and brings it back', async () => {
  const page = await enter()
  const dialog = page.getByRole('dialog', { name: 'Delete?' })
  const remove = async (): Promise<void> => {
    await row(page, 'Rake').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await dialog.getByText('can be brought back').waitFor()
  const letGo = await hold(page, /\/api\/tasks\/[0-9a-f-]+$/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await row(page, 'Rake').waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'hidden' })
  await elsewhere(page, 'Rake', 'PATCH', '', { urgency: 'high' })
  letGo()
  await dialog.getByRole('alert').waitFor()
  await row(page, 'Rake').getByText('High').waitFor()
  expect(await lookAt(page, 'deletion-refused')).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await row(page, 'Rake').waitFor({ state: 'detached' })
  await undo(page).click()
  await page.getByText('Undone.').waitFor()
  await row(page, 'Rake').getByText('High').waitFor()
})

it('shows what is done to chosen rows on all of them, takes back which was refused, and undoes all of them', async () => {
  const page = await enter()
  const bar = page.getByRole('group', { name: 'Chosen rows' })
  const choose = async (...titles: readonly string[]): Promise<void> => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Choose ${title}` }).click()
    await bar.getByText(`${titles.length} chosen`).waitFor()
  }
  await choose('Sow', 'Plant')
  const letGo = await hold(page, /\/finish$/)
  await bar.getByRole('button', { name: 'Finish' }).click()
  for (const title of ['Sow', 'Plant']) await row(page, title).getByText('Done', { exact: true }).waitFor()
  letGo()
  await undo(page).click()
  await page.getByText('Undone.').waitFor()
  for (const title of ['Sow', 'Plant']) await row(page, title).getByText('Open', { exact: true }).waitFor()
  // One of the two is refused: it is restored and selected, with the reason.
  await choose('Water', 'Fence')
  const letAll = await hold(page, /\/api\/tasks\/[0-9a-f-]+$/)
  await bar.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  for (const title of ['Water', 'Fence']) await row(page, title).waitFor({ state: 'detached' })
  await bar.getByText('0 of 2 …').waitFor()
  await elsewhere(page, 'Water', 'PATCH', '', { urgency: 'high' })
  letAll()
  await page.getByText('Done to 1. Not done to 1, which is still chosen:').waitFor()
  await page.keyboard.press('Escape')
  await row(page, 'Water').getByText('High').waitFor()
  await bar.getByText('1 chosen').waitFor()
  await row(page, 'Fence').waitFor({ state: 'detached' })
})

it('shows what a form changes at once, and brings the form back with all that was entered when it is refused', async () => {
  const page = await enter()
  await row(page, 'Weed').getByRole('link').click()
  await page.getByRole('heading', { name: 'Weed' }).waitFor()
  const shown = (urgency: string) => page.getByRole('article').getByText(urgency, { exact: true })
  const dialog = page.getByRole('dialog', { name: 'Change' })
  const title = dialog.getByRole('textbox', { name: 'Title' })
  await shown('Low').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await title.fill('Dig')
  await dialog.getByRole('combobox', { name: 'Urgency' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  const letGo = await hold(page, /\/api\/tasks\/[0-9a-f-]+$/)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await shown('High').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  letGo()
  // A task with this title already exists.
  await title.and(page.locator('[aria-invalid=true]:focus')).waitFor()
  await shown('Low').waitFor()
  await expect.poll(() => title.inputValue()).toBe('Dig')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Urgency' }).inputValue()).toBe('High')
  await title.fill('Weed all of it')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('heading', { name: 'Weed all of it' }).waitFor()
  await shown('High').waitFor()
  await page.getByRole('button', { name: 'Change' }).and(page.locator(':focus')).waitFor()
})
