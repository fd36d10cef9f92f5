// Carriers of sessions that point 6 allows: headers, cookies and queries of the application's own, and a password with
// every request.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const textWith = (session: string): string => `# Bookings

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |
| email | email | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** name and password
- **Session:** ${session}
- **Sign up:** open, gives Clerk
- **Wrong password:** 3 in 15 minutes, then TOO_OFTEN
- **Change of password:** asks for nothing, keeps other sessions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Clerk | Guest | by signing up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Self | User | Clerk | \`this == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | name, email, password |
| Self | see | User | | name, email |
| Self | change | User | | password |

## 7. The calls it makes

### POST /auth — Create a token

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| username | text up to 80 | yes |
| password | secret text | yes |

1. check password \`input.password\` of User as user where \`name == input.username\` or fail BAD
2. sign in user
3. respond 200 with \`{"token": session.token}\`

### POST /enter — Enter

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| username | text up to 80 | yes |
| password | secret text | yes |

1. check password \`input.password\` of User as user where \`name == input.username\` or fail BAD
2. sign in user
3. respond 204, cookie token \`session.token\` for \`aDay\`

### GET /me — Me

- **Who:** Clerk

| Query | Type | Keeps only |
| --- | --- | --- |
| greeting | text up to 20 | |

1. respond 200 with \`{"name": me.name, "greeting": query.greeting}\`

### PUT /password — Another password

- **Who:** Clerk

| Input | Like | Needed |
| --- | --- | --- |
| password | User.password | yes |

1. find user in User where \`this == me\` or fail BAD
2. change user with given password
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| BAD | 401 | password | These do not belong together. |
| TOO_OFTEN | 429 | password | Wait a quarter of an hour. |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| aDay | 1 day | a visit |

| Setting | Value |
| --- | --- |
| Other sites may call | \`https://shop.example\` |
`

const PASSWORD = 'correct horse 1'
const OTHER = 'another horse 2'
const SHOP = { origin: 'https://shop.example' }
const STRANGER = { origin: 'https://stranger.example' }

let bookings: RunningApplication
let token: string

async function begin(session: string): Promise<void> {
  bookings = await runApplication(textWith(session))
  await bookings.signUp({ name: 'admin', email: 'admin@example.test', password: PASSWORD })
  const answer = await bookings.guest.post('/auth', { username: 'admin', password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  token = answer.body.token ?? ''
}

const end = async (): Promise<void> => bookings[Symbol.asyncDispose]()

const me = (headers: Record<string, string>, query = ''): Promise<Answer> => bookings.guest.get(`/me${query}`, headers)
const changeWith = (headers: Record<string, string>): Promise<Answer> =>
  bookings.guest.send('/password', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ password: PASSWORD }),
  })
const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

describe('a token in a header, a cookie or a query', () => {
  beforeAll(() => begin('header `X-Auth-Token: <token>` or cookie `token` or query `key`'))
  afterAll(end)

  it('says who asks, in each of them', async () => {
    for (const answer of [
      await me({ 'x-auth-token': token }),
      await me({ cookie: `token=${token}` }),
      await me({}, `?key=${token}`),
      await me({}, `?greeting=hi&key=${token}`),
    ]) {
      expect([answer.status, answer.body.name]).toEqual([200, 'admin'])
    }
    expect((await me({}, `?greeting=hi&key=${token}`)).body.greeting).toBe('hi')
    expect((await me({})).status).toBe(401)
    expect((await me({ 'x-auth-token': token }, '?other=1')).status).toBe(422)
  })

  it('is judged by the first that the text names, and by it alone', async () => {
    expect((await me({ 'x-auth-token': 'wrong', cookie: `token=${token}` }, `?key=${token}`)).status).toBe(401)
    expect((await me({ cookie: 'token=wrong' }, `?key=${token}`)).status).toBe(401)
    expect((await me({ 'x-auth-token': '', cookie: `token=${token}` })).status).toBe(401)
    const codeOf = async (sent: string) => (await me({ 'x-auth-token': sent })).body.code
    expect([await codeOf('wrong'), await codeOf('')]).toEqual(['SESSION_NOT_VALID', 'NOT_SIGNED_IN'])
    expect((await me({}, `?key=${token}&key=${token}`)).status).toBe(401)
  })

  it('is taken from pages of other sites only where a page has to put it there', async () => {
    expect((await changeWith({ ...SHOP, 'x-auth-token': token })).status).toBe(204)
    expect((await changeWith({ ...SHOP, cookie: `token=${token}` })).status).toBe(403)
    expect((await changeWith({ ...STRANGER, 'x-auth-token': token })).status).toBe(403)
    expect((await changeWith({ cookie: `token=${token}` })).status).toBe(204)
  })

  it('comes in a cookie that a call has set', async () => {
    const answer = await bookings.guest.post('/enter', { username: 'admin', password: PASSWORD })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^token=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await me({ cookie: cookie.replace(/;.*/, '') })).body.name).toBe('admin')
  })

  it('does not take the cookie of the product’s own pages for a call’s', async () => {
    const session = await bookings.signIn('admin', PASSWORD)
    expect((await session.get('/_ninefold/app')).body.caller).not.toBeNull()
    expect((await session.get('/me')).status).toBe(401)
  })

  it('stands in the OpenAPI document, each as a way of its own', () => {
    const { components, paths } = openApiDocument(bookings.application.model, '1')
    expect(components.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' },
      'session-2': { type: 'apiKey', in: 'cookie', name: 'token' },
      'session-3': { type: 'apiKey', in: 'query', name: 'key' },
    })
    expect(paths['/me']?.['get']?.security).toEqual([{ session: [] }, { 'session-2': [] }, { 'session-3': [] }])
  })
})

describe('HTTP Basic', () => {
  beforeAll(() => begin('header `Authorization: <token>` or cookie `token` or HTTP Basic'))
  afterAll(end)

  it('says who asks by a password that comes with every request', async () => {
    for (let time = 0; time < 5; time++) expect((await me(basic('admin', PASSWORD))).body.name).toBe('admin')
    expect((await me({ cookie: `token=${token}` })).status).toBe(200)
    expect((await me({ authorization: token })).status).toBe(200)
    expect((await me({ authorization: 'Bearer x' })).status).toBe(401)
    const signedIn = await bookings.database.runOwn(
      'test',
      "SELECT count(*)::int AS times FROM ninefold.audit WHERE action = 'sign in'",
      [],
    )
    // Once by the call that returned the token, and once by the first of five.
    expect(signedIn[0]?.['times']).toBe(2)
  })

  it('asks programs for it, and pages of the product not', async () => {
    const refused = await me({})
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Bookings", charset="UTF-8"')
    const own = await me({ 'ninefold-client': 'web' })
    expect([own.status, own.headers.get('www-authenticate')]).toEqual([401, null])
  })

  it('refuses what is no identifier and password', async () => {
    for (const authorization of [
      'Basic',
      'Basic !',
      'Basic YWRtaW4',
      `Basic ${Buffer.from([0xff, 0x3a]).toString('base64')}`,
    ])
      expect((await me({ authorization })).status, authorization).toBe(401)
  })

  it('takes another password at once, and the one before no more', async () => {
    await bookings.signUp({ name: 'bea', email: 'bea@example.test', password: OTHER })
    expect((await me(basic('bea', OTHER))).status).toBe(200)
    expect((await changeWith(basic('bea', OTHER))).status).toBe(204)
    expect((await me(basic('bea', OTHER))).status).toBe(401)
    expect((await me(basic('bea', PASSWORD))).status).toBe(200)
  })

  it('counts wrong passwords, and does not hold up who has sent the right one before', async () => {
    await bookings.signUp({ name: 'carl', email: 'carl@example.test', password: PASSWORD })
    await bookings.signUp({ name: 'dan', email: 'dan@example.test', password: PASSWORD })
    expect((await me(basic('carl', PASSWORD))).status).toBe(200)
    for (const name of ['carl', 'dan'])
      for (let time = 0; time < 3; time++) expect((await me(basic(name, 'guessed it'))).status, name).toBe(401)
    expect((await me(basic('dan', PASSWORD))).body.errors).toMatchObject([{ code: 'TOO_OFTEN' }])
    expect((await me(basic('carl', PASSWORD))).status).toBe(200)
  })

  it('is no proof that a page of another site has meant it', async () => {
    expect((await changeWith({ ...SHOP, ...basic('admin', PASSWORD) })).status).toBe(403)
  })
})
