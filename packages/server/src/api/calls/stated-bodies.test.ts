// Bodies of stated calls that are texts, files and multipart forms, as existing clients send them.

import { request } from 'node:http'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

let shop: RunningApplication

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  shop = await runApplication(readFileSync(new URL('../../testing/texts/shop-api.md', import.meta.url), 'utf8'))
})

afterAll(() => shop[Symbol.asyncDispose]())

const put = (path: string, body: string | Buffer | FormData, type: string | null = null, method = 'PUT') =>
  shop.guest.send(path, { method, body, headers: type === null ? {} : { 'content-type': type } })

const errorsOf = (body: { errors: { about: string; code: string }[] }) =>
  body.errors.map(({ about, code }) => `${about} ${code}`)

function formOf(parts: Readonly<Record<string, string | Blob | readonly Blob[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string') form.append(name, one)
      else form.append(name, one, 'a file.png')
  return form
}

const product = (sku: string) => ({ sku, title: 'New', 'price[amount]': '12' })

it('takes a file as the whole body, of any type but JSON and forms', async () => {
  const kept = await put('/products/TEA/photo', PNG, 'image/png')
  expect([kept.status, kept.body.type]).toEqual([200, 'picture'])
  expect(kept.body.photo).toMatchObject({ name: 'file', size: PNG.length, type: 'image/png' })
  expect((await shop.guest.get(kept.body.photo.url)).status).toBe(200)
  const named = await shop.guest.send('/products/TEA/photo', {
    method: 'PUT',
    body: PNG,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="../my tea.png"',
    },
  })
  expect(named.body.photo).toMatchObject({ name: 'my tea.png', type: 'image/png' })
  const text = await put('/products/TEA/photo', 'no picture', 'image/png')
  expect([text.status, errorsOf(text.body)]).toEqual([422, ['photo WRONG_TYPE']])
  const json = await put('/products/TEA/photo', '{}', 'application/json')
  expect([json.status, errorsOf(json.body)]).toEqual([415, ['content-type MEDIA_TYPE_NOT_SUPPORTED']])
  expect(errorsOf((await put('/products/TEA/photo', '', 'image/png')).body)).toEqual(['photo BLANK'])
})

it('reads no more of a file than it may be large', async () => {
  const large = Buffer.alloc(1_200_000, 1)
  const told = await put('/products/TEA/photo', large, 'image/png')
  expect([told.status, errorsOf(told.body)]).toEqual([422, ['photo TOO_BIG']])
  // Without a length header the bytes are counted as they arrive, and this sender never stops.
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(shop.address)
    const sent = request({
      hostname,
      port,
      method: 'PUT',
      path: '/products/TEA/photo',
      headers: { 'content-type': 'image/png' },
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.write(large)
  })
  expect(status).toBe(422)
})

it('takes a text as the whole body', async () => {
  const kept = await put('/products/TEA/manual', '# Tea\n\nHot.', 'text/markdown; charset=utf-8')
  expect([kept.status, kept.body]).toEqual([200, '# Tea\n\nHot.'])
  expect((await put('/products/TEA/manual', 'Hot', 'text/plain')).status).toBe(415)
  expect((await put('/products/TEA/manual', 'Hot', 'text/markdown; charset=latin1')).status).toBe(415)
  expect((await put('/notes', 'true', 'text/plain', 'POST')).body).toBe(true)
  const long = await put('/notes', 'a'.repeat(21), 'text/plain', 'POST')
  expect(errorsOf(long.body)).toEqual(['words TOO_LONG'])
  expect(errorsOf((await put('/notes', '', 'text/plain', 'POST')).body)).toEqual(['words BLANK'])
  expect((await put('/notes', Buffer.from([0xff]), 'text/plain', 'POST')).body.errors[0].code).toBe('BODY_NOT_READABLE')
  const huge = await put('/notes', Buffer.alloc(1_100_000, 97), 'text/plain', 'POST')
  expect([huge.status, huge.body.errors[0].code]).toEqual([413, 'BODY_TOO_LARGE'])
})

it('refuses with the statuses that the call says', async () => {
  const long = await put('/products/TEA/manual', 'a'.repeat(201), 'text/markdown')
  expect([long.status, errorsOf(long.body)]).toEqual([413, ['manual TOO_LONG']])
  expect((await put('/products/TEA/manual', '', 'text/markdown')).status).toBe(400)
  expect((await put('/notes', '', 'text/plain', 'POST')).status).toBe(422)
  const { responses } = (await shop.guest.get('/_ninefold/openapi.json')).body.paths['/products/{sku}/manual'].put
  expect(responses[413]['x-codes']).toContain('TOO_LONG')
  expect(responses[422]['x-codes']).not.toContain('BLANK')
})

it('takes a multipart form with files', async () => {
  const picture = new Blob([PNG], { type: 'image/png' })
  const note = new Blob(['words'], { type: 'text/plain' })
  const made = await put(
    '/products/form',
    formOf({ ...product('P1'), photo: picture, 'papers[]': [note, note] }),
    null,
    'POST',
  )
  expect([made.status, made.body]).toMatchObject([201, { sku: 'P1', price: 12 }])
  expect(made.body.photo).toMatchObject({ name: 'a file.png', type: 'image/png' })
  expect(made.body.papers.map(({ size }: { size: number }) => size)).toEqual([5, 5])
  const plain = await put('/products/form', formOf(product('P2')), null, 'POST')
  expect([plain.status, plain.body.photo]).toEqual([201, null])
  const one = await put('/products/form', formOf({ ...product('P3'), papers: note }), null, 'POST')
  expect([one.status, one.body.papers.length]).toEqual([201, 1])
})

it('takes the same inputs as JSON, as a form and as a multipart form', async () => {
  const picture = new Blob([PNG], { type: 'image/png' })
  const ways: readonly (readonly [string, string | FormData, string | null])[] = [
    ['A1', JSON.stringify({ sku: 'A1', title: 'New', price: { amount: 12 } }), 'application/json'],
    ['A2', 'sku=A2&title=New&price%5Bamount%5D=12', 'application/x-www-form-urlencoded'],
    ['A3', 'sku=A3&title=New&price.amount=12', 'application/x-www-form-urlencoded'],
    ['A4', formOf({ ...product('A4'), photo: picture }), null],
    ['A5', formOf({ sku: 'A5', title: 'New', 'price.amount': '12' }), null],
  ]
  for (const [sku, body, type] of ways) {
    const made = await put('/products/any', body, type, 'POST')
    expect([made.status, made.body.sku, made.body.price, made.body.photo !== null]).toEqual([
      201,
      sku,
      12,
      sku === 'A4',
    ])
  }
  const other = await put('/products/any', '<a/>', 'application/xml', 'POST')
  const types = 'application/json, application/x-www-form-urlencoded, multipart/form-data'
  expect([other.status, other.headers.get('accept')]).toEqual([415, types])
  const { requestBody } = (await shop.guest.get('/_ninefold/openapi.json')).body.paths['/products/any'].post
  expect(Object.keys(requestBody.content).join(', ')).toBe(types)
})

it('says what is wrong with a multipart form', async () => {
  const note = new Blob(['words'])
  const send = async (parts: Parameters<typeof formOf>[0]) => {
    const { status, body } = await put('/products/form', formOf({ ...product('X'), ...parts }), null, 'POST')
    return [status, ...errorsOf(body)]
  }
  expect(await send({ photo: note })).toEqual([422, 'photo WRONG_TYPE'])
  expect(await send({ photo: new Blob([Buffer.alloc(1_200_000)]) })).toEqual([422, 'photo TOO_BIG'])
  expect(await send({ papers: [note, note, note] })).toEqual([422, 'papers TOO_BIG'])
  expect(await send({ other: note })).toEqual([422, 'other UNKNOWN_INPUT'])
  expect(await send({ other: 'text' })).toEqual([422, 'other UNKNOWN_INPUT'])
  expect(await send({ 'price[amount]': 'x' })).toEqual([422, 'amount WRONG_TYPE'])
  expect(await send({ title: 'a'.repeat(1_100_000) })).toEqual([413, 'body BODY_TOO_LARGE'])
  const cut = '--b\r\nContent-Disposition: form-data; name="sku"\r\n\r\nX'
  const unreadable = async (body: string, type: string) => {
    const answer = await put('/products/form', body, type, 'POST')
    return [answer.status, answer.body.errors[0].code]
  }
  expect(await unreadable(cut, 'multipart/form-data; boundary=b')).toEqual([400, 'BODY_NOT_READABLE'])
  expect(await unreadable(cut, 'multipart/form-data')).toEqual([400, 'BODY_NOT_READABLE'])
  expect(await unreadable('', 'multipart/form-data; boundary=b')).toEqual([400, 'BODY_NOT_READABLE'])
  expect((await put('/products/form', 'sku=X', 'application/x-www-form-urlencoded', 'POST')).status).toBe(415)
})

it('refuses a multipart form that no reader takes apart in one way, and goes on', async () => {
  const part = (disposition: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data${disposition}${more}\r\n\r\n${value}\r\n`
  const title = (value: string, more = '') =>
    part('; name="sku"', 'B1') + part('; name="price[amount]"', '12') + part('; name="title"', value, more)
  const file = (name: string, value: string) => part(`; name="papers"; filename="${name}"`, value)
  const forms = {
    'a part without a name': part('', 'X') + '--b--\r\n',
    'a file without a name': part('; filename="x"', 'X') + '--b--\r\n',
    'cut off in a file': title('New') + file('a', 'half'),
    'cut off in a second file': title('New') + file('a', 'whole') + file('b', 'half'),
    'cut off where no file was chosen': title('New') + file('', 'half'),
    'no UTF-8': Buffer.from(`${title('\xff')}--b--\r\n`, 'latin1'),
    'an encoding that is no more': `${title('QUJD', '\r\nContent-Transfer-Encoding: base64')}--b--\r\n`,
  }
  for (const [name, body] of Object.entries(forms)) {
    const answer = await put('/products/form', body, 'multipart/form-data; boundary=b', 'POST')
    expect([name, answer.status, ...errorsOf(answer.body)]).toEqual([name, 400, 'body BODY_NOT_READABLE'])
  }
  const { rows } = await shop.database.pool.query("SELECT FROM product WHERE sku = 'B1'")
  expect(rows).toEqual([])
})

it('takes JSON of the forms of the product itself, and of nobody else', async () => {
  const send = (headers: Record<string, string>) =>
    shop.guest.send('/notes', {
      method: 'POST',
      body: JSON.stringify({ words: 'by a form' }),
      headers: { 'content-type': 'application/json', ...headers },
    })
  expect((await send({})).status).toBe(415)
  const own = await send({ 'ninefold-client': 'web' })
  expect([own.status, own.body]).toEqual([200, 'by a form'])
})

it('describes them in its OpenAPI document', async () => {
  const { paths } = (await shop.guest.get('/_ninefold/openapi.json')).body
  expect(Object.keys(paths['/products/{sku}/photo'].put.requestBody.content)).toEqual([
    'application/octet-stream',
    '*/*',
  ])
  expect(paths['/products/{sku}/manual'].put.requestBody.content).toMatchObject({
    'text/markdown': { schema: { maxLength: 200 } },
  })
  const { schema } = paths['/products/form'].post.requestBody.content['multipart/form-data']
  expect(schema.properties).toMatchObject({
    photo: { type: 'string', format: 'binary' },
    papers: { type: 'array', maxItems: 2, items: { format: 'binary' } },
    price: { properties: { amount: { type: 'integer' } } },
  })
})
