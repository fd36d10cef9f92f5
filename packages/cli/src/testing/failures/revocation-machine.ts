// Test of revocation: two processes keep many connections of many people up to date, while others write and somebody
// revokes rights: a role, a session, a record. The test measures how long each connection keeps showing revoked
// contents, and reports every delay above a second.

import type { Application } from '@ninefold/server/gate/context/application.ts'
import { type ReadEvent, readEvents } from '@ninefold/server/testing/event-reader.ts'
import { type Client, clientOf } from '@ninefold/server/testing/running-application.ts'
import { secondProcess } from '@ninefold/server/testing/servers/second-process.ts'
import { headersOfSession } from '../../examples/stages.ts'
import { randomFrom } from '../chance.ts'

export interface RevocationRun {
  /** From `revocationText`, with this number of people. */
  readonly application: Application
  readonly address: string
  readonly people: number
  readonly streams: number
  readonly seed: number
  /** Missing: two for each person. */
  readonly revocations?: number
  /** A note is written at this interval, which wakes half of the connections. Missing: now and then. */
  readonly noteEveryMs?: number
  /** A connection that shows revoked contents for longer is late. Missing: a second. */
  readonly inTimeMs?: number
  /** The maximum wait for a late connection. */
  readonly patienceMs?: number
  readonly told?: (line: string) => void
}

export interface RevocationProof {
  readonly streams: number
  readonly revocations: number
  /** Connections that showed revoked contents. */
  readonly concerned: number
  readonly late: number
  readonly latestMs: number
  readonly medianMs: number
  /** The delay of the latest connection, by kind of revocation. */
  readonly latestByKind: Readonly<Record<Kind, number>>
  readonly wrong: readonly string[]
}

export type Kind = 'role' | 'record' | 'session'

const IN_TIME_MS = 1_000
/** After this time, the connection counts as never updated. */
const PATIENCE_MS = 40_000
const NOTE_EVERY_MS = 2_000
const LOOK_MS = 4

/**
 * A role, or a value of the record, grants access to the contents of such an address; a session grants access to all.
 */
const SHOWN: Readonly<Record<Kind, RegExp>> = { role: /note \w/, record: /paper \w/, session: /(note|paper) \w/ }

interface Forbidden {
  readonly words: RegExp
  /** True: the contents have disappeared. */
  isGone: boolean
}

interface Stream {
  readonly path: string
  shown: string
  /** The time when its present contents appeared. */
  sinceMs: number
  /** Values that its reader may not see from then on. */
  readonly forbidden: Forbidden[]
  readonly leaked: string[]
}

interface Person {
  readonly number: number
  readonly id: string
  readonly paper: string
  readonly client: Client
  readonly streams: Stream[]
}

interface Latency {
  readonly kind: Kind
  readonly ms: number
}

export async function runRevocationMachine(run: RevocationRun): Promise<RevocationProof> {
  const random = randomFrom(run.seed)
  await using second = await secondProcess({ application: run.application, database: run.application.database })
  const addresses = [run.address, second.address]
  const ada = await keeper(run)
  const keepers = addresses.map((address) => clientOf(address, ada.cookie))
  await using open = new AsyncDisposableStack()
  const people = await peopleOf(run)
  for (let number = 0; number < run.streams; number++) {
    const person = people[number % people.length]
    if (person === undefined) throw new Error('Defect: nobody is there.')
    const address = addresses[Math.floor(number / people.length) % 2] ?? run.address
    person.streams.push(await opened(address, person, Math.floor(number / people.length / 2), open))
  }
  run.told?.(`${run.streams} connections of ${people.length} people are open`)
  await using _ = writing(keepers, run.noteEveryMs ?? NOTE_EVERY_MS)
  const taken = plan(people, random).slice(0, run.revocations)
  const latencies: Latency[] = []
  for (const { person, kind } of taken) {
    const by = keepers[Math.floor(random() * 2)]
    const other = clientOf(addresses[Math.floor(random() * 2)] ?? run.address, person.client.cookie)
    if (by === undefined) throw new Error('Defect: nobody takes anything away.')
    const took = await takeAway(run, person, kind, { by, other, keeperId: ada.id })
    latencies.push(...took.map((ms) => ({ kind, ms })))
  }
  // A connection that still had access would receive this change.
  for (const { paper } of people) await keepers[0]?.patch(`/papers/${paper}`, { title: `paper again ${paper}` })
  await keepers[1]?.post('/notes', { text: 'note at the end' })
  await pause(IN_TIME_MS)
  return provenBy(run, people, taken.length, latencies)
}

function provenBy(
  run: RevocationRun,
  people: readonly Person[],
  revocations: number,
  latencies: readonly Latency[],
): RevocationProof {
  const sorted = latencies.map(({ ms }) => ms).toSorted((one, another) => one - another)
  const latestOf = (kind: Kind): number =>
    Math.round(Math.max(0, ...latencies.flatMap((each) => (each.kind === kind ? [each.ms] : []))))
  const late = sorted.filter((ms) => ms > (run.inTimeMs ?? IN_TIME_MS)).length
  const leaked = people.flatMap(({ streams }) => streams.flatMap((stream) => stream.leaked))
  const latestMs = Math.round(sorted.at(-1) ?? 0)
  return {
    streams: run.streams,
    revocations,
    concerned: latencies.length,
    late,
    latestMs,
    latestByKind: { role: latestOf('role'), record: latestOf('record'), session: latestOf('session') },
    medianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    wrong: [...(late === 0 ? [] : [`${late} connections were late, the latest by ${latestMs} ms`]), ...leaked],
  }
}

async function keeper({ application }: RevocationRun): Promise<{ readonly id: string; readonly cookie: string }> {
  const { rows } = await application.database.pool.query<{ id: string }>(`SELECT id FROM person WHERE name = 'Ada'`)
  const id = rows[0]?.id ?? ''
  return { id, cookie: await cookieOf(application, id) }
}

async function cookieOf(application: Application, id: string): Promise<string> {
  return (await headersOfSession(application, id))['cookie'] ?? ''
}

async function peopleOf({ application, address }: RevocationRun): Promise<Person[]> {
  const { rows } = await application.database.pool.query<{ id: string; paper: string }>(
    `SELECT person.id, paper.id AS paper FROM person JOIN paper ON paper.reader_id = person.id ORDER BY person.name`,
  )
  return Promise.all(
    rows.map(async ({ id, paper }, number) => ({
      number,
      id,
      paper,
      client: clientOf(address, await cookieOf(application, id)),
      streams: [],
    })),
  )
}

async function opened(address: string, person: Person, turn: number, open: AsyncDisposableStack): Promise<Stream> {
  const path = ['/notes', '/papers', `/papers/${person.paper}`][turn % 3] ?? '/notes'
  const stream: Stream = { path, shown: '', sinceMs: 0, forbidden: [], leaked: [] }
  const reader = await readEvents(address + path, person.client, {}, (event) => noted(stream, event))
  open.use(reader)
  if (reader.status !== 200) throw new Error(`${path} answered ${reader.status}.`)
  await until(() => stream.shown !== '', PATIENCE_MS)
  return stream
}

function noted(stream: Stream, { data }: ReadEvent): void {
  const nowMs = performance.now()
  stream.shown = data
  stream.sinceMs = nowMs
  for (const each of stream.forbidden) {
    const isShown = each.words.test(data)
    if (isShown && each.isGone) stream.leaked.push(`${stream.path} shows again ${data.slice(0, 120)}`)
    each.isGone ||= !isShown
  }
}

/** Everybody loses a role or a record, in random order, and later the session. */
function plan(people: readonly Person[], random: () => number): { readonly person: Person; readonly kind: Kind }[] {
  const first = people.map((person) => ({ person, kind: random() < 0.5 ? ('role' as const) : ('record' as const) }))
  const then = people.map((person) => ({ person, kind: 'session' as const }))
  const mixed = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item)
  return [...mixed(first), ...mixed(then)]
}

interface Takers {
  readonly by: Client
  /** The same person on another connection. */
  readonly other: Client
  readonly keeperId: string
}

/**
 * Returns how long each affected connection kept showing the contents, in milliseconds after the acknowledged
 * revocation.
 */
async function takeAway(
  { patienceMs = PATIENCE_MS }: RevocationRun,
  { streams, id, paper }: Person,
  kind: Kind,
  { by, other, keeperId }: Takers,
): Promise<number[]> {
  const words = SHOWN[kind]
  const concerned = streams.filter(({ shown }) => words.test(shown))
  const { status } = await {
    role: () => by.post(`/people/${id}/taken`),
    record: () => by.patch(`/papers/${paper}`, { reader: keeperId }),
    session: () => other.delete('/_ninefold/session'),
  }[kind]()
  const sinceMs = performance.now()
  if (status >= 300) throw new Error(`Taking a ${kind} away was answered ${status}.`)
  for (const stream of streams) stream.forbidden.push({ words, isGone: !words.test(stream.shown) })
  await until(() => concerned.every(({ shown }) => !words.test(shown)), patienceMs)
  return concerned.map(({ shown, sinceMs: goneMs }) => (words.test(shown) ? patienceMs : Math.max(0, goneMs - sinceMs)))
}

function writing(keepers: readonly Client[], everyMs: number): AsyncDisposable {
  let isOver = false
  const over = (async () => {
    for (let number = 0; !isOver; number++) {
      await keepers[number % 2]?.post('/notes', { text: `note ${number}` })
      await pause(everyMs)
    }
  })()
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await over
    },
  }
}

/** Waits for the condition, up to the maximum time. */
async function until(holds: () => boolean, patienceMs: number): Promise<void> {
  const giveUpMs = performance.now() + patienceMs
  while (!holds() && performance.now() < giveUpMs) await pause(LOOK_MS)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
