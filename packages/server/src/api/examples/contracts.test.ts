// Public contracts, each as a text written from the reference alone: bookings with plain texts as errors, articles by
// JSON:API, payments with forms, Unix seconds and keys chosen by the sender, and a ledger with double entry.

import { describe, expect, it } from 'vitest'
import { JSON_TYPE, served, type Told } from '../../testing/served-contract.ts'

describe('bookings of a hotel', () => {
  const { ask } = served('contract-hotel.md')
  const booking = {
    firstname: 'Jim',
    lastname: 'Brown',
    totalprice: 111,
    depositpaid: true,
    bookingdates: { checkin: '2018-01-01', checkout: '2019-01-01' },
    additionalneeds: 'Breakfast',
  }
  const basic = { authorization: `Basic ${btoa('admin:password123')}` }
  const plain = ({ status, text, headers }: Told) => [status, text, headers.get('content-type')?.split(';')[0]]

  it('gives a token, and tells of bad credentials with 200 and a body of its own', async () => {
    const told = await ask('POST /auth', { json: { username: 'admin', password: 'password123' } })
    expect(told.json).toEqual({ token: expect.any(String) })
    const cookie = { cookie: `token=${told.json.token}` }
    const wrong = await ask('POST /auth', { json: { username: 'admin', password: 'nope' } })
    expect([wrong.status, wrong.json]).toEqual([200, { reason: 'Bad credentials' }])
    const { json } = await ask('POST /booking', { json: booking })
    const changed = await ask(`PUT /booking/${json.bookingid}`, { json: booking, headers: cookie })
    expect(changed.status).toBe(200)
  })

  it('tells the product’s own pages of such a refusal by its status', async () => {
    const told = await ask('POST /auth', { json: {}, headers: { accept: 'application/problem+json' } })
    expect([told.status, told.json.status, told.json.code]).toEqual([422, 422, 'BAD_CREDENTIALS'])
  })

  it('answers refusals as plain texts', async () => {
    expect(plain(await ask('GET /booking/99999'))).toEqual([404, 'Not Found', 'text/plain'])
    expect(plain(await ask('GET /booking/abc'))).toEqual([404, 'Not Found', 'text/plain'])
    expect(plain(await ask('GET /nowhere'))).toEqual([404, 'Not Found', 'text/plain'])
    expect(plain(await ask('POST /booking', { text: '{', headers: JSON_TYPE }))).toEqual([
      400,
      'Bad Request',
      'text/plain',
    ])
    expect(plain(await ask('PUT /booking/1', { json: booking }))).toEqual([403, 'Forbidden', 'text/plain'])
    expect(plain(await ask('GET /booking?checkin=x'))).toEqual([500, 'Internal Server Error', 'text/plain'])
  })

  it('takes values of the address as a careless client writes them', async () => {
    const unpaid = { ...booking, depositpaid: false }
    await ask('POST /booking', { json: unpaid })
    await ask('POST /booking', { json: booking })
    const count = async (query: string) => (await ask(`GET /booking${query}`)).json.length
    const [all, paid] = [await count(''), await count('?paid=true')]
    expect(paid).toBeLessThan(all)
    expect(await Promise.all(['?paid=1', '?paid=on', '?status=paid'].map(count))).toEqual([paid, paid, paid])
    expect(
      await Promise.all(['?status=paid&status=open', '?paid=', '?status[]=paid&status[]=open'].map(count)),
    ).toEqual([all, all, all])
    expect(plain(await ask('GET /booking?paid=maybe'))[0]).toBe(500)
    expect(plain(await ask('GET /booking?status=lost'))[0]).toBe(500)
  })

  it('takes JSON and forms, and changes with a password in each request', async () => {
    const form = 'firstname=A&lastname=B&totalprice=5&depositpaid=true&bookingdates%5Bcheckin%5D=2018-01-01'
    const made = await ask('POST /booking', { form: `${form}&bookingdates%5Bcheckout%5D=2018-01-02` })
    expect(made.json.booking).toEqual({
      firstname: 'A',
      lastname: 'B',
      totalprice: 5,
      depositpaid: true,
      bookingdates: { checkin: '2018-01-01', checkout: '2018-01-02' },
    })
    const place = `/booking/${made.json.bookingid}`
    const changed = await ask(`PATCH ${place}`, { json: { bookingdates: null }, headers: basic })
    expect([changed.status, changed.text]).toEqual([500, 'Internal Server Error'])
    expect(plain(await ask(`DELETE ${place}`, { headers: basic }))).toEqual([201, 'Created', 'text/plain'])
    expect(plain(await ask(`DELETE ${place}`, { headers: basic }))).toEqual([405, 'Method Not Allowed', 'text/plain'])
  })
})

describe('articles by JSON:API', () => {
  const type = 'application/vnd.api+json'
  const { ask } = served('contract-articles.md', { 'content-type': type, accept: type })
  const article = (attributes: object, relationships?: object) => ({
    text: JSON.stringify({ data: { type: 'articles', attributes, relationships } }),
  })
  const pointers = ({ json }: Told) => json.errors.map((each: any) => `${each.status} ${each.source.pointer}`)

  it('answers decimals as numbers, and takes null for a relationship', async () => {
    const made = await ask('POST /articles', article({ title: 'Paint', rating: 4.5, 'is-published': true }))
    expect([made.status, made.headers.get('content-type')]).toEqual([201, type])
    expect(made.json.data.attributes).toMatchObject({ rating: 4.5, 'is-published': true, body: null })
    expect(made.text).toContain('"rating":4.5,')
    const without = await ask('POST /articles', article({ title: 'Alone' }, { author: { data: null } }))
    expect(without.json.data.relationships.author.data).toBeNull()
    const unrated = await ask('GET /articles?filter[title]=Alone')
    expect(unrated.json.data[0].attributes.rating).toBeNull()
  })

  it('points to what is wrong, wherever it lies', async () => {
    expect(pointers(await ask('POST /articles', article({ title: 'x', rating: 'abc', foo: 1 })))).toEqual([
      '422 /data/attributes/foo',
      '422 /data/attributes/title',
      '422 /data/attributes/rating',
    ])
    const unknown = { author: { data: { type: 'people', id: '99' } } }
    expect(pointers(await ask('POST /articles', article({ title: 'Good' }, unknown)))).toEqual([
      '422 /data/relationships/author/data/id',
    ])
    const tags = { tags: { data: [{ type: 'tags', id: '1' }, { type: 'cats' }] } }
    expect(pointers(await ask('POST /articles', article({ title: 'Good' }, tags)))).toEqual([
      '422 /data/relationships/tags/data/1/type',
      '422 /data/relationships/tags/data/1/id',
    ])
    const other = await ask('POST /articles', { text: '{"data":{"type":"cats","attributes":{"title":"Good"}}}' })
    expect(pointers(other)).toEqual(['409 /data/type'])
    for (const [body, told] of [
      ['{', '400 '],
      ['[]', '422 '],
      ['{"data":[]}', '422 /data'],
      ['{"data":{"type":"articles","attributes":7}}', '422 /data/attributes'],
    ] as const)
      expect([body, ...pointers(await ask('POST /articles', { text: body }))]).toEqual([body, told])
    expect(pointers(await ask('PUT /articles/1'))).toEqual(['405 '])
  })

  it('pages, and sorts as the query says', async () => {
    await ask('POST /articles', article({ title: 'Brush' }))
    const titles = async (query: string) =>
      (await ask(`GET /articles?${query}`)).json.data.map((each: any) => each.attributes.title)
    expect(await titles('page[size]=9')).toEqual(['Alone', 'Brush', 'Paint'])
    expect(await titles('page[size]=9&sort=-title')).toEqual(['Paint', 'Brush', 'Alone'])
    expect(await titles('page[size]=9&sort=created-at')).toEqual(['Paint', 'Alone', 'Brush'])
    expect(await titles('page[size]=2&sort=-created-at')).toEqual(['Brush', 'Alone'])
    expect(await titles('page%5Bnumber%5D=2&page[size]=2&sort=-created-at')).toEqual(['Paint'])
    for (const query of ['page[size]=0', 'sort=body'])
      expect([query, ...pointers(await ask(`GET /articles?${query}`))]).toEqual([query, '422 '])
  })
})

describe('payments by forms', () => {
  const key = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
  const { ask } = served('contract-payments.md', { authorization: `Basic ${btoa(`${key}:`)}` })
  const isSeconds = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value) - Date.now() / 1000) < 600

  it('keeps keys that the sender chooses', async () => {
    const form = 'name=Zo%C3%AB&metadata[order_id]=6735&metadata[a.b]=2&address[line1]=1+Main&address[city]=Bonn'
    const { status, json } = await ask('POST /v1/customers', { form })
    expect([status, json.metadata, json.address.city]).toEqual([200, { order_id: '6735', 'a.b': '2' }, 'Bonn'])
    expect(isSeconds(json.created)).toBe(true)
    const again = await ask(`GET /v1/customers/${json.id}`)
    expect(again.json).toEqual(json)
    const none = await ask('POST /v1/customers', { form: 'name=Ada' })
    expect([none.json.metadata, none.json.address]).toEqual([{}, null])
  })

  it('names the key of a map that is wrong, and counts keys', async () => {
    const long = await ask('POST /v1/customers', { form: `metadata[a]=${'x'.repeat(501)}` })
    expect([long.status, long.json.error]).toMatchObject([422, { param: 'a', code: 'too_long' }])
    const many = Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=1`).join('&')
    expect((await ask('POST /v1/customers', { form: many })).json.error).toMatchObject({ code: 'too_big' })
  })

  it('compares moments with Unix seconds', async () => {
    const count = async (query: string) => (await ask(`GET /v1/customers?${query}`)).json.data?.length
    const all = await count('limit=100')
    expect(all).toBeGreaterThan(0)
    expect(await count(`created[gte]=${Math.floor(Date.now() / 1000) - 600}`)).toBe(all)
    expect(await count('created[gte]=4102444800')).toBe(0)
    expect(await count('created[gte]=2020-01-01T00:00:00+0100')).toBe(all)
    const wrong = await ask('GET /v1/customers?created[gte]=soon')
    expect([wrong.status, wrong.json.error.param]).toEqual([400, 'created[gte]'])
  })

  it('knows its callers by a key of their own, in either place', async () => {
    const asked = async (authorization: string) => {
      const { status, json, headers } = await ask('GET /v1/customers', { headers: { authorization } })
      return [status, json.object ?? json.error.code, headers.get('www-authenticate')]
    }
    expect(await asked(`Bearer ${key}`)).toEqual([200, 'list', null])
    expect(await asked(`Basic ${btoa(`${key}:anything`)}`)).toEqual([200, 'list', null])
    expect(await asked('Bearer sk_test_other')).toEqual([
      401,
      'session_not_valid',
      'Bearer realm="Payments", error="invalid_token", Basic realm="Payments", charset="UTF-8"',
    ])
    expect((await asked(`Basic ${btoa('other:')}`)).slice(0, 2)).toEqual([401, 'session_not_valid'])
    expect((await asked('Basic x')).slice(0, 2)).toEqual([401, 'not_signed_in'])
  })

  it('has the id of a record, or on request the record', async () => {
    const customer = (await ask('POST /v1/customers', { form: 'name=Ada' })).json
    const form = `amount=500&currency=eur&customer=${customer.id}`
    const { id } = (await ask('POST /v1/charges', { form })).json
    const charge = { id, object: 'charge', customer: customer.id }
    expect((await ask(`GET /v1/charges/${id}`)).json).toEqual(charge)
    expect((await ask(`GET /v1/charges/${id}?expand[]=customer`)).json).toEqual({ ...charge, customer })
  })

  it('has one effect for one key', async () => {
    const sent = { form: 'name=Once', headers: { 'idempotency-key': 'k1' } }
    const [first, second] = [await ask('POST /v1/customers', sent), await ask('POST /v1/customers', sent)]
    expect(second.json).toEqual(first.json)
  })
})

describe('a ledger with double entry', () => {
  const { ask } = served('contract-ledger.md')
  const book = (reference: string, ...postings: readonly (readonly [account: string, amount: number])[]) =>
    ask('POST /v1/transactions', {
      json: { reference, postings: postings.map(([account, amount]) => ({ account, amount })) },
    })

  it('books completely or not at all', async () => {
    for (const [code, may_be_negative] of [
      ['till', false],
      ['safe', false],
      ['owner', true],
    ] as const) {
      const account = { code, currency: 'EUR', kind: 'asset', may_be_negative }
      expect((await ask('POST /v1/accounts', { json: account })).status).toBe(201)
    }
    const opened = await book('opening', ['till', 2000], ['safe', 2000], ['owner', -4000])
    expect([opened.status, opened.json.metadata, opened.json.postings[1]]).toEqual([
      201,
      {},
      { account: 'safe', amount: 2000, balance_after: 2000 },
    ])
    expect((await book('r1', ['till', 1], ['owner', -2])).json.code).toBe('UNBALANCED')
    expect((await book('r2', ['till', -9000], ['owner', 9000])).json.code).toBe('INSUFFICIENT_FUNDS')
    const twice = await book('r4', ['owner', -1], ['safe', 2], ['owner', -1])
    expect(twice.json.errors).toMatchObject([{ about: 'postings[2].account', code: 'ONE_POSTING' }])
    const unknown = await book('r3', ['owner', -1], ['attic', 1])
    expect(unknown.json.errors).toEqual([
      { about: 'postings[1].account', code: 'NO_SUCH_ACCOUNT', message: 'There is no account "attic".' },
    ])
  })

  it('books what is sent at once, in whatever order the transactions name the accounts', async () => {
    // As clients do: a busy server asks them to send it again.
    const bookSoon = async (...booked: Parameters<typeof book>): Promise<number> => {
      const { status } = await book(...booked)
      return status === 503 ? bookSoon(...booked) : status
    }
    const booked = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        at % 2 === 0
          ? bookSoon(`a${at}`, ['till', 10], ['safe', -10])
          : bookSoon(`a${at}`, ['safe', 10], ['till', -10]),
      ),
    )
    expect(booked).toEqual(booked.map(() => 201))
    const { accounts, sum } = (await ask('GET /v1/trial-balance')).json
    expect(accounts.map((each: any) => [each.code, each.balance, each.posted])).toEqual([
      ['owner', -4000, -4000],
      ['safe', 2000, 2000],
      ['till', 2000, 2000],
    ])
    expect(sum).toBe(0)
  }, 60_000)
})
