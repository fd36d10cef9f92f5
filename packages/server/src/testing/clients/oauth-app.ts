// An application with OAuth, and an app that requests access, step by step over HTTP.

import { createHash, randomBytes } from 'node:crypto'
import { OAUTH_PATHS } from '@ninefold/core/contract/programs/oauth.ts'
import { expect } from 'vitest'
import type { Answer, Client, RunningApplication } from '../running-application.ts'

export const PASSWORD = 'long enough indeed'

export const OAUTH_TEXT = `# Desk

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ada@example.test | ${PASSWORD} | Manager |
| ben@example.test | ${PASSWORD} | Agent |
| cleo@example.test | ${PASSWORD} | Reader |

## 6. Roles and permissions

**Agents act as:** Agent

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **API keys:** Agent, Manager, at most 90 days, also by OAuth

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | from a Manager |
| Agent | Reader | from a Manager |
| Manager | Agent | from a Manager |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | Note | | all |
| Agent | create, change | Note | | text |
| Manager | delete | Note | | |
| Manager | see, give roles | User | | id, email |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, create, change, delete | id | everything visible |
`

export const ADDRESS = 'https://app.example.test/callback'
export const ALL = { roles: ['Agent'], onlyReads: false, days: 30 }

export interface Asked {
  readonly app: string
  readonly verifier: string
  readonly query: string
}

export interface Connected {
  readonly app: string
  readonly code: string
  readonly access: string
  readonly renewal: string
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export const by = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/** A client app of `desk`, at `ADDRESS`. */
export class OAuthApp {
  readonly #desk: RunningApplication

  constructor(desk: RunningApplication) {
    this.#desk = desk
  }

  /** Returns its client_id. */
  async registered(more: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.#desk.guest.post(OAUTH_PATHS.registration, {
      client_name: 'Notebook',
      redirect_uris: [ADDRESS],
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.client_id
  }

  /** An authorization request, with changed or omitted parameters. */
  async asked(more: Record<string, string> = {}, without: readonly string[] = []): Promise<Asked> {
    const app = more['client_id'] ?? (await this.registered())
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app,
      redirect_uri: ADDRESS,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      state: 's t&a=te',
      ...more,
    })
    for (const name of without) query.delete(name)
    return { app, verifier, query: String(query) }
  }

  /** `access` null: denied. */
  decide(client: Client, request: string, access: unknown = ALL): Promise<Answer> {
    return client.post(OAUTH_PATHS.grants, { request, access })
  }

  /** Returns the address that the browser is sent to. */
  async answered(client: Client, request: string, access: unknown = ALL): Promise<URL> {
    const { status, body } = await this.decide(client, request, access)
    expect(status, JSON.stringify(body)).toBe(200)
    return new URL(body.address)
  }

  async code(client: Client, request: string): Promise<string> {
    return (await this.answered(client, request)).searchParams.get('code') ?? ''
  }

  form(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#desk.guest.send(path, {
      method: 'POST',
      body: String(new URLSearchParams(fields)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  exchange({ app, verifier }: Asked, code: string, more: Record<string, string> = {}): Promise<Answer> {
    return this.form(OAUTH_PATHS.token, {
      grant_type: 'authorization_code',
      client_id: app,
      code,
      code_verifier: verifier,
      redirect_uri: ADDRESS,
      ...more,
    })
  }

  refresh(app: string, token: string, more: Record<string, string> = {}): Promise<Answer> {
    return this.form(OAUTH_PATHS.token, { grant_type: 'refresh_token', client_id: app, refresh_token: token, ...more })
  }

  async connected(client: Client, access: unknown = ALL): Promise<Connected> {
    const request = await this.asked()
    const code = (await this.answered(client, request.query, access)).searchParams.get('code') ?? ''
    const { status, body } = await this.exchange(request, code)
    expect(status, JSON.stringify(body)).toBe(200)
    return { app: request.app, code, access: body.access_token, renewal: body.refresh_token }
  }

  async statusWith(token: string): Promise<number> {
    return (await this.#desk.guest.get('/api/notes', by(token))).status
  }

  async createdWith(token: string): Promise<number> {
    return (await this.#desk.guest.post('/api/notes', { text: 'By an app' }, by(token))).status
  }
}
