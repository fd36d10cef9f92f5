// Headers, cookies, redirects, forms and bodies other than JSON, as clients of existing contracts send and read them.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

let wire: RunningApplication

beforeAll(async () => {
  wire = await runApplication(readFileSync(new URL('../../testing/wire.md', import.meta.url), 'utf8'))
})

afterAll(() => wire[Symbol.asyncDispose]())

const form = (path: string, body: string) =>
  wire.guest.send(path, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

it('answers with headers, also when the request is repeated', async () => {
  const key = { 'idempotency-key': 'a' }
  const first = await wire.guest.post('/todos', { title: 'Käse\u2028', colour: 'red' }, key)
  const again = await wire.guest.post('/todos', { title: 'Käse\u2028', colour: 'red' }, key)
  expect(first.status).toBe(201)
  expect(first.headers.get('location')).toMatch(/^\/todos\/\d+$/)
  expect(first.headers.get('x-title')).toBe('K%C3%A4se')
  expect(first.headers.get('cache-control')).toBe('private')
  expect(first.body.url).toBe(`https://todo.example${first.headers.get('location')}`)
  expect([again.status, again.body, again.headers.get('location')]).toEqual([
    201,
    first.body,
    first.headers.get('location'),
  ])
})

it('reads headers and cookies, and sets cookies', async () => {
  const { headers } = await wire.guest.post('/todos', { title: 'Bread' })
  const place = headers.get('location') ?? ''
  expect((await wire.guest.get(place)).body).toMatchObject({ title: 'Bread', completed: false })
  const second = await wire.guest.get(place, { 'x-api-version': '2', cookie: 'last-seen=here' })
  expect(second.body).toEqual({ todo: 'Bread', seen: 'here' })
  expect(second.headers.get('set-cookie')).toMatch(
    /^last-seen=todo%20\d+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const wrong = await wire.guest.get(place, { 'x-api-version': '7' })
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'X-Api-Version'])
})

it('leads on to another address, and removes a cookie', async () => {
  const moved = await wire.guest.get('/old/7')
  expect([moved.status, moved.headers.get('location'), moved.body]).toEqual([301, '/todos/7', null])
  const off = await wire.guest.post('/sign-off')
  expect([off.status, off.headers.get('location')]).toEqual([303, '/todos'])
  expect(off.headers.get('set-cookie')).toMatch(/^last-seen=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/)
})

it('answers texts, pages and tables', async () => {
  const [text, page, table] = await Promise.all(['txt', 'html', 'csv'].map((end) => wire.guest.get(`/todos.${end}`)))
  expect([text?.headers.get('content-type'), text?.body]).toEqual(['text/plain; charset=utf-8', 'OK 2'])
  expect([page?.headers.get('content-type'), page?.body]).toEqual(['text/html; charset=utf-8', '<h1>Todos</h1>'])
  expect(page?.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(table?.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(table?.body).toBe('title,done,order\r\nBread,false,\r\nKäse\u2028,false,\r\n'.replace('\u2028', ''))
})

it('answers with media types of the contract, and lets no browser run them', async () => {
  const [json, feed, gone] = await Promise.all(['json', 'xml', 'nothing'].map((is) => wire.guest.get(`/feed?is=${is}`)))
  expect([json?.status, json?.headers.get('content-type'), json?.body]).toEqual([
    200,
    'application/vnd.api+json',
    { data: [{ type: 'todos' }], order: [] },
  ])
  expect([feed?.headers.get('content-type'), feed?.body]).toEqual(['application/rss+xml; charset=utf-8', '<rss/>'])
  expect(feed?.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect([gone?.status, gone?.headers.get('content-type')]).toEqual([410, 'application/vnd.api+json'])
  const held = { 'if-none-match': json?.headers.get('etag') ?? '' }
  expect((await wire.guest.get('/feed', held)).status).toBe(304)
  const { responses } = (await wire.guest.get('/_ninefold/openapi.json')).body.paths['/feed'].get
  expect(Object.keys(responses[200].content)).toEqual(['application/rss+xml', 'application/vnd.api+json'])
  expect(responses[200].content['application/vnd.api+json'].schema.properties).toHaveProperty('data')
})

it('takes a list in the query with brackets, with numbers or without', async () => {
  for (const query of [
    'order=2&order=1',
    'order[]=2&order[]=1',
    'order%5B%5D=2&order%5B%5D=1',
    'order=2&order[]=1',
    'order[10]=1&order[9]=2',
  ])
    expect((await wire.guest.get(`/feed?${query}`)).body.order, query).toEqual([2, 1])
  for (const [query, about] of [
    ['order[]=x', 'order[0]'],
    ['order[a]=1', 'order[a]'],
    ['is[]=json', 'is[]'],
  ] as const) {
    const { status, body } = await wire.guest.get(`/feed?${query}`)
    expect([status, body.errors.map(({ field }: { field: string }) => field)], query).toEqual([422, [about]])
  }
})

it('takes forms where a call says so, and nowhere else', async () => {
  const charge = await form(
    '/v1/charges',
    'amount=1200&paid=true&tags[]=a&tags[]=b&parts[0][name]=Tea&parts[1][name]=Cup',
  )
  expect([charge.status, charge.body]).toEqual([
    200,
    {
      object: 'charge',
      amount: 1200,
      paid: true,
      created: expect.stringMatching(/Z$/),
      tags: ['a', 'b'],
      parts: { object: 'list', data: [{ name: 'Tea' }, { name: 'Cup' }] },
    },
  ])
  expect((await wire.guest.post('/v1/charges', { amount: 5 })).status).toBe(200)
  const unread = await form('/todos', 'title=Tea')
  expect(unread.status).toBe(415)
  expect(JSON.stringify(unread.body)).toContain('Please send the body as application/json.')
  expect((await wire.guest.post('/v1/forms', { name: 'Ada' })).status).toBe(415)
  expect((await form('/v1/forms', 'name=Ada&secret=')).body).toEqual({ name: 'Ada', isSecret: false })
  for (const body of ['name[=x', 'a=1&a[b]=2', 'name[][x]=1', `${'a[b]'.repeat(1)}${'[c]'.repeat(20)}=1`])
    expect((await form('/v1/forms', body)).status).toBe(400)
  expect((await form('/v1/forms', '__proto__[x]=1&constructor=2&name=Ada')).status).toBe(422)
})

it('takes values that can be read as what is wanted', async () => {
  const sent = { count: '4', isOn: 'true', name: 12, at: '2026-02-03', names: 'one' }
  expect((await wire.guest.post('/loose', sent)).body).toEqual({
    count: 4,
    isOn: true,
    name: '12',
    at: '2026-02-03T00:00:00.000Z',
    names: ['one'],
  })
  const wrong = await wire.guest.post('/loose', { count: 'four', isOn: 2 })
  expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual(['count', 'isOn'])
})

it('tells of each thing that is refused, with the value that was sent and no secret', async () => {
  const { status, body } = await form('/v1/forms', 'name=Adalbert&secret=a&more=1')
  expect(status).toBe(422)
  expect(body).toMatchObject({ status: 422, path: '/v1/forms', method: 'POST' })
  expect(body.errors).toEqual([
    { field: 'more', code: 'UNKNOWN_INPUT', msg: expect.any(String), value: '1' },
    { field: 'name', code: 'TOO_LONG', msg: expect.any(String), value: 'Adalbert' },
  ])
  const nested = await wire.guest.post('/v1/charges', { amount: 5, parts: [{ name: 'a' }, { name: 'x'.repeat(30) }] })
  expect(nested.body.errors).toMatchObject([{ field: 'parts[1].name', value: 'x'.repeat(30) }])
})

it('describes all of it in its OpenAPI document', async () => {
  const { paths } = (await wire.guest.get('/_ninefold/openapi.json')).body
  expect(paths['/todos'].post.responses[201].headers).toHaveProperty('Location')
  expect(paths['/todos'].post.requestBody.content['application/json'].schema.additionalProperties).toBe(true)
  expect(
    paths['/todos/{id}'].get.parameters.map((each: { name: string; in: string }) => `${each.in} ${each.name}`),
  ).toEqual(['path id', 'header If-None-Match', 'header X-Api-Version', 'cookie last-seen'])
  expect(Object.keys(paths['/v1/forms'].post.requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
  expect(paths['/todos.csv'].get.responses[200].content).toHaveProperty(['text/csv'])
  expect(paths['/old/{id}'].get.responses[301].headers).toHaveProperty('Location')
})
