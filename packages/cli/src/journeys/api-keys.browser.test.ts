// A key for a program, from the account page to the first call and to its end.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { BEN, CLEO, HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8')
    .replace(/^- \*\*Session:\*\*.*$/m, '$&\n- **API keys:** Agent, at most 90 days')
    .replace('### Signing in', '**Agents act as:** Agent\n\n### Signing in'),
)

const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ['desktop', {}],
  ['phone-dark', { screen: 'phone', colours: 'dark' }],
]

it.each(LOOKS)('is made, shown once, used and ended: %s', async (name, looks) => {
  const { page } = await desk.signedIn(BEN, { ...looks, ignoresPolicy: true })
  await page.goto('/_ninefold/account')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('form', { name: 'Create a key' })
  await form.getByRole('button', { name: 'Create the key' }).click()
  await form.getByText('Give it a name by which you recognise it.').waitFor()
  expect(await form.getByRole('radio', { name: 'Only reads' }).isChecked()).toBe(true)
  await form.getByRole('textbox', { name: 'Name' }).fill(`Nightly ${name}`)
  expect(await lookAt(page, `api-key-form-${name}`)).toEqual([])
  await form.scrollIntoViewIfNeeded()
  await picture(page, `api-key-form-${name}`)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('status').locator('pre').first()
  await shown.waitFor()
  const key = await shown.innerText()
  expect(key).toMatch(/^nf_[\w-]{43}$/)
  const asks = async (): Promise<number> =>
    (await fetch(`${desk.address}/api/tickets`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await asks()).toBe(200)
  // An agent connects with what the page gives.
  const settings = page.getByRole('region', { name: 'For an agent' })
  const { mcpServers } = JSON.parse(await settings.locator('pre').innerText())
  const { url, headers } = mcpServers['Helpdesk']
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const listed = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  })
  expect(JSON.stringify(await listed.json())).toContain('list_tickets')
  expect(await lookAt(page, `api-key-made-${name}`)).toEqual([])
  await picture(page, `api-key-made-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  await page.reload()
  const row = page
    .getByRole('list', { name: 'API keys' })
    .getByRole('listitem')
    .filter({ hasText: `Nightly ${name}` })
  await expect.poll(() => row.innerText()).toMatch(/nf_\S{6}…\s*Agent, only reads\s*Last used .*\s*Ends /)
  await row.scrollIntoViewIfNeeded()
  await picture(page, `api-keys-${name}`)
  expect(await page.content()).not.toContain(key)
  await row.getByRole('button', { name: `End the key Nightly ${name}` }).click()
  await page.getByText(`The key Nightly ${name} is ended.`).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  expect(await asks()).toBe(401)
})

it('is offered to nobody who has no role that a key may have', async () => {
  const { page } = await desk.signedIn(CLEO)
  await page.goto('/_ninefold/account')
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  expect(await page.getByRole('heading', { name: 'API keys' }).count()).toBe(0)
})
