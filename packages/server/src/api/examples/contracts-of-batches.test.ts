// Contracts with several things in one request, each as a text written from the reference alone: commands that clients
// collect and send together, and an inventory.

import { describe, expect, it } from 'vitest'
import { served } from '../../testing/served-contract.ts'

describe('commands of a client', () => {
  const { ask } = served('contract-sync.md', { authorization: 'Bearer 0123456789abcdef' })
  const sync = (json: unknown) => ask('POST /sync/v9/sync', { json })
  const PROJECT = { type: 'project_add', uuid: 'u1', temp_id: 'p1', args: { name: 'Home' } }

  it('does what they say in order, with ids that the client makes up', async () => {
    const task = { project_id: 'p1', content: 'Tea', labels: ['a'], due: { date: '2030-01-01' } }
    const { json } = await sync({
      sync_token: '*',
      commands: [
        PROJECT,
        { type: 'item_add', uuid: 'u2', temp_id: 't1', args: task },
        { type: 'item_complete', uuid: 'u3', args: { id: 't1' } },
      ],
    })
    const [project, item] = [json.projects[0], json.items[0]]
    expect(json).toMatchObject({ full_sync: true, sync_status: { u1: 'ok', u2: 'ok', u3: 'ok' } })
    expect(json.temp_id_mapping).toEqual({ p1: project.id, t1: item.id })
    expect(item).toMatchObject({ project_id: project.id, labels: ['a'], checked: true, due: { date: '2030-01-01' } })
    const later = await sync({ sync_token: json.sync_token })
    expect(later.json).toMatchObject({ full_sync: false, projects: [], items: [], temp_id_mapping: {} })
  })

  it('takes them as one value of a form', async () => {
    const commands = encodeURIComponent(JSON.stringify([{ ...PROJECT, temp_id: 'p2' }]))
    const { status, json } = await ask('POST /sync/v9/sync', { form: `sync_token=*&commands=${commands}` })
    expect([status, Object.keys(json.temp_id_mapping)]).toEqual([200, ['p2']])
    const broken = await ask('POST /sync/v9/sync', { form: 'commands=%5B1' })
    expect([broken.status, broken.json.error_extra]).toEqual([422, { argument: 'commands' }])
  })

  it('says in which of them a value is missing or wrong, and does none of them', async () => {
    const place = async (...commands: unknown[]) => {
      const { status, json } = await sync({ commands })
      return [status, json.error_extra.argument]
    }
    const other = { ...PROJECT, temp_id: 'p3' }
    expect(await place(other, { type: 'item_add', uuid: 'u2', args: { project_id: 'p3' } })).toEqual([
      422,
      'commands[1].args.content',
    ])
    expect(await place(other, { type: 'item_add', uuid: 'u2', args: { content: '', priority: 9 } })).toEqual([
      422,
      'commands[1].args.content',
    ])
    expect(await place(other, { type: 'item_add', uuid: 'u2', args: { project_id: 'none' } })).toEqual([
      400,
      'commands[1].project_id',
    ])
    expect(Object.keys((await sync({ commands: [other] })).json.temp_id_mapping)).toEqual(['p3'])
  })
})

describe('an inventory', () => {
  const { ask } = served('contract-inventory.md')
  const asClerk = async (username: string) => {
    const { json } = await ask('POST /auth/register', { json: { username, password: 'horse-battery-1' } })
    return { authorization: `Bearer ${json.access_token}` }
  }

  it('answers for each of a batch', async () => {
    const headers = await asClerk('ada')
    const product = (sku: string, price: unknown = 1) => ({ sku, name: sku, price })
    const { status, json } = await ask('POST /products/batch', {
      json: { products: [product('A-1'), product('B-1', '2.5')] },
      headers,
    })
    expect([status, json.results.map((each: any) => each.status)]).toEqual([207, [201, 201]])
    const second = await ask('POST /products/batch', { json: { products: [product('B-1'), product('C-1')] }, headers })
    expect(second.json.results).toEqual([
      { sku: 'B-1', status: 409 },
      { sku: 'C-1', status: 201 },
    ])
    const twice = await ask('POST /products/batch', { json: { products: [product('D-1'), product('D-1')] }, headers })
    expect([twice.status, twice.json.error.details[0].field]).toEqual([409, 'products[1].sku'])
    const adjust = (...adjustments: unknown[]) => ask('POST /stock/adjust', { json: { adjustments }, headers })
    expect((await adjust({ sku: 'A-1', change: 5 }, { sku: 'A-1', change: -2 })).json.adjusted.at(-1).quantity).toBe(3)
    const short = await adjust({ sku: 'B-1', change: 1 }, { sku: 'A-1', change: -4 })
    expect([short.status, short.json.error.message]).toEqual([409, 'Only 3 of A-1 in stock'])
    expect(short.json.error.details[0].field).toBe('adjustments[1].change')
  })

  it('lists in the order of creation until the caller wishes another one', async () => {
    const skus = async (query = '') => (await ask(`GET /products${query}`)).json.map(({ sku }: any) => sku)
    expect(await skus()).toEqual(['A-1', 'B-1', 'C-1'])
    expect(await skus('?sort=-price,name')).toEqual(['B-1', 'A-1', 'C-1'])
    expect(await skus('?in_stock=true&min_price=1')).toEqual(['A-1'])
    const page = await ask('GET /products?fields=sku,price&per_page=1&sort=-price')
    expect([page.json, page.headers.get('x-total-count')]).toEqual([[{ sku: 'B-1', price: 2.5 }], '3'])
    const wrong = await ask('GET /products?tags=new,old&sort=colour')
    expect(wrong.json.error.details.map(({ field }: any) => field)).toEqual(['tags[1]', 'sort[0]'])
    expect((await ask('GET /categories/tree')).json).toEqual([])
  })

  it('names the choice that there is not', async () => {
    const headers = await asClerk('ben')
    const { json } = await ask('POST /products', {
      json: { sku: 'E-1', name: 'E', price: 1, tags: ['new', 'old', 'sale'] },
      headers,
    })
    expect(json.error.details).toMatchObject([{ field: 'tags[1]', code: 'WRONG_TYPE' }])
    expect((await ask('DELETE /products/A-1', { headers })).status).toBe(403)
    expect((await ask('PATCH /products/A-1', { json: {}, headers })).json.error.details[0].field).toBe('body')
  })
})
