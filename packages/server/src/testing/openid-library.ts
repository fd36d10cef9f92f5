// A library with sign-in by an OpenID provider, the provider itself, and browsers between them.

import { expect } from 'vitest'
import type { IdentityProviders } from '../gate/context/identity-providers.ts'
import { openIdProviders } from '../outside/openid.ts'
import { clientOf, runApplication, type Client, type RunningApplication } from './running-application.ts'
import { CLIENT, CLIENT_SECRET, type OpenIdServer, runOpenIdProvider } from './servers/openid-provider.ts'

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

export function providersAt(issuer: string, partner = issuer): IdentityProviders {
  const environment = {
    COMPANY_ISSUER: issuer,
    COMPANY_CLIENT: CLIENT,
    COMPANY_SECRET: CLIENT_SECRET,
    PARTNER_ISSUER: partner,
    PARTNER_CLIENT: CLIENT,
    PARTNER_SECRET: CLIENT_SECRET,
  }
  return openIdProviders({ environment, named: { has: () => true }, takesHttp: true, waitsSeconds: 1 })
}

export interface OpenIdLibrary extends AsyncDisposable {
  readonly library: RunningApplication
  readonly provider: OpenIdServer
  /** A browser without cookies. */
  browser(): Browser
  /** A person whom the provider knows, with an address at example.com by default. Returns the login. */
  somebody(claims?: Record<string, unknown>): string
}

/** `change`: edits the text of the library. `partner`: a second provider, behind the variables `PARTNER_…`. */
export async function openIdLibrary(
  change: (text: string) => string = (text) => text,
  partner: OpenIdServer | null = null,
): Promise<OpenIdLibrary> {
  const provider = await runOpenIdProvider()
  const identityProviders = providersAt(provider.issuer, partner?.issuer)
  const library = await runApplication(change(TEXT), {
    double: (application) => ({ ...application, identityProviders }),
  })
  const callback = `${library.address}/_ninefold/openid/callback`
  provider.serve(library.address, [`${callback}/company`, `${callback}/partner`])
  partner?.serve(library.address, [`${callback}/company`, `${callback}/partner`])
  let people = 0
  return {
    library,
    provider,
    browser: () => new Browser(library.address),
    somebody: (claims = {}) => {
      people += 1
      const login = `person${people}`
      const usual = { name: `Person ${people}`, email: `${login}@example.com`, email_verified: true }
      provider.people.set(login, { ...usual, ...claims })
      return login
    },
    [Symbol.asyncDispose]: async () => {
      await library[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** The problem in the address that a browser is sent to; null: another address. */
export function problemIn(location: string): string | null {
  const url = new URL(location, 'http://library.test')
  return url.pathname === '/sign-in/problem' ? url.searchParams.get('problem') : null
}

/** A browser with cookies per host, which shows where it is sent. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>()
  private readonly application: string

  constructor(application: string) {
    this.application = application
  }

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

  /** Starts at the application; returns the provider's address. */
  async start(company = 'company', more: Record<string, unknown> = {}): Promise<any> {
    const response = await this.ask(`${this.application}/_ninefold/openid/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: company, ...more }),
    })
    return response.json()
  }

  /** Signs in there; returns the callback address. */
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
      if (next.startsWith(this.application)) return next
    }
    throw new Error(`The provider leads round in circles: ${next}.`)
  }

  /** The whole sign-in; returns the final address. */
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
    const jar = this.cookies.get(this.application) ?? new Map<string, string>()
    return clientOf(this.application, [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  }

  /** The signed-in user. */
  async caller(): Promise<{ readonly id: string; readonly label: string; readonly roles: readonly string[] } | null> {
    return (await this.client.get('/_ninefold/app')).body.caller
  }
}
