// Overload: some requests wait in a fair queue for each caller; the rest is refused at once.

import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import {
  type Answer,
  type Client,
  clientOf,
  runApplication,
  type RunningApplication,
} from '../../testing/running-application.ts'
import { Admission } from './admission.ts'
import { newMetrics } from './metrics.ts'
import type { RequestReport } from './request-reports.ts'
import type { Crowd } from './load-shedding.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const BOUNDS = { atOnceMax: 2, waitingMax: 4, waitMsMax: 60_000 }

/** Holds reads of teams until they are released, as if the database were slow. */
class Gate {
  began = 0
  /** Thrown instead of an answer. */
  failure: Error | null = null
  private open: Promise<void> = Promise.resolve()
  private release: () => void = () => {}

  close(): void {
    this.open = new Promise((resolve) => {
      this.release = resolve
    })
  }

  letGo(): void {
    this.release()
  }

  readonly around = (application: Application): Application => ({
    ...application,
    database: {
      ...application.database,
      run: async (statement, bindings) => {
        if (!statement.text.includes('team')) return application.database.run(statement, bindings)
        this.began += 1
        await this.open
        if (this.failure !== null) throw this.failure
        return application.database.run(statement, bindings)
      },
    },
  })
}

const gate = new Gate()
const crowds: Crowd[] = []
const metrics = newMetrics()
const reports: RequestReport[] = []
let helpDesk: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  helpDesk = await runApplication(HELP_DESK, {
    double: gate.around,
    admission: new Admission(BOUNDS),
    observers: [(report) => reports.push(report)],
    crowdObservers: [(crowd) => crowds.push(crowd), metrics.observeCrowd],
  })
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  ben = await helpDesk.signIn('ben@example.test', 'correct-horse-2')
})
afterAll(() => helpDesk[Symbol.asyncDispose]())

const read = (client: Client, from = '10.0.0.1'): Promise<Answer> =>
  client.get('/api/teams', { 'x-forwarded-for': from })

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 10_000
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error('It did not come to that.')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Answers in order of arrival. */
async function crowded(who: readonly (readonly [string, Client, string])[]): Promise<string[]> {
  const order: string[] = []
  gate.began = 0
  gate.close()
  const all: Promise<void>[] = []
  for (const [name, client, from] of who) {
    all.push(read(client, from).then(({ status }) => void order.push(`${name} ${status}`)))
    // One after another, so that their order is known.
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  await until(() => order.length === Math.max(0, who.length - BOUNDS.atOnceMax - BOUNDS.waitingMax))
  expect(gate.began).toBe(Math.min(who.length, BOUNDS.atOnceMax))
  gate.letGo()
  await Promise.all(all)
  return order
}

it('works on so many, lets so many wait, and refuses the rest at once, of those who ask for most', async () => {
  const order = await crowded([
    ...Array.from({ length: 8 }, () => ['ada', ada, '10.0.0.1'] as const),
    ['ben', ben, '10.0.0.1'],
    ['far', ben, '10.0.0.2'],
  ])
  expect(order.slice(0, 4)).toEqual(['ada 503', 'ada 503', 'ada 503', 'ada 503'])
  expect(order.filter((each) => each.endsWith('200')).toSorted()).toEqual([
    'ada 200',
    'ada 200',
    'ada 200',
    'ada 200',
    'ben 200',
    'far 200',
  ])
})

it('says when it is worth coming again, and is well again at once', async () => {
  gate.close()
  const all = Array.from({ length: 7 }, () => read(ada))
  const refused = await Promise.race(all)
  expect([refused.status, refused.body.error?.code, refused.headers.get('retry-after')]).toEqual([503, 'BUSY', '2'])
  gate.letGo()
  expect((await Promise.all(all)).filter(({ status }) => status === 200)).toHaveLength(6)
  expect((await read(ada)).status).toBe(200)
})

it('refuses a crowd as one: each in the form and language that it wants, all under one id, in one line and one number', async () => {
  crowds.length = 0
  reports.length = 0
  gate.close()
  const wants = { accept: 'application/problem+json', 'accept-language': 'de' }
  const all = Array.from({ length: 36 }, (_, number) => ada.get('/api/teams', number % 2 === 0 ? {} : wants))
  // Crowds of the previous test may be reported together with these.
  await until(() => crowds.reduce((sum, { count }) => sum + count, 0) >= 30).finally(() => gate.letGo())
  const answers = await Promise.all(all)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(30)
  const told = new Set(crowds.map(({ requestId }) => requestId))
  for (const { headers, body } of refused) {
    const id = headers.get('x-request-id') ?? ''
    expect([told.has(id), body.requestId ?? id]).toEqual([true, id])
  }
  expect(new Set(refused.map(({ body }) => (body.error?.message ?? body.detail) as string))).toEqual(
    new Set([
      'Too much was requested at once. Please try again.',
      'Der Server ist gerade überlastet. Bitte versuchen Sie es noch einmal.',
    ]),
  )
  for (const { headers } of refused)
    expect([headers.get('cache-control'), headers.get('retry-after')]).toEqual(['no-store', '2'])
  expect(reports.filter(({ status }) => status === 503)).toEqual([])
  const server = await metrics.listen({ host: '127.0.0.1', port: 0 })
  const numbers = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  await server.close()
  expect(numbers).toMatch(/ninefold_requests_total\{call="unread",status="503",code="BUSY"\} (?:3[0-9]|[4-9][0-9])/)
})

it('answers whoever asks whether it is well, whatever else waits', async () => {
  gate.close()
  const all = Array.from({ length: 3 }, () => read(ada))
  await until(() => gate.began > 0)
  expect((await helpDesk.guest.get('/_ninefold/health')).status).toBe(200)
  gate.letGo()
  await Promise.all(all)
})

it('keeps no place for those who have gone, who send slowly, or who do not read', async () => {
  gate.close()
  const { port } = new URL(helpDesk.address)
  const head = (text: string) =>
    new Promise<ReturnType<typeof connect>>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, () => resolve(socket)))
      socket.on('error', () => {})
    })
  const slow = await Promise.all(
    Array.from({ length: 12 }, () =>
      head('POST /api/teams HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'),
    ),
  )
  const gone = await Promise.all(
    Array.from({ length: 12 }, () => head(`GET /api/teams HTTP/1.1\r\nhost: x\r\ncookie: ${ben.cookie}\r\n\r\n`)),
  )
  await until(() => gate.began >= BOUNDS.atOnceMax)
  for (const socket of gone) socket.destroy()
  gate.letGo()
  // A client that does not read its answer.
  const unread = await Promise.all(
    Array.from({ length: 12 }, () => head('GET /_ninefold/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n')),
  )
  for (const socket of unread) socket.pause()
  await until(async () => (await read(ada)).status === 200)
  expect((await Promise.all([read(ada), read(ben)])).map(({ status }) => status)).toEqual([200, 200])
  for (const socket of [...slow, ...unread]) socket.destroy()
})

it('ends statements of calls that take too long, and says that it is worth coming again', async () => {
  const { database } = helpDesk
  const asked = "SELECT current_setting('statement_timeout') AS longest"
  expect(await database.runOwn('longest-read', asked, [])).toEqual([{ longest: '20s' }])
  expect(await database.write((transaction) => transaction.runOwn('longest-write', asked, []))).toEqual([
    { longest: '20s' },
  ])
  expect((await database.pool.query(asked)).rows).toEqual([{ longest: '0' }])
  const client = await database.pool.connect()
  await client.query("SET statement_timeout = '20ms'")
  gate.failure = await client.query('SELECT pg_sleep(10)').then(
    () => null,
    (cause: Error) => cause,
  )
  client.release(true)
  const { status, body, headers } = await read(ada)
  gate.failure = null
  expect([status, body.error?.code, headers.get('retry-after')]).toEqual([503, 'BUSY', '1'])
  expect((await read(ada)).status).toBe(200)
})

it('would see a server that lets everybody in', async () => {
  class Open extends Admission {
    override pass(...[, , { work }]: Parameters<Admission['pass']>): void {
      work()
    }
  }
  await using open = await runApplication(HELP_DESK, { double: gate.around, admission: new Open(BOUNDS) })
  const client = clientOf(open.address, (await open.signIn('ada@example.test', 'correct-horse-1')).cookie)
  gate.began = 0
  gate.close()
  const all = Array.from({ length: 8 }, () => read(client))
  await until(() => gate.began > BOUNDS.atOnceMax)
  gate.letGo()
  expect((await Promise.all(all)).map(({ status }) => status)).not.toContain(503)
})

it('gives no place to a connection that stays, however it was asked for', async () => {
  const leaving = new AbortController()
  const read = encodeURIComponent('screens/my-tickets/0')
  const asked = { signal: leaving.signal, headers: { cookie: ada.cookie ?? '' } }
  for (let count = 0; count < BOUNDS.atOnceMax; count++)
    expect((await fetch(`${helpDesk.address}/_ninefold/live?read=${read}`, asked)).status).toBe(200)
  expect((await ben.get('/api/teams')).status).toBe(200)
  leaving.abort()
})

it('lets nobody past by asking for events where there are none', async () => {
  gate.close()
  let refusedOnes = 0
  const asked = Array.from({ length: 12 }, async () => {
    const { status } = await ada.get('/_ninefold/options/Team', { accept: 'text/event-stream, */*' })
    if (status === 503) refusedOnes += 1
  })
  await until(() => refusedOnes === 12 - BOUNDS.atOnceMax - BOUNDS.waitingMax)
  gate.letGo()
  await Promise.all(asked)
  expect(refusedOnes).toBe(6)
})
