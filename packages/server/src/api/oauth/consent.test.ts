// Users decide about apps' authorisation requests, over real HTTP: an agent with the protocol's own client, and attacks
// by hand.

import { auth, UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as AgentClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ACCOUNT_PATH } from '@ninefold/core/contract/wire/account.ts'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { AUTHORIZATION_PAGE, CONNECTED_APPS_MAX, OAUTH_PATHS } from '@ninefold/core/contract/programs/oauth.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditOf } from '../../store/tables/audit.ts'
import { ADDRESS, ALL, by, OAUTH_TEXT, OAuthApp, PASSWORD } from '../../testing/clients/oauth-app.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

let desk: RunningApplication
let oauth: OAuthApp
let ben: Client

beforeAll(async () => {
  desk = await runApplication(OAUTH_TEXT)
  oauth = new OAuthApp(desk)
  ben = await desk.signIn('ben@example.test', PASSWORD)
})
afterAll(() => desk[Symbol.asyncDispose]())

it('lets an agent in by a click: found from the refusal, registered, allowed, renewed', async () => {
  const kept: Record<string, any> = {}
  let page: URL | null = null
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:7777/callback',
    clientMetadata: { client_name: 'Assistant', redirect_uris: ['http://127.0.0.1:7777/callback'] },
    clientInformation: () => kept['client'],
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept['tokens'],
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    redirectToAuthorization: (url) => void (page = url),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    codeVerifier: () => kept['verifier'],
  }
  const transport = new StreamableHTTPClientTransport(new URL(desk.address + AGENTS_PATH), { authProvider: provider })
  const agent = new AgentClient({ name: 'test', version: '1' })
  await expect(agent.connect(transport as Parameters<AgentClient['connect']>[0])).rejects.toThrow(UnauthorizedError)
  const { pathname, search } = page as unknown as URL
  expect(pathname).toBe(AUTHORIZATION_PAGE)
  const shown = await ben.get(OAUTH_PATHS.request + search)
  expect(shown.body).toEqual({
    app: { name: 'Assistant', goesTo: '127.0.0.1:7777', isOnThisComputer: true },
    roles: ['Agent'],
    requested: ['Agent'],
    daysMax: 90,
  })
  const address = await oauth.answered(ben, search.slice(1))
  expect(address.searchParams.get('iss')).toBe(desk.address)
  await transport.finishAuth(address.searchParams.get('code') ?? '')
  const again = new StreamableHTTPClientTransport(new URL(desk.address + AGENTS_PATH), { authProvider: provider })
  const inside = new AgentClient({ name: 'test', version: '1' })
  await inside.connect(again as Parameters<AgentClient['connect']>[0])
  const { tools } = await inside.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_notes', 'create_note']))
  expect(tools.map(({ name }) => name)).not.toContain('delete_note')
  const before = kept['tokens']
  expect(await auth(provider, { serverUrl: desk.address + AGENTS_PATH })).toBe('AUTHORIZED')
  expect(kept['tokens'].refresh_token).not.toBe(before.refresh_token)
  await inside.close()
})

it('gives an app what its user allowed, and never more than the user has', async () => {
  const { access } = await oauth.connected(ben, { ...ALL, onlyReads: true })
  expect([await oauth.statusWith(access), await oauth.createdWith(access)]).toEqual([200, 403])
  const writing = await oauth.connected(ben)
  expect(await oauth.createdWith(writing.access)).toBe(201)
  const audit = []
  for await (const each of auditOf(desk.database.pool, { since: null, caller: null })) audit.push(each)
  expect(audit.at(-1)).toMatchObject({ key: 'OAuth Notebook', action: 'create', entity: 'Note' })
  expect((await desk.guest.get(ACCOUNT_PATH, by(writing.access))).status).toBe(403)
  const request = await oauth.asked()
  expect((await oauth.decide(ben, request.query, { ...ALL, roles: ['Manager'] })).status).toBe(403)
  expect((await oauth.decide(ben, request.query, { ...ALL, days: 91 })).status).toBe(422)
  expect((await oauth.decide(desk.guest, request.query)).status).toBe(401)
  const key = (await ben.post(API_KEYS_PATH, { name: 'Key', ...ALL })).body.key
  expect((await desk.guest.post(OAUTH_PATHS.grants, { request: request.query, access: ALL }, by(key))).status).toBe(403)
})

it('gives access to no more apps than a user may have', async () => {
  const cleo = await desk.signIn('cleo@example.test', PASSWORD)
  const { id } = (await cleo.get('/_ninefold/app')).body.caller
  await desk.database.runOwn('make-agent', `INSERT INTO ninefold.user_role VALUES ($1, 'Agent')`, [String(id)])
  const request = await oauth.asked()
  await desk.database.runOwn(
    'fill-grants',
    `INSERT INTO ninefold.oauth_grant (app, user_id, roles, only_reads, expires_at, code_hash, code_challenge, redirect_address, refresh_salt, refresh_hash)
     SELECT $1::uuid, $2, '{Agent}', true, now() + interval '1 day', sha256(n::text::bytea), '', '', '', sha256(n::text::bytea)
     FROM generate_series(1, $3::integer) AS n`,
    [request.app, String(id), CONNECTED_APPS_MAX],
  )
  expect((await oauth.decide(cleo, request.query)).status).toBe(403)
  const [{ id: grant }] = (await cleo.get(ACCOUNT_PATH)).body.apiKeys.apps
  expect((await cleo.delete(`${OAUTH_PATHS.grants}/${grant}`)).status).toBe(204)
  expect((await oauth.decide(cleo, request.query)).status).toBe(200)
})

it('answers an app that is denied, or asks wrongly, at its own address and nowhere else', async () => {
  const denied = await oauth.answered(ben, (await oauth.asked()).query, null)
  expect(denied.origin + denied.pathname).toBe(ADDRESS)
  expect(Object.fromEntries(denied.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 's t&a=te',
    iss: desk.address,
  })
  const errorOf = async (more: Record<string, string>, without: readonly string[] = []): Promise<string | null> =>
    (await oauth.answered(ben, (await oauth.asked(more, without)).query)).searchParams.get('error')
  expect(await errorOf({}, ['code_challenge'])).toBe('invalid_request')
  expect(await errorOf({}, ['code_challenge_method'])).toBe(null)
  expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: 'short' })).toBe('invalid_request')
  expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type')
  expect(await errorOf({ resource: 'https://other.example.test' })).toBe('invalid_target')
  expect(await errorOf({ resource: desk.address + AGENTS_PATH })).toBe(null)

  const refusedWith = async (more: Record<string, string>): Promise<readonly [number, number]> => {
    const { query } = await oauth.asked(more)
    return [(await ben.get(`${OAUTH_PATHS.request}?${query}`)).status, (await oauth.decide(ben, query)).status]
  }
  for (const other of ['https://evil.example.test/', `${ADDRESS}/more`, `${ADDRESS}?a=1`, 'javascript:alert(1)'])
    expect(await refusedWith({ redirect_uri: other }), other).toEqual([403, 403])
  expect(await refusedWith({ client_id: crypto.randomUUID() })).toEqual([404, 404])
  expect(await refusedWith({ client_id: 'none' })).toEqual([404, 404])
  const { query } = await oauth.asked()
  expect((await oauth.decide(ben, `${query}&redirect_uri=https%3A%2F%2Fevil.example.test`)).status).toBe(422)
})

it('takes the free port of an app on this computer, and its registered address otherwise', async () => {
  const local = await oauth.registered({ redirect_uris: ['http://127.0.0.1/callback'] })
  const at = async (address: string): Promise<number> => {
    const { query } = await oauth.asked({ client_id: local, redirect_uri: address })
    return (await ben.get(`${OAUTH_PATHS.request}?${query}`)).status
  }
  expect(await at('http://127.0.0.1:53201/callback')).toBe(200)
  expect(await at('http://127.0.0.1:53201/other')).toBe(403)
  expect(await at('http://localhost:53201/callback')).toBe(403)
  expect(await at('http://127.0.0.1.evil.example.test:53201/callback')).toBe(403)
})

it('registers apps whose addresses lead to an app, under a readable name', async () => {
  const answer = (redirect: unknown, more: Record<string, unknown> = {}): Promise<Answer> =>
    desk.guest.post(OAUTH_PATHS.registration, { redirect_uris: redirect, ...more })
  for (const address of [
    ADDRESS,
    'http://localhost:1234/a',
    'http://[::1]:1/',
    'cursor://a.b/c',
    'com.example.app:/cb',
  ])
    expect((await answer([address])).status, address).toBe(201)
  const wrong = [
    'http://app.example.test/',
    'javascript:/alert(1)',
    'ms-msdt:/id',
    'search-ms:/query=a',
    'JavaScript:/alert(1)',
    'data:/text/html,a',
    `${ADDRESS}#part`,
    'https://ada@app.example.test/',
    'https:\\\\app.example.test',
    'https://app.example.test/ a',
    '/callback',
    '',
    7,
  ]
  for (const address of wrong) {
    const { status, body } = await answer([address])
    expect([status, body.error], String(address)).toEqual([400, 'invalid_redirect_uri'])
  }
  expect((await answer([])).status).toBe(400)
  expect((await answer(undefined)).status).toBe(400)
  const secret = await answer([ADDRESS], { token_endpoint_auth_method: 'client_secret_basic' })
  expect([secret.status, secret.body.error]).toEqual([400, 'invalid_client_metadata'])
  expect((await answer([ADDRESS], { client_name: ' Note\u202Ebook \n 2 ' })).body.client_name).toBe('Notebook 2')
  expect((await answer([ADDRESS])).body.client_name).toBe('app.example.test')
})
