// Concatenated and truncated lists, keys left out when empty, and several steps under one condition.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

let feed: RunningApplication

beforeAll(async () => {
  feed = await runApplication(readFileSync(new URL('../../testing/feed.md', import.meta.url), 'utf8'))
})

afterAll(() => feed[Symbol.asyncDispose]())

it('puts lists together, in their order, and shows of each record what may be seen', async () => {
  const { body } = await feed.guest.get('/feed')
  expect(body).toEqual({
    posts: [
      { title: 'B' },
      { title: 'A', bio: 'first', notes: ['one', 'two'] },
      { title: 'D', bio: 'last', notes: ['three'] },
    ],
    titles: ['B', 'A', 'D'],
    rows: [{ t: 'B' }, { t: 'ad' }, { t: 'A' }, { t: 'D' }],
    all: 4,
  })
})

it.each([0, 1, 2])('takes the first %i', async (most) => {
  const { body } = await feed.guest.get(`/feed?most=${most}`)
  expect(body.posts.map(({ title }: { title: string }) => title)).toEqual(['B', 'A'].slice(0, most))
  expect(body.titles).toEqual(['B', 'A'].slice(0, most))
  expect(body.rows).toEqual([{ t: 'B' }, { t: 'ad' }].slice(0, most))
})

it('does the steps of a block together, and asks its condition once', async () => {
  const put = (title: string, body: object) =>
    feed.guest.send(`/posts/${title}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await put('X', {})).status).toBe(404)
  const made = await put('Y', { notes: [{ words: 'a' }, { words: 'b' }] })
  expect([made.status, made.body]).toEqual([201, { title: 'Y', notes: ['a', 'b'] }])
  const early = await put('Z', { bio: 'z' })
  expect([early.status, early.body]).toEqual([201, { made: 'Z', bio: 'z' }])
  const changed = await put('Y', { bio: 'y' })
  expect([changed.status, changed.body]).toEqual([200, { title: 'Y', bio: 'y', notes: ['a', 'b'] }])
})
