// The landing page after sign-in: a screen for the most specific of the person's roles, from wherever they came, and
// never an inaccessible one.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import { reportProblem } from '../forms.ts'
import { ADA, BEN, CLEO, HELP_DESK, serving } from '../running-help-desk.ts'

/** With a page for guests only, at the start address. */
const text = readFileSync(HELP_DESK, 'utf8')
  .replace('| `/` | My tickets | none |', '| `/` | Welcome | none |\n| `/mine` | My tickets | none |')
  .replace(
    '### Screen: My tickets',
    `### Screen: Welcome

- **Who:** Guest
- **Shows:** list of Category, sorted by name A to Z, all of them
- **Columns:** name

### Screen: My tickets`,
  )
  .replace(
    '| Agent | see | Category | | all |',
    '| Agent | see | Category | | all |\n| Guest | see | Category | | name |',
  )

const desk = serving(text)

const club = serving(`# Club

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/me\` | About me | none |

### Screen: About me

- **Who:** Member
- **Shows:** list of Person, sorted by email A to Z, all of them
- **Columns:** email
- **Can:** Erase my account: call \`DELETE /api/me\`

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

## 6. Roles and permissions

${members('Person')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | see | Person | | email |
| Member | delete | Person | \`this == me\` | |

## 7. The calls it makes

### DELETE /api/me — Erase my account

- **Who:** Member

1. delete me
2. respond 204
`)

it.each([
  { account: CLEO, heading: 'My tickets', address: '/mine' },
  { account: BEN, heading: 'Queue', address: '/queue' },
  { account: ADA, heading: 'Set-up', address: '/setup' },
])('brings $account.name to a screen of their own, from the page for guests', async ({ account, heading, address }) => {
  const { page } = await desk.visit()
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(address)
  expect(await page.getByRole('heading', { name: 'Nothing here' }).count()).toBe(0)
})

it('opens where somebody was last, and shows how many records wait there', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.getByRole('link', { name: 'Queue' }).click()
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/queue')
  const groups = page.getByRole('navigation').first()
  expect(await groups.getByText('Requester', { exact: true }).count()).toBe(1)
  const queue = groups.getByRole('link', { name: 'Queue', exact: true })
  /** The number beside the link. */
  const counted = async (): Promise<number> => Number(/\d+$/.exec(await queue.innerText())?.[0] ?? 0)
  const before = await counted()

  const cleo = await desk.signedIn(CLEO)
  await reportProblem(cleo.page, 'The lift stands still', 'Between two floors.')
  await expect.poll(counted).toBe(before + 1)

  // Back leads to where it was, and not to the start.
  await page.getByRole('link', { name: 'My tickets' }).click()
  await page.getByRole('heading', { name: 'My tickets', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
})

it('brings somebody who followed a link to where it leads', async () => {
  const { page } = await desk.visit()
  await page.goto('/setup')
  await page.getByRole('textbox', { name: 'Email' }).fill(ADA.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADA.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Set-up', level: 1 }).waitFor()
})

it('says that an account is erased, and leads nobody back to a page of it', async () => {
  const { page } = await club.visit()
  await page.goto('/sign-up')
  await page.getByRole('textbox', { name: 'Email' }).fill('mo@example.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-7')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: 'About me', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase my account' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByText('“Erase my account” is done.').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})
