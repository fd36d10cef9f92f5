// Tenants by the host of the address, over real HTTP: `alder.localhost` and `birch.localhost` at one server.

import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { OAUTH_PATHS } from '@ninefold/core/contract/programs/oauth.ts'
import { CURRENT_TENANT_PATH, type OwnTenants, TENANTS_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import { STUDIOS_BY_HOST } from '../../testing/texts/studios-by-address.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

let studios: RunningApplication
let port: number
/** Member of Alder and Head of Birch. */
let tom: Client

beforeAll(async () => {
  studios = await runApplication(STUDIOS_BY_HOST)
  port = Number(new URL(studios.address).port)
  tom = await studios.signIn('tom@example.test', 'correct-horse-2')
  const { tenants } = (await tom.get(TENANTS_PATH)).body as OwnTenants
  await tom.post(CURRENT_TENANT_PATH, { id: tenants.find(({ label }) => label === 'Alder')?.id })
})
afterAll(() => studios[Symbol.asyncDispose]())

interface HostAnswer {
  readonly status: number
  readonly body: any
  readonly cookies: readonly string[]
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly form?: Record<string, string>
}

/** `fetch` does not let a program choose its Host. */
function at(host: string, path: string, { method = 'GET', headers = {}, body, form }: Sent = {}): Promise<HostAnswer> {
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const text = form === undefined ? body && JSON.stringify(body) : String(new URLSearchParams(form))
  const content: Record<string, string> = text === undefined ? {} : { 'content-type': type }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { host: `${host}:${port}`, ...content, ...headers } },
      (answer) => {
        let said = ''
        answer.on('data', (part: Buffer) => (said += part.toString()))
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.includes('json') === true
          const cookies = answer.headers['set-cookie'] ?? []
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(said) : said, cookies })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

const asTom = (): Record<string, string> => ({ cookie: tom.cookie ?? '' })
const rolesAt = async (host: string): Promise<string[]> =>
  (await at(host, '/_ninefold/app', { headers: asTom() })).body.caller.roles
const titlesAt = async (host: string, headers = asTom()): Promise<string[]> =>
  (await at(host, '/api/drawings', { headers })).body.items.map(({ title }: { title: string }) => title)

it('is in the tenant of the host, with the role there, at the same moment in several', async () => {
  expect(await rolesAt('alder.localhost')).toEqual(['Visitor', 'Member'])
  expect(await rolesAt('birch.localhost')).toEqual(['Visitor', 'Head'])
  const both = await Promise.all(['alder', 'birch', 'alder', 'birch'].map((name) => titlesAt(`${name}.localhost`)))
  expect(both).toEqual([['Bridge'], ['Tower'], ['Bridge'], ['Tower']])
  // Where the host names none, the chosen one counts, and requests to hosts choose nothing.
  expect(await titlesAt('localhost')).toEqual(['Bridge'])
  expect(await titlesAt('birch.localhost.')).toEqual(['Tower'])
  expect((await tom.get(TENANTS_PATH)).body.tenants).toMatchObject([
    { label: 'Alder', isCurrent: true, address: `http://alder.localhost:${port}` },
    { label: 'Birch', isCurrent: false, address: `http://birch.localhost:${port}` },
  ])
  const list = await tom.post(CURRENT_TENANT_PATH, { id: [(await tom.get(TENANTS_PATH)).body.tenants[1].id] })
  expect(list.status).toBe(404)
  const atBirch = await at('birch.localhost', TENANTS_PATH, { headers: asTom() })
  expect(atBirch.body.tenants.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true])
})

it('writes into the tenant of the host, and takes the rights of that one', async () => {
  const made = await at('birch.localhost', '/api/drawings', {
    method: 'POST',
    headers: asTom(),
    body: { title: 'Roof', fee: 3 },
  })
  expect(made.status).toBe(201)
  const { rows } = await studios.database.pool.query(
    `SELECT s.slug FROM drawing AS d JOIN studio AS s ON s.id = d.studio_id WHERE d.title = 'Roof'`,
  )
  expect(rows).toEqual([{ slug: 'birch' }])
  const body = { title: 'Wall', fee: 3 }
  expect((await at('alder.localhost', '/api/drawings', { method: 'POST', headers: asTom(), body })).status).toBe(403)
})

it('shows nothing to users who are not members there', async () => {
  const uma = await studios.signIn('uma@example.test', 'correct-horse-3')
  const headers = { cookie: uma.cookie ?? '' }
  expect(await titlesAt('birch.localhost', headers)).toContain('Tower')
  expect((await at('alder.localhost', '/api/drawings', { headers })).body.items).toEqual([])
  expect((await at('alder.localhost', '/_ninefold/app', { headers })).body.caller.roles).toEqual(['Visitor'])
  expect((await at('alder.localhost', '/_ninefold/people.json', { headers })).status).toBe(403)
})

it('answers a host without a tenant as not found, at every address', async () => {
  for (const path of ['/', '/_ninefold/app', '/api/drawings', '/_ninefold/search?q=a', '/nothing'])
    for (const host of ['cedar.localhost', 'x.alder.localhost', 'no-such.localhost'])
      expect((await at(host, path, { headers: asTom() })).status, `${host}${path}`).toBe(404)
  const headers = { accept: 'text/html,*/*', 'accept-language': 'de' }
  const page = await at('ced&ar.localhost', '/', { headers })
  expect(page.status).toBe(400)
  const { status, body: html } = await at('cedar.localhost', '/drawings', { headers })
  expect([status, html]).toEqual([404, expect.stringContaining('Hier heißt nichts „cedar“.')])
  expect(html).toContain(`href="http://localhost:${port}/"`)
  expect(html).not.toMatch(/alder|birch|<script/i)
  const body = { identifier: 'tom@example.test', password: 'correct-horse-2' }
  expect((await at('cedar.localhost', '/_ninefold/session', { method: 'POST', body })).status).toBe(404)
})

it('gives a session to the host alone that it began at, and takes no form of another tenant', async () => {
  const body = { identifier: 'tom@example.test', password: 'correct-horse-2' }
  const { status, cookies } = await at('birch.localhost', '/_ninefold/session', { method: 'POST', body })
  expect(status).toBe(204)
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i)
  const foreign = await at('birch.localhost', '/api/drawings', {
    method: 'POST',
    headers: { ...asTom(), origin: `http://alder.localhost:${port}` },
    body: { title: 'Forged', fee: 1 },
  })
  expect(foreign.status).toBe(403)
})

it('accepts keys, apps and agents only at the host where they were allowed', async () => {
  const verifier = randomBytes(32).toString('base64url')
  const post = (path: string, body: unknown): Promise<HostAnswer> =>
    at('birch.localhost', path, { method: 'POST', headers: asTom(), body })
  // Tom has the role in both studios, so only the host can make the difference.
  const access = { roles: ['Member'], onlyReads: false, days: 30 }
  const made = await post(API_KEYS_PATH, { name: 'robot', ...access })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const callback = 'https://app.example.test/callback'
  const app = await post(OAUTH_PATHS.registration, { client_name: 'App', redirect_uris: [callback] })
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: app.body.client_id,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `http://birch.localhost:${port}`,
  })
  const allowed = await post(OAUTH_PATHS.grants, { request: String(request), access })
  const tokens = await at('birch.localhost', OAUTH_PATHS.token, {
    method: 'POST',
    form: {
      grant_type: 'authorization_code',
      client_id: app.body.client_id,
      code: new URL(allowed.body.address).searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: callback,
    },
  })
  expect(tokens.status, JSON.stringify(tokens.body)).toBe(200)
  const refreshedAt = async (host: string): Promise<number> => {
    const form = {
      grant_type: 'refresh_token',
      client_id: app.body.client_id,
      refresh_token: tokens.body.refresh_token,
    }
    return (await at(host, OAUTH_PATHS.token, { method: 'POST', form })).status
  }
  expect([await refreshedAt('alder.localhost'), await refreshedAt('localhost')]).toEqual([400, 400])
  expect(await refreshedAt('birch.localhost')).toBe(200)
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const credential of [made.body.key, tokens.body.access_token]) {
    const headers = { authorization: `Bearer ${credential}` }
    const ofAgent = { ...headers, accept: 'application/json, text/event-stream' }
    const statusesAt = async (host: string): Promise<number[]> => [
      (await at(host, '/api/drawings', { headers })).status,
      (await at(host, AGENTS_PATH, { method: 'POST', headers: ofAgent, body: asked })).status,
    ]
    expect(await titlesAt('birch.localhost', headers)).toContain('Tower')
    expect(await statusesAt('birch.localhost')).toEqual([200, 200])
    for (const host of ['alder.localhost', 'localhost']) expect(await statusesAt(host), host).toEqual([401, 401])
  }
  const chosen = await at('localhost', API_KEYS_PATH, {
    method: 'POST',
    headers: asTom(),
    body: { name: 'b', ...access },
  })
  const headers = { authorization: `Bearer ${chosen.body.key}` }
  expect(await titlesAt('localhost', headers)).toEqual(['Bridge'])
  expect((await at('birch.localhost', '/api/drawings', { headers })).status).toBe(401)
})

it('counts a membership that ends at once', async () => {
  const pia = await studios.signIn('pia@example.test', 'correct-horse-4')
  const headers = { cookie: pia.cookie ?? '' }
  expect(await titlesAt('alder.localhost', headers)).toEqual(['Bridge'])
  await studios.database.pool.query(
    `DELETE FROM membership WHERE person_id = (SELECT id FROM person WHERE email = 'pia@example.test')`,
  )
  expect((await at('alder.localhost', '/api/drawings', { headers })).body.items).toEqual([])
})
