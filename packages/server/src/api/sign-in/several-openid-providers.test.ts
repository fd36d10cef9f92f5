// Two certified OpenID providers in one text: neither can act for the users of the other.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenIdLibrary, openIdLibrary, problemIn } from '../../testing/openid-library.ts'
import { type OpenIdServer, runOpenIdProvider } from '../../testing/servers/openid-provider.ts'

const OF_PARTNER = `### OpenID provider: Partner

- **Issuer:** PARTNER_ISSUER
- **Client:** PARTNER_CLIENT PARTNER_SECRET
- **Scopes:** groups
- **Sign up:** addresses of partner.test, gives Reader

| Field | Claim |
| --- | --- |
| name | name |

| Claim | Value | Role |
| --- | --- | --- |
| groups | keepers | Keeper |
`

let partner: OpenIdServer
let running: OpenIdLibrary

beforeAll(async () => {
  partner = await runOpenIdProvider()
  running = await openIdLibrary(
    (text) => text.replace(/### OpenID provider: Partner\n(?:(?!###).*\n)*/, `${OF_PARTNER}\n`),
    partner,
  )
})
afterAll(async () => {
  await running[Symbol.asyncDispose]()
  await partner[Symbol.asyncDispose]()
})

it('are offered in the order of the text, and each makes users of its own domains', async () => {
  const { signIn } = (await running.library.guest.get('/_ninefold/app')).body
  expect(signIn.providers.map(({ name }: { name: string }) => name)).toEqual(['Company', 'Partner'])
  const login = running.somebody()
  expect(await running.browser().signIn(login)).toBe('/')
  partner.people.set('pat', { name: 'Pat', email: 'pat@partner.test', email_verified: true })
  expect(await running.browser().signIn('pat', 'partner')).toBe('/')
  partner.people.set('mallory', { name: 'Mallory', email: 'mallory@example.com', email_verified: true })
  expect(problemIn(await running.browser().signIn('mallory', 'partner'))).toBe('domain')
})

it('know other people by the same subject', async () => {
  const company = running.browser()
  const login = running.somebody({ sub: 'one-subject' })
  expect(await company.signIn(login)).toBe('/')
  partner.people.set(login, { name: 'Other', email: 'other@partner.test', email_verified: true, sub: 'one-subject' })
  const other = running.browser()
  expect(await other.signIn(login, 'partner')).toBe('/')
  expect((await other.caller())?.id).not.toBe((await company.caller())?.id)
  // An address of the other provider's domain does not give access to its account.
  partner.people.set('thief', { name: 'Thief', email: `${login}@example.com`, email_verified: true })
  expect(problemIn(await running.browser().signIn('thief', 'partner'))).not.toBeNull()
})

it('give and take their own roles alone', async () => {
  const login = running.somebody({ groups: ['librarians', 'keepers'] })
  const browser = running.browser()
  expect(await browser.signIn(login)).toBe('/')
  expect((await browser.caller())?.roles).toEqual(['Librarian'])
  partner.people.set('kim', { name: 'Kim', email: 'kim@partner.test', email_verified: true, groups: ['keepers'] })
  expect(problemIn(await browser.signIn('kim', 'partner', { link: true }))).toBeNull()
  const both = running.browser()
  expect(await both.signIn('kim', 'partner')).toBe('/')
  expect([...((await both.caller())?.roles ?? [])].sort()).toEqual(['Keeper', 'Librarian'])
  // The partner's claims about librarians do not matter: only the company removes that role.
  partner.people.set('kim', { ...partner.people.get('kim'), groups: [] })
  const later = running.browser()
  expect(await later.signIn('kim', 'partner')).toBe('/')
  expect((await later.caller())?.roles).toEqual(['Librarian'])
})

it('do not answer for each other: a code of one that comes to the address of the other lets nobody in', async () => {
  const browser = running.browser()
  const login = running.somebody()
  const callback = new URL(await browser.throughProvider((await browser.start('company')).address, login))
  const mixedUp = `${callback.origin}/_ninefold/openid/callback/partner${callback.search}`
  expect(problemIn(await browser.comeBack(mixedUp))).not.toBeNull()
  expect(await browser.caller()).toBeNull()
})
