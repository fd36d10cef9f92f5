// Messages by events: a user's programs read them in order, wait for them, and miss none that was written during a
// disconnection.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { erasePersonalData } from '../../gate/records/erasure.ts'
import { eventsAfter, keepEvent } from '../../store/tables/operation/events.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { answerJudge } from '../../testing/declared-answers.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const FIELDS = `| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |`

const ORDERS = `# Orders

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, createdBy

### Entity: Person

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Order

${FIELDS}
| item | text up to 200 | required | | |
| remark | text up to 200 | personal data erased after 2 days | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Buyer
- **API keys:** Buyer, at most 90 days

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Buyer | | by signing up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Buyer | see | Person | | id, email |
| Buyer | delete | Person | \`this == me\` | |
| Buyer | see, create | Order | | item, remark |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Person | \`/people\` | delete | id | everything visible |

### POST /orders

- **Who:** Buyer

| Input | Like | Needed |
| --- | --- | --- |
| item | Order.item | yes |

1. create Order as order with remark = \`input.item\`, given item
2. send Ordered
3. respond 201 with \`{"id": order.id}\`

### Messages

| Message | By | To | Subject | Body |
| --- | --- | --- | --- | --- |
| Ordered | events | \`me\` | Ordered: {order.item} | {order.item} by {me.email} |
`

const PATH = '/_ninefold/events'
const PASSWORD = 'long enough indeed'

let shop: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  shop = await runApplication(ORDERS)
  ada = await shop.signUp({ email: 'ada@example.test', password: PASSWORD })
  ben = await shop.signUp({ email: 'ben@example.test', password: PASSWORD })
})

afterAll(() => shop[Symbol.asyncDispose]())

interface Read {
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: any }[]
  readonly next: string | null
}

async function read(client: Client, after: string | null = null, headers = {}): Promise<Read> {
  const { status, body } = await client.get(after === null ? PATH : `${PATH}?after=${after}`, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function order(client: Client, item: string): Promise<void> {
  expect((await client.post('/orders', { item })).status).toBe(201)
}

async function idOf(client: Client): Promise<string> {
  return (await client.get('/_ninefold/app')).body.caller.id
}

async function newcomer(name: string): Promise<{ client: Client; id: string }> {
  const client = await shop.signUp({ email: `${name}@example.test`, password: PASSWORD })
  return { client, id: await idOf(client) }
}

async function keyOf(client: Client): Promise<{ id: string; authorization: string }> {
  const { body } = await client.post('/_ninefold/api-keys', { name: 'p', roles: ['Buyer'], onlyReads: true, days: 1 })
  return { id: body.id, authorization: `Bearer ${body.key}` }
}

it('is described by OpenAPI as it answers', async () => {
  const { client: buyer } = await newcomer('described')
  await order(buyer, 'Lamp')
  const document = openApiDocument(shop.application.model, 'test')
  const judge = answerJudge(document)
  for (const [path, status] of [
    [PATH, 200],
    [`${PATH}?after=none`, 404],
    [`${PATH}?before=1`, 422],
  ] as const) {
    const answer = await fetch(shop.address + path, { headers: { cookie: buyer.cookie ?? '' } })
    const body = await answer.text()
    const headers = Object.fromEntries(answer.headers)
    expect(answer.status, path).toBe(status)
    expect(judge({ method: 'GET', path } as never, { status, headers, body } as never), path).toBeNull()
  }
  expect(document.paths[PATH]?.['get']?.security).toContainEqual({ key: [] })
})

it('has what a webhook would have, from the place on that a program names, and for its user alone', async () => {
  await order(ada, 'Lamp')
  await order(ada, 'Desk')
  const first = await read(ada)
  expect(first.events.map(({ data }) => data.subject)).toEqual(['Ordered: Lamp', 'Ordered: Desk'])
  expect(first.events[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'Ordered',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      id: first.events[0]?.id,
      subject: 'Ordered: Lamp',
      body: 'Lamp by ada@example.test',
      values: { 'order.item': 'Lamp', 'me.email': 'ada@example.test' },
    },
  })
  expect(first.next).toBe(first.events[1]?.id)
  expect((await read(ada, first.events[0]?.id)).events).toEqual([first.events[1]])
  expect(await read(ada, first.next)).toEqual({ events: [], next: first.next })
  expect(await read(ben)).toEqual({ events: [], next: null })
  expect((await ben.get(`${PATH}?after=${first.next}`)).status).toBe(404)
  for (const wrong of ['x', '00000000-0000-4000-8000-000000000000'])
    expect((await ada.get(`${PATH}?after=${wrong}`)).status).toBe(404)
  expect((await ada.get(`${PATH}?more=1`)).status).toBe(422)
  expect((await shop.guest.get(PATH)).status).toBe(401)
})

it('is open to keys of the user', async () => {
  const { authorization } = await keyOf(ada)
  expect(await read(shop.guest, null, { authorization })).toEqual(await read(ada))
})

it('is nowhere where no message goes by events', async () => {
  await using other = await runApplication(ORDERS.replace('| Ordered | events | `me` |', '| Ordered | in-app | `me` |'))
  const eve = await other.signUp({ email: 'eve@example.test', password: PASSWORD })
  expect((await eve.get(PATH)).status).toBe(404)
})

it('keeps a call that is undone from telling anything', async () => {
  const { client } = await newcomer('undone')
  expect((await client.post('/orders', { item: 'x'.repeat(201) })).status).toBe(422)
  expect((await read(client)).events).toEqual([])
})

it('shows none before an earlier one is visible, whatever order transactions end in', async () => {
  const { client, id } = await newcomer('order')
  const { database } = shop
  const keep = (executor: Parameters<typeof keepEvent>[0], name: string) =>
    keepEvent(executor, {
      userId: id,
      id: crypto.randomUUID(),
      name,
      body: JSON.stringify({ type: name, timestamp: '', data: {} }),
      about: null,
      atMs: database.nowMs(),
    })
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let begun = (): void => {}
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  const slow = database.write(async (transaction) => {
    await keep(transaction, 'slow')
    begun()
    await held
  })
  await isBegun
  await database.write((transaction) => keep(transaction, 'fast'))
  // The fast one is committed but not delivered, because the slow one comes before it.
  expect(await read(client)).toEqual({ events: [], next: null })
  letGo()
  await slow
  expect((await read(client)).events.map(({ type }) => type)).toEqual(['slow', 'fast'])
})

it('waits for no transaction of another database of the server', async () => {
  const { client } = await newcomer('alone')
  await using other = await createTestDatabase()
  const foreign = new pg.Client({ connectionString: other.connectionString })
  await foreign.connect()
  try {
    await foreign.query('BEGIN')
    await foreign.query('SELECT pg_current_xact_id()')
    await order(client, 'Lamp')
    expect((await read(client)).events).toHaveLength(1)
  } finally {
    await foreign.end()
  }
})

it('leaves out none that many writers write at once, for a reader that goes on from its last one', async () => {
  const { client, id } = await newcomer('many')
  const { database } = shop
  const [WRITERS, EACH] = [8, 40]
  let isOver = false
  const seen: string[] = []
  const reading = (async () => {
    let after: string | null = null
    for (let isLast = false; ;) {
      isLast = isOver
      const { events, next }: Read = await read(client, after)
      seen.push(...events.map(({ type }) => type))
      after = next
      if (isLast && events.length === 0) return
    }
  })()
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; turn < EACH; turn++) {
        await database.write(async (transaction) => {
          const name = `${writer} ${turn}`
          const body = JSON.stringify({ type: name, timestamp: '', data: {} })
          await keepEvent(transaction, {
            userId: id,
            id: crypto.randomUUID(),
            name,
            body,
            about: null,
            atMs: Date.now(),
          })
          // Others start later and end earlier.
          await transaction.runOwn('test-work', 'SELECT count(*) FROM generate_series(1, $1::int)', [
            ((writer * 7 + turn) % 5) * 20_000,
          ])
        })
      }
    }),
  )
  isOver = true
  await reading
  expect(seen).toHaveLength(WRITERS * EACH)
  expect(new Set(seen).size).toBe(WRITERS * EACH)
})

interface Stream {
  readonly status: number
  /** Waits for the next event. Null: the connection has ended. */
  next(): Promise<{ id: string | null; event: string; data: any } | null>
  cut(): void
}

async function open(headers: Record<string, string>, after: string | null = null): Promise<Stream> {
  const cutting = new AbortController()
  const response = await fetch(shop.address + PATH, {
    headers: {
      accept: 'text/event-stream',
      ...(after === null ? {} : { 'last-event-id': after }),
      ...headers,
    },
    signal: cutting.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next: Stream['next'] = async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const piece = await reader?.read().catch(() => ({ done: true, value: undefined }))
        if (piece === undefined || piece.done || piece.value === undefined) return null
        text += piece.value
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const of = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
      if (of('data').length === 0) continue
      return { id: of('id')[0] ?? null, event: of('event')[0] ?? 'message', data: JSON.parse(of('data').join('\n')) }
    }
  }
  return { status: response.status, next, cut: () => cutting.abort() }
}

it('tells who waits as soon as it is there, and one that was away all in between, each once', async () => {
  const { client } = await newcomer('waits')
  const cookie = client.cookie ?? ''
  const wanted: string[] = []
  const seen: string[] = []
  let last: string | null = null
  for (let turn = 0; turn < 4; turn++) {
    const before = [`${turn} a`, `${turn} b`]
    for (const item of before) await order(client, item)
    const stream = await open({ cookie }, last)
    const during = [`${turn} c`, `${turn} d`]
    for (const item of during) await order(client, item)
    wanted.push(...before, ...during)
    while (seen.length < wanted.length - (turn % 2)) {
      const event = await stream.next()
      if (event === null) throw new Error('The connection has ended.')
      expect(event.data.id).toBe(event.id)
      seen.push(event.data.data.values['order.item'])
      last = event.id
    }
    // Sometimes an event is in transit when the connection breaks.
    stream.cut()
  }
  const rest = await read(client, last)
  seen.push(...rest.events.map(({ data }) => data.values['order.item']))
  expect(seen).toEqual(wanted)
})

it('ends within a second where the session or the key ends', async () => {
  const { client } = await newcomer('ends')
  const key = await keyOf(client)
  const [byKey, bySession] = [
    await open({ authorization: key.authorization }),
    await open({ cookie: client.cookie ?? '' }),
  ]
  expect([byKey.status, bySession.status]).toEqual([200, 200])
  await order(client, 'before')
  expect((await byKey.next())?.data.type).toBe('Ordered')
  expect((await bySession.next())?.data.type).toBe('Ordered')
  const begun = performance.now()
  expect((await client.delete(`/_ninefold/api-keys/${key.id}`)).status).toBe(204)
  expect(await byKey.next()).toMatchObject({ event: 'refused' })
  expect(await byKey.next()).toBeNull()
  expect((await client.delete('/_ninefold/session')).status).toBe(204)
  expect(await bySession.next()).toMatchObject({ event: 'refused' })
  expect(await bySession.next()).toBeNull()
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect((await open({ authorization: key.authorization })).status).toBe(401)
})

it('goes with its user, and with personal data that is erased, and a place stays good', async () => {
  const { client, id } = await newcomer('goes')
  await order(client, 'old')
  await order(client, 'new')
  const { pool } = shop.database
  const place = (await read(client)).events[0]?.id ?? ''
  await pool.query(
    `UPDATE "order" SET created_at = now() - interval '3 days' WHERE item = 'old' AND created_by_id = $1`,
    [id],
  )
  await erasePersonalData(shop.application)
  const left = async (): Promise<string[]> => (await read(client)).events.map(({ data }) => data.values['order.item'])
  expect(await left()).toEqual(['new'])
  expect((await read(client, place)).events).toHaveLength(1)
  expect((await client.delete(`/people/${id}`)).status).toBe(204)
  expect((await pool.query('SELECT FROM ninefold.event WHERE user_id = $1', [id])).rowCount).toBe(0)
})

it('begins a new era behind events that were counted by another server', async () => {
  const { client, id } = await newcomer('era')
  await order(client, 'here')
  const { pool } = shop.database
  // As restored from the backup of a server with a higher transaction counter.
  await pool.query(`UPDATE ninefold.event SET written_by = '9000000000' WHERE user_id = $1`, [id])
  expect((await read(client)).events).toEqual([])
  await migrate(pool, shop.application.schema, { consent: false })
  await order(client, 'there')
  expect((await read(client)).events.map(({ data }) => data.values['order.item'])).toEqual(['here', 'there'])
  expect((await eventsAfter(shop.database, id, null, 1))?.events).toHaveLength(1)
})
