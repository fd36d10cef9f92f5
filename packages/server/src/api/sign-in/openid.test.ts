// Signing in by OpenID, against a certified provider behind HTTP, and against one that lies.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import type { IdentityProviders } from '../../gate/context/identity-providers.ts'
import { openIdProviders } from '../../outside/openid.ts'
import { clientOf, runApplication, type Client, type RunningApplication } from '../../testing/running-application.ts'
import { CLIENT, CLIENT_SECRET, type OpenIdServer, runOpenIdProvider } from '../../testing/servers/openid-provider.ts'
import { localAddress } from './openid.ts'

const TEXT = `# Library

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | hidden | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password, OpenID Company, OpenID Partner
- **Session:** cookie, ends 1 day after last use
- **Sign up:** open, gives Reader

### OpenID provider: Company

- **Issuer:** COMPANY_ISSUER
- **Client:** COMPANY_CLIENT COMPANY_SECRET
- **Scopes:** groups
- **Sign up:** addresses of example.com, gives Reader
- **Existing accounts:** linked by confirmed address

| Field | Claim |
| --- | --- |
| name | name |

| Claim | Value | Role |
| --- | --- | --- |
| groups | librarians | Librarian |
| realm.roles | keeper | Keeper |

### OpenID provider: Partner

- **Issuer:** COMPANY_ISSUER
- **Client:** COMPANY_CLIENT COMPANY_SECRET
- **Sign up:** closed

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | by signing up |
| Librarian | Reader | from a Librarian |
| Keeper | Reader | from a Librarian |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | name, email, password |
| Reader | see | User | | id, name, email |
| Reader | change | User | \`id == me.id\` | name, password |
| Librarian | give roles, delete | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| User | \`/api/users\` | list, change, delete | id | everything visible |
`

let provider: OpenIdServer
let library: RunningApplication

function providersAt(issuer: string): IdentityProviders {
  const environment = { COMPANY_ISSUER: issuer, COMPANY_CLIENT: CLIENT, COMPANY_SECRET: CLIENT_SECRET }
  return openIdProviders({ environment, named: { has: () => true }, takesHttp: true, waitsSeconds: 1 })
}

beforeAll(async () => {
  provider = await runOpenIdProvider()
  const identityProviders = providersAt(provider.issuer)
  library = await runApplication(TEXT, { double: (application) => ({ ...application, identityProviders }) })
  const callback = `${library.address}/_ninefold/openid/callback`
  provider.serve(library.address, [`${callback}/company`, `${callback}/partner`])
})

beforeEach(() => {
  provider.tokens = null
  provider.faults.length = 0
})

afterAll(async () => {
  await library[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** A browser: it keeps cookies of every host by itself, and shows where it was sent. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>()

  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Where the application sends it. */
  async start(company = 'company', more: Record<string, unknown> = {}): Promise<any> {
    const response = await this.ask(`${library.address}/_ninefold/openid/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: company, ...more }),
    })
    return response.json()
  }

  /** Signs in there, and is sent back: the address of the callback. */
  async throughProvider(address: string, login: string): Promise<string> {
    let next = address
    for (let turns = 0; turns < 12; turns++) {
      const response = await this.ask(next)
      const location = response.headers.get('location')
      if (location === null) {
        const body = new URLSearchParams({ prompt: 'login', login, password: 'any' })
        const sent = await this.ask(next, { method: 'POST', body })
        next = new URL(sent.headers.get('location') ?? '', next).href
      } else next = new URL(location, next).href
      if (next.startsWith(library.address)) return next
    }
    throw new Error(`The provider leads round in circles: ${next}.`)
  }

  /** All of it: where the application sends the browser in the end. */
  async signIn(login: string, company = 'company', more: Record<string, unknown> = {}): Promise<string> {
    const { address } = await this.start(company, more)
    return this.comeBack(await this.throughProvider(address, login))
  }

  async comeBack(callback: string): Promise<string> {
    const response = await this.ask(callback)
    expect(response.status, await response.text()).toBe(303)
    return response.headers.get('location') ?? ''
  }

  get client(): Client {
    const jar = this.cookies.get(library.address) ?? new Map<string, string>()
    return clientOf(library.address, [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  }

  /** Whoever is signed in. */
  async caller(): Promise<{ readonly id: string; readonly label: string; readonly roles: readonly string[] } | null> {
    return (await this.client.get('/_ninefold/app')).body.caller
  }
}

let people = 0

function somebody(more: Record<string, unknown> = {}): string {
  people += 1
  const login = `person${people}`
  provider.people.set(login, {
    name: `Person ${people}`,
    email: `${login}@example.com`,
    email_verified: true,
    ...more,
  })
  return login
}

it('makes a user of somebody with an address of the domain, and knows them again', async () => {
  const login = somebody()
  const browser = new Browser()
  expect(await browser.signIn(login, 'company', { then: '/books?sorted=name#third' })).toBe('/books?sorted=name#third')
  const first = await browser.caller()
  expect(first).toMatchObject({ roles: ['Reader'] })
  const again = new Browser()
  expect(await again.signIn(login)).toBe('/')
  expect(await again.caller()).toEqual(first)
  const { rows } = await library.database.pool.query(`SELECT name, email, password FROM "user" WHERE email = $1`, [
    `${login}@example.com`,
  ])
  expect(rows).toEqual([{ name: `Person ${people}`, email: `${login}@example.com`, password: null }])
})

/** The problem that the browser is sent to read of. */
function problemIn(location: string): string | null {
  const url = new URL(location, library.address)
  return url.pathname === '/sign-in/problem' ? url.searchParams.get('problem') : null
}

async function problemOf(login: string, company = 'company'): Promise<string | null> {
  const browser = new Browser()
  const problem = problemIn(await browser.signIn(login, company))
  expect(await browser.caller()).toBeNull()
  return problem
}

async function userWith(email: string): Promise<{ id: string; password: string | null } | null> {
  const { rows } = await library.database.pool.query('SELECT id, password FROM "user" WHERE email = $1', [email])
  return rows[0] ?? null
}

it('makes no user without a confirmed address of the domain', async () => {
  expect(await problemOf(somebody({ email_verified: false }))).toBe('unconfirmed')
  expect(await problemOf(somebody({ email_verified: 'true' }))).toBe('unconfirmed')
  expect(await problemOf(somebody({ email_verified: undefined }))).toBe('unconfirmed')
  expect(await problemOf(somebody({ email: ['a@example.com'] }))).toBe('unconfirmed')
  for (const domain of ['elsewhere.test', 'example.com.elsewhere.test', 'sub.example.com', 'notexample.com'])
    expect(await problemOf(somebody({ email: `one@${domain}` })), domain).toBe('domain')
  expect(await problemOf(somebody({ email: 'a@example.com@elsewhere.test' }))).toBe('domain')
  expect(await problemOf(somebody({ email: 'b"@elsewhere.test"@example.com' }))).toBe('incomplete')
  expect(await problemOf(somebody({ name: undefined }))).toBe('incomplete')
  expect(await problemOf(somebody({ name: { first: 'Ada' } }))).toBe('incomplete')
  expect(await problemOf(somebody({ name: 'x'.repeat(81) }))).toBe('incomplete')
  expect(await problemOf(somebody(), 'partner')).toBe('closed')
})

it('gives the roles that claims name, and takes them away at the next sign-in', async () => {
  const rolesOf = async (claims: Record<string, unknown>, login = somebody()): Promise<readonly string[]> => {
    provider.people.set(login, { ...provider.people.get(login), groups: undefined, realm: undefined, ...claims })
    const browser = new Browser()
    expect(problemIn(await browser.signIn(login))).toBeNull()
    return [...((await browser.caller())?.roles ?? [])].sort()
  }
  const login = somebody()
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
  const login = somebody()
  const email = `${login}@example.com`
  const before = await library.signUp({ name: 'Squatter', email, password: 'a long password' })
  const browser = new Browser()
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
  // The address is not confirmed: the answer is the one for an address that nobody has.
  expect(await problemOf(somebody({ email, email_verified: false }))).toBe('unconfirmed')
  expect((await userWith(email))?.password).not.toBeNull()
  // This text does not link by an address at the other provider's button.
  expect(await problemOf(somebody({ email }), 'partner')).toBe('exists')
  expect((await userWith(email))?.password).not.toBeNull()
  expect(problemIn(await new Browser().signIn(somebody({ email: 'Shared@Example.com' })))).toBeNull()
  // Another subject with the same address: the account has an identity by now.
  expect(await problemOf(somebody({ email }))).toBe('exists')
})

it('links, lists and unlinks identities, but for the last way in', async () => {
  const [first, other] = [somebody(), somebody({ email: 'private@elsewhere.test' })]
  const browser = new Browser()
  await browser.signIn(first)
  const account = async (): Promise<any> => (await browser.client.get('/_ninefold/account.json')).body.identities
  expect(await account()).toMatchObject({
    identities: [{ provider: 'Company', address: `${first}@example.com`, isLast: true }],
    toLink: [{ name: 'Partner', key: 'partner' }],
  })
  const [only] = (await account()).identities
  expect((await browser.client.delete(`/_ninefold/identities/${only.id}`)).status).toBe(403)
  // The provider knows the browser: another person has to sign in there.
  browser.cookies.delete(provider.issuer)
  expect(await browser.signIn(other, 'partner', { link: true, then: '/_ninefold/account' })).toBe('/_ninefold/account')
  expect((await account()).identities).toMatchObject([{ isLast: false }, { provider: 'Partner', isLast: false }])
  expect((await browser.client.delete(`/_ninefold/identities/${only.id}`)).status).toBe(204)
  expect((await browser.client.delete(`/_ninefold/identities/${only.id}`)).status).toBe(404)
  expect((await account()).identities).toMatchObject([{ provider: 'Partner', isLast: true }])
  // The same user of the provider is nobody else's from then on.
  const somebodyElse = new Browser()
  await somebodyElse.signIn(somebody())
  somebodyElse.cookies.delete(provider.issuer)
  expect(problemIn(await somebodyElse.signIn(other, 'partner', { link: true }))).toBe('another')
  expect((await library.guest.post('/_ninefold/openid/start', { provider: 'company', link: true })).status).toBe(401)
  const stolen = (await browser.client.get('/_ninefold/account.json')).body.identities.identities[0].id
  expect((await somebodyElse.client.delete(`/_ninefold/identities/${stolen}`)).status).toBe(404)
})

it('takes the answer in the browser that began, once, and in time', async () => {
  const login = somebody()
  const browser = new Browser()
  const { address } = await browser.start()
  const callback = await browser.throughProvider(address, login)
  // Another browser, which has begun as well, or not at all.
  const other = new Browser()
  expect(problemIn(await other.comeBack(callback))).toBe('ended')
  await other.start()
  expect(problemIn(await other.comeBack(callback))).toBe('wrong')
  expect(await other.caller()).toBeNull()
  // The callback of another provider.
  await browser.start('partner')
  expect(problemIn(await browser.comeBack(callback))).toBe('ended')
  // The code is used up, whichever state comes with it.
  const whole = new Browser()
  const begun = await whole.start()
  const right = await whole.throughProvider(begun.address, login)
  const cookies = new Map(whole.cookies.get(library.address))
  expect(await whole.comeBack(right)).toBe('/')
  const replayed = new Browser()
  replayed.cookies.set(library.address, cookies)
  expect(problemIn(await replayed.comeBack(right))).toBe('ended')
  // Its time is over.
  const late = new Browser()
  const lateCallback = await late.throughProvider((await late.start()).address, login)
  await library.database.pool.query(`UPDATE ninefold.pending_sign_in SET expires_at = now() - interval '1 second'`)
  expect(problemIn(await late.comeBack(lateCallback))).toBe('ended')
})

it('takes no answer with another state, and none without a code', async () => {
  for (const change of [
    (url: URL) => url.searchParams.set('state', 'another'),
    (url: URL) => url.searchParams.delete('state'),
    (url: URL) => url.searchParams.set('code', 'another'),
    (url: URL) => url.searchParams.delete('code'),
    (url: URL) => url.searchParams.append('code', 'another'),
    (url: URL) => url.searchParams.set('iss', 'https://elsewhere.test'),
  ]) {
    const browser = new Browser()
    const url = new URL(await browser.throughProvider((await browser.start()).address, somebody()))
    change(url)
    expect(problemIn(await browser.comeBack(url.href)), url.search).toBe('wrong')
    expect(await browser.caller()).toBeNull()
  }
  const browser = new Browser()
  const { address } = await browser.start()
  const state = new URL(address).searchParams.get('state') ?? ''
  const said = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
  const location = await browser.comeBack(`${library.address}/_ninefold/openid/callback/company?${said}`)
  expect(problemIn(location)).toBe('declined')
})

it('takes no ID token but one of the provider, for this application, this browser and this hour', async () => {
  const now = Math.floor(Date.now() / 1000)
  const attempt = async (lie: NonNullable<OpenIdServer['tokens']>): Promise<string | null> => {
    const browser = new Browser()
    const callback = await browser.throughProvider((await browser.start()).address, somebody())
    provider.tokens = lie
    const problem = problemIn(await browser.comeBack(callback))
    provider.tokens = null
    expect((await browser.caller()) === null).toBe(problem !== null)
    return problem
  }
  const mallory = { email: 'mallory@example.com', email_verified: true, name: 'Mallory' }
  const told =
    (more: Record<string, unknown>, by?: 'somebody else' | 'nobody') => (claims: Record<string, unknown>) => ({
      claims: { ...claims, ...mallory, ...more },
      ...(by === undefined ? {} : { by }),
    })
  expect(await attempt(told({ nonce: 'another' }))).toBe('wrong')
  expect(await attempt(told({ nonce: undefined }))).toBe('wrong')
  expect(await attempt(told({ iss: 'https://elsewhere.test' }))).toBe('wrong')
  expect(await attempt(told({ aud: 'another application' }))).toBe('wrong')
  expect(await attempt(told({ aud: [CLIENT, 'another application'] }))).toBe('wrong')
  expect(await attempt(told({ exp: now - 3600 }))).toBe('wrong')
  expect(await attempt(told({ sub: undefined }))).toBe('wrong')
  expect(await attempt(told({ sub: 7 }))).toBe('wrong')
  expect(await attempt(told({ sub: 'somebody else' }))).toBe('wrong')
  expect(await attempt(told({}, 'somebody else'))).toBe('wrong')
  expect(await attempt(told({}, 'nobody'))).toBe('wrong')
  // The same token without a lie lets in: the refusals above are for what they lie about.
  expect(await attempt(told({}))).toBeNull()
})

it('says that a provider is away, and goes on when it is back', async () => {
  const away = (request: IncomingMessage, response: ServerResponse): boolean => {
    response.writeHead(503, { 'content-type': 'text/html' }).end('<p>Later</p>')
    return request.url !== undefined
  }
  const silent = (): boolean => true
  const broken = (_: IncomingMessage, response: ServerResponse): boolean => {
    response.destroy()
    return true
  }
  const endless = (_: IncomingMessage, response: ServerResponse): boolean => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(`{"a":"${'x'.repeat(1_200_000)}`)
    return true
  }
  const fresh = (): Application => ({ ...library.application, identityProviders: providersAt(provider.issuer) })
  for (const [fault, problem] of [
    [away, 'away'],
    [silent, 'away'],
    [broken, 'away'],
    [endless, 'wrong'],
  ] as const) {
    // One that has not been asked yet.
    ;(await library.server.prepare(fresh()))()
    provider.faults.push(fault)
    const browser = new Browser()
    expect(await browser.start(), problem).toEqual({ problem })
    expect(await browser.start()).toEqual({ address: expect.stringContaining(provider.issuer) })
    // The token endpoint fails in the same way.
    const callback = await browser.throughProvider((await browser.start()).address, somebody())
    provider.faults.push(fault)
    expect(problemIn(await browser.comeBack(callback))).toBe(problem)
    expect(await browser.signIn(somebody())).toBe('/')
  }
  ;(await library.server.prepare(fresh()))()
})

it('leads back to pages of the application only', () => {
  const origin = 'https://library.example.com'
  for (const address of ['/', '/books', '/books?sorted=name#third', '/b%2F%2Fc', '/b//c'])
    expect(localAddress(address, origin)).toBe(address)
  for (const address of [
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
    '/\n/elsewhere.test',
    '/.//elsewhere.test',
    '/..//elsewhere.test',
    '/x/..//elsewhere.test',
    'https://elsewhere.test',
    'javascript:alert(1)',
    'elsewhere',
    '',
    `/${'x'.repeat(2_000)}`,
    null,
    7,
    ['/books'],
  ])
    expect(localAddress(address, origin), String(address)).toBe('/')
})

it('signs out here and at the provider', async () => {
  const browser = new Browser()
  await browser.signIn(somebody())
  const response = await browser.ask(`${library.address}/_ninefold/session`, { method: 'DELETE' })
  expect(response.status).toBe(200)
  const { address } = (await response.json()) as { address: string }
  expect(await browser.caller()).toBeNull()
  const elsewhere = new URL(address)
  expect(elsewhere.origin).toBe(provider.issuer)
  expect(elsewhere.searchParams.get('post_logout_redirect_uri')).toBe(`${library.address}/`)
  expect((await browser.ask(address)).status).toBe(200)
  // A session by a password ends as before.
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
  const login = somebody()
  const browser = new Browser()
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
  const keeper = new Browser()
  await keeper.signIn(somebody({ groups: ['librarians'] }))
  expect((await keeper.client.delete(`/api/users/${id}`)).status).toBe(204)
  expect(await kept()).toBe(0)
})
