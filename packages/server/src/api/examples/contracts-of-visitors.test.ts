// Contracts whose reading is public, each as a text written from the reference alone: a shortener of links and a forum.

import { describe, expect, it } from 'vitest'
import { type Ask, served } from '../../testing/served-contract.ts'

async function registered(ask: Ask, path: string, values: Record<string, string>) {
  const { status, json } = await ask(`POST ${path}`, { json: { password: 'horse-battery-1', ...values } })
  expect(status).toBe(201)
  return { authorization: `Bearer ${json.token}` }
}

describe('short links', () => {
  const { ask, address } = served('contract-short-links.md')

  it('makes codes where none is wished for, and redirects those who follow them', async () => {
    const headers = await registered(ask, '/api/register', { email: 'ada@example.test' })
    const made = await ask('POST /api/shorten', { json: { url: 'https://example.com/?a=1#top' }, headers })
    const { shortCode, shortUrl } = made.json
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/shorten/${shortCode}`])
    expect(shortUrl).toBe(`${address()}/${shortCode}`)
    const followed = await ask(`GET /${shortCode}`)
    expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://example.com/?a=1#top'])
    const stats = await ask(`GET /api/shorten/${shortCode}/stats`, { headers })
    expect(stats.json).toMatchObject({ shortCode, accessCount: 1 })
  })

  it('ends links by a number of visits, for signed-in visitors as for guests', async () => {
    const headers = await registered(ask, '/api/register', { email: 'ben@example.test' })
    const other = await registered(ask, '/api/register', { email: 'eve@example.test' })
    const link = { url: 'https://example.com', customSlug: 'Mine-1', maxVisits: 2, tags: ['new', 'old'] }
    expect((await ask('POST /api/shorten', { json: link, headers })).json.tags).toEqual(['new', 'old'])
    expect((await ask('GET /Mine-1', { headers: other })).status).toBe(302)
    expect((await ask('GET /Mine-1')).status).toBe(302)
    const gone = await ask('GET /Mine-1', { headers: other })
    expect([gone.status, gone.json.error]).toEqual([410, 'EXPIRED'])
    const again = await ask('POST /api/shorten', { json: link, headers: other })
    expect([again.status, again.json.errors[0].field]).toEqual([409, 'customSlug'])
    const changed = await ask('PUT /api/shorten/Mine-1', { json: { url: 'https://example.org' }, headers: other })
    expect(changed.status).toBe(403)
  })

  it('names the list with a tag that is not a text', async () => {
    const headers = await registered(ask, '/api/register', { email: 'kim@example.test' })
    const { status, json } = await ask('POST /api/shorten', { json: { url: 'https://e.com', tags: ['a', 5] }, headers })
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['tags']])
  })
})

describe('a forum', () => {
  const { ask } = served('contract-threads.md')

  it('answers comments with their replies, ten levels deep', async () => {
    const headers = await registered(ask, '/api/register', { username: 'ada' })
    const { json: post } = await ask('POST /api/posts', {
      json: { type: 'text', title: 'Hi 🎉', text: 'Hello', category: 'news' },
      headers,
    })
    expect(post).toMatchObject({ type: 'text', score: 1, upvotePercentage: 100, myVote: 1 })
    const comment = async (body: string, parent?: string) =>
      (await ask(`POST /api/posts/${post.id}/comments`, { json: { body, parent: Number(parent) || null }, headers }))
        .json
    const first = await comment('1')
    expect(first.replies).toEqual([])
    let last = first
    for (let level = 2; level <= 11; level++) last = await comment(String(level), last.id)
    await comment('1b', first.id)
    const { json } = await ask(`GET /api/posts/${post.id}`)
    expect(json.comments.map((each: any) => each.replies.map((reply: any) => reply.body))).toEqual([['2', '1b']])
    const bodies: string[] = []
    for (let each = json.comments[0]; each !== undefined; each = each.replies?.[0]) bodies.push(each.body)
    expect(bodies).toEqual(Array.from({ length: 10 }, (_, level) => String(level + 1)))
    expect(json.post.views).toBe(1)
    const { json: api } = await ask('GET /_ninefold/openapi.json')
    expect(api.components.schemas.CommentView.properties.replies.items.$ref).toBe('#/components/schemas/CommentView')
    expect(Object.keys(api.components.schemas).filter((name) => name.startsWith('CommentView'))).toHaveLength(1)
  })

  it('counts the vote of each user once, and ranks users', async () => {
    const [cleo, dora] = [
      await registered(ask, '/api/register', { username: 'cleo' }),
      await registered(ask, '/api/register', { username: 'dora' }),
    ]
    const text = { type: 'text', title: 'Vote', text: 'Now', category: 'music' }
    const { id } = (await ask('POST /api/posts', { json: text, headers: cleo })).json
    const vote = async (value: unknown) =>
      (await ask(`PUT /api/posts/${id}/vote`, { json: { vote: value }, headers: dora })).json
    expect(await vote(-1)).toMatchObject({ score: 0, upvotePercentage: 50, myVote: -1 })
    expect(await vote(1)).toMatchObject({ score: 2, upvotePercentage: 100, myVote: 1 })
    expect((await vote(2)).errors).toMatchObject([{ param: 'vote', location: 'body', value: 2 }])
    const { json } = await ask('GET /api/leaderboard?limit=2')
    expect(json.leaderboard.find(({ username }: any) => username === 'cleo')).toMatchObject({ rank: 1, points: 2 })
    expect((await ask(`DELETE /api/posts/${id}`, { headers: dora })).status).toBe(403)
    expect((await ask(`DELETE /api/posts/${id}`)).status).toBe(401)
    expect((await ask(`DELETE /api/posts/${id}`, { headers: cleo })).json).toEqual({ message: 'success' })
  })
})
