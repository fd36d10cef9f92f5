// Two more public contracts, each as a text written from the reference alone: a store of pets, whose clients choose ids,
// and boards, whose cards have places between their neighbours.

import { describe, expect, it } from 'vitest'
import { served, type Told } from '../../testing/served-contract.ts'

describe('a store of pets', () => {
  const { ask } = served('contract-pets.md')
  const at = (request: string): string => request.replace(' ', ' /api/v3')
  const send = (request: string, json: unknown) => ask(at(request), { json })
  const refused = ({ status, json }: Told) => [status, json]
  const invalid = [400, { code: '400', message: 'Invalid ID supplied' }]
  const pet = { id: 10, category: { id: 1, name: 'Dogs' }, name: 'Rex', photoUrls: ['a'], tags: [{ id: 0, name: 'x' }] }

  it('takes the id of its client, or chooses the next one', async () => {
    const made = await send('POST /pet', { ...pet, status: 'available' })
    expect([made.status, made.json]).toEqual([200, { ...pet, status: 'available' }])
    const { json } = await send('POST /pet', { name: 'Tom', photoUrls: [], category: {}, tags: [{}] })
    expect(json).toEqual({ id: 11, name: 'Tom', photoUrls: [], tags: [{}] })
    expect((await send('POST /pet', pet)).status).toBe(409)
    expect((await send('POST /pet', { ...pet, id: 2 ** 53 })).status).toBe(400)
  })

  it('replaces what a PUT does not send', async () => {
    const { json } = await send('PUT /pet', { id: 10, name: 'Max', photoUrls: ['b', 'c'], status: 'sold' })
    expect(json).toEqual({ id: 10, name: 'Max', photoUrls: ['b', 'c'], tags: [], status: 'sold' })
    expect((await send('PUT /pet', { ...pet, id: 99 })).status).toBe(404)
    expect(refused(await send('PUT /pet', { name: 'Max', photoUrls: [] }))).toEqual(invalid)
  })

  it('tells an id that is none from one that nobody has', async () => {
    for (const request of [
      'GET /pet/abc',
      'POST /pet/1.5?name=x',
      'DELETE /pet/12345678901234567890',
      'GET /store/order/x',
    ])
      expect([request, ...refused(await ask(at(request)))]).toEqual([request, ...invalid])
    expect(refused(await ask(at('GET /pet/404')))).toEqual([404, { code: '404', message: 'Pet not found' }])
    expect((await ask(at('GET /pet/10'))).json.name).toBe('Max')
  })

  it('filters by repeated and by separated values, and by none', async () => {
    const found = async (query: string) => (await ask(at(`GET /pet/${query}`))).json.map((each: any) => each.id)
    expect(await found('findByStatus?status=sold,available')).toEqual([10])
    expect(await found('findByStatus?status=pending&status=sold')).toEqual([10])
    await send('POST /pet', { ...pet, id: 20 })
    expect(await found('findByStatus')).toEqual([])
    await send('POST /pet', { ...pet, id: 30, status: 'available' })
    for (const query of ['findByStatus', 'findByStatus?status=']) expect(await found(query)).toEqual([30])
    expect(await found('findByTags?tags=x&tags=y')).toEqual([20, 30])
    expect((await ask(at('GET /pet/findByStatus?status=lost'))).status).toBe(400)
    const { paths } = (await ask('GET /_ninefold/openapi.json')).json
    const [{ schema }] = paths['/api/v3/pet/findByStatus'].get.parameters
    expect(schema).toMatchObject({
      type: 'array',
      default: ['available'],
      items: { enum: ['available', 'pending', 'sold'] },
    })
    expect((await ask(at('GET /store/inventory'))).json).toEqual({ available: 1, sold: 1 })
  })

  it('changes by the address, takes the bytes of a picture, and deletes once', async () => {
    expect((await ask(at('POST /pet/20?status=pending'))).json).toMatchObject({ name: 'Rex', status: 'pending' })
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = await ask(at('POST /pet/20/uploadImage?additionalMetadata=hi'), { text: 'abc', headers })
    expect(sent.json.message).toBe('additionalMetadata: hi\nFile uploaded to ./file, 3 bytes')
    const deleted = await ask(at('DELETE /pet/20'), { headers: { api_key: 'special' } })
    expect([deleted.status, deleted.text]).toEqual([200, 'Pet deleted'])
    expect((await ask(at('DELETE /pet/20'))).status).toBe(404)
  })

  it('makes several users or none, and signs in by the address', async () => {
    const password = 'kjhsdf87sd'
    const users = [
      { username: 'ada', password },
      { username: 'eve', password, email: '' },
    ]
    expect((await send('POST /user/createWithList', users)).json.map((each: any) => each.id)).toEqual([1, 2])
    expect((await send('POST /user/createWithList', [{ username: 'cy', password }, users[0]])).status).toBe(409)
    expect((await ask(at('GET /user/cy'))).status).toBe(404)
    const signed = await ask(at(`GET /user/login?username=ada&password=${password}`))
    expect([signed.json.slice(0, 15), signed.headers.get('x-rate-limit')]).toEqual(['Logged in user ', '5000'])
    expect((await ask(at('GET /user/login?username=ada&password=x'))).status).toBe(400)
  })
})

describe('boards with lists and cards', () => {
  const { ask } = served('contract-boards.md')
  const as = (token: string) => (request: string, sent?: object) =>
    ask(`${request.replace(' ', ' /1')}${request.includes('?') ? '&' : '?'}key=k&token=${token}`, sent)
  const taco = as('tok-taco')
  const plain = ({ status, text }: Told) => [status, text]

  it('knows its callers by the address, and tells ids that are none', async () => {
    const { json: me } = await taco('GET /members/me')
    expect(me).toMatchObject({ username: 'taco', id: expect.any(String) })
    expect(plain(await as('none')('GET /members/me'))).toEqual([401, 'invalid token'])
    expect(plain(await taco('GET /boards/zzz'))).toEqual([400, 'invalid id'])
    expect(plain(await taco(`GET /boards/${me.id}`))).toEqual([404, 'The requested resource was not found.'])
  })

  it('places lists at either end and between others', async () => {
    const { json: board } = await taco('POST /boards?name=Plans')
    for (const [name, pos] of [
      ['Top', 'top'],
      ['Middle', '20000.5'],
      ['Bottom', 'bottom'],
    ])
      expect((await taco(`POST /lists?name=${name}&idBoard=${board.id}&pos=${pos}`)).status).toBe(200)
    const { json } = await taco(`GET /boards/${board.id}/lists`)
    expect(json.map((each: any) => [each.name, each.pos])).toEqual([
      ['Top', 8192],
      ['To Do', 16384],
      ['Middle', 20000.5],
      ['Doing', 32768],
      ['Done', 49152],
      ['Bottom', 65536],
    ])
    expect(plain(await taco(`POST /lists?name=X&idBoard=${board.id}&pos=here`))).toEqual([400, 'invalid value for pos'])
    expect((await as('tok-hugo')(`GET /boards/${board.id}`)).status).toBe(404)
    const chosen = await taco(`GET /boards/${board.id}?fields=name,closed&lists=none`)
    expect(chosen.json).toEqual({ id: board.id, name: 'Plans', closed: false })
  })

  it('moves cards, empties their day, and says who is on them', async () => {
    const { json: me } = await taco('GET /members/me')
    const { json: board } = await taco('POST /boards?name=Work')
    const [todo, doing] = (await taco(`GET /boards/${board.id}/lists`)).json
    const sent = { idList: todo.id, name: 'One', due: '2026-12-01T10:00:00+05:30', idMembers: [me.id] }
    const { json: card } = await taco('POST /cards', { json: sent })
    expect(card).toMatchObject({ due: '2026-12-01T04:30:00.000Z', idMembers: [me.id], pos: 16384, desc: '' })
    const moved = await taco(`PUT /cards/${card.shortLink}`, { json: { due: null, idList: doing.id, pos: 'top' } })
    expect(moved.json).toMatchObject({ due: null, idList: doing.id, pos: 8192, name: 'One' })
    const emptied = await taco(`PUT /cards/${card.id}`, { form: 'name=Two&desc=' })
    expect(emptied.json).toMatchObject({ name: 'Two', desc: '' })
    const { json: label } = await taco(`POST /labels?name=urgent&color=red&idBoard=${board.id}`)
    expect((await taco(`POST /cards/${card.id}/idLabels?value=${label.id}`)).json).toEqual([label.id])
    expect((await taco(`POST /cards/${card.id}/idLabels?value=${label.id}`)).status).toBe(400)
    expect((await taco(`DELETE /cards/${card.id}/idLabels/${label.id}`)).json).toEqual([])
    await taco(`DELETE /boards/${board.id}`)
    expect((await taco(`GET /cards/${card.id}`)).status).toBe(404)
  })
})
