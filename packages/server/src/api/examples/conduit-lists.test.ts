// The RealWorld contract: the list of articles, the feed, pages of both, and tags.

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
let cid: ConduitClient
const COUNT = 25

beforeAll(async () => {
  conduit = await runConduit()
  ann = await conduit.register('ann')
  bob = await conduit.register('bob')
  cid = await conduit.register('cid')
  for (let number = 1; number <= COUNT; number++)
    await publish(number % 5 === 0 ? bob : ann, {
      title: `a${number}`,
      tagList: number % 2 === 0 ? ['even'] : ['odd', 'x'],
    })
  await bob.call('POST', '/articles/a3/favorite')
  await bob.call('POST', '/articles/a8/favorite')
  await cid.call('POST', '/profiles/bob/follow')
})
afterAll(() => conduit[Symbol.asyncDispose]())

async function list(query: string, who: ConduitClient = conduit.guest, path = '/articles') {
  const { status, body } = await who.call('GET', path + query)
  expect(status, JSON.stringify(body)).toBe(200)
  const articles = body.articles as Record<string, any>[]
  return { slugs: articles.map(({ slug }) => String(slug)), count: Number(body.articlesCount), articles }
}

const newest = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => `a${from - index}`)

describe('GET /articles', () => {
  it('gives twenty, the newest first, and says how many there are', async () => {
    expect(await list('')).toMatchObject({ slugs: newest(25, 6), count: COUNT })
  })

  it('gives articles as they are, but for the body', async () => {
    const { articles } = await list('?limit=1', bob)
    const { body: _, ...whole } = (await bob.call('GET', '/articles/a25')).body.article
    expect(articles).toEqual([whole])
    const { headers } = await conduit.guest.call('GET', '/articles')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('gives pages by limit and offset, and the same count with each', async () => {
    expect(await list('?limit=3')).toMatchObject({ slugs: newest(25, 23), count: COUNT })
    expect(await list('?limit=3&offset=3')).toMatchObject({ slugs: newest(22, 20), count: COUNT })
    expect(await list('?offset=20')).toMatchObject({ slugs: newest(5, 1), count: COUNT })
    expect(await list('?offset=0&limit=1')).toMatchObject({ slugs: ['a25'], count: COUNT })
    expect(await list('?offset=25')).toMatchObject({ slugs: [], count: COUNT })
    expect(await list('?offset=9007199254740991')).toMatchObject({ slugs: [], count: COUNT })
    for (const huge of ['100', '101', '1000000', '9007199254740991'])
      expect((await list(`?limit=${huge}`)).slugs).toHaveLength(COUNT)
  })

  it('refuses limits below one, offsets below zero, and what is no number', async () => {
    const bad = {
      limit: ['0', '-1', 'abc', '1.5', '1e2', '', '99999999999999999999'],
      offset: ['-1', 'abc', '0.5', ''],
    }
    for (const [name, values] of Object.entries(bad))
      for (const value of values)
        expect(await said(conduit.guest.call('GET', `/articles?${name}=${value}`))).toEqual([
          422,
          errors({ [name]: 'is invalid' }),
        ])
    expect(await said(conduit.guest.call('GET', '/articles?limit=0&offset=-1'))).toEqual([
      422,
      errors({ limit: 'is invalid', offset: 'is invalid' }),
    ])
  })

  it('keeps only what has the tag, the author, the one whose favourite it is, or all of them', async () => {
    expect(await list('?tag=even&limit=2')).toMatchObject({ slugs: ['a24', 'a22'], count: 12 })
    expect(await list('?author=bob')).toMatchObject({ slugs: ['a25', 'a20', 'a15', 'a10', 'a5'], count: 5 })
    expect(await list('?favorited=bob')).toMatchObject({ slugs: ['a8', 'a3'], count: 2 })
    expect(await list('?author=bob&tag=odd')).toMatchObject({ slugs: ['a25', 'a15', 'a5'], count: 3 })
    expect(await list('?author=bob&tag=odd&limit=1&offset=1')).toMatchObject({ slugs: ['a15'], count: 3 })
    expect(await list('?author=bob&favorited=bob')).toMatchObject({ slugs: [], count: 0 })
  })

  it('is empty for a tag, an author or a name that nobody knows', async () => {
    for (const query of ['?tag=none', '?author=none', '?favorited=none', '?favorited=ann', '?tag=EVEN', "?author='"])
      expect(await list(query)).toMatchObject({ slugs: [], count: 0 })
  })

  it('takes an empty filter for none, and does not mind what it does not know', async () => {
    for (const query of ['?tag=', '?author=&favorited=', '?_=12345']) expect((await list(query)).count).toBe(COUNT)
  })

  it('tells each reader what is theirs', async () => {
    const [a3] = (await list('?limit=1&offset=22', bob)).articles
    expect(a3).toMatchObject({ slug: 'a3', favorited: true, favoritesCount: 1 })
    const [b25] = (await list('?limit=1', cid)).articles
    expect(b25).toMatchObject({ favorited: false, author: { username: 'bob', following: true } })
    expect((await list('?limit=1')).articles[0]).toMatchObject({ author: { username: 'bob', following: false } })
  })

  it('has an order also for articles of one moment: the last one that was made comes first', async () => {
    const { pool } = conduit.application.database
    await pool.query('BEGIN')
    await pool.query(`UPDATE article SET created_at = '2020-01-01' WHERE slug IN ('a1', 'a2', 'a3', 'a4')`)
    await pool.query('COMMIT')
    expect((await list('?offset=21')).slugs).toEqual(['a4', 'a3', 'a2', 'a1'])
    for (const offset of [21, 22, 23, 24])
      expect((await list(`?limit=1&offset=${offset}`)).slugs).toEqual([`a${25 - offset}`])
  })
})

describe('GET /articles/feed', () => {
  const feed = (query: string, who: ConduitClient) => list(query, who, '/articles/feed')

  it('has what those write whom one follows, and nothing else', async () => {
    expect(await feed('', cid)).toMatchObject({ slugs: ['a25', 'a20', 'a15', 'a10', 'a5'], count: 5 })
    expect(await feed('?limit=2&offset=1', cid)).toMatchObject({ slugs: ['a20', 'a15'], count: 5 })
    expect(await feed('', bob)).toMatchObject({ slugs: [], count: 0 })
    const [first] = (await feed('?limit=1', cid)).articles
    expect(first).toMatchObject({ author: { username: 'bob', following: true } })
    expect(first).not.toHaveProperty('body')
  })

  it('has one’s own when one follows oneself, and ends with it', async () => {
    await ann.call('POST', '/profiles/ann/follow')
    expect((await feed('', ann)).count).toBe(20)
    await ann.call('DELETE', '/profiles/ann/follow')
    expect((await feed('', ann)).count).toBe(0)
  })

  it('needs a token, and pages that are pages', async () => {
    for (const query of ['', '?limit=0'])
      expect(await said(conduit.guest.call('GET', `/articles/feed${query}`))).toEqual(MISSING_TOKEN)
    for (const [name, value] of [
      ['limit', '0'],
      ['limit', 'x'],
      ['offset', '-1'],
    ] as const)
      expect(await said(cid.call('GET', `/articles/feed?${name}=${value}`))).toEqual([
        422,
        errors({ [name]: 'is invalid' }),
      ])
  })
})

describe('GET /tags', () => {
  it('gives each tag that an article has, once', async () => {
    const { status, body } = await conduit.guest.call('GET', '/tags')
    expect([status, body]).toEqual([200, { tags: ['even', 'odd', 'x'] }])
  })
})
