// The RealWorld contract: general rules for every request.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleWith, type Conduit, type ConduitClient, errors, runConduit, said } from '../../testing/conduit.ts'

let conduit: Conduit
let ann: ConduitClient
beforeAll(async () => {
  conduit = await runConduit()
  ann = await conduit.register('ann')
})
afterAll(() => conduit[Symbol.asyncDispose]())

/** Every call with a body, with its required values. */
const BODIES = [
  ['POST', '/users', ['username', 'email', 'password']],
  ['POST', '/users/login', ['email', 'password']],
  ['POST', '/articles', ['title', 'description', 'body']],
] as const

describe('bodies', () => {
  it.each(BODIES)('of %s %s that hold no envelope miss everything that is needed', async (method, path, needed) => {
    const all = errors(Object.fromEntries(needed.map((name) => [name, "can't be blank"])))
    const bare = Object.fromEntries(needed.map((name) => [name, 'x@example.test']))
    for (const body of ['', {}, bare, { other: {} }, 'null'])
      expect(await said(ann.call(method, path, body))).toEqual([422, all])
  })

  it.each(BODIES)('of %s %s that are no JSON, or another one, are refused', async (method, path) => {
    for (const body of ['{', '{"user":', 'user=1', '{"a":1}}', '{"__proto__":{}}'])
      expect(await said(ann.call(method, path, body))).toEqual([422, errors({ body: "can't be read" })])
    for (const body of ['[]', '"text"', '1', 'true']) {
      const answer = await ann.call(method, path, body)
      expect([answer.status, Object.keys(answer.body)]).toEqual([422, ['errors']])
      expect(Object.values(answer.body.errors).every((value) => Array.isArray(value))).toBe(true)
    }
    const form = await ann.call(method, path, 'user=1', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.status).toBe(422)
  })

  it('may hold more than is asked for, at every level', async () => {
    const { article } = articleWith({ slug: 'mine', favoritesCount: 7, author: { username: 'bob' }, constructor: 1 })
    const { status, body } = await ann.call('POST', '/articles', { article, extra: [1] })
    expect([status, body.article.favoritesCount, body.article.author.username]).toEqual([201, 0, 'ann'])
    expect(body.article.slug).not.toBe('mine')
  })

  it('may hold texts of any length, and any character but the one that no database keeps', async () => {
    const long = Array.from({ length: 6000 }, (_, index) => index.toString(36)).join('')
    for (const body of [long, '😀\u0301‮<script>', '"; DROP TABLE article; --']) {
      const answer = await ann.call('POST', '/articles', articleWith({ body }))
      expect([answer.status, answer.body.article?.body]).toEqual([201, body])
    }
    expect(await said(ann.call('POST', '/articles', articleWith({ body: 'a\u0000b' })))).toEqual([
      422,
      errors({ body: 'is invalid' }),
    ])
    expect((await ann.call('POST', '/articles', articleWith({ title: long }))).status).toBe(201)
  })

  it('may not hold texts of any length where something is found by them', async () => {
    const tooLong = 'is too long (maximum is 600 characters)'
    const long = Array.from({ length: 6000 }, (_, index) => index.toString(36)).join('')
    const user = { username: long, email: 'long@example.test', password: 'correct-horse-1' }
    expect(await said(conduit.guest.call('POST', '/users', { user }))).toEqual([422, errors({ username: tooLong })])
    const tagged = ann.call('POST', '/articles', articleWith({ tagList: ['fine', long] }))
    expect(await said(tagged)).toEqual([422, errors({ tagList: tooLong })])
    const username = '😀'.repeat(600)
    const fitting = await conduit.guest.call('POST', '/users', { user: { ...user, username } })
    expect([fitting.status, fitting.body.user.username]).toEqual([201, username])
  })
})

describe('every answer', () => {
  it('says what it is, refusals as well', async () => {
    for (const [method, path] of [
      ['GET', '/articles'],
      ['GET', '/tags'],
      ['GET', '/user'],
      ['GET', '/articles/none'],
      ['GET', '/articles?limit=0'],
      ['GET', '/nothing/here'],
      ['PATCH', '/user'],
      ['POST', '/users'],
    ] as const) {
      const { headers } = await conduit.guest.call(method, path)
      expect(headers.get('content-type'), path).toBe('application/json; charset=utf-8')
    }
  })

  it('may be had without its body', async () => {
    const { status, body, headers } = await conduit.guest.call('HEAD', '/articles')
    expect([status, body, headers.get('content-type')]).toEqual([200, null, 'application/json; charset=utf-8'])
  })
})

describe('pages of other sites', () => {
  const ORIGIN = { origin: 'https://front.example' }

  it('may ask beforehand, for every call and with every header that one needs', async () => {
    for (const [path, method] of [
      ['/user', 'PUT'],
      ['/articles', 'POST'],
      ['/articles/x', 'DELETE'],
    ] as const) {
      const { status, body, headers } = await conduit.guest.call('OPTIONS', path, undefined, {
        ...ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      })
      expect([status, body]).toEqual([204, null])
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-methods')).toContain(method)
      expect(headers.get('access-control-allow-headers')).toContain('authorization')
    }
    expect((await conduit.guest.call('OPTIONS', '/articles')).status).toBe(204)
  })

  it('may read what is answered, refusals as well, and send a token', async () => {
    for (const [who, path, status] of [
      [ann, '/user', 200],
      [conduit.guest, '/user', 401],
      [conduit.guest, '/articles', 200],
      [conduit.guest, '/articles/none', 404],
    ] as const) {
      const answer = await who.call('GET', path, undefined, ORIGIN)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    }
    const { status } = await ann.call('POST', '/articles', articleWith(), ORIGIN)
    expect(status).toBe(201)
  })
})
