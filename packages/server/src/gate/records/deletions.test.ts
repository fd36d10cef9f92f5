// `Deleted: kept 30 days`: a deletion with all its consequences can be undone by people who may see and delete the
// record.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { endDeletions } from '../../store/tables/deletions.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { erasePersonalData } from './erasure.ts'
import { tidyFiles } from '../files/file-housekeeping.ts'
import { withPlans } from '../../testing/forgetful-plans.ts'

const TEXT = `# Orders

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, updatedAt, createdBy, version

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |
| team | text | required | | |

### Entity: Tag

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |

### Entity: Supplier

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |

### Entity: Order

- **Label:** \`name\`
- **Deleted:** kept 30 days
- **History:** every change of name

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| number | sequence from 100 | unique | | |
| team | text | required | red | |
| supplier | Supplier | deleted together | | |
| before | Order | cleared on deletion | | |
| tags | list of Tag | | | |
| lines | list of Line via order | | | |
| price | money with currency | | | |
| token | secret text | | | |
| note | text | personal data erased after 2 years | | |
| scan | file up to 1 MB | | | |
| status | state | | | |

### Entity: Line

- **Part of:** Order via order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| order | Order | required, deleted together | | |
| above | Line | deleted together | | |
| what | text | required | | |

### Sample data: Person

| name | email | password | team | roles |
| --- | --- | --- | --- | --- |
| Ada | ada@example.test | correct-horse-1 | red | Member |
| Ben | ben@example.test | correct-horse-2 | blue | Member |
| Cleo | cleo@example.test | correct-horse-3 | red | Reader |

## 4. States and transitions

### States of Order.status

| State | Means | Kind |
| --- | --- | --- |
| open | begun | initial |
| done | over | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | open | done | Member | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One alone | Order | always | \`note == "alone"\` | \`Order.filter(o, o.note == "alone").size() <= 1\` | FULL |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Reader | | from a Member |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see, create, change, delete | Order | \`team == me.team\` | all |
| Member | see, create, change, delete | Line | | all |
| Member | see, create, delete | Supplier | | all |
| Member | see, create | Tag | | all |
| Reader | see | Order | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | /api/orders | list, get, create, change, delete, transitions | id | everything visible |
| Line | /api/lines | list, create, delete | id | everything visible |
| Supplier | /api/suppliers | create, delete | id | everything visible |
| Tag | /api/tags | create | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| FULL | 409 | note | There is one alone. |
`

let orders: RunningApplication
let ada: Client
let ben: Client
let cleo: Client

beforeAll(async () => {
  orders = await runApplication(TEXT)
  ada = await orders.signIn('ada@example.test', 'correct-horse-1')
  ben = await orders.signIn('ben@example.test', 'correct-horse-2')
  cleo = await orders.signIn('cleo@example.test', 'correct-horse-3')
})

afterAll(() => orders[Symbol.asyncDispose]())

const deleted = async (client: Client): Promise<{ id: string; label: string | null; by: string | null }[]> =>
  (await client.get('/_ninefold/deleted.json')).body.records
const newest = async (): Promise<string> => (await deleted(ada))[0]?.id ?? ''
/** The OpenAPI document declares every answer. */
const restore = async (client: Client, id: string) => {
  const answer = await client.post(`/_ninefold/deleted/${id}/restore`)
  const { paths } = (await orders.guest.get('/_ninefold/openapi.json')).body
  expect(Object.keys(paths['/_ninefold/deleted/{id}/restore'].post.responses)).toContain(String(answer.status))
  return answer
}
const made = async (client: Client, path: string, body: unknown) => {
  const answer = await client.post(path, body)
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body
}

async function upload(text: string): Promise<string> {
  const answer = await ada.send('/_ninefold/files?name=a.txt', {
    method: 'POST',
    body: text,
    headers: { cookie: ada.cookie! },
  })
  return answer.body.id
}

it('brings back a record with its parts, pairs, history, file and secret, as they were', async () => {
  const tag = await made(ada, '/api/tags', { name: 'urgent' })
  const sent = {
    name: 'Paper',
    tags: [tag.id],
    price: { amount: '9.90', currency: 'EUR' },
    token: 'abc',
    scan: await upload('scan'),
  }
  const order = await made(ada, '/api/orders', sent)
  const line = await made(ada, '/api/lines', { order: order.id, what: 'white' })
  await made(ada, '/api/lines', { order: order.id, above: line.id, what: 'A4' })
  await ada.patch(`/api/orders/${order.id}`, { name: 'More paper' })
  await ada.post(`/api/orders/${order.id}/finish`)
  const before = (await ada.get(`/api/orders/${order.id}`)).body
  const history = (await ada.get(`/_ninefold/history/order/${order.id}`)).body
  const lines = (await ada.get('/api/lines')).body
  const follower = await made(ada, '/api/orders', { name: 'Follower', before: order.id })

  expect((await ada.delete(`/api/orders/${order.id}`)).status).toBe(204)
  expect((await ada.get('/api/lines')).body.items).toEqual([])
  expect((await ada.get(before.scan.url)).status).toBe(404)
  expect((await ada.get(`/_ninefold/secrets/order/${order.id}/token`)).status).toBe(404)
  await tidyFiles(orders.application, orders.files, Date.now() + 10 * 24 * 3_600_000)
  const [kept] = await deleted(ada)
  expect(kept).toMatchObject({ label: 'More paper', kind: 'Order', record: String(order.id) })
  const ofRecords = async (ids: string) => (await ada.get(`/_ninefold/deleted.json?record=${ids}`)).body.records
  expect(await ofRecords(`${follower.id},${order.id}`)).toEqual([kept])
  for (const other of [follower.id, '', '%00', "'"]) expect(await ofRecords(other)).toEqual([])

  expect((await restore(ada, kept!.id)).status).toBe(204)
  expect((await ada.get(`/api/orders/${order.id}`)).body).toEqual(before)
  expect((await ada.get('/api/lines')).body).toEqual(lines)
  expect((await ada.get(`/_ninefold/history/order/${order.id}`)).body).toEqual(history)
  expect((await ada.get(before.scan.url)).body).toBe('scan')
  expect((await ada.get(`/_ninefold/secrets/order/${order.id}/token`)).body).toEqual({ text: 'abc' })
  // References to it were cleared, and stay empty.
  expect((await ada.get(`/api/orders/${follower.id}`)).body.before).toBe(null)
  expect(await deleted(ada)).toEqual([])
  expect((await restore(ada, kept!.id)).status).toBe(404)
})

it('shows and gives back only what the caller may see and delete', async () => {
  const order = await made(ada, '/api/orders', { name: 'Hidden' })
  await ada.delete(`/api/orders/${order.id}`)
  const id = await newest()
  expect(await deleted(ben)).toEqual([])
  expect(await deleted(cleo)).toEqual([])
  expect(await deleted(orders.guest)).toEqual([])
  const absent = await restore(ben, '00000000-0000-4000-8000-000000000000')
  for (const client of [ben, cleo, orders.guest]) {
    const { status, body } = await restore(client, id)
    expect([status, { ...body, requestId: '' }]).toEqual([404, { ...absent.body, requestId: '' }])
  }
  for (const wrong of ['x', '%00', "'"]) expect((await restore(ada, wrong)).status).toBe(404)
  expect((await restore(ada, id)).status).toBe(204)
})

it('frees unique values, and refuses to bring back what has met another one since', async () => {
  const order = await made(ada, '/api/orders', { name: 'Twice' })
  await ada.delete(`/api/orders/${order.id}`)
  const second = await made(ada, '/api/orders', { name: 'Twice' })
  const id = await newest()
  const refused = await restore(ada, id)
  expect([refused.status, refused.body.errors[0]]).toMatchObject([409, { about: 'name', code: 'TAKEN' }])
  await ada.patch(`/api/orders/${second.id}`, { name: 'Second' })
  expect((await restore(ada, id)).status).toBe(204)
  expect((await ada.get(`/api/orders/${order.id}`)).body).toMatchObject({ name: 'Twice', number: order.number })
})

it('refuses what points to a record that is gone, and what breaks a rule by now', async () => {
  const supplier = await made(ada, '/api/suppliers', { name: 'Mill' })
  const order = await made(ada, '/api/orders', { name: 'Milled', supplier: supplier.id })
  await ada.delete(`/api/orders/${order.id}`)
  await ada.delete(`/api/suppliers/${supplier.id}`)
  const gone = await restore(ada, await newest())
  expect([gone.status, gone.body.errors[0]]).toMatchObject([422, { about: 'supplier' }])
  const alone = await made(ada, '/api/orders', { name: 'Alone', note: 'alone' })
  await ada.delete(`/api/orders/${alone.id}`)
  const id = await newest()
  const other = await made(ada, '/api/orders', { name: 'Alone too', note: 'alone' })
  const tooMany = await restore(ada, id)
  expect([tooMany.status, tooMany.body.code]).toEqual([409, 'FULL'])
  await ada.patch(`/api/orders/${other.id}`, { note: null })
  expect((await restore(ada, id)).status).toBe(204)
})

it('brings back once, however many ask at the same time', async () => {
  const [one] = (await ada.get('/api/orders?limit=1')).body.items
  await ada.delete(`/api/orders/${one.id}`)
  const id = await newest()
  const answers = await Promise.all(Array.from({ length: 8 }, () => restore(ada, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 404)])
})

it('forgets what is over: after its time, and personal data after its own', async () => {
  const order = await made(ada, '/api/orders', { name: 'Old', note: 'private words' })
  await ada.delete(`/api/orders/${order.id}`)
  const { pool } = orders.database
  const id = await newest()
  await pool.query(
    `UPDATE ninefold.deleted_row SET data = jsonb_set(data, '{created_at}', '"2020-01-01T00:00:00Z"') WHERE deletion = $1`,
    [id],
  )
  await erasePersonalData(orders.application)
  const { rows } = await pool.query('SELECT data::text AS data FROM ninefold.deleted_row WHERE deletion = $1', [id])
  expect(rows.map(({ data }) => data).join()).not.toContain('private words')
  await pool.query(`UPDATE ninefold.deletion SET ends_at = now() WHERE id = $1`, [id])
  expect((await restore(ada, id)).status).toBe(404)
  await endDeletions(orders.database)
  expect((await pool.query('SELECT FROM ninefold.deleted_row WHERE deletion = $1', [id])).rowCount).toBe(0)
})

it('leaves out what the tables can no longer hold', async () => {
  const order = await made(ada, '/api/orders', { name: 'Changed' })
  await ada.delete(`/api/orders/${order.id}`)
  const id = await newest()
  const { pool } = orders.database
  await pool.query(`UPDATE ninefold.deletion SET columns = columns || '{"name": "bigint"}' WHERE id = $1`, [id])
  expect((await deleted(ada)).map((each) => each.id)).not.toContain(id)
  expect((await restore(ada, id)).status).toBe(404)
})

it('would find a list and a way back that forget "Only where"', async () => {
  const forgetting = (viewer: Viewer): Viewer => {
    const { model } = viewer
    const permissions = model.roles.permissions.map((permission) => ({ ...permission, onlyWhere: null }))
    return { ...viewer, model: { ...model, roles: { ...model.roles, permissions } } }
  }
  const double = withPlans(
    ({ name }, plan, viewer) => plan(name === 'deletions' ? forgetting(viewer) : viewer),
    'the wall stands',
  )
  await using leaking = await runApplication(TEXT, { double })
  const [own, other] = [
    await leaking.signIn('ada@example.test', 'correct-horse-1'),
    await leaking.signIn('ben@example.test', 'correct-horse-2'),
  ]
  const order = await made(own, '/api/orders', { name: 'Hidden' })
  await own.delete(`/api/orders/${order.id}`)
  const found = await deleted(other)
  expect(found).toHaveLength(1)
  expect((await restore(other, found[0]?.id ?? '')).status).toBe(204)
})
