// Tenants by the path of the address, over real HTTP: `/t/alder/…` and `/t/birch/…` at one server and with one session.

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { OAUTH_PATHS } from '@ninefold/core/contract/programs/oauth.ts'
import { INVITATIONS_PATH } from '@ninefold/core/contract/wire/people.ts'
import { CURRENT_TENANT_PATH, type OwnTenants, TENANTS_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import { STUDIOS_BY_PATH } from '../../testing/texts/studios-by-address.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

let studios: RunningApplication
/** Member of Alder and Head of Birch. */
let tom: Client

beforeAll(async () => {
  studios = await runApplication(STUDIOS_BY_PATH)
  tom = await studios.signIn('tom@example.test', 'correct-horse-2')
  const { tenants } = (await tom.get(TENANTS_PATH)).body as OwnTenants
  await tom.post(CURRENT_TENANT_PATH, { id: tenants.find(({ label }) => label === 'Alder')?.id })
})
afterAll(() => studios[Symbol.asyncDispose]())

const ADDRESSES = ['/', '/_ninefold/app', '/api/drawings', '/_ninefold/search?q=a', '/nothing', '/_ninefold/files/x']

async function titlesAt(base: string, client = tom, headers: Record<string, string> = {}): Promise<string[]> {
  return (await client.get(`${base}/api/drawings`, headers)).body.items.map(({ title }: { title: string }) => title)
}

it('is in the tenant of the path, with the role there, at the same moment in several', async () => {
  const rolesAt = async (base: string): Promise<string[]> => (await tom.get(`${base}/_ninefold/app`)).body.caller.roles
  expect(await rolesAt('/t/alder')).toEqual(['Visitor', 'Member'])
  expect(await rolesAt('/t/birch')).toEqual(['Visitor', 'Head'])
  const both = await Promise.all(['alder', 'birch', 'alder', 'birch'].map((name) => titlesAt(`/t/${name}`)))
  expect(both).toEqual([['Bridge'], ['Tower'], ['Bridge'], ['Tower']])
  // Where the path names none, the chosen one counts, and requests to paths choose nothing.
  expect(await titlesAt('')).toEqual(['Bridge'])
  expect((await tom.get(`/t/birch${TENANTS_PATH}`)).body.tenants).toMatchObject([
    { label: 'Alder', isCurrent: false, address: `${studios.address}/t/alder` },
    { label: 'Birch', isCurrent: true, address: `${studios.address}/t/birch` },
  ])
})

it('writes into the tenant of the path, with the rights in that one', async () => {
  const body = { title: 'Roof', fee: 3 }
  expect((await tom.post('/t/birch/api/drawings', body)).status).toBe(201)
  expect((await tom.post('/t/alder/api/drawings', body)).status).toBe(403)
  const { rows } = await studios.database.pool.query(
    `SELECT s.slug FROM drawing AS d JOIN studio AS s ON s.id = d.studio_id WHERE d.title = 'Roof'`,
  )
  expect(rows).toEqual([{ slug: 'birch' }])
})

it('shows nothing to users who are not members there, and nothing of a membership that has ended', async () => {
  const uma = await studios.signIn('uma@example.test', 'correct-horse-3')
  expect(await titlesAt('/t/birch', uma)).toContain('Tower')
  expect(await titlesAt('/t/alder', uma)).toEqual([])
  expect((await uma.get('/t/alder/_ninefold/app')).body.caller.roles).toEqual(['Visitor'])
  expect((await uma.get('/t/alder/_ninefold/people.json')).status).toBe(403)
})

it('answers a path without a tenant like one that is not there, at every address', async () => {
  for (const path of ADDRESSES)
    for (const base of ['/t/cedar', '/t/Alder', '/t/alder%2Fbirch', '/t/%', '/t/%00', '/t/alder%20'])
      expect((await tom.get(base + path)).status, base + path).toBe(404)
  for (const path of ['/t', '/t/', '/t//', '/t//alder/api/drawings', '/T/alder/api/drawings'])
    expect((await tom.get(path)).status, path).toBe(404)
  const unknown = await studios.guest.get('/t/cedar/api/drawings')
  expect(JSON.stringify(unknown.body)).not.toMatch(/alder|birch/i)
  const headers = { accept: 'text/html,*/*', 'accept-language': 'de' }
  const page = await (await fetch(`${studios.address}/t/ced%22%3Cb%3Ear/drawings`, { headers })).text()
  expect(page).toContain('Hier heißt nichts')
  expect(page).toContain(`href="${studios.address}/"`)
  expect(page).not.toMatch(/alder|birch|<script|<b>/i)
  const body = { identifier: 'tom@example.test', password: 'correct-horse-2' }
  expect((await studios.guest.post('/t/cedar/_ninefold/session', body)).status).toBe(404)
})

it('takes one tenant of a path, and no other way to write it', async () => {
  for (const path of ['/t/birch/t/alder/api/drawings', '/t/alder/t/birch/api/drawings', '/x/t/birch/api/drawings'])
    expect((await tom.get(path)).status, path).toBe(404)
  expect(await titlesAt('/t/%62irch')).toContain('Tower')
  for (const headers of [{ 'x-original-url': '/t/birch' }, { 'x-forwarded-prefix': '/t/birch' }])
    expect(await titlesAt('', tom, headers as Record<string, string>)).toEqual(['Bridge'])
})

it('keeps the path in links, and in addresses to which answers lead', async () => {
  const head = await studios.signIn('tom@example.test', 'correct-horse-2')
  const invited = await head.post(`/t/birch${INVITATIONS_PATH}`, { role: 'Member', identifier: null })
  expect(invited.status, JSON.stringify(invited.body)).toBe(201)
  expect(invited.body.link).toMatch(new RegExp(`^${studios.address}/t/birch/invitation#`))
  const described = (await tom.get('/t/birch/_ninefold/openapi.json')).body
  expect(described.servers).toEqual([{ url: '/t/birch' }])
  const page = await tom.get('/t/birch/api/drawings?limit=1')
  expect(page.headers.get('link')).toContain(`<${studios.address}/t/birch/api/drawings?`)
})

it('has one session for all tenants, and takes writes of its own pages alone', async () => {
  const response = await fetch(`${studios.address}/t/birch/_ninefold/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'tom@example.test', password: 'correct-horse-2' }),
  })
  expect(response.status).toBe(204)
  for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/Path=\/(?:;|$)/)
  const forged = await tom.post(
    '/t/birch/api/drawings',
    { title: 'Forged', fee: 1 },
    { origin: 'https://elsewhere.test' },
  )
  expect(forged.status).toBe(403)
})

it('accepts keys, apps and agents only in the tenant where they were allowed', async () => {
  const verifier = randomBytes(32).toString('base64url')
  const access = { roles: ['Member'], onlyReads: false, days: 30 }
  const made = await tom.post(`/t/birch${API_KEYS_PATH}`, { name: 'robot', ...access })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const issuer = `${studios.address}/t/birch`
  const server = (await studios.guest.get('/.well-known/oauth-authorization-server/t/birch')).body
  expect(server).toMatchObject({ issuer, token_endpoint: issuer + OAUTH_PATHS.token })
  const metadata = `/.well-known/oauth-protected-resource/t/birch${AGENTS_PATH}`
  expect((await studios.guest.get(metadata)).body).toMatchObject({
    resource: issuer + AGENTS_PATH,
    authorization_servers: [issuer],
  })
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const ofAgent = { accept: 'application/json, text/event-stream' }
  const refused = await studios.guest.post(`/t/birch${AGENTS_PATH}`, asked, ofAgent)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${studios.address}${metadata}"`)
  const callback = 'https://app.example.test/callback'
  const app = await tom.post(`/t/birch${OAUTH_PATHS.registration}`, { client_name: 'App', redirect_uris: [callback] })
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: app.body.client_id,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: issuer,
  })
  const allowed = await tom.post(`/t/birch${OAUTH_PATHS.grants}`, { request: String(request), access })
  const back = new URL(allowed.body.address)
  expect(back.searchParams.get('iss')).toBe(issuer)
  const tokenOf = async (base: string): Promise<Response> =>
    fetch(`${studios.address}${base}${OAUTH_PATHS.token}`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: app.body.client_id,
        code: back.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: callback,
      }),
    })
  const tokens = (await (await tokenOf('/t/birch')).json()) as { readonly access_token: string }
  for (const credential of [made.body.key, tokens.access_token]) {
    const headers = { authorization: `Bearer ${credential}` }
    const statusesAt = async (base: string): Promise<number[]> => [
      (await studios.guest.get(`${base}/api/drawings`, headers)).status,
      (await studios.guest.post(base + AGENTS_PATH, asked, { ...headers, ...ofAgent })).status,
    ]
    expect(await titlesAt('/t/birch', studios.guest, headers)).toContain('Tower')
    expect(await statusesAt('/t/birch')).toEqual([200, 200])
    for (const base of ['/t/alder', '']) expect(await statusesAt(base), base).toEqual([401, 401])
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_drawings', arguments: {} } }
    const said = await studios.guest.post(`/t/birch${AGENTS_PATH}`, call, { ...headers, ...ofAgent })
    expect(JSON.stringify(said.body)).toMatch(/Tower|Unknown tool|There is no tool/)
  }
})
