// A generated specification on the real engine: PostgreSQL, HTTP and jobs. Answers and stored data are converted to the
// terms of the reference interpreter: records are named by their code, because each program generates its own ids.

import { HERE, sentPair } from '@ninefold/core/meaning/call.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { CLOCK_SCHEMA } from '@ninefold/core/plan/schema/counters.ts'
import { runPutOff } from '@ninefold/server/jobs/later.ts'
import { applyRevision } from '@ninefold/server/jobs/revision.ts'
import { runDue } from '@ninefold/server/jobs/run-due.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { type Database, openDatabase } from '@ninefold/server/store/driver/database.ts'
import { signatureHeaders } from '@ninefold/server/outside/signatures.ts'
import { ONLY_EXAMPLES } from '@ninefold/server/outside/stand-in.ts'
import { newSecretKey, secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import { makeMovable } from '@ninefold/server/store/driver/moved-clock.ts'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { applicationOf, bringTo, loadData, startServer } from '../../pipeline.ts'
import { empty } from './empty-database.ts'
import { type Identities, type Kept, keptBy } from './kept-by-engine.ts'
import { comparedChange } from './kept-history.ts'
import { asOneList, hasMore, type ListPage, NAMED, pageOfAnswer, pageOfScreen, queryOfPage } from './listed.ts'
import { offering, type SentPage, type SentRow, withoutRows } from './screens/shown-blocks.ts'
import { asksForProblems, contentOf, httpOf, placeOfScreen } from './http-request.ts'
import type { Json } from './json.ts'
import { codesOf } from './refusals/problem-codes.ts'
import type { MadeUpRequest } from './made-up-requests.ts'
import { Sessions } from './people/sessions.ts'
import { addressOfTenant, fetchOf, withoutTenant } from './people/address-of-tenant.ts'
import { EngineKeys } from './people/engine-keys.ts'

/** The visible answer to a request, and the stored data after it. */
export interface Seen {
  readonly status: number
  readonly body: Json
  readonly codes: readonly string[]
  /** Answer headers that a specification may state. Missing: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Records, roles and messages, each as JSON, sorted. Null: nothing can have changed. */
  readonly kept: readonly string[] | null
  /** The pages of a list as one body. Set only by the reference interpreter. */
  readonly isList?: true
  /** Offers of rows that may be present or absent. Set only by the reference interpreter. */
  readonly undecided?: readonly string[]
  /** Possible refusals, of which one is reported. Set only by the reference interpreter. */
  readonly oneOf?: readonly Omit<Seen, 'kept'>[]
}

export interface Engine extends AsyncDisposable {
  readonly play: (request: MadeUpRequest) => Promise<Seen>
}

const LOGGER = pino({ level: 'silent' })
/** More than generated requests can fill with records. */
const PAGES_MAX = 300
/** A random code that nobody has, in the reference interpreter either. */
export const NO_CODE = 'no-such-code'
export const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Each specification has its own prepared statements, which a connection keeps until it closes. */
const PLAYS_PER_CONNECTION = 12
/** Other than 0: the database's `now()` is set for each request. */
const AHEAD_MS = 1

/**
 * A database that one engine after another uses. Its connections are reused for some runs, because connections that
 * know the engine's tables need only a third of the time to empty and fill them.
 */
export class Place implements AsyncDisposable {
  private readonly connectionString: string
  private opened: Database
  private plays = 0
  /** Puts a fault into the tables of each engine, which the machine has to find. */
  readonly plant: ((pool: Pool) => Promise<unknown>) | null

  /** Serves another application in place of the honest one. */
  readonly double: (honest: Application) => Application

  constructor(connectionString: string, plant: Place['plant'] = null, double: Place['double'] = (honest) => honest) {
    this.connectionString = connectionString
    this.plant = plant
    this.double = double
    this.opened = openDatabase({ connectionString, aheadMs: AHEAD_MS })
  }

  /** For one more run. */
  async database(): Promise<Database> {
    if (++this.plays > PLAYS_PER_CONNECTION) await this.renew()
    return this.opened
  }

  /** The next run has new connections. */
  async renew(): Promise<void> {
    await this.opened.close()
    this.opened = openDatabase({ connectionString: this.connectionString, aheadMs: AHEAD_MS })
    this.plays = 1
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.opened.close()
  }
}

/** Nothing is left of the former engine. */
export async function engineOf(model: Model, text: string, place: Place, beginsMs: number): Promise<Engine> {
  const clock = { nowMs: beginsMs }
  const database = { ...(await place.database()), nowMs: () => clock.nowMs }
  await empty(database.pool)
  const setClock = await clockOf(database.pool)
  await setClock(beginsMs)
  await bringTo(database, model, text, { consent: false, lock: null })
  const application = place.double(applicationForRequests(model, text, database))
  await place.plant?.(database.pool)
  await loadData(application, ['reference', 'sample'])
  await applyRevision(application, beginsMs)
  const server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: null, logger: LOGGER, development: null },
    application,
  )
  const play = playOn(application, `http://127.0.0.1:${server.port}`, await keptBy(application))
  return {
    play: async (request) => {
      clock.nowMs = request.atMs
      await setClock(request.atMs)
      return play(request)
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** Services answer as their examples, and requests of outside services are signed with a known secret. */
export function applicationForRequests(model: Model, text: string, database: Database): Application {
  return {
    ...applicationOf(model, text, 'development', database, secretTextsWith([newSecretKey()])),
    services: ONLY_EXAMPLES,
    signingSecrets: () => SECRET,
  }
}

/** `begun`: the initial stored data. */
function playOn(application: Application, address: string, begun: Kept): Engine['play'] {
  let kept = begun
  const sessions = new Sessions(application)
  const keys = new EngineKeys(application.database.pool)
  return async (request) => {
    if (request.kind === 'time') {
      await runDue(application, { mail: null, webhooks: null, logger: LOGGER }, request.atMs)
      kept = await keptBy(application)
      return { status: 204, body: null, codes: [], kept: kept.lines }
    }
    const isRead = httpOf(request).method === 'GET'
    const answer = await sent({ address, application, sessions, keys, identities: kept.identities }, request)
    const before = kept.identities
    if (!isRead) kept = await keptBy(application)
    // A call may answer with values of a record that it has deleted.
    const named = { ...answer, body: namedByCode(before, namedByCode(kept.identities, answer.body)) }
    if (kept.isWaiting) {
      await runPutOff(application, request.atMs)
      kept = await keptBy(application)
    }
    return { ...named, kept: isRead ? null : kept.lines }
  }
}

/** The database's `now()` on the connections of calls stands still until it is set. */
async function clockOf(pool: Pool): Promise<(atMs: number) => Promise<void>> {
  await makeMovable(pool)
  await pool.query(`CREATE TABLE IF NOT EXISTS ${CLOCK_SCHEMA}.moment (at timestamptz);
    GRANT SELECT ON ${CLOCK_SCHEMA}.moment TO PUBLIC;
    DELETE FROM ${CLOCK_SCHEMA}.moment;
    INSERT INTO ${CLOCK_SCHEMA}.moment VALUES (NULL);
    CREATE OR REPLACE FUNCTION ${CLOCK_SCHEMA}.now() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT at FROM ${CLOCK_SCHEMA}.moment'`)
  return async (atMs) => {
    await pool.query({ name: 'set-clock', text: `UPDATE ${CLOCK_SCHEMA}.moment SET at = $1`, values: [new Date(atMs)] })
  }
}

export interface Asking {
  readonly address: string
  readonly application: Application
  readonly sessions: Sessions
  readonly keys: EngineKeys
  /** Before the request. */
  readonly identities: Identities
  /** The most pages of a list that are requested. Missing: all of them. */
  readonly pagesMax?: number
}

function identityOf(identities: Identities, entity: string, code: string): string {
  return identities.of(entity, code) ?? NOBODY
}

/** Refers to records by their ids. */
export async function sent(asking: Asking, request: MadeUpRequest): Promise<Omit<Seen, 'kept'>> {
  const { application, identities } = asking
  if (request.kind === 'deleted') return deletedRecords(asking, request)
  if (request.kind === 'restore') return answered(asking, { ...request, key: await deletionOf(application, request) })
  if (request.kind === 'make key') {
    const answer = await answered(asking, request)
    await asking.keys.take(request, answer.body)
    return answer.status < 400 ? { ...answer, body: null } : answer
  }
  if (request.kind === 'end key') return answered(asking, { ...request, key: asking.keys.idOf(request.key) })
  if (request.kind === 'tenant')
    return answered(asking, { ...request, body: { id: identityOf(identities, request.entity, request.key) } })
  if (request.kind === 'suspend' || request.kind === 'end suspension') {
    // The session is there before it ends.
    await asking.sessions.headersOf(identities, request.key)
    const answer = await answered(asking, { ...request, key: identityOf(identities, 'Person', request.key) })
    if (answer.status === 204) asking.sessions.keep(request.key, request.kind === 'suspend')
    return answer
  }
  if (request.kind === 'give role' || request.kind === 'take role')
    return answered(asking, { ...request, key: identityOf(identities, 'Person', request.key) })
  if (request.kind === 'screen') return screenBlock(asking, request)
  if (request.kind === 'history')
    return shownHistory(asking, { ...request, key: identityOf(identities, request.entity, request.key) })
  if (request.kind !== 'list') return answered(asking, request)
  const pages: ListPage[] = []
  for (
    let after: string | null = '';
    after !== null && pages.length !== asking.pagesMax;
    after = pages.at(-1)?.next ?? null
  ) {
    const query = after === '' ? request.query : { ...request.query, after }
    const page = await answered(asking, { ...request, query })
    if (page.status !== 200) return page
    if (pages.push(page.body as unknown as ListPage) > PAGES_MAX)
      throw new Error('Defect: the pages of a list end nowhere.')
  }
  return { status: 200, body: asOneList(pages), codes: [] }
}

/** All pages of a list. A figure comes as it is, and a record as a row. */
async function screenBlock(asking: Asking, request: MadeUpRequest): Promise<Omit<Seen, 'kept'>> {
  const pages: ListPage[] = []
  const place = placeOfScreen(request)
  do {
    const query = { ...queryOfPage(request.query, pages.length + 1), ...place }
    const answer = await answered(asking, { ...request, query })
    if (answer.status !== 200) return answer
    const { row, rows } = answer.body as unknown as Partial<SentPage & { readonly row: SentRow }>
    if (row !== undefined)
      return { ...answer, body: pageOfScreen(offering({ rows: [row], total: 1 }, request)).items[0] ?? null }
    const called = pageOfAnswer(answer.body)
    if (rows === undefined && called === null) return { ...answer, body: withoutRows(answer.body) }
    const page = called ?? pageOfScreen(offering(answer.body as unknown as SentPage, request))
    if (pages.push(page) > PAGES_MAX) throw new Error('Defect: the pages of a screen end nowhere.')
  } while (hasMore(pages) && pages.length !== asking.pagesMax)
  return { status: 200, body: asOneList(pages), codes: [] }
}

/** Values in the interpreter's form; names of records are already words. */
async function shownHistory(asking: Asking, request: MadeUpRequest): Promise<Omit<Seen, 'kept'>> {
  const answer = await answered(asking, request)
  const { changes } = (answer.body ?? {}) as { readonly changes?: readonly Readonly<Record<string, Json>>[] }
  if (changes === undefined) return answer
  const entity = entityNamed(asking.application.model, request.entity)
  const compared = changes.map((change): Json => {
    const { type } = fieldNamed(entity, String(change['field']))
    const [before = null, after = null] = [change['before'] ?? null, change['after'] ?? null].map((value) =>
      comparedChange(type, value, (name) => name),
    )
    return { ...change, before, after }
  })
  return { ...answer, body: { changes: compared } }
}

/** Leaves out ids and moments, which each program generates itself. */
async function deletedRecords(asking: Asking, request: MadeUpRequest): Promise<Omit<Seen, 'kept'>> {
  const answer = await answered(asking, request)
  if (answer.status >= 400) return answer
  const { records = [] } = (answer.body ?? {}) as {
    readonly records?: readonly { readonly kind: string; readonly label: Json }[]
  }
  return { ...answer, body: { records: records.map(({ kind, label }) => ({ entity: kind, label })) } }
}

/** The latest deletion of a record with this code. */
async function deletionOf({ database }: Application, { entity, key }: MadeUpRequest): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT d.id::text AS id FROM ninefold.deletion AS d JOIN ninefold.deleted_row AS r ON r.deletion = d.id AND r.place = 0
     WHERE d.entity = $1 AND r.data ->> 'code' = $2 ORDER BY d.at DESC LIMIT 1`,
    [entity, key],
  )
  return rows[0]?.id ?? NOBODY
}

async function answered(
  { address, application, sessions, keys, identities }: Asking,
  request: MadeUpRequest,
): Promise<Omit<Seen, 'kept'>> {
  const { method, path, body } = httpOf(request)
  const { content: whole, cookies = {}, from } = request.asked ?? {}
  const named = [
    ...Object.entries(withIdentitiesIn(identities, request.query)),
    ...Object.entries(request.asked?.query ?? {}),
  ]
  const query = named.flatMap(([name, value]) => [value].flat().map((each) => sentPair(name, each))).join('&')
  const headers = await sessions.headersOf(identities, request.who)
  const carried = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const cookie = [...(headers['cookie'] === undefined ? [] : [headers['cookie']]), ...carried].join('; ')
  const identified = body === undefined ? undefined : (whole ?? withIdentities(identities, body))
  const { content, type } = contentOf(request, identified)
  const own = addressOfTenant(application.model, request.tenantLabel, address)
  const init = {
    method,
    headers: {
      ...headers,
      ...keys.headersOf(request),
      ...(cookie === '' ? {} : { cookie }),
      accept: request.kind === 'call' ? '*/*' : asksForProblems(request) ? PROBLEMS : 'application/json',
      ...request.asked?.headers,
      ...(from === undefined ? {} : signatureOf(application, from, content ?? '')),
      ...(request.version === undefined ? {} : { 'if-match': `"${request.version}"` }),
      ...(content === undefined ? {} : { 'content-type': type }),
    },
    ...(content === undefined ? {} : { body: content }),
  }
  const response = await fetchOf(own, address, `${path}${query === '' ? '' : `?${query}`}`, init)
  // One browser has one session: a sign-in has ended the request's former one.
  if (response.headers.getSetCookie().some((each) => each.includes('ninefold_session'))) sessions.forget(request.who)
  const text = (await response.text()).replaceAll(own, HERE)
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  const hasBody = response.headers.has('content-type')
  const parsed = !hasBody || (isJson && text === '') ? null : isJson ? (JSON.parse(text) as Json) : text
  const isRefusal = response.status >= 400
  return {
    status: response.status,
    body: parsed,
    codes: isRefusal ? codesOf(parsed) : [],
    headers: statedHeaders(response, isRefusal || request.kind === 'call', own),
  }
}

/** Any value of sufficient length. */
const SECRET = 'a secret that signs what comes from outside'

function signatureOf({ model }: Application, from: string, body: string): Record<string, string> {
  const { signing } = model.calls.services.find(({ name }) => name === from) ?? {}
  return signing == null ? {} : signatureHeaders(signing, SECRET, { id: '', body, nowMs: 0 })
}

const PROBLEMS = 'application/json, application/problem+json'
const STATED_HEADERS = ['location', 'x-made', 'x-error', 'x-ratelimit-remaining', 'ratelimit-policy']

/** Cookies count as headers of their own: `cookie mark`. */
function statedHeaders({ headers }: Response, isStated: boolean, own: string): Record<string, string> {
  const names = isStated ? [...STATED_HEADERS, 'content-type'] : STATED_HEADERS
  const said = names.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, name === 'location' ? withoutTenant(value, own) : value]]
  })
  const cookies = headers.getSetCookie().flatMap((each): [string, string][] => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
    const [, seconds = 'open'] = /Max-Age=(\d+)/i.exec(each) ?? []
    return name.includes('ninefold_session') ? [] : [[`cookie ${name}`, `${decodeURIComponent(value)} ${seconds}`]]
  })
  return Object.fromEntries([...said, ...cookies])
}

function withIdentitiesIn(identities: Identities, query: Readonly<Record<string, string>>): Record<string, string> {
  const part = (text: string): string => {
    const [, entity, code] = NAMED.exec(text) ?? []
    return entity === undefined || code === undefined ? text : identityOf(identities, entity, code)
  }
  const entries = Object.entries(query).map(([name, text]): [string, string] => [
    name,
    text.split(',').map(part).join(','),
  ])
  return Object.fromEntries(entries)
}

/** Replaces ids, which each program generates itself, by the records' codes. */
function namedByCode(identities: Identities, value: Json): Json {
  if (typeof value === 'string') return identities.nameOf(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => namedByCode(identities, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]): [string, Json] => [key, namedByCode(identities, each)]),
  )
}

function withIdentities(identities: Identities, body: Readonly<Record<string, Json>>): Record<string, Json> {
  const named = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(named)
    if (typeof value !== 'object' || value === null || !('$code' in value)) return value
    const { $entity, $code, $field } = value as { readonly [key in '$entity' | '$code' | '$field']: string }
    if ($field !== undefined) return identities.of($entity, `${$code}.${$field}`) ?? NO_CODE
    return identityOf(identities, $entity, $code)
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]): [string, Json] => [name, named(value)]))
}
