// A key for a program: from the account page to its first call and its revocation.

import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { AUTHORIZATION_PAGE, OAUTH_PATHS } from '@ninefold/core/contract/programs/oauth.ts'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { BEN, CLEO, HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8')
    .replace(/^- \*\*Session:\*\*.*$/m, '$&\n- **API keys:** Agent, at most 90 days, also by OAuth')
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
  // An agent connects with the settings shown on the page.
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

it.each(LOOKS)('is given to an app by a click, and ended: %s', async (name, looks) => {
  const post = async (path: string, body: string, type: string): Promise<Record<string, string>> => {
    const answer = await fetch(desk.address + path, { method: 'POST', body, headers: { 'content-type': type } })
    return (await answer.json()) as Record<string, string>
  }
  // The app listens at an address of its own.
  const redirect = `${desk.address.replace('127.0.0.1', 'localhost')}/app-of-${name}`
  const app = { client_name: `Assistant ${name}`, redirect_uris: [redirect] }
  const { client_id: id = '' } = await post(OAUTH_PATHS.registration, JSON.stringify(app), 'application/json')
  const verifier = 'v'.repeat(43)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: '007 & "+%20/~',
  })
  const { page } = await desk.visit({ ...looks, ignoresPolicy: true })
  await page.goto(`${AUTHORIZATION_PAGE}?${query}`)
  // A guest signs in first, and returns to the request.
  await page.getByRole('textbox', { name: 'Email' }).fill(BEN.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(BEN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(`“Assistant ${name}” wants to act in your name.`).waitFor()
  await page.getByText('You are signed in as Ben Agent.').waitFor()
  expect(await lookAt(page, `consent-${name}`)).toEqual([])
  await picture(page, `consent-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await page.getByText('Choose at least one role.').waitFor()
  await page.getByRole('checkbox', { name: 'Agent' }).check()
  let answer = new URL(desk.address)
  await page.route(`${redirect}**`, async (route) => {
    answer = new URL(route.request().url())
    await route.fulfill({ body: 'Connected.' })
  })
  await page.getByRole('button', { name: 'Allow access' }).click()
  await page.getByText('Connected.').waitFor()
  expect(answer.searchParams.get('state')).toBe('007 & "+%20/~')
  const fields = {
    grant_type: 'authorization_code',
    client_id: id,
    code: answer.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: redirect,
  }
  const form = 'application/x-www-form-urlencoded'
  const { access_token: token } = await post(OAUTH_PATHS.token, String(new URLSearchParams(fields)), form)
  const asks = async (): Promise<number> =>
    (await fetch(`${desk.address}/api/tickets`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await asks()).toBe(200)
  await page.goto('/_ninefold/account')
  const row = page
    .getByRole('list', { name: 'Connected apps' })
    .getByRole('listitem')
    .filter({ hasText: `Assistant ${name}` })
  await expect.poll(() => row.innerText()).toMatch(/Agent\s*Last used .*\s*Ends /)
  await row.scrollIntoViewIfNeeded()
  expect(await lookAt(page, `connected-apps-${name}`)).toEqual([])
  await picture(page, `connected-apps-${name}`)
  await row.getByRole('button', { name: `End access: Assistant ${name}` }).click()
  await page.getByText(`Assistant ${name} has no access any more.`).waitFor()
  expect(await asks()).toBe(401)
  await page.goto(`${AUTHORIZATION_PAGE}?${query}&redirect_uri=https://evil.example.test`)
  await page.getByText('This is not an authorization request. Start again in the app.').waitFor()
  await picture(page, `consent-wrong-${name}`)
})

it('is offered to nobody who has no role that a key may have', async () => {
  const { page } = await desk.signedIn(CLEO)
  await page.goto('/_ninefold/account')
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  expect(await page.getByRole('heading', { name: 'API keys' }).count()).toBe(0)
})
