// The RealWorld contract: registering, signing in, and one's own account.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Conduit, errors, MISSING_TOKEN, PASSWORD, runConduit, said } from '../../testing/conduit.ts'

let conduit: Conduit
beforeAll(async () => {
  conduit = await runConduit()
})
afterAll(() => conduit[Symbol.asyncDispose]())

const account = (username: string, others: Record<string, unknown> = {}) => ({
  user: { username, email: `${username}@example.test`, password: PASSWORD, ...others },
})

describe('POST /users', () => {
  it('makes a user, with all five keys of one', async () => {
    const { status, body, headers } = await conduit.guest.call('POST', '/users', account('jake'))
    expect(status).toBe(201)
    expect(body).toEqual({
      user: { email: 'jake@example.test', username: 'jake', token: expect.any(String), bio: null, image: null },
    })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it.each([
    ['absent', {}],
    ['null', { username: null, email: null, password: null }],
    ['empty', { username: '', email: '', password: '' }],
    ['blank', { username: '  ', email: ' \t', password: '          ' }],
  ])('refuses inputs that are %s, all at once', async (_, user) => {
    const blank = "can't be blank"
    const expected = [422, errors({ username: blank, email: blank, password: blank })]
    expect(await said(conduit.guest.call('POST', '/users', { user }))).toEqual(expected)
  })

  it('refuses each input that is absent by itself', async () => {
    for (const missing of ['username', 'email', 'password']) {
      const body = account('nobody', { [missing]: undefined })
      const expected = [422, errors({ [missing]: "can't be blank" })]
      expect(await said(conduit.guest.call('POST', '/users', body))).toEqual(expected)
    }
  })

  it('refuses values of another type, and forms that are none', async () => {
    const send = (others: Record<string, unknown>) => said(conduit.guest.call('POST', '/users', account('x', others)))
    for (const other of [1, true, [], {}, ['x']]) {
      const is = 'is invalid'
      expect(await send({ username: other, email: other, password: other })).toEqual([
        422,
        errors({ username: is, email: is, password: is }),
      ])
    }
    expect(await send({ email: 'nowhere' })).toEqual([422, errors({ email: 'is invalid' })])
    expect(await send({ password: 'seven77' })).toEqual([
      422,
      errors({ password: 'is too short (minimum is 8 characters)' }),
    ])
  })

  it('tells of everything that is taken, by one answer', async () => {
    const taken = 'has already been taken'
    await conduit.register('celeb')
    await conduit.register('other')
    const both = account('celeb', { email: 'other@example.test' })
    expect(await said(conduit.guest.call('POST', '/users', both))).toEqual([
      409,
      errors({ username: taken, email: taken }),
    ])
    expect(await said(conduit.guest.call('POST', '/users', account('celeb', { email: 'new@example.test' })))).toEqual([
      409,
      errors({ username: taken }),
    ])
    expect(await said(conduit.guest.call('POST', '/users', account('new', { email: 'celeb@example.test' })))).toEqual([
      409,
      errors({ email: taken }),
    ])
  })

  it('lets one of many have a name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => conduit.guest.call('POST', '/users', account('racer'))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })

  it('makes a user for somebody who comes with a token, whatever it is worth', async () => {
    const { token } = await conduit.register('former')
    for (const [name, sent] of [
      ['second', token],
      ['third', 'nonsense'],
    ]) {
      const { status, body } = await conduit.withToken(`Token ${sent}`).call('POST', '/users', account(String(name)))
      expect([status, body.user.username]).toEqual([201, name])
      const own = conduit.withToken(`Token ${body.user.token}`)
      expect((await own.call('GET', '/user')).body.user.username).toBe(name)
    }
  })
})

describe('POST /users/login', () => {
  const login = (user: unknown) => said(conduit.guest.call('POST', '/users/login', { user }))

  it('gives a token that is the user’s', async () => {
    const { email } = await conduit.register('login')
    const { status, body } = await conduit.guest.call('POST', '/users/login', { user: { email, password: PASSWORD } })
    expect(status).toBe(200)
    expect(body.user).toEqual({ email, username: 'login', token: expect.any(String), bio: null, image: null })
    const own = await conduit.withToken(`Token ${body.user.token}`).call('GET', '/user')
    expect(own.body).toEqual({ user: body.user })
  })

  it('says the same whether the password or the user is wrong', async () => {
    const expected = [401, errors({ credentials: 'invalid' })]
    expect(await login({ email: 'login@example.test', password: 'something-else' })).toEqual(expected)
    expect(await login({ email: 'nobody@example.test', password: PASSWORD })).toEqual(expected)
  })

  it('refuses inputs that are absent, null, empty or of another type', async () => {
    const blank = [422, errors({ email: "can't be blank", password: "can't be blank" })]
    expect(await login({})).toEqual(blank)
    expect(await login({ email: null, password: null })).toEqual(blank)
    expect(await login({ email: '', password: '' })).toEqual(blank)
    expect(await login({ email: 1, password: 2 })).toEqual([
      422,
      errors({ email: 'is invalid', password: 'is invalid' }),
    ])
    expect(await login({ email: 'login@example.test' })).toEqual([422, errors({ password: "can't be blank" })])
  })
})

describe('a token', () => {
  it('is needed by whoever asks for the account, in the one way it is sent', async () => {
    const { token } = await conduit.register('bearer')
    const ask = (authorization: string) => said(conduit.withToken(authorization).call('GET', '/user'))
    expect(await said(conduit.guest.call('GET', '/user'))).toEqual(MISSING_TOKEN)
    for (const other of [`Bearer ${token}`, `${token}`, 'Token', 'Token ', 'Token nonsense', `Token ${token}x`])
      expect(await ask(other)).toEqual(MISSING_TOKEN)
    expect((await ask(`Token ${token}`))[0]).toBe(200)
    expect((await ask(`token ${token}`))[0]).toBe(200)
  })

  it('is none any more when its time is over', async () => {
    const late = await conduit.register('late')
    await conduit.application.database.pool.query(
      `UPDATE ninefold.session SET created_at = now() - interval '61 days'
      WHERE user_id = (SELECT id::text FROM "user" WHERE username = $1)`,
      ['late'],
    )
    expect(await said(late.call('GET', '/user'))).toEqual(MISSING_TOKEN)
    expect((await late.call('GET', '/articles')).status).toBe(200)
  })

  it('that is not valid makes nobody of a reader, where nobody has to be anybody', async () => {
    const stranger = conduit.withToken('Token nonsense')
    for (const path of ['/articles', '/tags', '/profiles/jake'])
      expect((await stranger.call('GET', path)).status).toBe(200)
    expect(await said(stranger.call('GET', '/articles/feed'))).toEqual(MISSING_TOKEN)
  })
})

describe('PUT /user', () => {
  it('changes what is sent, and nothing else', async () => {
    const own = await conduit.register('changing')
    const put = async (user: Record<string, unknown>) => (await own.call('PUT', '/user', { user })).body.user
    const before = { username: 'changing', email: 'changing@example.test', token: own.token, bio: null, image: null }
    expect(await put({ bio: 'I like dragons' })).toEqual({ ...before, bio: 'I like dragons' })
    expect(await put({ image: 'https://example.test/a.png' })).toEqual({
      ...before,
      bio: 'I like dragons',
      image: 'https://example.test/a.png',
    })
    expect((await put({ image: 'any text' })).image).toBe('any text')
    expect(await put({ bio: null, image: null })).toEqual(before)
    expect(await put({ bio: 'again', image: 'again' })).toMatchObject({ bio: 'again', image: 'again' })
    expect(await put({ bio: '', image: '  ' })).toEqual(before)
    expect(await put({ username: 'changed', email: 'changed@example.test' })).toEqual({
      ...before,
      username: 'changed',
      email: 'changed@example.test',
    })
    expect((await own.call('GET', '/user')).body.user.username).toBe('changed')
  })

  it('takes what it has given, with the token in it', async () => {
    const own = await conduit.register('mirror')
    const { user } = (await own.call('GET', '/user')).body
    const { status, body } = await own.call('PUT', '/user', { user: { ...user, bio: 'kept' } })
    expect([status, body.user]).toEqual([200, { ...user, bio: 'kept' }])
  })

  it('changes the password that is signed in with', async () => {
    const own = await conduit.register('secretive')
    const { status, body } = await own.call('PUT', '/user', { user: { password: 'another-horse-2' } })
    expect([status, 'password' in body.user]).toEqual([200, false])
    const login = (password: string) =>
      conduit.guest.call('POST', '/users/login', { user: { email: own.email, password } })
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login('another-horse-2')).status).toBe(200)
    expect((await own.call('GET', '/user')).status).toBe(200)
  })

  it('refuses to empty what a user has to have, and values of another type', async () => {
    const own = await conduit.register('stubborn')
    const put = (user: Record<string, unknown>) => said(own.call('PUT', '/user', { user }))
    for (const name of ['username', 'email', 'password'])
      for (const empty of [null, '', '   '])
        expect(await put({ [name]: empty })).toEqual([422, errors({ [name]: "can't be blank" })])
    for (const name of ['username', 'email', 'password', 'bio', 'image'])
      expect(await put({ [name]: 1 })).toEqual([422, errors({ [name]: 'is invalid' })])
    const nothing = [422, errors({ user: "can't be blank" })]
    expect(await put({})).toEqual(nothing)
    expect(await put({ token: 'x' })).toEqual(nothing)
    for (const body of ['', {}, { bio: 'x' }]) expect(await said(own.call('PUT', '/user', body))).toEqual(nothing)
  })

  it('tells of everything that others have, and lets one keep one’s own', async () => {
    const own = await conduit.register('keeper')
    await conduit.register('first')
    await conduit.register('twin')
    const taken = 'has already been taken'
    const put = (user: Record<string, unknown>) => said(own.call('PUT', '/user', { user }))
    expect(await put({ username: 'first', email: 'twin@example.test' })).toEqual([
      409,
      errors({ username: taken, email: taken }),
    ])
    expect(await put({ username: 'keeper', email: 'twin@example.test' })).toEqual([409, errors({ email: taken })])
    expect((await put({ username: 'keeper', email: own.email }))[0]).toBe(200)
  })

  it('needs a token, before anything of the body is looked at', async () => {
    for (const body of [{ user: { bio: 'x' } }, { user: { username: '' } }, '{', ''])
      expect(await said(conduit.guest.call('PUT', '/user', body))).toEqual(MISSING_TOKEN)
  })
})

describe('a session that the text states as a header', () => {
  const asked = async (cookie: string, headers: Record<string, string>) =>
    (await conduit.guest.call('GET', '/user', undefined, { cookie, ...headers })).body?.user?.username ?? null
  const cookieOf = (token: string | null): string => `ninefold_session=${token}`

  it('is in no cookie of a call, and what a cookie says decides nothing beside the header', async () => {
    const mia = await conduit.register('mia-by-header')
    const noah = await conduit.register('noah-by-header')
    const credentials = { user: { email: mia.email, password: PASSWORD } }
    const signed = await conduit.guest.call('POST', '/users/login', credentials)
    expect([signed.status, signed.headers.get('set-cookie')]).toEqual([200, null])
    const page = { 'ninefold-client': 'web' }
    for (const headers of [{}, page]) {
      const withNoah = { ...headers, authorization: `Token ${noah.token}` }
      expect(await asked(cookieOf(mia.token), withNoah)).toBe('noah-by-header')
      expect(await asked(cookieOf('garbage'), withNoah)).toBe('noah-by-header')
      for (const wrong of ['Token garbage', 'Token ', 'Token'])
        expect(await asked(cookieOf(mia.token), { ...headers, authorization: wrong })).toBeNull()
    }
    expect(await asked(cookieOf(mia.token), {})).toBeNull()
  })

  it('is in a cookie for the pages of the product', async () => {
    const ada = await conduit.register('ada-of-pages')
    const credentials = { user: { email: ada.email, password: PASSWORD } }
    const page = { 'ninefold-client': 'web' }
    const signed = await conduit.guest.call('POST', '/users/login', credentials, page)
    expect(signed.headers.get('set-cookie')).toContain('ninefold_session=')
    expect(await asked(cookieOf(ada.token), page)).toBe('ada-of-pages')
    expect(await asked(cookieOf(ada.token), { 'sec-fetch-site': 'same-origin' })).toBe('ada-of-pages')
    expect(await asked(cookieOf(ada.token), { 'sec-fetch-site': 'cross-site' })).toBeNull()
  })
})
