// A long table: scrolled part by part, used by keyboard alone, and edited in place.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { sidewaysPixels, type Looks } from './browser.ts'
import { serving } from './running-help-desk.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const JOBS = 240
const samples = Array.from({ length: JOBS }, (_, index) => {
  const number = String(index + 1).padStart(3, '0')
  return `| Job ${number} | ${1 + (index % 40)} | low |`
})

const workshop = serving(`# Workshop

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Jobs | none |
| \`/jobs/:id\` | Job | id is Job.id |

### Screen: Jobs

- **Who:** Worker
- **Refreshes:** live
- **Shows:** list of Job, sorted by title A to Z, all of them
- **Columns:** title, hours, urgency, plan, code, status
- **Filter by:** urgency
- **Can:** Finish: do finish, for chosen rows

### Screen: Job

- **Who:** Worker
- **Shows:** one Job by id
- **Fields:** title, hours, urgency
- **Can:** Change: call \`PATCH /api/jobs/:id\`

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Job

${FIELDS}
| title | text up to 80 | required, unique | | |
| hours | whole number 1 to 50 | required | | |
| urgency | choice: low, high | required | low | |
| plan | file up to 1 MB | | | |
| code | secret text | | | |
| status | state | | | |

### Sample data: User

| name | email | password | roles |
| --- | --- | --- | --- |
| Ann | ann@example.test | correct-horse-1 | Worker |

### Sample data: Job

| title | hours | urgency |
| --- | --- | --- |
${samples.join('\n')}

## 4. States and transitions

### States of Job.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
| new | | initial | |
| done | | final | hours |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | new | done | Worker | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Worker | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Worker | see | User | | name |
| Worker | see, create, change | Job | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Job | \`/api/jobs\` | list, get, create, change, transitions | id | everything visible |
`)

async function enter(looks: Looks = {}): Promise<Page> {
  const { page } = await workshop.visit(looks)
  await page.getByRole('button', { name: /^Sign in as Ann/ }).click()
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  return page
}

const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(`Job ${number}`) })
const cell = (page: Page, number: string, column: number) => row(page, number).getByRole('gridcell').nth(column)
const [HOURS, URGENCY, PLAN, CODE] = [2, 3, 4, 5]

/** The duration of a page on a busy machine. */
const PATIENCE = { timeout: 60_000 }

/** Text of the focused element. */
const textOf = (page: Page) => page.evaluate<string>(`document.activeElement?.textContent ?? ''`)
const columnOf = (page: Page) => page.evaluate<string>(`document.activeElement?.getAttribute('data-column') ?? ''`)

interface Found {
  readonly items: readonly { readonly id: string; readonly title: string }[]
}

/** A simultaneous change by somebody else. */
async function change(page: Page, number: string, body: object): Promise<void> {
  const done = await page.evaluate(
    async ([title, sent]) => {
      const found = (await (await fetch('/api/jobs?limit=100&sort=title')).json()) as Found
      const { id } = found.items.find((job) => job.title === title) ?? { id: '' }
      const { version } = (await (await fetch(`/api/jobs/${id}`)).json()) as { version: number }
      const headers = { 'content-type': 'application/json', 'ninefold-client': 'web', 'if-match': `"${version}"` }
      return (await fetch(`/api/jobs/${id}`, { method: 'PATCH', headers, body: JSON.stringify(sent) })).status
    },
    [`Job ${number}`, body] as const,
  )
  expect(done).toBe(200)
}

it('brings a long list part by part while one scrolls, and draws the rows in sight only', async () => {
  const page = await enter()
  const grid = page.getByRole('grid', { name: 'Jobs' })
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(JOBS + 1))
  await page.getByText('100 of 240 loaded').waitFor()
  const room = page.locator('[data-scrolls]')
  await expect
    .poll(async () => {
      await room.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return row(page, '240').count()
    }, PATIENCE)
    .toBe(1)
  await page.getByText('240 in all').waitFor()
  await expect.poll(() => row(page, '240').getAttribute('aria-rowindex')).toBe('241')
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBeLessThan(60)
})

it('is moved in by keyboard alone, with one stop for Tab, and opens what it stands on', async () => {
  const page = await enter()
  const focused = () => page.evaluate<string>(`document.activeElement?.closest('tr')?.textContent ?? ''`)
  const press = async (keys: readonly string[], at: RegExp): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(focused, PATIENCE).toMatch(at)
  }
  await row(page, '001').getByRole('link').focus()
  await press(['ArrowDown', 'j', 'j', 'k'], /Job 003/)
  await press(['Control+End'], /Job \d00/)
  await press(['Control+Home'], /Job 001/)
  await press(['PageDown'], /Job 0(0[5-9]|[1-3]\d)/)
  await press(['Control+Home', 'End'], /Job 001/)
  expect(await columnOf(page)).toBe('status')
  await expect.poll(() => page.locator('tbody [tabindex="0"]').count()).toBe(1)
  await page.keyboard.press(' ')
  await page.getByRole('group', { name: 'Chosen rows' }).getByText('1 chosen').waitFor()
  // A read-only cell opens its row.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Job 001' }).waitFor()
})

it('tells what the keyboard does, and leaves letters alone for whoever wants that', async () => {
  const page = await enter()
  await row(page, '001').getByRole('link').focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Next or previous row').waitFor()
  expect(await lookAt(page, 'shortcuts')).toEqual([])
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await row(page, '001').getByRole('link').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  expect(await textOf(page)).toBe('Job 001')
  expect(await dialog.count()).toBe(0)
})

it('changes a cell where it stands, by the rules of the form, and undoes it', async () => {
  const page = await enter()
  await cell(page, '002', HOURS).focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Change hours of Job 002' })
  await editor.getByLabel('Hours').fill('70')
  await page.keyboard.press('Enter')
  await editor.getByText(/at most 50/i).waitFor()
  expect(await lookAt(page, 'cell')).toEqual([])
  await editor.getByLabel('Hours').fill('17')
  await page.keyboard.press('Enter')
  await row(page, '002').getByText('17').waitFor()
  // The focus is back where it was.
  await expect.poll(() => columnOf(page), PATIENCE).toBe('hours')
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, '002').getByText('2', { exact: true }).waitFor()
  // Escape leaves the value unchanged.
  await cell(page, '002', HOURS).focus()
  await page.keyboard.press('F2')
  await editor.getByLabel('Hours').fill('40')
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'hidden' })
  await row(page, '002').getByText('2', { exact: true }).waitFor()
})

it('takes a choice as soon as it is made, and says at the cell what the server refuses', async () => {
  const page = await enter()
  await cell(page, '003', URGENCY).getByText('Low').click()
  await page.getByRole('option', { name: 'High' }).click()
  await cell(page, '003', URGENCY).getByText('High').waitFor()
  await row(page, '004').getByRole('link').focus()
  await page.keyboard.press('F2')
  const editor = page.getByRole('dialog', { name: 'Change title of Job 004' })
  await editor.getByLabel('Title').fill('Job 005')
  await page.keyboard.press('Enter')
  await editor.getByText(/already|taken/i).waitFor()
  await expect.poll(() => editor.getByLabel('Title').inputValue()).toBe('Job 005')
  await row(page, '004').waitFor()
})

it('changes a file where it stands: chosen, dropped and taken out, and offers no way back that there is not', async () => {
  const page = await enter()
  const editor = page.getByRole('dialog', { name: 'Change plan of Job 011' })
  const link = cell(page, '011', PLAN).getByRole('link', { name: 'plan.txt' })
  const begin = async (): Promise<void> => {
    await row(page, '011').getByRole('link', { name: 'Job 011' }).focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'F2']) await page.keyboard.press(key)
    await editor.getByRole('button', { name: 'Choose a file' }).waitFor()
  }
  const save = async (): Promise<void> => {
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
  }
  await begin()
  await editor
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') })
  // The size appears once the file has been sent.
  await editor.getByText('4 bytes').waitFor()
  expect(await lookAt(page, 'cell-with-file')).toEqual([])
  await save()
  // A click follows the link, and does not open the row.
  await link.click({ trial: true })
  // Removes the file again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Plan is as it was before.').waitFor()
  await link.waitFor({ state: 'detached' })

  await begin()
  // As text, because these types do not know the browser's.
  const files = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['plan'], 'plan.txt', { type: 'text/plain' }))
    return dropped
  })()`)
  await editor.getByRole('group', { name: 'Plan' }).dispatchEvent('drop', { dataTransfer: files })
  // The size appears once the file has been sent.
  await editor.getByText('4 bytes').waitFor()
  await save()
  await link.waitFor()
  await page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: 'Undo' }) })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })

  await begin()
  await editor.getByRole('button', { name: 'Remove plan.txt' }).click()
  await save()
  await link.waitFor({ state: 'detached' })
  await page.getByText('Plan changed.').last().waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

it('sets a secret where it stands, shows nothing of it, and takes it away', async () => {
  const page = await enter()
  const editor = page.getByRole('dialog', { name: 'Change code of Job 012' })
  const code = cell(page, '012', CODE)
  await code.focus()
  await page.keyboard.press('F2')
  await editor.getByLabel('Code', { exact: true }).fill('open sesame')
  await page.keyboard.press('Enter')
  await code.getByText('Set, and not shown').waitFor()
  await editor.waitFor({ state: 'detached' })
  await page.getByText('Code changed.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await code.focus()
  await page.keyboard.press('Enter')
  await editor.getByPlaceholder('Stays as it is').waitFor()
  await editor.getByRole('button', { name: 'Remove: Code' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await code.getByText('Set, and not shown').waitFor({ state: 'detached' })
})

it('shows both when somebody else has changed the same meanwhile, and overwrites nothing', async () => {
  const [page, other] = [await enter(), await enter()]
  await cell(page, '006', HOURS).focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Change hours of Job 006' })
  await editor.getByLabel('Hours').fill('30')
  await change(other, '006', { hours: 20 })
  await page.keyboard.press('Enter')
  await editor.getByRole('alert', { name: 'Somebody else changed this meanwhile' }).waitFor()
  await editor.getByRole('button', { name: 'Keep mine' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await row(page, '006').getByText('30').waitFor()
  await editor.waitFor({ state: 'detached' })
  // Another field of the record changed, so there is no conflict.
  await expect.poll(() => columnOf(page), PATIENCE).toBe('hours')
  await page.keyboard.press('Enter')
  await editor.getByLabel('Hours').fill('31')
  await change(other, '006', { urgency: 'high' })
  await page.keyboard.press('Enter')
  await row(page, '006').getByText('31').waitFor()
})

it('keeps the keyboard on its row when others change the list', async () => {
  const [page, other] = [await enter(), await enter()]
  await row(page, '009').getByRole('link').focus()
  await change(other, '008', { title: 'Job 300' })
  await row(page, '008').waitFor({ state: 'detached' })
  expect(await textOf(page)).toBe('Job 009')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => textOf(page), PATIENCE).toBe('Job 010')
})

it('offers no change of what the state of a record locks', async () => {
  const page = await enter()
  await row(page, '011').getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await row(page, '011').getByText('Done').waitFor()
  await expect.poll(() => cell(page, '011', HOURS).getAttribute('aria-readonly'), PATIENCE).not.toBe('false')
  await expect.poll(() => cell(page, '011', URGENCY).getAttribute('aria-readonly')).toBe('false')
})

it('has as many cards on a phone, drawn as they come into sight, and nothing serious on either', async () => {
  const [page, phone] = [await enter({ ignoresPolicy: true }), await enter({ screen: 'phone', ignoresPolicy: true })]
  await row(page, '001').waitFor()
  expect(await lookAt(page, 'long-table')).toEqual([])
  const card = (number: string) => phone.getByRole('listitem').filter({ hasText: `Job ${number}` })
  await card('001').waitFor()
  await expect
    .poll(async () => {
      await phone.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      return card('240').count()
    }, PATIENCE)
    .toBe(1)
  await expect.poll(() => phone.getByRole('listitem').count()).toBeLessThan(60)
  await expect.poll(() => card('240').getAttribute('aria-setsize')).toBe(String(JOBS))
  expect(await sidewaysPixels(phone)).toBe(0)
  expect(await lookAt(phone, 'long-cards')).toEqual([])
})
