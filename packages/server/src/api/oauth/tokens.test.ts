// Codes and tokens of apps over real HTTP: redeemed, refreshed, narrowed, revoked, and stolen.

import { randomBytes } from 'node:crypto'
import { ACCOUNT_PATH } from '@ninefold/core/contract/wire/account.ts'
import { OAUTH_PATHS } from '@ninefold/core/contract/programs/oauth.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { ALL, by, OAUTH_TEXT, OAuthApp, PASSWORD } from '../../testing/clients/oauth-app.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

let desk: RunningApplication
let oauth: OAuthApp
let ada: Client
let ben: Client

beforeAll(async () => {
  desk = await runApplication(OAUTH_TEXT)
  oauth = new OAuthApp(desk)
  ada = await desk.signIn('ada@example.test', PASSWORD)
  ben = await desk.signIn('ben@example.test', PASSWORD)
})
afterAll(() => desk[Symbol.asyncDispose]())

/** Simulates the passing of seconds. */
const later = (column: 'created_at' | 'refreshed_at', seconds: number): Promise<unknown> =>
  desk.database.runOwn(
    `later-${column}`,
    `UPDATE ninefold.oauth_grant SET ${column} = ${column} - $1 * interval '1 second'`,
    [seconds],
  )

it('takes a code once, from its app, with its verifier and its address', async () => {
  const attempt = async (more: Record<string, string>): Promise<readonly [number, string]> => {
    const request = await oauth.asked()
    const code = await oauth.code(ben, request.query)
    const { status, body } = await oauth.exchange(request, code, more)
    // A code is invalid after a wrong attempt.
    expect((await oauth.exchange(request, code)).status).toBe(more['client_id'] === undefined ? 400 : 200)
    return [status, body.error]
  }
  expect(await attempt({ code_verifier: randomBytes(32).toString('base64url') })).toEqual([400, 'invalid_grant'])
  expect(await attempt({ redirect_uri: 'https://app.example.test/other' })).toEqual([400, 'invalid_request'])
  expect(await attempt({ client_id: await oauth.registered() })).toEqual([400, 'invalid_grant'])
  const late = await oauth.asked()
  const code = await oauth.code(ben, late.query)
  await later('created_at', 61)
  expect((await oauth.exchange(late, code)).body.error).toBe('invalid_grant')
})

it('ends the access when its code or a refresh token comes again that was used', async () => {
  const stolen = await oauth.connected(ben)
  const request = { app: stolen.app, verifier: 'x'.repeat(43), query: '' }
  expect((await oauth.exchange(request, stolen.code)).body.error).toBe('invalid_grant')
  expect([await oauth.statusWith(stolen.access), (await oauth.refresh(stolen.app, stolen.renewal)).status]).toEqual([
    401, 400,
  ])

  const copied = await oauth.connected(ben)
  const next = (await oauth.refresh(copied.app, copied.renewal)).body
  expect(await oauth.statusWith(next.access_token)).toBe(200)
  await later('refreshed_at', 61)
  expect((await oauth.refresh(copied.app, copied.renewal)).body.error).toBe('invalid_grant')
  expect([await oauth.statusWith(next.access_token), await oauth.statusWith(copied.access)]).toEqual([401, 401])
  expect((await oauth.refresh(copied.app, next.refresh_token)).status).toBe(400)
})

it('gives an app that lost an answer the same refresh token again', async () => {
  const { app, renewal } = await oauth.connected(ben)
  const answers = await Promise.all([1, 2, 3].map(() => oauth.refresh(app, renewal)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [next, ...others] = new Set(answers.map(({ body }) => body.refresh_token))
  expect(others).toEqual([])
  expect((await oauth.refresh(app, next ?? '')).status).toBe(200)
  expect((await oauth.refresh(await oauth.registered(), next ?? '')).body.error).toBe('invalid_grant')
})

it('gives one of two that bring the same code its tokens', async () => {
  const request = await oauth.asked()
  const code = await oauth.code(ben, request.query)
  const answers = await Promise.all([1, 2, 3, 4].map(() => oauth.exchange(request, code)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

it('narrows the roles of a token by its scope, and never widens them', async () => {
  const { app, renewal, access } = await oauth.connected(ada, { ...ALL, roles: ['Agent', 'Manager'] })
  const { id } = (await desk.guest.post('/api/notes', { text: 'Short-lived' }, by(access))).body
  const narrow = (await oauth.refresh(app, renewal, { scope: 'Agent' })).body
  expect(narrow.scope).toBe('Agent')
  expect((await desk.guest.delete(`/api/notes/${id}`, by(narrow.access_token))).status).toBe(403)
  const wide = (await oauth.refresh(app, narrow.refresh_token)).body
  expect(wide.scope).toBe('Agent Manager')
  expect((await desk.guest.delete(`/api/notes/${id}`, by(wide.access_token))).status).toBe(204)
  const other = await oauth.connected(ben)
  expect((await oauth.refresh(other.app, other.renewal, { scope: 'Manager' })).body.error).toBe('invalid_scope')
})

it('ends with its app, its user, its day, and the line of the text', async () => {
  const given = await oauth.connected(ben)
  expect(
    (await oauth.form(OAUTH_PATHS.revocation, { client_id: await oauth.registered(), token: given.access })).status,
  ).toBe(200)
  expect(await oauth.statusWith(given.access)).toBe(200)
  expect((await oauth.form(OAUTH_PATHS.revocation, { client_id: given.app, token: given.renewal })).status).toBe(200)
  expect(await oauth.statusWith(given.access)).toBe(401)

  const ended = await oauth.connected(ben)
  const [app] = (await ben.get(ACCOUNT_PATH)).body.apiKeys.apps
  expect(app).toMatchObject({ name: 'Notebook', roles: ['Agent'], onlyReads: false })
  expect((await ada.delete(`${OAUTH_PATHS.grants}/${app.id}`)).status).toBe(404)
  expect((await ben.delete(`${OAUTH_PATHS.grants}/${app.id}`)).status).toBe(204)
  expect(await oauth.statusWith(ended.access)).toBe(401)

  const over = await oauth.connected(ben)
  await desk.database.runOwn('day-over', `UPDATE ninefold.api_key SET expires_at = now() - interval '1 second'`, [])
  expect(await oauth.statusWith(over.access)).toBe(401)
  expect((await oauth.refresh(over.app, over.renewal)).status).toBe(200)
  await desk.database.runOwn(
    'grant-over',
    `UPDATE ninefold.oauth_grant SET expires_at = now() - interval '1 second'`,
    [],
  )
  expect((await oauth.refresh(over.app, over.renewal)).body.error).toBe('invalid_grant')
  await tidyUp(desk.database, null)
  expect(await desk.database.runOwn('grants', 'SELECT id FROM ninefold.oauth_grant', [])).toEqual([])

  await using silent = await runApplication(OAUTH_TEXT.replace(', also by OAuth', ''))
  for (const path of [OAUTH_PATHS.token, OAUTH_PATHS.registration])
    expect((await silent.guest.post(path, {})).status).toBe(404)
  expect((await silent.guest.get('/.well-known/oauth-authorization-server')).status).toBe(404)
  expect((await silent.guest.get('/api/notes')).headers.get('www-authenticate')).toBe('Bearer realm="Desk"')
})
