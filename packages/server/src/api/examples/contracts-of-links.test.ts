// Three more public contracts, each as a text written from the reference alone: objects in buckets with parts of files,
// a microblog with pagination by the header Link, and products by OData.

import { describe, expect, it } from 'vitest'
import { served, type Told } from '../../testing/served-contract.ts'

describe('objects in buckets', () => {
  const { ask } = served('contract-objects.md')
  const text = { 'content-type': 'text/plain' }
  const put = (key: string, content: string, headers = {}) =>
    ask(`PUT /photos/${key}`, { text: content, headers: { ...text, ...headers } })
  const codeOf = ({ status, text: said }: Told) => [status, /<Code>(\w+)<\/Code>/.exec(said)?.[1]]

  it('takes keys with slashes, and says what goes with a file', async () => {
    expect((await ask('PUT /photos')).status).toBe(200)
    await put('2006/January/a%20b.txt', 'Hello, world!', { 'x-amz-meta-title': 'Greeting' })
    const told = await ask('GET /photos/2006/January/a%20b.txt')
    expect([told.status, told.text, told.headers.get('x-amz-meta-title')]).toEqual([200, 'Hello, world!', 'Greeting'])
    expect(told.headers.get('last-modified')).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)
    expect((await ask('GET /photos?list-type=2&prefix=2006/')).text).toContain('<Key>2006/January/a b.txt</Key>')
    expect(codeOf(await ask('GET /photos/2006/January'))).toEqual([404, 'NoSuchKey'])
    expect(codeOf(await ask('GET /nowhere/2006/January'))).toEqual([404, 'NoSuchBucket'])
  })

  it('sends parts of a file, and refuses those that it does not have', async () => {
    await put('hello.txt', 'Hello, world!')
    const part = async (range: string) => {
      const { status, text: said, headers } = await ask('GET /photos/hello.txt', { headers: { range } })
      return [status, headers.get('content-range'), status === 206 ? said : null]
    }
    expect(await part('bytes=0-4')).toEqual([206, 'bytes 0-4/13', 'Hello'])
    expect(await part('bytes=-6')).toEqual([206, 'bytes 7-12/13', 'world!'])
    expect(await part('bytes=20-30')).toEqual([416, 'bytes */13', null])
    const tag = (await ask('HEAD /photos/hello.txt')).headers.get('etag') ?? ''
    const when = async (headers: Record<string, string>) => (await ask('GET /photos/hello.txt', { headers })).status
    expect(await when({ 'if-match': tag })).toBe(200)
    expect(await when({ 'if-match': '"another"' })).toBe(412)
    expect(await when({ 'if-none-match': tag })).toBe(304)
  })
})

describe('a microblog', () => {
  const { ask, address } = served('contract-microblog.md')
  const signedIn = async (username: string, password: string) => {
    const form = `grant_type=password&username=${username}&password=${password}&scope=read+write`
    const { json } = await ask('POST /oauth/token', { form })
    return { authorization: `Bearer ${json.access_token}` }
  }

  it('leads from page to page by links that keep what was asked', async () => {
    const headers = await signedIn('ada', 'correct-horse-1')
    for (const status of ['one', 'two', 'three'])
      await ask('POST /api/v1/statuses', { form: `status=${status}`, headers })
    const { json, headers: told } = await ask('GET /api/v1/timelines/public?limit=2&local=true')
    expect(json.map((each: any) => each.content)).toEqual(['<p>three</p>', '<p>two</p>'])
    const [oldest, newest] = [json[1].id, json[0].id]
    const place = `${address()}/api/v1/timelines/public?limit=2&local=true`
    expect(told.get('link')).toBe(`<${place}&max_id=${oldest}>; rel="next", <${place}&min_id=${newest}>; rel="prev"`)
    const next = await ask(`GET /api/v1/timelines/public?limit=2&local=true&max_id=${oldest}`)
    expect(next.json.map((each: any) => each.content)).toEqual(['<p>one</p>'])
    const after = await ask(`GET /api/v1/timelines/public?limit=1&min_id=${next.json[0].id}`)
    expect(after.json.map((each: any) => each.content)).toEqual(['<p>two</p>'])
  })

  it('takes a parameter without a value as one that was not sent', async () => {
    const sent = await ask('GET /api/v1/timelines/public?limit=&max_id=&local=')
    expect([sent.status, sent.text]).toEqual([200, (await ask('GET /api/v1/timelines/public')).text])
  })

  it('answers what a deletion has taken away', async () => {
    const headers = await signedIn('ben', 'correct-horse-2')
    const made = await ask('POST /api/v1/statuses', { json: { status: 'Gone', language: 'en' }, headers })
    const gone = await ask(`DELETE /api/v1/statuses/${made.json.id}`, { headers })
    expect([gone.status, gone.json]).toEqual([200, made.json])
    const again = await ask(`DELETE /api/v1/statuses/${made.json.id}`, { headers })
    expect([again.status, again.json]).toEqual([404, { error: 'Record not found' }])
  })
})

describe('products by OData', () => {
  const { ask, address } = served('contract-products.md')
  const context = () => `${address()}/odata/$metadata#Products`

  it('finds records by keys in brackets, beside addresses with a dollar sign', async () => {
    const { json } = await ask('GET /odata/Products(2)')
    expect(json).toEqual({
      '@odata.context': `${context()}/$entity`,
      ID: 2,
      Name: 'Milk',
      Price: 3.5,
      Discontinued: false,
    })
    expect((await ask('GET /odata/Products/$count')).text).toBe('3')
    expect((await ask('GET /odata/Products(99)')).json.error.code).toBe('NotFound')
    expect((await ask('GET /odata/Products(abc)')).status).toBe(404)
    const made = await ask('POST /odata/Products', {
      json: { Name: 'Tea', Price: 4.25, '@odata.type': '#Shop.Product' },
    })
    expect([made.status, made.headers.get('location')]).toEqual([201, `${address()}/odata/Products(4)`])
    expect((await ask('PATCH /odata/Products(4)', { json: { Price: 5 } })).status).toBe(204)
    expect((await ask('GET /odata/Products(4)')).json.Price).toBe(5)
    expect((await ask('DELETE /odata/Products(4)')).status).toBe(204)
  })

  it('selects, orders and counts', async () => {
    const { json } = await ask('GET /odata/Products?$select=Name&$orderby=Price%20desc&$top=2&$count=true')
    expect(json['@odata.count']).toBe(3)
    expect(json.value).toEqual([{ Name: 'Lemonade' }, { Name: 'Milk' }])
  })
})
