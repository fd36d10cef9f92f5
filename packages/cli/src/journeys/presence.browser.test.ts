// People at a record that a live page shows: they see each other, and strangers see nobody.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Looks, picture } from './browser.ts'
import { serving } from './running-help-desk.ts'

const PEOPLE = `### Sample data: User

| email | password | name | team | roles |
| --- | --- | --- | --- | --- |
| ada@example.test | correct-horse-1 | Ada Admin | red | Member |
| ben@example.test | correct-horse-2 | Ben Agent | red | Member |
| eve@example.test | correct-horse-3 | Eve Else | blue | Member |

### Entity: Plan`

const text = readFileSync(new URL('../../../server/src/testing/texts/presence.md', import.meta.url), 'utf8').replace(
  '### Entity: Plan',
  PEOPLE,
)

const plans = serving(text)

/** A signed-in person at the plan. */
async function at(email: string, password: string, looks: Looks = {}): Promise<Page> {
  const { page } = await plans.visit(looks)
  await post(page, '/_ninefold/session', { identifier: email, password })
  await page.goto('/plans/1')
  return page
}

/** Sends a request in the session of the page. */
async function post(page: Page, path: string, sent: object): Promise<void> {
  const status = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address as string, { method: 'POST', headers, body: body as string })).status
    },
    [path, JSON.stringify(sent)],
  )
  expect(status).toBeLessThan(300)
}

it('shows them to each other on a live page, until they leave', async () => {
  const ada = await at('ada@example.test', 'correct-horse-1')
  await post(ada, '/api/plans', { title: 'The storm', team: 'all' })
  await ada.reload()
  const here = ada.getByRole('list', { name: 'Also here' })
  await ada.getByText('Live', { exact: true }).waitFor()
  expect(await here.count()).toBe(0)
  const eve = await at('eve@example.test', 'correct-horse-3')
  await eve.getByText('Live', { exact: true }).waitFor()
  const ben = await at('ben@example.test', 'correct-horse-2', { screen: 'phone', colours: 'dark' })
  await here.getByText('Ben Agent').waitFor()
  await ben.getByRole('list', { name: 'Also here' }).getByText('Ada Admin').waitFor()
  expect(await here.getByRole('listitem').count()).toBe(1)
  expect(await eve.getByRole('list', { name: 'Also here' }).count()).toBe(0)
  await picture(ada, 'presence')
  await picture(ben, 'presence-phone')
  await ben.goto('/')
  await here.waitFor({ state: 'detached' })
})
