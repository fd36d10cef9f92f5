// The RealWorld contract: profiles, following, and comments.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Conduit,
  type ConduitClient,
  errors,
  MISSING_TOKEN,
  publish,
  runConduit,
  said,
} from '../../testing/conduit.ts'

let conduit: Conduit
let ann: ConduitClient
let bob: ConduitClient
let comments: string
beforeAll(async () => {
  conduit = await runConduit()
  ann = await conduit.register('ann')
  bob = await conduit.register('bob')
  comments = `/articles/${(await publish(ann)).slug}/comments`
})
afterAll(() => conduit[Symbol.asyncDispose]())

const profile = (username: string, following: boolean) => ({ profile: { username, bio: null, image: null, following } })
const NOBODY = [404, errors({ profile: 'not found' })] as const
const NO_ARTICLE = [404, errors({ article: 'not found' })] as const

describe('profiles', () => {
  it('say whether the reader follows', async () => {
    const seenBy = async (who: ConduitClient) => said(who.call('GET', '/profiles/bob'))
    expect(await seenBy(conduit.guest)).toEqual([200, profile('bob', false)])
    for (const _ of ['once', 'twice'])
      expect(await said(ann.call('POST', '/profiles/bob/follow'))).toEqual([200, profile('bob', true)])
    expect(await seenBy(ann)).toEqual([200, profile('bob', true)])
    expect(await seenBy(bob)).toEqual([200, profile('bob', false)])
    expect(await seenBy(conduit.guest)).toEqual([200, profile('bob', false)])
    for (const _ of ['once', 'twice'])
      expect(await said(ann.call('DELETE', '/profiles/bob/follow'))).toEqual([200, profile('bob', false)])
    expect(await seenBy(ann)).toEqual([200, profile('bob', false)])
  })

  it('may be followed by those whose they are', async () => {
    expect(await said(bob.call('POST', '/profiles/bob/follow'))).toEqual([200, profile('bob', true)])
    expect(await said(bob.call('DELETE', '/profiles/bob/follow'))).toEqual([200, profile('bob', false)])
  })

  it('are found by the name as it is written, and need a token to follow', async () => {
    for (const name of ['nobody', 'BOB', '%20', '%25', "'"]) {
      expect(await said(conduit.guest.call('GET', `/profiles/${name}`))).toEqual(NOBODY)
      for (const method of ['POST', 'DELETE']) {
        expect(await said(conduit.guest.call(method, `/profiles/${name}/follow`))).toEqual(MISSING_TOKEN)
        expect(await said(ann.call(method, `/profiles/${name}/follow`))).toEqual(NOBODY)
      }
    }
  })

  it('of names with signs in them are found', async () => {
    const { username } = await conduit.register('jo/e & 100%', 'joe@example.test')
    const { status, body } = await conduit.guest.call('GET', `/profiles/${encodeURIComponent(username)}`)
    expect([status, body.profile.username]).toEqual([200, username])
  })

  it('take an empty body where none is needed', async () => {
    for (const body of ['', {}, { anything: true }])
      expect((await ann.call('POST', '/profiles/bob/follow', body)).status).toBe(200)
  })
})

describe('comments', () => {
  const comment = (body: unknown) => ({ comment: { body } })

  it('are made, with every key, and listed in their order', async () => {
    const { status, body } = await bob.call('POST', comments, comment('First!'))
    expect(status).toBe(201)
    expect(body).toEqual({
      comment: {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
        updatedAt: body.comment.createdAt,
        body: 'First!',
        author: { username: 'bob', bio: null, image: null, following: false },
      },
    })
    expect(Number.isSafeInteger(body.comment.id)).toBe(true)
    const second = (await ann.call('POST', comments, comment('Second'))).body.comment
    const { status: read, body: all } = await conduit.guest.call('GET', comments)
    expect([read, all]).toEqual([200, { comments: [body.comment, second] }])
  })

  it('tell each reader whom they follow', async () => {
    await ann.call('POST', '/profiles/bob/follow')
    const following = async (who: ConduitClient) =>
      (await who.call('GET', comments)).body.comments[0].author.following as boolean
    expect([await following(ann), await following(conduit.guest)]).toEqual([true, false])
  })

  it('refuse a body that is absent, null, empty, blank or no text', async () => {
    for (const empty of [undefined, null, '', ' \n '])
      expect(await said(bob.call('POST', comments, comment(empty)))).toEqual([422, errors({ body: "can't be blank" })])
    for (const other of [1, [], {}])
      expect(await said(bob.call('POST', comments, comment(other)))).toEqual([422, errors({ body: 'is invalid' })])
  })

  it('need a token, then an article, then a body', async () => {
    const none = '/articles/nothing-of-this-name/comments'
    for (const body of [comment('x'), comment('')]) {
      for (const path of [comments, none])
        expect(await said(conduit.guest.call('POST', path, body))).toEqual(MISSING_TOKEN)
      expect(await said(bob.call('POST', none, body))).toEqual(NO_ARTICLE)
    }
    expect(await said(conduit.guest.call('GET', none))).toEqual(NO_ARTICLE)
  })

  it('are deleted by those who wrote them, and by nobody else', async () => {
    const { id } = (await bob.call('POST', comments, comment('Oops'))).body.comment
    const forbidden = [403, errors({ comment: 'forbidden' })]
    expect(await said(conduit.guest.call('DELETE', `${comments}/${id}`))).toEqual(MISSING_TOKEN)
    // The author of the article has written another comment.
    expect(await said(ann.call('DELETE', `${comments}/${id}`))).toEqual(forbidden)
    expect(await said(bob.call('DELETE', `/articles/nothing-of-this-name/comments/${id}`))).toEqual(NO_ARTICLE)
    const { slug } = await publish(ann, { title: 'Another' })
    const missing = [404, errors({ comment: 'not found' })]
    expect(await said(bob.call('DELETE', `/articles/${slug}/comments/${id}`))).toEqual(missing)
    const { status, body, headers } = await bob.call('DELETE', `${comments}/${id}`)
    expect([status, body, headers.get('content-type')]).toEqual([204, null, null])
    expect(await said(bob.call('DELETE', `${comments}/${id}`))).toEqual(missing)
  })

  it('that are not there, by whatever is in their place, are not found', async () => {
    for (const id of ['0', '-1', '999999', 'abc', '1.5', '1e3', '99999999999999999999', '%20', 'null'])
      expect(await said(bob.call('DELETE', `${comments}/${id}`))).toEqual([404, errors({ comment: 'not found' })])
  })
})
