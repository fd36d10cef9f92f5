// Two law firms in one application: a person of one firm requests every address, with all names and ids of the other
// firm.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { CURRENT_TENANT_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutGate, withoutWall } from '../../testing/forgetful-plans.ts'
import type { Application } from '../../gate/context/application.ts'
import { RecordedStatements } from '../../testing/tenants/recorded-statements.ts'
import { beyondTenant } from '../../testing/tenants/beyond-tenant.ts'
import { judgeStatements } from '../../testing/tenants/tenant-line.ts'
import {
  type Answer,
  type Client,
  runApplication,
  type RunningApplication,
  type RunningOptions,
} from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/chambers.md', import.meta.url), 'utf8')

interface Route {
  readonly method: string
  readonly url: string
}

/** Every address registered during `run`. */
async function withRoutes<Made>(run: () => Promise<Made>): Promise<readonly [Made, readonly Route[]]> {
  const routes: Route[] = []
  const begun = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url: route, config }) => {
      // The path as it is written; the router's own has patterns.
      const url = config?.path ?? route
      for (const each of [method].flat()) if (each !== 'HEAD' && each !== 'OPTIONS') routes.push({ method: each, url })
    })
  }
  subscribe('fastify.initialization', begun)
  try {
    return [await run(), routes]
  } finally {
    unsubscribe('fastify.initialization', begun)
  }
}

/** Ids, keys and words of one firm for addresses and inputs. */
interface Firm {
  readonly id: string
  readonly people: Readonly<Record<string, string>>
  /** By the word for the kind of record in addresses. */
  readonly records: Readonly<Record<string, string>>
  readonly matters: readonly string[]
  readonly link: string
  readonly sent: Readonly<Record<string, unknown>>
}

function made(answer: Answer): any {
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status)
  return answer.body
}

/** Each text of the firm contains `word`. */
async function firmOf(boss: Client, lawyer: Client, client: string, word: string, matters: number): Promise<Firm> {
  const firm = (await boss.get('/api/firms')).body.items[0].id as string
  const people = Object.fromEntries(
    (await boss.get('/api/people')).body.items.map((each: Record<string, string>) => [each['name'], each['id']]),
  )
  const all: { id: string; person: string }[] = (await boss.get('/api/seats')).body.items
  const seatOf = (name: string): string => all.find(({ person }) => person === people[name])?.id ?? ''
  expect((await boss.patch(`/api/firms/${firm}`, { bank: `${word}-account` })).status).toBe(200)
  const tag = made(await lawyer.post('/api/tags', { name: `${word}-tag` })).id
  const upload = made(
    await boss.send(`/_ninefold/files?name=${word}-paper.txt`, { method: 'POST', body: `${word} paper` }),
  )
  const told = { docket: word, summary: `${word} summary`, strategy: `${word} strategy`, client: seatOf(client) }
  const first = made(await boss.post('/api/matters', { title: `${word} v Crown`, ...told, papers: [upload.id] }))
  const numbers = [first.number as string]
  for (let index = 1; index < matters; index++)
    numbers.push(made(await boss.post('/api/matters', { title: `${word} ${index}` })).number)
  // An entry for the history, and a restorable record.
  expect((await boss.patch(`/api/matters/${first.number}`, { docket: `${word}-docket` })).status).toBe(200)
  if (numbers.length > 1) expect((await boss.delete(`/api/matters/${numbers.at(-1)}`)).status).toBe(204)
  const of = { matter: first.id }
  const note = made(await lawyer.post('/api/notes', { ...of, text: `${word} note`, internal: true })).id
  const entry = made(await boss.post('/api/entries', { ...of, hours: '2', rate: '77' })).id
  const link = made(await lawyer.post('/api/links', of))
  const view = made(await boss.post('/_ninefold/views/matters/0', { name: `${word}-view`, query: '' })).id
  const seat = seatOf(client)
  const records = { firm, seat, tag, matter: first.id, note, entry, link: link.id, person: people[client] ?? '', view }
  const sent = { matter: first.id, client: seat, lead: seat, firm, tags: [tag], papers: [upload.id], person: seat }
  return { id: firm, people, records: { ...records, file: upload.id }, matters: numbers, link: link.code, sent }
}

interface Chambers {
  readonly application: RunningApplication
  readonly routes: readonly Route[]
  /** Every text of the firm contains its word, and no text of the other firm does. */
  readonly alder: Firm
  readonly birch: Firm
  readonly strangers: Readonly<Record<'bert' | 'bina', Client>>
  readonly boss: Client
}

async function opened(options: RunningOptions = {}): Promise<Chambers> {
  const [application, routes] = await withRoutes(() => runApplication(TEXT, options))
  const person = (name: string, number: number): Promise<Client> =>
    application.signIn(`${name}@x.test`, `amber-Falcon-${number}`)
  const [anna, alan, bert, bina] = await Promise.all([
    person('anna', 11),
    person('alan', 12),
    person('bert', 14),
    person('bina', 15),
  ])
  const alder = await firmOf(anna, alan, 'Abby', 'ALDER', 3)
  const birch = await firmOf(bert, bert, 'Bina', 'BIRCH', 1)
  return { application, routes, alder, birch, strangers: { bert, bina }, boss: anna }
}

/** The first is open to everybody with the code. The second never ends, and has tests of its own. */
const LEFT_OUT = ['/api/shared/:code', '/_ninefold/live']
const ENTITIES = ['firm', 'person', 'seat', 'matter', 'tag', 'note', 'entry', 'link']
const BY_PATH: Readonly<Record<string, string>> = {
  firms: 'firm',
  people: 'person',
  seats: 'seat',
  tags: 'tag',
  notes: 'note',
  entries: 'entry',
  links: 'link',
  files: 'file',
  views: 'view',
  documents: 'matter',
}

/** Values for a parameter of an address. An unknown parameter fails the test, so that no new address is forgotten. */
function valuesOf(parameter: string, url: string, { records, matters, link }: Firm): readonly string[] {
  switch (parameter) {
    case 'id': {
      // Values of the kind named before the parameter.
      const kinds = url.split('/').map((part) => BY_PATH[part] ?? part)
      const kind = kinds.findLast((part) => records[part] !== undefined)
      return [records[kind ?? 'matter'] ?? '']
    }
    case 'number':
      return matters.slice(1)
    case 'code':
      return [link]
    case 'word':
      return ['ALDER']
    case 'entity':
      return url.includes('/options/') ? ['Firm', 'Seat', 'Matter', 'Tag', 'Note'] : ENTITIES
    case 'screen':
      return ['matters', 'matter', 'people', 'board']
    case 'block':
      return ['0', '1', '2', '3']
    case 'field':
      return ['bank']
    case 'document':
      return ['statement']
    case 'action':
      return ['0', '1', 'close']
    case 'program':
      return [records['view'] ?? '']
    case 'role':
      return ['Visitor']
    case 'name':
    case 'provider':
    case 'scheme':
      return ['x']
    default:
      throw new Error(`What could stand for ":${parameter}" of ${url}?`)
  }
}

function* addressesOf(url: string, firm: Firm): Generator<string> {
  const found = /:(\w+)/.exec(url)
  if (found === null) return void (yield url)
  for (const value of valuesOf(found[1] ?? '', url, firm))
    yield* addressesOf(url.replace(found[0], encodeURIComponent(value)), firm)
}

/** Queries for a read address. */
function queriesOf(url: string, { records, matters }: Firm): readonly string[] {
  if (url === '/_ninefold/events') return [`?after=${records['matter']}`]
  if (url === '/_ninefold/search') return ['?q=ALDER']
  if (url.startsWith('/_ninefold/options/'))
    return ['?by=id&q=ALDER', ...Object.values(records).map((id) => `?by=id&value=${id}`)]
  if (url === '/_ninefold/screens/:screen/:block') return [`?number=${matters[1]}`, '?q=ALDER']
  if (url === '/api/matters') return ['', '?docket=ALDER-docket', '?title=ALDER%20v%20Crown']
  if (url === '/api/matter-list') return ['?title=ALDER', '?sort=reserve']
  return ['']
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

function* requestsOf({ routes, alder, birch }: Chambers, which: 'reads' | 'everything'): Generator<Asked> {
  for (const { method, url } of routes) {
    if (LEFT_OUT.includes(url) || url === '*') continue
    if (method === 'GET')
      for (const path of addressesOf(url, alder))
        for (const query of queriesOf(url, alder)) yield { method, path: path + query }
    else if (which === 'reads') continue
    else if (url.includes(':')) for (const path of addressesOf(url, alder)) yield { method, path, body: bodyFor(url) }
    else if (url === CURRENT_TENANT_PATH) yield { method, path: url, body: { id: alder.id } }
    // A new record of the person that references a record of the other firm.
    else if (method === 'POST' && url.startsWith('/api/') && url !== '/api/lenient')
      for (const [name, value] of Object.entries(alder.sent))
        yield { method, path: url, body: { title: 'x', name: 'x', text: 'x', ...birch.sent, [name]: value } }
  }
  if (which === 'reads') return
  // A record of the person, changed to reference one of the other firm.
  for (const [name, value] of Object.entries(alder.sent))
    yield { method: 'PATCH', path: `/api/matters/${birch.matters[0]}`, body: { [name]: value } }
}

function bodyFor(url: string): unknown {
  if (url.endsWith('/roles')) return { role: 'Registrar' }
  if (url.endsWith('/entries')) return [{ hours: '1', rate: '1' }]
  if (url.includes('/views/') || url.includes('/layouts/')) return { name: 'x', query: '' }
  return url.startsWith('/api/') ? { title: 'x' } : {}
}

/** Answers that contain data of the other firm. */
async function toldTo({ alder }: Chambers, client: Client, requests: Iterable<Asked>): Promise<readonly string[]> {
  const words = ['ALDER', ...Object.values(alder.records), ...alder.matters.slice(1)]
  const found: string[] = []
  for (const { method, path, body } of requests) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': path }
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers }
    const answer = await client.send(path, { method, ...sent })
    const told = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const asked = decodeURIComponent(path)
    const isEcho = (word: string): boolean => answer.status >= 400 && asked.includes(word)
    // The text of a PDF is compressed.
    const isPdf = answer.status === 200 && answer.headers.get('content-type') === 'application/pdf'
    if (answer.status >= 500 || isPdf || words.some((word) => told.includes(word) && !isEcho(word)))
      found.push(`${method} ${path}: ${answer.status} ${told.slice(0, 200)}`)
  }
  return found
}

/** The rows of each table that contain data of the firm. */
async function rowsWith({ database }: RunningApplication, { records }: Firm): Promise<Record<string, string>> {
  const { rows: tables } = await database.pool.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'ninefold') AND table_type = 'BASE TABLE'`,
  )
  const kept: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `SELECT coalesce(jsonb_agg(t.text ORDER BY t.text), '[]')::text AS rows
       FROM (SELECT to_jsonb(t)::text AS text FROM ${name} AS t) AS t WHERE t.text ~ $1`,
      [['ALDER', ...Object.values(records)].join('|')],
    )
    kept[name] = rows[0].rows
  }
  return kept
}

let chambers: Chambers
let isForgetful = false
let isWallDown = false
const recorded = new RecordedStatements()

beforeAll(async () => {
  chambers = await opened({
    double: (application) => {
      const [forgetful, unwalled] = [withoutGate('the wall is down')(application), withoutWall(application)]
      const now = (): Application => (isForgetful ? forgetful : isWallDown ? unwalled : application)
      return recorded.double({ ...application, planned: (...given) => now().planned(...given) })
    },
  })
})
afterAll(() => chambers.application[Symbol.asyncDispose]())

it('tells nobody of another firm anything of it, and does nothing to it, by any address', async () => {
  const { application, alder, strangers } = chambers
  const before = await rowsWith(application, alder)
  expect(await toldTo(chambers, strangers.bert, requestsOf(chambers, 'everything'))).toEqual([])
  expect(await toldTo(chambers, strangers.bina, requestsOf(chambers, 'reads'))).toEqual([])
  expect(await rowsWith(application, alder)).toEqual(before)
}, 180_000)

it('reads and writes by each statement what belongs to one firm', async () => {
  const { application } = chambers.application
  const line = await judgeStatements(application, recorded.runs())
  expect(beyondTenant(application.model, line)).toEqual([])
  expect(line.judged.length).toBeGreaterThan(100)
})

const TOLD = [
  '/api/matters',
  '/api/matters/M-*-0002',
  '/api/matter-list',
  '/api/people',
  '/api/seats',
  '/api/notes',
  '/api/tags',
  '/api/entries',
  '/api/links',
  '/api/firms',
  '/_ninefold/search',
  '/_ninefold/screens/matters/0',
  '/_ninefold/files/*',
  '/_ninefold/screens/matters/0/rows.csv',
  '/_ninefold/options/Matter',
  '/_ninefold/secrets/firm/*/bank',
]
/** Visible to the firm's people, and hidden from others by more than read rights. */
const TOLD_TO_ITS_OWN = [
  ...TOLD,
  '/_ninefold/history/matter/*',
  '/_ninefold/documents/statement/*',
  '/_ninefold/views',
  '/_ninefold/deleted.json',
  '/_ninefold/notifications',
  '/_ninefold/tenants.json',
  '/_ninefold/account/data.json',
]

it('would find what is told', async () => {
  const places = (found: readonly string[]): string[] =>
    found.map((each) =>
      (/^GET ([^?:]+)/.exec(each)?.[1] ?? each).replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=M-)\d{4}/g, '*'),
    )
  const toBoss = places(await toldTo(chambers, chambers.boss, requestsOf(chambers, 'reads')))
  expect(toBoss).toEqual(expect.arrayContaining(TOLD_TO_ITS_OWN))
  isForgetful = true
  const toStranger = await toldTo(chambers, chambers.strangers.bert, requestsOf(chambers, 'reads'))
  isForgetful = false
  expect(places(toStranger)).toEqual(expect.arrayContaining(TOLD))
}, 180_000)

it('takes the same key in another firm for another request', async () => {
  const { application, alder, birch } = chambers
  const both = await application.signIn('both@x.test', 'amber-Falcon-16')
  await application.database.pool.query(`UPDATE seat SET kind = 'partner' WHERE person_id = $1`, [birch.people['Both']])
  const entered = async (firm: Firm): Promise<number> => {
    expect((await both.post(CURRENT_TENANT_PATH, { id: firm.id })).status).toBe(204)
    const path = `/api/matters/${birch.matters[0]}/entries`
    const sent = (): Promise<Answer> => both.post(path, [{ hours: '3', rate: '1' }], { 'Idempotency-Key': 'one' })
    expect([(await sent()).status, (await sent()).status]).toEqual([201, 201])
    const { items } = (await both.get('/api/entries')).body
    return items.filter(({ hours }: { hours: string }) => hours === '3.00').length
  }
  expect(alder.matters[0]).toBe(birch.matters[0])
  expect([await entered(alder), await entered(birch), await entered(alder)]).toEqual([1, 1, 1])
})

it('finds nothing by a user who is in the field and is not seen any more, through the gate alone', async () => {
  const { application, alder, boss } = chambers
  const { id: matter } = made(await boss.post('/api/matters', { title: 'Left' }))
  made(await boss.post('/api/notes', { matter, text: 'Ask them.', mentions: [alder.people['Both']] }))
  const found = async (): Promise<number> => (await boss.get(`/api/notes?mentions=${alder.people['Both']}`)).body.total
  isWallDown = true
  expect(await found()).toBe(1)
  const gone = 'DELETE FROM seat WHERE person_id = $1 AND firm_id = $2'
  await application.database.pool.query(gone, [alder.people['Both'], alder.id])
  expect(await found()).toBe(0)
  isWallDown = false
})
