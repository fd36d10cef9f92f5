// The machine of revocation: many connections of many people are kept up to date by two processes, while others write and
// somebody takes rights away: a role, a session, a record. How long each connection goes on showing what its reader may
// not see any more is measured; and whatever it shows of that later than a second is told.

import type { Application } from '@ninefold/server/gate/context/application.ts'
import { type ReadEvent, readEvents } from '@ninefold/server/testing/event-reader.ts'
import { type Client, clientOf } from '@ninefold/server/testing/running-application.ts'
import { secondProcess } from '@ninefold/server/testing/servers/second-process.ts'
import { headersOfSession } from '../../examples/stages.ts'
import { randomFrom } from '../chance.ts'

export interface RevocationRun {
  /** Of `revocationText`, with so many people in it. */
  readonly application: Application
  readonly address: string
  readonly people: number
  readonly streams: number
  readonly seed: number
  /** Missing: twice from each of them. */
  readonly revocations?: number
  /** A note is written after so long, again and again, which wakes half of the connections; missing: now and then. */
  readonly noteEveryMs?: number
  /** A connection that goes on showing for longer is late; missing: a second. */
  readonly inTimeMs?: number
  /** How long one is waited for that goes on showing. */
  readonly patienceMs?: number
  readonly told?: (line: string) => void
}

export interface RevocationProof {
  readonly streams: number
  readonly revocations: number
  /** Connections that showed something that was taken away. */
  readonly concerned: number
  readonly late: number
  readonly latestMs: number
  readonly medianMs: number
  /** How long the last connection went on, by what was taken away. */
  readonly latestByKind: Readonly<Record<Kind, number>>
  readonly wrong: readonly string[]
}

export type Kind = 'role' | 'record' | 'session'

const IN_TIME_MS = 1_000
/** By then it is not late: it is never. */
const PATIENCE_MS = 40_000
const NOTE_EVERY_MS = 2_000
const LOOK_MS = 4

/** A role, or a value of the record, gives access to the contents of such an address; all of it by a session. */
const SHOWN: Readonly<Record<Kind, RegExp>> = { role: /note \w/, record: /paper \w/, session: /(note|paper) \w/ }

interface Forbidden {
  readonly words: RegExp
  /** It was seen not to be shown any more. */
  isGone: boolean
}

interface Stream {
  readonly path: string
  shown: string
  /** When what it shows became what it is. */
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
  // A connection that still had access would be told of this.
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

/** Everybody loses a role or a record, in any order, and later the session. */
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
  /** The person, wherever they are just now. */
  readonly other: Client
  readonly keeperId: string
}

/** How long each connection that shows it goes on, in milliseconds after it was said that it is taken away. */
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

/** At most so long as nobody waits any more. */
async function until(holds: () => boolean, patienceMs: number): Promise<void> {
  const giveUpMs = performance.now() + patienceMs
  while (!holds() && performance.now() < giveUpMs) await pause(LOOK_MS)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
