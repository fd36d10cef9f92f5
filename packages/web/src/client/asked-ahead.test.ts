import { afterEach, expect, it, vi } from 'vitest'
import { askAhead, forgetAhead, takeAhead } from './asked-ahead.ts'
import { request } from './request.ts'

const asked = vi.fn((address: string) => Promise.resolve(new Response(JSON.stringify({ of: address }))))
vi.stubGlobal('fetch', asked)

afterEach(() => {
  forgetAhead()
  asked.mockClear()
})

it('gives an answer to the first who asks for it, and the next one asks anew', async () => {
  void askAhead('/a', {})
  expect(await request('GET', '/a')).toEqual({ of: '/a' })
  expect(asked).toHaveBeenCalledTimes(1)
  await request('GET', '/a')
  expect(asked).toHaveBeenCalledTimes(2)
})

it('forgets all of it with the first thing that is done: it may be somebody else afterwards', async () => {
  void askAhead('/a', {})
  await request('POST', '/_ninefold/session', { body: {} })
  expect(takeAhead('/a')).toBeUndefined()
})
