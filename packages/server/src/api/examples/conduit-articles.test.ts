// The RealWorld contract: articles, their slugs and tags, and favourites.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  articleWith,
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
beforeAll(async () => {
  conduit = await runConduit()
  ann = await conduit.register('ann')
  bob = await conduit.register('bob')
})
afterAll(() => conduit[Symbol.asyncDispose]())

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const BLANK = "can't be blank"
const NO_ARTICLE = [404, errors({ article: 'not found' })] as const
const FOREIGN = [403, errors({ article: 'forbidden' })] as const

describe('POST /articles', () => {
  it('publishes, with every key of an article', async () => {
    const { status, body, headers } = await ann.call('POST', '/articles', articleWith({ tagList: ['dragons'] }))
    expect(status).toBe(201)
    expect(body).toEqual({
      article: {
        slug: expect.stringMatching(/^[a-z0-9-]+$/),
        title: 'How to train a dragon',
        description: 'Ever wondered?',
        body: 'Patience.',
        tagList: ['dragons'],
        createdAt: expect.stringMatching(MOMENT),
        updatedAt: expect.stringMatching(MOMENT),
        favorited: false,
        favoritesCount: 0,
        author: { username: 'ann', bio: null, image: null, following: false },
      },
    })
    expect(body.article.updatedAt).toBe(body.article.createdAt)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const read = await conduit.guest.call('GET', `/articles/${body.article.slug}`)
    expect([read.status, read.body]).toEqual([200, body])
  })

  it('refuses what is absent, null, empty, blank or of another type, all at once', async () => {
    const all = (value: unknown) => ({ title: value, description: value, body: value })
    for (const empty of [undefined, null, '', '   '])
      expect(await said(ann.call('POST', '/articles', articleWith(all(empty))))).toEqual([
        422,
        errors({ title: BLANK, description: BLANK, body: BLANK }),
      ])
    for (const other of [1, false, ['x'], {}])
      expect(await said(ann.call('POST', '/articles', articleWith(all(other))))).toEqual([
        422,
        errors({ title: 'is invalid', description: 'is invalid', body: 'is invalid' }),
      ])
  })

  it('takes tags as a list of texts, each once, and none', async () => {
    const tagsOf = async (tagList: unknown) => (await publish(ann, { tagList })).tagList
    expect(await tagsOf(undefined)).toEqual([])
    expect(await tagsOf([])).toEqual([])
    expect(await tagsOf(['angular', 'react', 'angular'])).toEqual(['angular', 'react'])
    expect(await tagsOf(['vue', 'angular'])).toEqual(['angular', 'vue'])
    for (const other of [null, 'angular', {}, [1], [null], [true], [['x']]])
      expect(await said(ann.call('POST', '/articles', articleWith({ tagList: other })))).toEqual([
        422,
        errors({ tagList: 'is invalid' }),
      ])
    for (const empty of [[''], ['fine', ' ']])
      expect(await said(ann.call('POST', '/articles', articleWith({ tagList: empty })))).toEqual([
        422,
        errors({ tagList: BLANK }),
      ])
  })

  it('gives a title that comes again another slug, to many at once as well', async () => {
    const titles = await Promise.all(
      Array.from({ length: 6 }, (_, number) => publish(number % 2 === 0 ? ann : bob, { title: 'The same' })),
    )
    expect(new Set(titles.map(({ slug }) => slug)).size).toBe(6)
    expect(titles.every(({ title }) => title === 'The same')).toBe(true)
  })

  it('finds by its slug whatever was made of a title', async () => {
    for (const title of ['Feed', '?!', 'Ünïcode & Ω', '漢字', 'a/b/../c', 'x'.repeat(2000)]) {
      const { slug } = await publish(ann, { title })
      const { status, body } = await conduit.guest.call('GET', `/articles/${encodeURIComponent(slug)}`)
      expect([status, body.article.title]).toEqual([200, title])
    }
  })
})

describe('PUT /articles/:slug', () => {
  it('changes what is sent, and moves the time of change', async () => {
    const before = await publish(ann, { title: 'Before', tagList: ['kept'] })
    const put = async (article: Record<string, unknown>, slug = before.slug) =>
      (await ann.call('PUT', `/articles/${slug}`, { article })).body.article
    const described = await put({ description: 'new' })
    expect(described).toEqual({ ...before, description: 'new', updatedAt: expect.stringMatching(MOMENT) })
    expect(described.updatedAt > before.updatedAt).toBe(true)
    expect(await put({ body: 'new', title: 'Before' })).toMatchObject({ slug: before.slug, body: 'new' })
    expect((await put({ tagList: ['b', 'a'] })).tagList).toEqual(['a', 'b'])
    expect((await put({ tagList: [] })).tagList).toEqual([])
    const renamed = await put({ title: 'After' })
    expect(renamed).toMatchObject({ title: 'After', createdAt: before.createdAt })
    expect(renamed.slug).not.toBe(before.slug)
    expect(await said(conduit.guest.call('GET', `/articles/${before.slug}`))).toEqual(NO_ARTICLE)
    expect((await conduit.guest.call('GET', `/articles/${renamed.slug}`)).body.article).toEqual(renamed)
  })

  it('refuses to empty what an article has to have', async () => {
    const { slug } = await publish(ann)
    const put = (article: Record<string, unknown>) => said(ann.call('PUT', `/articles/${slug}`, { article }))
    for (const name of ['title', 'description', 'body'])
      for (const empty of [null, '', ' '])
        expect(await put({ [name]: empty })).toEqual([422, errors({ [name]: BLANK })])
    expect(await put({ title: '', description: 1, tagList: null })).toEqual([
      422,
      errors({ title: BLANK, description: 'is invalid', tagList: 'is invalid' }),
    ])
  })

  it('takes an article as it was given, with all its keys', async () => {
    const article = await publish(ann, { tagList: ['a'] })
    const { status, body } = await ann.call('PUT', `/articles/${article.slug}`, { article })
    expect([status, body.article]).toEqual([200, { ...article, updatedAt: expect.stringMatching(MOMENT) }])
  })
})

describe('who may', () => {
  it('is asked before what is there, whose it is, and what is sent', async () => {
    const { slug } = await publish(ann)
    const [one, none] = [`/articles/${slug}`, '/articles/nothing-of-this-name']
    for (const body of [{ article: { body: 'x' } }, { article: { body: '' } }, {}]) {
      for (const path of [one, none]) expect(await said(conduit.guest.call('PUT', path, body))).toEqual(MISSING_TOKEN)
      expect(await said(bob.call('PUT', none, body))).toEqual(NO_ARTICLE)
      expect(await said(bob.call('PUT', one, body))).toEqual(FOREIGN)
    }
    expect(await said(conduit.guest.call('PUT', one, '{'))).toEqual(MISSING_TOKEN)
    for (const path of [one, none]) expect(await said(conduit.guest.call('DELETE', path))).toEqual(MISSING_TOKEN)
    expect(await said(bob.call('DELETE', none))).toEqual(NO_ARTICLE)
    expect(await said(bob.call('DELETE', one))).toEqual(FOREIGN)
    expect(await said(conduit.guest.call('POST', '/articles', articleWith({ title: '' })))).toEqual(MISSING_TOKEN)
  })
})

describe('DELETE /articles/:slug', () => {
  it('answers with nothing, and the article is gone with all that was said about it', async () => {
    const { slug } = await publish(ann, { title: 'Gone', tagList: ['lonely'] })
    await bob.call('POST', `/articles/${slug}/comments`, { comment: { body: 'Stay!' } })
    await bob.call('POST', `/articles/${slug}/favorite`)
    const { status, body, headers } = await ann.call('DELETE', `/articles/${slug}`)
    expect([status, body, headers.get('content-type')]).toEqual([204, null, null])
    for (const path of ['', '/comments'])
      expect(await said(conduit.guest.call('GET', `/articles/${slug}${path}`))).toEqual(NO_ARTICLE)
    expect(await said(ann.call('DELETE', `/articles/${slug}`))).toEqual(NO_ARTICLE)
    expect((await conduit.guest.call('GET', '/tags')).body.tags).not.toContain('lonely')
  })
})

describe('favourites', () => {
  it('count everybody once, and are told to each as their own', async () => {
    const { slug, updatedAt } = await publish(ann)
    const favorite = async (who: ConduitClient, method: string) => {
      const { status, body } = await who.call(method, `/articles/${slug}/favorite`)
      return [status, body.article.favorited, body.article.favoritesCount]
    }
    expect(await favorite(bob, 'POST')).toEqual([200, true, 1])
    expect(await favorite(bob, 'POST')).toEqual([200, true, 1])
    expect(await favorite(ann, 'POST')).toEqual([200, true, 2])
    expect(await favorite(bob, 'DELETE')).toEqual([200, false, 1])
    expect(await favorite(bob, 'DELETE')).toEqual([200, false, 1])
    const seenBy = async (who: ConduitClient) => (await who.call('GET', `/articles/${slug}`)).body.article
    expect(await seenBy(ann)).toMatchObject({ favorited: true, favoritesCount: 1, updatedAt, body: 'Patience.' })
    expect(await seenBy(bob)).toMatchObject({ favorited: false, favoritesCount: 1 })
    expect(await seenBy(conduit.guest)).toMatchObject({ favorited: false, favoritesCount: 1 })
  })

  it('need a token, and an article', async () => {
    const { slug } = await publish(ann)
    for (const method of ['POST', 'DELETE']) {
      for (const path of [slug, 'nothing-of-this-name'])
        expect(await said(conduit.guest.call(method, `/articles/${path}/favorite`))).toEqual(MISSING_TOKEN)
      expect(await said(bob.call(method, '/articles/nothing-of-this-name/favorite'))).toEqual(NO_ARTICLE)
    }
  })

  it('of many at once all count', async () => {
    const { slug } = await publish(ann)
    const people = await Promise.all(['fay', 'gus', 'hal', 'ida'].map((name) => conduit.register(name)))
    await Promise.all(people.flatMap((who) => [1, 2].map(() => who.call('POST', `/articles/${slug}/favorite`))))
    expect((await conduit.guest.call('GET', `/articles/${slug}`)).body.article.favoritesCount).toBe(4)
  })
})
