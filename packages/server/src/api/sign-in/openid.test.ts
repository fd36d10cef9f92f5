// Signing in by OpenID, against a certified provider behind HTTP, and against one that lies.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openIdProviders } from '../../outside/openid.ts'
import { clientOf, runApplication, type Client, type RunningApplication } from '../../testing/running-application.ts'
import { CLIENT, CLIENT_SECRET, type OpenIdServer, runOpenIdProvider } from '../../testing/servers/openid-provider.ts'

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
| Reader | see | User | | name, email |
| Reader | change | User | \`id == me.id\` | name, password |
| Librarian | give roles | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| User | \`/api/users\` | list, change | id | everything visible |
`

let provider: OpenIdServer
let library: RunningApplication

beforeAll(async () => {
  provider = await runOpenIdProvider()
  const environment = {
    COMPANY_ISSUER: provider.issuer,
    COMPANY_CLIENT: CLIENT,
    COMPANY_SECRET: CLIENT_SECRET,
  }
  const named = { has: () => true }
  const identityProviders = openIdProviders({ environment, named, takesHttp: true, waitsSeconds: 1 })
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
