import { afterEach, expect, it, vi } from 'vitest'
import { askAhead, forgetAhead, readAhead, takeAhead, takeRead } from './prefetch.ts'
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

it('gives an answer that is there and read to whoever draws with it, once, and to nobody who asks after that', async () => {
  const reading = readAhead('/a', {})
  expect(takeRead('/a')).toBeUndefined()
  await reading
  expect(takeRead('/a')).toEqual({ of: '/a' })
  expect(takeRead('/a')).toBeUndefined()
  expect(takeAhead('/a')).toBeUndefined()
})

it('reads nothing that was forgotten or taken meanwhile: it may be of somebody else', async () => {
  const reading = Promise.all([readAhead('/a', {}), readAhead('/b', {})])
  const taken = takeAhead('/a')
  await request('POST', '/_ninefold/session', { body: {} })
  await reading
  expect(await (await taken)?.json()).toEqual({ of: '/a' })
  expect([takeRead('/a'), takeRead('/b')]).toEqual([undefined, undefined])
})

it('reads no refusal: it is given to whoever asks, who says it', async () => {
  asked.mockImplementationOnce(() => Promise.resolve(new Response('{}', { status: 403 })))
  await readAhead('/a', {})
  expect(takeRead('/a')).toBeUndefined()
  expect((await takeAhead('/a'))?.status).toBe(403)
})
