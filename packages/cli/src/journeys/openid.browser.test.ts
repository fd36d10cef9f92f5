// Sign-in with an OpenID provider: from a page that needs it, through the provider's own page, and back; linking and
// unlinking an account; and the pages for guests.

import { readFileSync } from 'node:fs'
import { runOpenIdProvider, CLIENT, CLIENT_SECRET } from '@ninefold/server/testing/servers/openid-provider.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { BEN, HELP_DESK, serving } from './running-help-desk.ts'

const PROVIDERS = `### OpenID provider: Company

- **Issuer:** JOURNEY_ISSUER
- **Client:** JOURNEY_CLIENT JOURNEY_SECRET
- **Sign up:** addresses of company.test, gives Requester

| Field | Claim |
| --- | --- |
| name | name |

### OpenID provider: Partner

- **Issuer:** JOURNEY_PARTNER
- **Client:** JOURNEY_CLIENT JOURNEY_SECRET

### Roles
`

const provider = await runOpenIdProvider()
Object.assign(process.env, {
  JOURNEY_ISSUER: provider.issuer,
  JOURNEY_CLIENT: CLIENT,
  JOURNEY_SECRET: CLIENT_SECRET,
})

const desk = serving(
  readFileSync(HELP_DESK, 'utf8')
    .replace('email and password', 'email and password, OpenID Company, OpenID Partner')
    .replace(/^(\| password \| password[^|]*\| )required, /m, '$1')
    .replace('### Roles\n', PROVIDERS),
)

beforeAll(() => provider.serve(desk.address, [`${desk.address}/_ninefold/openid/callback/company`]))
afterAll(() => provider[Symbol.asyncDispose]())

const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ['desktop', {}],
  ['phone-dark', { screen: 'phone', colours: 'dark' }],
]

function knows(login: string, claims: Record<string, unknown>): void {
  provider.people.set(login, { email: `${login}@company.test`, email_verified: true, ...claims })
}

/** The provider's pages load fonts from a public host, which is not reachable in tests. */
async function visitor(looks?: Looks): Promise<Page> {
  const { page } = await desk.visit({ ...looks, ignoresPolicy: true })
  await withoutOthers(page)
  return page
}

async function withoutOthers(page: Page): Promise<void> {
  const isOther = ({ hostname }: URL): boolean => !['localhost', '127.0.0.1'].includes(hostname)
  await page.route(isOther, (route) => route.fulfill({ status: 200, contentType: 'text/css', body: '' }))
}

/** Signs in on the provider's own page. */
async function enterAtProvider(page: Page, login: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.origin === new URL(desk.address).origin)
}

it.each(LOOKS)('lets somebody in by the provider, back where they wanted to be, and out: %s', async (name, looks) => {
  const login = `dora-${name}`
  knows(login, { name: 'Dora Doe' })
  const page = await visitor(looks)
  await page.goto('/tickets/77?from=mail')
  const button = page.getByRole('button', { name: 'Continue with Company' })
  await button.waitFor()
  expect(await page.getByRole('button', { name: 'Continue with Partner' }).isDisabled()).toBe(true)
  await page.getByText('Not set up yet: JOURNEY_PARTNER is missing in the environment.').waitFor()
  expect(await lookAt(page, `openid-sign-in-${name}`)).toEqual([])
  await picture(page, `openid-sign-in-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
  await button.click()
  await enterAtProvider(page, login)
  await page.waitForURL('/tickets/77?from=mail')
  await page.goto('/_ninefold/account')
  const ways = page.getByRole('list', { name: 'Linked accounts' })
  await expect.poll(() => ways.innerText()).toMatch(/Company\s*Your only way in\s*dora-.*@company\.test/)
  expect(await ways.getByRole('button').count()).toBe(0)
  // A user without a password could not enter the present one.
  expect(await page.getByRole('heading', { name: 'Password' }).count()).toBe(0)
  expect(await lookAt(page, `openid-account-${name}`)).toEqual([])
  await ways.scrollIntoViewIfNeeded()
  await picture(page, `openid-account-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
})

it.each(LOOKS)('says why nobody is signed in, and lets them try again: %s', async (name, looks) => {
  knows('eve', { name: 'Eve', email: 'eve@elsewhere.test' })
  const page = await visitor(looks)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Company' }).click()
  await enterAtProvider(page, 'eve')
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  expect(await page.getByRole('alert').innerText()).toBe(
    'Your email address at Company is not among those that can sign up here.',
  )
  expect(await lookAt(page, `openid-problem-${name}`)).toEqual([])
  await picture(page, `openid-problem-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
  provider.faults.push((_, response) => {
    response.writeHead(503).end()
    return true
  })
  await page.getByRole('link', { name: 'Back to signing in' }).click()
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  provider.faults.length = 0
})

it('links an account to the provider, signs in by it, and unlinks it', async () => {
  knows('ben', { name: 'Ben' })
  const { page, context } = await desk.signedIn(BEN)
  await withoutOthers(page)
  await page.goto('/_ninefold/account')
  await page.getByRole('button', { name: 'Link Company' }).click()
  await enterAtProvider(page, 'ben')
  const ways = page.getByRole('list', { name: 'Linked accounts' })
  await expect.poll(() => ways.innerText()).toMatch(/Company\s*ben@company\.test/)
  await ways.scrollIntoViewIfNeeded()
  await picture(page, 'openid-linked')
  await context.clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Company' }).click()
  await enterAtProvider(page, 'ben')
  await page.goto('/_ninefold/account')
  await page.getByText(BEN.email).waitFor()
  await page.getByRole('button', { name: 'Unlink Company' }).click()
  await page.getByText('Company is unlinked.').waitFor()
  await expect.poll(() => ways.count()).toBe(0)
  await page.getByRole('button', { name: 'Link Company' }).waitFor()
})

it('leads to the provider to sign out there, and back', async () => {
  knows('finn', { name: 'Finn' })
  const page = await visitor()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Company' }).click()
  await enterAtProvider(page, 'finn')
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
  await page.getByRole('button', { name: /^Account: Finn/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.origin === provider.issuer)
  await page.getByRole('button', { name: /Yes, sign me out/ }).click()
  await page.waitForURL((url) => url.origin === new URL(desk.address).origin)
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
})
