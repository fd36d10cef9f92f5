// Two more public contracts, each as a text written from the reference alone: a container of Web Annotations (W3C), and
// rooms in which people talk by clients of a federated network.

import { describe, expect, it } from 'vitest'
import { served, type Told } from '../../testing/served-contract.ts'

describe('a container of annotations', () => {
  const { ask, address } = served('contract-annotations.md')
  const PROFILE = 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"'
  const own = { authorization: `Basic ${Buffer.from('ada:correct-horse-ada').toString('base64')}` }
  const annotate = (content: unknown, headers = {}) =>
    ask('POST /annotations/', {
      text: JSON.stringify(content),
      headers: { ...own, 'content-type': PROFILE, ...headers },
    })
  const about = (target: string) => ({ type: 'Annotation', body: { type: 'TextualBody', value: 'Yes' }, target })

  it('takes an annotation under the name that its client wishes, and numbers a taken one', async () => {
    const made = await annotate(about('http://example.org/1'), { slug: 'First one' })
    expect([made.status, made.headers.get('content-type')]).toEqual([201, PROFILE])
    expect(made.headers.get('location')).toBe(`${address()}/annotations/first-one`)
    expect(made.json).toMatchObject({ id: `${address()}/annotations/first-one`, target: 'http://example.org/1' })
    const again = await annotate(about('http://example.org/2'), { slug: 'First one' })
    expect(again.headers.get('location')).toBe(`${address()}/annotations/first-one-2`)
    expect((await annotate({ type: 'Note', target: 'x' })).status).toBe(400)
    expect((await annotate({ type: 'Annotation' })).status).toBe(400)
    expect((await annotate(about('x'), { authorization: 'Basic bm9ib2R5Om5v' })).status).toBe(401)
    expect((await annotate(about('x'), { 'content-type': 'text/turtle' })).status).toBe(415)
  })

  it('shows the container as its reader prefers, page by page', async () => {
    for (const name of ['c', 'd', 'e']) await annotate(about(`http://example.org/${name}`), { slug: name })
    const whole = await ask('GET /annotations/')
    expect([whole.headers.get('content-type'), whole.headers.get('vary')]).toEqual([PROFILE, 'Accept, Prefer'])
    expect(whole.json).toMatchObject({ type: ['BasicContainer', 'AnnotationCollection'], total: 5 })
    expect(whole.json.first.items.map((each: any) => each.target)[0]).toBe('http://example.org/1')
    const include = (name: string) => ({ prefer: `return=representation;include="http://www.w3.org/ns/${name}"` })
    const small = await ask('GET /annotations/', { headers: include('ldp#PreferMinimalContainer') })
    expect(small.json.first).toBe(`${address()}/annotations/?page=0`)
    const names = await ask('GET /annotations/', { headers: include('oa#PreferContainedIRIs') })
    expect(names.json.first.items[0]).toBe(`${address()}/annotations/first-one`)
    const { json: page } = await ask('GET /annotations/?page=1&iris=1')
    expect(page).toMatchObject({
      type: 'AnnotationPage',
      startIndex: 3,
      items: ['d', 'e'].map((name) => `${address()}/annotations/${name}`),
    })
    expect(page).not.toHaveProperty('next')
    expect((await ask('GET /annotations/?page=0')).json.next).toBe(`${address()}/annotations/?page=1`)
  })

  it('is no annotation without a name', async () => {
    expect((await ask('OPTIONS /annotations/')).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
    const refused = await ask('DELETE /annotations/', { headers: own })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
    expect((await ask('HEAD /annotations/')).headers.get('accept-post')).toBe(PROFILE)
  })

  it('changes and deletes the version that its client has seen, and is gone afterwards', async () => {
    await annotate(about('http://example.org/old'), { slug: 'seen' })
    const tag = (await ask('GET /annotations/seen')).headers.get('etag') ?? ''
    const write = (method: string, headers = {}) =>
      ask(`${method} /annotations/seen`, {
        ...(method === 'PUT' && { text: JSON.stringify(about('http://example.org/new')) }),
        headers: { ...own, ...(method === 'PUT' && { 'content-type': PROFILE }), ...headers },
      })
    expect((await write('PUT')).status).toBe(428)
    const changed = await write('PUT', { 'if-match': tag })
    expect([changed.status, changed.json.target]).toEqual([200, 'http://example.org/new'])
    expect((await write('DELETE', { 'if-match': tag })).status).toBe(412)
    expect((await write('DELETE', { 'if-match': changed.headers.get('etag') ?? '' })).status).toBe(204)
    const after = [await ask('GET /annotations/seen'), await write('DELETE', { 'if-match': '*' })]
    expect(after.map(({ status }) => status)).toEqual([410, 410])
    expect((await ask('GET /annotations/never')).status).toBe(404)
  })
})

describe('rooms of a federated network', () => {
  const { ask } = served('contract-rooms.md')
  const V3 = '/_matrix/client/v3'
  const refusal = ({ status, json }: Told) => [status, json.errcode]
  const registered = async (username: string) => {
    const { json } = await ask(`POST ${V3}/register`, { json: { username, password: 'wonderland-7-x' } })
    return { authorization: `Bearer ${json.access_token}` }
  }

  it('registers people, and signs them in and out', async () => {
    const quiet = { username: 'Dora', password: 'wonderland-7-x', inhibit_login: true }
    expect(refusal(await ask(`POST ${V3}/register`, { json: quiet }))).toEqual([422, 'M_BAD_JSON'])
    const made = await ask(`POST ${V3}/register`, { json: { ...quiet, username: 'dora' } })
    expect([made.status, made.json]).toEqual([200, { user_id: '@dora:rooms.example' }])
    expect(refusal(await ask(`POST ${V3}/register`, { json: { ...quiet, username: 'dora' } }))).toEqual([
      400,
      'M_USER_IN_USE',
    ])
    const login = (password: string, type = 'm.login.password') =>
      ask(`POST ${V3}/login`, { json: { type, identifier: { type: 'm.id.user', user: 'dora' }, password } })
    expect(refusal(await login('wrong'))).toEqual([403, 'M_FORBIDDEN'])
    expect(refusal(await login('wrong', 'm.login.token'))).toEqual([400, 'M_UNKNOWN'])
    const headers = { authorization: `Bearer ${(await login('wonderland-7-x')).json.access_token}` }
    expect((await ask(`GET ${V3}/account/whoami`, { headers })).json).toEqual({ user_id: '@dora:rooms.example' })
    expect((await ask(`POST ${V3}/logout`, { headers })).json).toEqual({})
    expect(refusal(await ask(`GET ${V3}/account/whoami`, { headers }))).toEqual([401, 'M_UNKNOWN_TOKEN'])
    expect(refusal(await ask(`GET ${V3}/account/whoami`))).toEqual([401, 'M_MISSING_TOKEN'])
  })

  it('lets those who were invited talk, and sends a transaction once', async () => {
    const [bob, carl] = [await registered('bob'), await registered('carl')]
    const { json } = await ask(`POST ${V3}/createRoom`, { json: { preset: 'private_chat' }, headers: bob })
    const room = `${V3}/rooms/${encodeURIComponent(json.room_id)}`
    const send = (headers: Record<string, string>, id: string) =>
      ask(`PUT ${room}/send/m.room.message/${id}`, { json: { body: 'Hello' }, headers })
    expect(refusal(await send(carl, 't1'))).toEqual([403, 'M_FORBIDDEN'])
    expect(refusal(await ask(`POST ${room}/join`, { headers: carl }))).toEqual([403, 'M_FORBIDDEN'])
    const invite = (user_id: string) => ask(`POST ${room}/invite`, { json: { user_id }, headers: bob })
    expect(refusal(await invite('@nobody:rooms.example'))).toEqual([404, 'M_NOT_FOUND'])
    expect((await invite('@carl:rooms.example')).json).toEqual({})
    expect((await ask(`POST ${room}/join`, { headers: carl })).json).toEqual({ room_id: json.room_id })
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(bob, 't1')))
    expect(new Set(sent.map((each) => `${each.status} ${each.json.event_id}`)).size).toBe(1)
    expect((await send(carl, 't1')).json.event_id).not.toBe(sent[0]?.json.event_id)
    // A transaction that the text cannot keep is refused: it would be sent anew by each request.
    for (const id of ['t'.repeat(250), '%20']) expect(refusal(await send(bob, id))).toEqual([400, 'M_BAD_JSON'])
    const chunk = async (query: string) => (await ask(`GET ${room}/messages?${query}`, { headers: carl })).json
    const back = await chunk('dir=b&limit=3')
    const before = await chunk(`dir=b&from=${back.end}`)
    expect([...back.chunk, ...before.chunk].map((each: any) => each.content.membership ?? each.type)).toEqual([
      'm.room.message',
      'm.room.message',
      'join',
      'invite',
      'join',
      'm.room.create',
    ])
    expect(before.end).toBeNull()
    expect(refusal(await ask(`GET ${room}/messages`, { headers: carl }))).toEqual([400, 'M_MISSING_PARAM'])
    const { next_batch } = (await ask(`GET ${V3}/sync`, { headers: bob })).json
    await send(carl, 't2')
    const news = (await ask(`GET ${V3}/sync?since=${next_batch}&timeout=0`, { headers: bob })).json.rooms.join
    expect(news[json.room_id].timeline.events).toMatchObject([
      { sender: '@carl:rooms.example', content: { body: 'Hello' } },
    ])
  })

  it('keeps the newest state of each type and key, the empty key too', async () => {
    const headers = await registered('emil')
    const { json } = await ask(`POST ${V3}/createRoom`, { headers })
    const state = `${V3}/rooms/${json.room_id}/state`
    for (const name of ['Tea', 'Coffee']) await ask(`PUT ${state}/m.room.name/`, { json: { name }, headers })
    await ask(`PUT ${state}/m.tag/a`, { json: { n: 1 }, headers })
    expect((await ask(`GET ${state}/m.tag/a`, { headers })).json).toEqual({ n: 1 })
    expect(refusal(await ask(`GET ${state}/m.tag/b`, { headers }))).toEqual([404, 'M_NOT_FOUND'])
    const all = (await ask(`GET ${state}`, { headers })).json
    expect(all.map((each: any) => [each.type, each.state_key])).toEqual([
      ['m.room.create', ''],
      ['m.room.member', '@emil:rooms.example'],
      ['m.room.name', ''],
      ['m.tag', 'a'],
    ])
    expect(all[2].content).toEqual({ name: 'Coffee' })
  })
})
