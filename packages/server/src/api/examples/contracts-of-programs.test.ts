// Six public contracts, each as a text written from the reference alone: people and groups by SCIM, JSON-RPC, pages of a
// forge, resources by Google’s rules, images of containers, and programs that register.

import { describe, expect, it } from 'vitest'
import { served, type Told } from '../../testing/served-contract.ts'

describe('people by SCIM 2.0', () => {
  const type = { 'content-type': 'application/scim+json' }
  const { ask } = served('contract-directory.md', { ...type, authorization: 'Bearer scim-secret-token-1' })
  const send = (request: string, body: object): Promise<Told> => ask(request, { text: JSON.stringify(body) })
  const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

  it('takes keys with dots, and names them in refusals', async () => {
    const emails = [{ value: 'ada@example.com', type: 'work', primary: true }]
    const ada = { schemas: [core], userName: 'ada', emails, [enterprise]: { employeeNumber: '701984' } }
    const made = await send('POST /scim/v2/Users', ada)
    expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/scim+json'])
    expect([made.json[enterprise], made.json.emails]).toEqual([{ employeeNumber: '701984' }, emails])
    expect((await ask(`GET ${new URL(made.headers.get('location') ?? '').pathname}`)).json).toEqual(made.json)
    const wrong = { ...ada, userName: 'eve', [enterprise]: { employeeNumber: 7 } }
    const headers = { accept: 'application/problem+json' }
    const refused = await ask('POST /scim/v2/Users', { text: JSON.stringify(wrong), headers })
    expect(refused.json.errors).toMatchObject([{ path: `"${enterprise}".employeeNumber` }])
    const taken = await send('POST /scim/v2/Users', { schemas: [core], userName: 'ADA' })
    expect([taken.status, taken.json.status, taken.json.scimType]).toEqual([409, '409', 'uniqueness'])
  })

  it('finds by a filter, and pages by the first index', async () => {
    for (const userName of ['bob', 'cy']) await send('POST /scim/v2/Users', { schemas: [core], userName })
    const found = await ask(`GET /scim/v2/Users?filter=${encodeURIComponent('userName eq "BOB"')}`)
    expect([found.json.totalResults, found.json.Resources[0].userName]).toEqual([1, 'bob'])
    const { json } = await ask('GET /scim/v2/Users?startIndex=2&count=1')
    expect([json.startIndex, json.itemsPerPage, json.Resources.length]).toEqual([2, 1, 1])
  })

  it('sends no version that its client holds', async () => {
    const { json: fay } = await send('POST /scim/v2/Users', { schemas: [core], userName: 'fay' })
    const place = `/scim/v2/Users/${fay.id}`
    const held = async (tags: string) => (await ask(`GET ${place}`, { headers: { 'if-none-match': tags } })).status
    expect((await ask(`GET ${place}`)).headers.get('etag')).toBe('W/"1"')
    expect([await held('W/"1"'), await held('"1"'), await held('W/"7", W/"1"'), await held('*')]).toEqual(
      Array(4).fill(304),
    )
    expect([await held('W/"2"'), await held('1')]).toEqual([200, 200])
    await send(`PATCH ${place}`, { schemas, Operations: [{ op: 'add', path: 'name.familyName', value: 'Doe' }] })
    expect([await held('W/"1"'), await held('W/"2"')]).toEqual([200, 304])
  })

  it('does operations on a person and on the members of a group', async () => {
    const { json: dan } = await send('POST /scim/v2/Users', { schemas: [core], userName: 'dan' })
    const Operations = [
      { op: 'Replace', value: { active: 'False', displayName: 'Dan' } },
      { op: 'add', path: 'name.familyName', value: 'Doe' },
    ]
    const changed = await send(`PATCH /scim/v2/Users/${dan.id}`, { schemas, Operations })
    expect(changed.json).toMatchObject({ active: false, displayName: 'Dan', name: { familyName: 'Doe' } })
    const { json: group } = await send('POST /scim/v2/Groups', { displayName: 'Staff' })
    const members = async (operation: object): Promise<unknown> =>
      (await send(`PATCH /scim/v2/Groups/${group.id}`, { Operations: [operation] })).json.members
    const value = [{ value: dan.id }]
    expect(await members({ op: 'add', path: 'members', value })).toEqual([{ value: dan.id, display: 'dan' }])
    expect(await members({ op: 'remove', path: `members[value eq "${dan.id}"]` })).toEqual([])
  })
})

describe('JSON-RPC 2.0', () => {
  const { ask } = served('contract-counters.md')
  const call = async (text: string): Promise<unknown> => {
    const told = await ask('POST /rpc', { text, headers: { 'content-type': 'application/json' } })
    return told.status === 200 ? told.json : told.status
  }
  const jsonrpc = '2.0'
  const failed = (code: number, id: unknown) => ({ jsonrpc, error: { code, message: expect.any(String) }, id })

  it('repeats the id of the caller, also in refusals', async () => {
    const sent = (rest: object): string => JSON.stringify({ jsonrpc, ...rest })
    const params = { minuend: 42, subtrahend: 23 }
    expect(await call(sent({ method: 'subtract', params, id: 3 }))).toEqual({ jsonrpc, result: 19, id: 3 })
    expect(await call(sent({ method: 'subtract', params: [], id: 'a' }))).toEqual(failed(-32602, 'a'))
    expect(await call(sent({ method: 'foobar', id: '1' }))).toEqual(failed(-32601, '1'))
    expect(await call(sent({ method: 1, id: { deep: [7] } }))).toEqual(failed(-32600, { deep: [7] }))
    expect(await call('{"jsonrpc": "2.0", "method": "foobar, "params"')).toEqual(failed(-32700, null))
    expect(await call(sent({ method: 'update' }))).toBe(204)
  })

  it('repeats nothing that is nested too deep', async () => {
    const id = '['.repeat(5000) + ']'.repeat(5000)
    expect(await call(`{"jsonrpc": "2.0", "method": 1, "id": ${id}}`)).toMatchObject({ error: { code: -32600 } })
  })
})

describe('pages of a forge', () => {
  const { ask, address } = served('contract-forge.md')
  const issues = '/api/v4/projects/1/issues'

  it('links the first, previous, next and last page, with what else was asked', async () => {
    await ask('POST /api/v4/projects', { form: 'path=one' })
    for (const title of ['a', 'b', 'c', 'd', 'e']) await ask(`POST ${issues}`, { form: `title=${title}` })
    const pages = async (page: string): Promise<readonly unknown[]> => {
      const { headers } = await ask(`GET ${issues}?page=${page}&per_page=2&sort=asc`)
      const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)]
      return links.map(([, url = '', relation]) => {
        expect(url.replace(/page=\d/, '')).toBe(`${address()}${issues}?&per_page=2&sort=asc`)
        return `${relation} ${new URL(url).searchParams.get('page')}`
      })
    }
    expect(await pages('1')).toEqual(['first 1', 'next 2', 'last 3'])
    expect(await pages('2')).toEqual(['first 1', 'prev 1', 'next 3', 'last 3'])
    expect(await pages('3')).toEqual(['first 1', 'prev 2', 'last 3'])
    expect(await pages('9')).toEqual(['first 1', 'prev 3', 'last 3'])
    const { headers } = await ask(`GET ${issues}?state=closed`)
    expect([headers.get('x-total'), headers.get('x-total-pages'), headers.get('x-next-page')]).toEqual(['0', '0', ''])
  })

  it('finds a record by the key of another one', async () => {
    const closed = await ask(`PUT ${issues}/2`, { form: 'state_event=close' })
    expect([closed.status, closed.json.state, closed.json.title]).toEqual([200, 'closed', 'b'])
    expect((await ask('PUT /api/v4/projects/2/issues/2', { form: 'state_event=close' })).status).toBe(404)
    expect((await ask('PUT /api/v4/projects/x/issues/2', { form: 'state_event=close' })).status).toBe(404)
  })
})

describe('resources by the rules of Google', () => {
  const { ask } = served('contract-shelves.md')

  it('changes only the fields of a mask, and does verbs behind a colon', async () => {
    await ask('POST /v1/shelves?shelfId=a', { json: {} })
    const made = await ask('POST /v1/shelves/a/books', { json: { title: 'Emma', author: 'Jane', labels: { k: 'v' } } })
    expect([made.json.name, made.json.labels]).toEqual(['shelves/a/books/1', { k: 'v' }])
    const book = '/v1/shelves/a/books/1'
    const json = { title: 'No', author: 'J. Austen', etag: made.json.etag }
    const changed = await ask(`PATCH ${book}?updateMask=author`, { json })
    expect([changed.json.title, changed.json.author]).toEqual(['Emma', 'J. Austen'])
    expect((await ask(`PATCH ${book}?updateMask=author`, { json })).json.error).toMatchObject({ code: 409 })
    expect((await ask(`POST ${book}:cancel`, { json: {} })).json.status).toBe('CANCELLED')
    expect((await ask(`POST ${book}:cancel`, { json: {} })).json.error.status).toBe('INVALID_ARGUMENT')
  })
})

describe('images of containers', () => {
  const { ask } = served('contract-images.md')
  const authorization = `Basic ${Buffer.from('ada:correct-horse-1').toString('base64')}`

  it('says in headers of refusals where to sign in, and what it is', async () => {
    const { status, headers, json } = await ask('GET /v2/')
    expect([status, json.errors[0].code]).toEqual([401, 'NOT_SIGNED_IN'])
    expect(headers.get('www-authenticate')).toBe('Bearer realm="https://auth.example/token",service="registry"')
    expect(headers.get('docker-distribution-api-version')).toBe('registry/2.0')
    const missing = await ask('GET /v2/one/blobs/sha256:none')
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([404, null])
    expect(missing.headers.get('docker-distribution-api-version')).toBe('registry/2.0')
    expect((await ask('GET /nowhere')).headers.get('docker-distribution-api-version')).toBe('registry/2.0')
  })

  it('takes a blob in two requests', async () => {
    const begun = await ask('POST /v2/one/blobs/uploads/', { headers: { authorization } })
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    const ended = await ask(`PUT ${begun.headers.get('location')}?digest=sha256:abc`, { text: 'layer', headers })
    expect([begun.status, ended.status, ended.headers.get('docker-content-digest')]).toEqual([202, 201, 'sha256:abc'])
    expect((await ask('GET /v2/one/blobs/sha256:abc')).text).toBe('layer')
  })
})

describe('programs that register without a password', () => {
  const { ask } = served('contract-clients.md')
  const registered = (clientEmail: string) => ask('POST /api-clients', { json: { clientName: 'Postman', clientEmail } })

  it('gives a token to a program that registers, and lets it order', async () => {
    const { status, json: client } = await registered('one@example.com')
    expect([status, client]).toEqual([201, { accessToken: expect.any(String) }])
    const headers = { authorization: `Bearer ${client.accessToken}` }
    const order = { bookId: 1, customerName: 'John' }
    const made = await ask('POST /orders', { json: order, headers })
    expect([made.status, made.json.created]).toEqual([201, true])
    const path = `/orders/${made.json.orderId}`
    expect((await ask(`PATCH ${path}`, { json: { customerName: 'Eve' }, headers })).status).toBe(204)
    expect((await ask(`GET ${path}`, { headers })).json).toMatchObject({ bookId: 1, customerName: 'Eve' })
    const { json: other } = await registered('two@example.com')
    const foreign = await ask(`GET ${path}`, { headers: { authorization: `Bearer ${other.accessToken}` } })
    expect([foreign.status, foreign.json.error]).toEqual([404, `No order with id ${made.json.orderId}.`])
    expect((await ask(`DELETE ${path}`, { headers })).status).toBe(204)
  })

  it('refuses in the words of the contract', async () => {
    const { json: client } = await registered('three@example.com')
    const headers = { authorization: `Bearer ${client.accessToken}` }
    const told = async (request: string, sent: object): Promise<unknown[]> => {
      const { status, json } = await ask(request, sent)
      return [status, json.error]
    }
    const taken = { json: { clientName: 'Postman', clientEmail: 'three@example.com' } }
    expect(await told('POST /api-clients', taken)).toEqual([
      409,
      'API client already registered. Try a different email.',
    ])
    expect(await told('POST /api-clients', { json: {} })).toEqual([400, 'Invalid or missing clientName.'])
    const soldOut = { json: { bookId: 2, customerName: 'John' }, headers }
    expect(await told('POST /orders', soldOut)).toEqual([404, 'This book is not in stock. Try again later.'])
    expect(await told('POST /orders', { json: {} })).toEqual([401, 'Missing Authorization header.'])
    const wrong = { json: {}, headers: { authorization: 'Bearer x' } }
    expect(await told('POST /orders', wrong)).toEqual([401, 'Invalid bearer token.'])
    expect((await ask('GET /books?type=fiction&limit=1')).json.length).toBe(1)
  })
})
