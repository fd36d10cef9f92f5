// Sign-in by OpenID with lying browsers, answers and tokens, and with an unreachable provider.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { type OpenIdLibrary, openIdLibrary, problemIn, providersAt } from '../../testing/openid-library.ts'
import type { RunningApplication } from '../../testing/running-application.ts'
import { CLIENT, type OpenIdServer } from '../../testing/servers/openid-provider.ts'
import { localAddress } from './openid.ts'

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

it('takes the answer in the browser that began, once, and in time', async () => {
  const login = running.somebody()
  const browser = running.browser()
  const { address } = await browser.start()
  const callback = await browser.throughProvider(address, login)
  // Another browser, which has also started, or not at all.
  const other = running.browser()
  expect(problemIn(await other.comeBack(callback))).toBe('ended')
  await other.start()
  expect(problemIn(await other.comeBack(callback))).toBe('wrong')
  expect(await other.caller()).toBeNull()
  // The callback of another provider.
  await browser.start('partner')
  expect(problemIn(await browser.comeBack(callback))).toBe('ended')
  // The code is used up, regardless of the state.
  const whole = running.browser()
  const begun = await whole.start()
  const right = await whole.throughProvider(begun.address, login)
  const cookies = new Map(whole.cookies.get(library.address))
  expect(await whole.comeBack(right)).toBe('/')
  const replayed = running.browser()
  replayed.cookies.set(library.address, cookies)
  expect(problemIn(await replayed.comeBack(right))).toBe('ended')
  // It has expired.
  const late = running.browser()
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
    const browser = running.browser()
    const url = new URL(await browser.throughProvider((await browser.start()).address, running.somebody()))
    change(url)
    expect(problemIn(await browser.comeBack(url.href)), url.search).toBe('wrong')
    expect(await browser.caller()).toBeNull()
  }
  const browser = running.browser()
  const { address } = await browser.start()
  const state = new URL(address).searchParams.get('state') ?? ''
  const said = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
  const location = await browser.comeBack(`${library.address}/_ninefold/openid/callback/company?${said}`)
  expect(problemIn(location)).toBe('declined')
})

it('takes no ID token but one of the provider, for this application, this browser and this hour', async () => {
  const now = Math.floor(Date.now() / 1000)
  const attempt = async (lie: NonNullable<OpenIdServer['tokens']>): Promise<string | null> => {
    const browser = running.browser()
    const callback = await browser.throughProvider((await browser.start()).address, running.somebody())
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
  // Userinfo confirms another address than the ID token.
  provider.people.set('mallory', { email: 'confirmed@example.com', email_verified: true })
  expect(await attempt(told({ email: 'victim@example.com', email_verified: undefined }))).toBe('unconfirmed')
  provider.people.delete('mallory')
  // The same token without a lie is accepted, so the refusals above are due to the lies.
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
    // One that has not been requested yet.
    ;(await library.server.prepare(fresh()))()
    provider.faults.push(fault)
    const browser = running.browser()
    expect(await browser.start(), problem).toEqual({ problem })
    expect(await browser.start()).toEqual({ address: expect.stringContaining(provider.issuer) })
    // The token endpoint fails in the same way.
    const callback = await browser.throughProvider((await browser.start()).address, running.somebody())
    provider.faults.push(fault)
    expect(problemIn(await browser.comeBack(callback))).toBe(problem)
    expect(await browser.signIn(running.somebody())).toBe('/')
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
