// Sign-in by OpenID, with a certified provider over HTTP: users, roles, linked accounts, and sign-out.

import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  FACTOR_CONFIRMATION_PATH,
  FACTOR_ENROLMENT_PATH,
  SECOND_FACTOR_PATH,
} from '@ninefold/core/contract/wire/second-factor.ts'
import { invite } from '../../gate/users/invitations.ts'
import { type OpenIdLibrary, openIdLibrary, problemIn } from '../../testing/openid-library.ts'
import { clientOf, type RunningApplication } from '../../testing/running-application.ts'
import type { OpenIdServer } from '../../testing/servers/openid-provider.ts'

let running: OpenIdLibrary
let library: RunningApplication
let provider: OpenIdServer

beforeAll(async () => {
  running = await openIdLibrary()
  library = running.library
  provider = running.provider
})

beforeEach(() => {
  provider.tokens = null
  provider.faults.length = 0
})

afterAll(() => running[Symbol.asyncDispose]())

async function problemOf(login: string, company = 'company'): Promise<string | null> {
  const browser = running.browser()
  const problem = problemIn(await browser.signIn(login, company))
  expect(await browser.caller()).toBeNull()
  return problem
}

async function userWith(email: string): Promise<{ id: string; password: string | null } | null> {
  const { rows } = await library.database.pool.query('SELECT id, password FROM "user" WHERE email = $1', [email])
  return rows[0] ?? null
}

it('makes a user of somebody with an address of the domain, and knows them again', async () => {
  const login = running.somebody({ name: 'Ada Lovelace' })
  const browser = running.browser()
  expect(await browser.signIn(login, 'company', { then: '/books?sorted=name#third' })).toBe('/books?sorted=name#third')
  const first = await browser.caller()
  expect(first).toMatchObject({ roles: ['Reader'] })
  const again = running.browser()
  expect(await again.signIn(login)).toBe('/')
  expect(await again.caller()).toEqual(first)
  const { rows } = await library.database.pool.query(`SELECT name, email, password FROM "user" WHERE email = $1`, [
    `${login}@example.com`,
  ])
  expect(rows).toEqual([{ name: 'Ada Lovelace', email: `${login}@example.com`, password: null }])
})

it('makes no user without a confirmed address of the domain', async () => {
  expect(await problemOf(running.somebody({ email_verified: false }))).toBe('unconfirmed')
  expect(await problemOf(running.somebody({ email_verified: 'true' }))).toBe('unconfirmed')
  expect(await problemOf(running.somebody({ email_verified: undefined }))).toBe('unconfirmed')
  expect(await problemOf(running.somebody({ email: ['a@example.com'] }))).toBe('unconfirmed')
  for (const domain of ['elsewhere.test', 'example.com.elsewhere.test', 'sub.example.com', 'notexample.com'])
    expect(await problemOf(running.somebody({ email: `one@${domain}` })), domain).toBe('domain')
  expect(await problemOf(running.somebody({ email: 'a@example.com@elsewhere.test' }))).toBe('domain')
  expect(await problemOf(running.somebody({ email: 'b"@elsewhere.test"@example.com' }))).toBe('incomplete')
  expect(await problemOf(running.somebody({ name: undefined }))).toBe('incomplete')
  expect(await problemOf(running.somebody({ name: { first: 'Ada' } }))).toBe('incomplete')
  expect(await problemOf(running.somebody({ name: 'x'.repeat(81) }))).toBe('incomplete')
  expect(await problemOf(running.somebody(), 'partner')).toBe('closed')
})

it('gives the roles that claims name, and takes them away at the next sign-in', async () => {
  const rolesOf = async (claims: Record<string, unknown>, login = running.somebody()): Promise<readonly string[]> => {
    provider.people.set(login, { ...provider.people.get(login), groups: undefined, realm: undefined, ...claims })
    const browser = running.browser()
    expect(problemIn(await browser.signIn(login))).toBeNull()
    return [...((await browser.caller())?.roles ?? [])].sort()
  }
  const login = running.somebody()
  expect(await rolesOf({ groups: ['readers', 'librarians'], realm: { roles: ['keeper'] } }, login)).toEqual([
    'Keeper',
    'Librarian',
  ])
  expect(await rolesOf({ groups: 'librarians' }, login)).toEqual(['Librarian'])
  expect(await rolesOf({}, login)).toEqual(['Reader'])
  const shapes = [
    { librarians: true },
    [['librarians']],
    'readers,librarians',
    'LIBRARIANS',
    ['librarians '],
    [{ value: 'librarians' }],
    7,
    true,
    null,
    Array.from({ length: 2_000 }, (_, index) => `group ${index}`),
  ]
  for (const groups of shapes) expect(await rolesOf({ groups }), JSON.stringify(groups)).toEqual(['Reader'])
  for (const realm of [{ roles: { keeper: true } }, ['keeper'], 'keeper', { roles: 'keepers' }])
    expect(await rolesOf({ realm }), JSON.stringify(realm)).toEqual(['Reader'])
  const { rows } = await library.database.pool.query(
    `SELECT action FROM ninefold.audit AS a JOIN "user" AS u ON u.id::text = a.record
     WHERE u.email = $1 ORDER BY a.at, a.ctid`,
    [`${login}@example.com`],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'create',
    'link OpenID Company',
    'give role Librarian',
    'give role Keeper',
    'sign in',
    'take role Keeper',
    'sign in',
    'take role Librarian',
    'sign in',
  ])
})

it('gives an account to whoever confirms its address, and ends all that opened it before', async () => {
  const login = running.somebody()
  const email = `${login}@example.com`
  const before = await library.signUp({ name: 'Squatter', email, password: 'a long password' })
  const browser = running.browser()
  expect(await browser.signIn(login)).toBe('/')
  const caller = await browser.caller()
  expect(caller?.id).toBe((await userWith(email))?.id)
  expect((await before.get('/_ninefold/app')).body.caller).toBeNull()
  const again = await library.guest.post('/_ninefold/session', { identifier: email, password: 'a long password' })
  const nobody = await library.guest.post('/_ninefold/session', { identifier: 'nobody@example.com', password: 'x' })
  expect([again.status, again.body.detail]).toEqual([nobody.status, nobody.body.detail])
  for (const password of ['', 'null', 'undefined'])
    expect((await library.guest.post('/_ninefold/session', { identifier: email, password })).status).not.toBe(204)
})

it('gives no account to others with its address', async () => {
  const email = 'shared@example.com'
  await library.signUp({ name: 'Ada', email, password: 'a long password' })
  // The address is not verified: the answer is the same as for an unknown address.
  expect(await problemOf(running.somebody({ email, email_verified: false }))).toBe('unconfirmed')
  expect((await userWith(email))?.password).not.toBeNull()
  // This text does not link accounts by address for the other provider.
  expect(await problemOf(running.somebody({ email }), 'partner')).toBe('exists')
  expect((await userWith(email))?.password).not.toBeNull()
  expect(problemIn(await running.browser().signIn(running.somebody({ email: 'Shared@Example.com' })))).toBeNull()
  // Another subject with the same address: the account already has an identity.
  expect(await problemOf(running.somebody({ email }))).toBe('exists')
})

it('links, lists and unlinks identities, but for the last way in', async () => {
  const [first, other] = [running.somebody(), running.somebody({ email: 'private@elsewhere.test' })]
  const browser = running.browser()
  await browser.signIn(first)
  const account = async (): Promise<any> => (await browser.client.get('/_ninefold/account.json')).body.identities
  expect(await account()).toMatchObject({
    identities: [{ provider: 'Company', address: `${first}@example.com`, isLast: true }],
    toLink: [{ name: 'Partner', key: 'partner' }],
  })
  expect((await browser.client.get('/_ninefold/account.json')).body.password).toBeNull()
  const [only] = (await account()).identities
  expect((await browser.client.delete(`/_ninefold/identities/${only.id}`)).status).toBe(403)
  // The provider remembers the browser, but another person has to sign in.
  browser.cookies.delete(provider.issuer)
  expect(await browser.signIn(other, 'partner', { link: true, then: '/_ninefold/account' })).toBe('/_ninefold/account')
  expect((await account()).identities).toMatchObject([{ isLast: false }, { provider: 'Partner', isLast: false }])
  expect((await browser.client.delete(`/_ninefold/identities/${only.id}`)).status).toBe(204)
  expect((await browser.client.delete(`/_ninefold/identities/${only.id}`)).status).toBe(404)
  expect((await account()).identities).toMatchObject([{ provider: 'Partner', isLast: true }])
  // From then on, the provider's user cannot be linked to another account.
  const somebodyElse = running.browser()
  await somebodyElse.signIn(running.somebody())
  somebodyElse.cookies.delete(provider.issuer)
  expect(problemIn(await somebodyElse.signIn(other, 'partner', { link: true }))).toBe('another')
  expect((await library.guest.post('/_ninefold/openid/start', { provider: 'company', link: true })).status).toBe(401)
  // An old session cannot link accounts.
  await library.database.pool.query(
    `UPDATE ninefold.session SET created_at = now() - interval '16 minutes' WHERE user_id = $1`,
    [(await somebodyElse.caller())?.id],
  )
  expect(await somebodyElse.start('company', { link: true })).toEqual({ problem: 'again' })
  const stolen = (await browser.client.get('/_ninefold/account.json')).body.identities.identities[0].id
  expect((await somebodyElse.client.delete(`/_ninefold/identities/${stolen}`)).status).toBe(404)
})

it('signs out here and at the provider', async () => {
  const browser = running.browser()
  await browser.signIn(running.somebody())
  const response = await browser.ask(`${library.address}/_ninefold/session`, { method: 'DELETE' })
  expect(response.status).toBe(200)
  const { address } = (await response.json()) as { address: string }
  expect(await browser.caller()).toBeNull()
  const elsewhere = new URL(address)
  expect(elsewhere.origin).toBe(provider.issuer)
  expect(elsewhere.searchParams.get('post_logout_redirect_uri')).toBe(`${library.address}/`)
  expect((await browser.ask(address)).status).toBe(200)
  // A password session ends as before.
  const ada = await library.signUp({ name: 'Ada', email: 'ada@example.com', password: 'a long password' })
  expect(await ada.delete('/_ninefold/session')).toMatchObject({ status: 204, body: null })
})

it('asks for a password where one signs up with it, although users may be without', async () => {
  for (const password of ['', null, undefined]) {
    const email = 'without@example.com'
    const answer = await library.guest.post('/_ninefold/users', { name: 'Without', email, password })
    expect(answer.status).toBe(422)
    expect(await userWith(email)).toBeNull()
  }
})

it('keeps nothing that lets anybody in, and forgets identities with their user', async () => {
  const login = running.somebody()
  const browser = running.browser()
  const { address } = await browser.start()
  const token = browser.cookies.get(library.address)?.get('ninefold_openid') ?? ''
  expect(token).toHaveLength(43)
  const { rows: pending } = await library.database.pool.query('SELECT * FROM ninefold.pending_sign_in')
  const asked = new URL(address).searchParams
  for (const secret of [token, asked.get('state'), asked.get('nonce'), asked.get('code_challenge')])
    expect(JSON.stringify(pending)).not.toContain(secret)
  await browser.comeBack(await browser.throughProvider(address, login))
  const id = (await browser.caller())?.id
  const kept = async (): Promise<number> => {
    const { rows } = await library.database.pool.query('SELECT FROM ninefold.openid_identity WHERE user_id = $1', [id])
    return rows.length
  }
  expect(await kept()).toBe(1)
  const keeper = running.browser()
  await keeper.signIn(running.somebody({ groups: ['librarians'] }))
  expect((await keeper.client.delete(`/api/users/${id}`)).status).toBe(204)
  expect(await kept()).toBe(0)
})

it('is the only way in where the text says so, also for those who were invited', async () => {
  await using alone = await openIdLibrary((text) =>
    text
      .replace('email and password, OpenID Company, OpenID Partner', 'OpenID Company')
      .replace('- **Sign up:** open, gives Reader\n', '')
      .replace('- **Sign up:** addresses of example.com, gives Reader', '- **Sign up:** closed'),
  )
  const { database, guest } = alone.library
  expect((await guest.get('/_ninefold/app')).body.signIn).toMatchObject({
    password: null,
    isByLink: false,
    signUp: null,
  })
  const wrong = await guest.post('/_ninefold/session', { identifier: 'ada@example.com', password: 'a long password' })
  expect(wrong.status).toBe(404)
  const login = alone.somebody({ email: 'ada@example.com' })
  expect(problemIn(await alone.browser().signIn(login))).toBe('closed')
  const invitation = { role: 'Librarian', given: { email: 'ada@example.com' } }
  const token = (await invite(database, invitation, 60_000)).split('#')[1]
  expect((await guest.post('/_ninefold/invited-users', { token, user: { name: 'Ada' } })).status).toBe(201)
  const browser = alone.browser()
  expect(problemIn(await browser.signIn(login))).toBeNull()
  // Company does not mention librarians, so the role that its table maps is removed: the claims decide.
  expect(await browser.caller()).toMatchObject({ label: expect.anything(), roles: [] })
})

it('asks for the second factor behind a provider, unless the provider says that it has', async () => {
  await using guarded = await openIdLibrary((text) =>
    text.replace(/^- \*\*Session:\*\*.*$/m, '$&\n- **Second factor:** required for everybody'),
  )
  const { library: own, provider: company } = guarded
  const browser = guarded.browser()
  expect(await browser.signIn(guarded.somebody(), 'company', { then: '/books' })).toBe('/second-factor?then=%2Fbooks')
  expect(await browser.caller()).toBeNull()
  expect((await browser.client.get(SECOND_FACTOR_PATH)).body).toEqual({ step: 'enrolment', orPasskey: false })
  const arrives = async (amr: unknown): Promise<string> => {
    company.people.set('mallory', { name: 'Mallory', email: 'mallory@example.com', email_verified: true })
    company.tokens = (honest) => ({ claims: { ...honest, amr } })
    const location = await guarded.browser().signIn('mallory')
    company.tokens = null
    return location
  }
  expect(await arrives(['pwd', 'mfa'])).toBe('/')
  for (const amr of [undefined, 'mfa', ['pwd', 'otp'], { mfa: true }])
    expect(await arrives(amr)).toBe('/second-factor?then=%2F')
  // An account with a second factor cannot be opened by address, because that would bypass the factor.
  const user = { name: 'Ada', email: 'ada@example.com', password: 'a long password' }
  const joined = await own.guest.post('/_ninefold/users', user)
  expect([joined.status, joined.body]).toEqual([201, { secondFactor: true }])
  const half = clientOf(
    own.address,
    joined.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  )
  const { secret } = (await half.post(FACTOR_ENROLMENT_PATH)).body as { secret: string }
  const code = new TOTP({ secret }).generate()
  expect((await half.post(FACTOR_CONFIRMATION_PATH, { code })).status).toBe(200)
  const login = guarded.somebody({ email: 'ada@example.com' })
  expect(problemIn(await guarded.browser().signIn(login))).toBe('exists')
})
