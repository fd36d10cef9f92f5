// Test of failover: two processes of a served application write to a PostgreSQL of three nodes while its primary is
// killed, frozen or switched over. Every request succeeds or gets a time to retry; every acknowledged write exists at
// the end, with each effect once; and the new primary is used soon. One process connects through PgBouncer in
// transaction mode, the other one directly.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'
import { startPgBouncer } from '@ninefold/server/testing/servers/pgbouncer.ts'
import { type Receivers, startReceivers } from '@ninefold/server/testing/servers/receivers.ts'
import pg from 'pg'
import { type Random, randomFrom } from '../chance.ts'
import { type Ask, untilDone, wrongAt, wrongInDatabase } from '../concurrency/parcel-effects.ts'
import { type Running, startNinefold, stop, workplace } from '../program.ts'
import { type Node, type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'

const TEXT = fileURLToPath(new URL('../concurrency/parcels.md', import.meta.url))
const WORDS = ['start', 'app.md', '--allow-provisional', '--host', '127.0.0.1', '--port', '0']
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
const WRITERS_OF_EACH = 3
const PAUSE_MS = 60
const AGAIN_MS = 100
/** Replicas lag by this many acknowledged writes, or by this time if commits wait for them. */
const HELD = { writes: 6, msMax: 3_000 }
const LOAD_MS = { min: 500, max: 2_500 }
const BACK_MS_MAX = 10_000
/** The maximum time until any answer. */
const ANSWER_MS_MAX = 35_000

/** "late replicas": none of them has the last writes when the primary is killed. */
export const FAILURES = ['killed', 'frozen', 'switched over', 'killed with late replicas'] as const
export type Failure = (typeof FAILURES)[number]

export interface FailoverOptions {
  readonly failures: number
  readonly seed: number
  readonly kinds?: readonly Failure[]
  /** A planted fault that the test must find: commits wait for no replica. */
  readonly isAsynchronous?: true
  readonly told?: (line: string) => void
}

export interface FailoverResult {
  readonly failures: number
  readonly acknowledged: number
  /** Answers with a time to retry. */
  readonly refused: number
  /** Times from a new primary until both processes had written to it. */
  readonly backMs: readonly number[]
  readonly lost: readonly string[]
  readonly wrong: readonly string[]
}

/** One process, and the results of its writers. */
interface Served {
  readonly name: string
  readonly program: Running
  readonly address: string
  /** The latest acknowledged write: its start and its acknowledgement. */
  last: { readonly begunMs: number; readonly atMs: number }
}

interface Scene {
  readonly cluster: PostgresCluster
  readonly processes: readonly Served[]
  readonly receivers: Receivers
  readonly cookie: string
  readonly acknowledged: Set<string>
  readonly wrong: string[]
  refused: number
}

export async function runFailoverMachine(options: FailoverOptions): Promise<FailoverResult> {
  await using place = await workplace()
  await using receivers = await startReceivers()
  await using cluster = await startPostgresCluster({ isSynchronous: options.isAsynchronous !== true })
  await writeFile(join(place.folder, 'app.md'), withClock(await readFile(TEXT, 'utf8')))
  // PgBouncer retries an unreachable database after a second, instead of fifteen.
  const settings = ['server_login_retry = 1', 'server_connect_timeout = 3']
  const pooler = { mode: 'transaction', size: 20, settings } as const
  await using bouncer = await startPgBouncer(cluster.connectionString, pooler)
  const ways = {
    'PgBouncer by transactions': {
      DATABASE_URL: bouncer.connectionString,
      DATABASE_DIRECT_URL: cluster.connectionString,
    },
    'own connections': { DATABASE_URL: cluster.connectionString },
  }
  const processes: Served[] = []
  try {
    for (const [name, way] of Object.entries(ways))
      processes.push(await served(name, place.folder, { ...way, ...environmentOf(receivers) }))
    const cookie = await signUp(processes[0]?.address ?? '')
    const scene: Scene = { cluster, processes, receivers, cookie, acknowledged: new Set(), wrong: [], refused: 0 }
    const backMs = await goThrough(scene, options)
    const { lost, wrong } = await foundAtTheEnd(scene)
    const { acknowledged, refused } = scene
    return { failures: backMs.length, acknowledged: acknowledged.size, refused, backMs, lost, wrong }
  } finally {
    await Promise.all(processes.map(({ program }) => stop(program)))
  }
}

/** Gives each parcel a clock that fires once. */
function withClock(text: string): string {
  const changed = text
    .replace(
      '| remarks | whole number | required | 0 | |',
      '$&\n| struck | whole number | required | 0 | |\n| status | state | | | |',
    )
    .replace('None: nothing has states.', STATES)
    .replace(
      '| Secrets | HOOK |',
      '$&\n\n| Constant | Value | Used for |\n| --- | --- | --- |\n| aMoment | 5 seconds | the clock |',
    )
  if (changed.length < text.length + STATES.length) throw new Error('The parcels have no place for a clock any more.')
  return changed
}

const STATES = `### States of Parcel.status

| State | Means | Kind |
| --- | --- | --- |
| on | it is on its way | initial |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| strike | on | on | the clock | | set struck to \`struck + 1\` |

| Clock | Does | Runs |
| --- | --- | --- |
| striking | strike | \`aMoment\` after entering on, once |`

const STRUCK = { stroke: 'SELECT title FROM parcel, generate_series(1, struck)' }

function environmentOf(receivers: Receivers): Record<string, string> {
  return { HOOK: SECRET, MAIL_FROM: 'post@example.test', SMTP_URL: receivers.mailUrl, WEBHOOK_HOSTS: receivers.host }
}

async function served(name: string, folder: string, environment: Record<string, string>): Promise<Served> {
  const program = startNinefold(folder, WORDS, { ...environment, LOG_LEVEL: 'info' })
  const [, port] = await program.prints(/is served on port (\d+)\./)
  const now = performance.now()
  return { name, program, address: `http://127.0.0.1:${port}`, last: { begunMs: now, atMs: now } }
}

async function signUp(address: string): Promise<string> {
  return cookieOfSession(
    await fetch(`${address}/_ninefold/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'cleo@example.test', password: 'correct-horse-3' }),
    }),
  )
}

/** Returns the time from each new primary until both processes had written to it. */
async function goThrough(scene: Scene, options: FailoverOptions): Promise<number[]> {
  const { seed, failures, kinds = FAILURES, told } = options
  const random = randomFrom(seed)
  const backMs: number[] = []
  for (let round = 1; round <= failures; round++) {
    const kind = kinds[(round - 1) % kinds.length] ?? 'killed'
    let isOver = false
    const writers = scene.processes.flatMap((each, place) =>
      Array.from({ length: WRITERS_OF_EACH }, (_, at) =>
        write(scene, each, `R${round} W${place * WRITERS_OF_EACH + at + 1}`, () => isOver),
      ),
    )
    const before = { done: scene.acknowledged.size, refused: scene.refused }
    const { back, primaryMs } = await strike(scene, kind, random).finally(() => (isOver = true))
    await Promise.all(writers)
    backMs.push(back)
    if (back > BACK_MS_MAX) scene.wrong.push(`round ${round}, ${kind}: back after ${Math.round(back)} ms`)
    const [done, refused] = [scene.acknowledged.size - before.done, scene.refused - before.refused]
    told?.(
      `round ${round}: ${kind}, a new primary after ${seconds(primaryMs)}, back after ${seconds(back)} more; ${done} acknowledged, ${refused} refused`,
    )
    await scene.cluster.whole()
  }
  return backMs
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

async function strike(
  scene: Scene,
  kind: Failure,
  random: Random,
): Promise<{ readonly back: number; readonly primaryMs: number }> {
  const { cluster } = scene
  await wait(LOAD_MS.min + random() * (LOAD_MS.max - LOAD_MS.min))
  const former = await cluster.primary()
  if (former === null) throw new Error('There is no primary before a failure.')
  const release = kind === 'killed with late replicas' ? cluster.holdReplicas(former) : null
  if (release !== null) await someWrites(scene)
  const begunMs = performance.now()
  await BEGINNINGS[kind](cluster, former)
  release?.()
  const { atMs } = await cluster.primaryOtherThan(former)
  const backAtMs = Math.max(...(await Promise.all(scene.processes.map((each) => writesAfter(each, atMs)))))
  if (kind === 'frozen') cluster.thaw(former)
  else if (kind !== 'switched over') cluster.revive(former)
  return { back: backAtMs - atMs, primaryMs: atMs - begunMs }
}

async function someWrites({ acknowledged }: Scene): Promise<void> {
  const [enough, giveUpAt] = [acknowledged.size + HELD.writes, performance.now() + HELD.msMax]
  while (acknowledged.size < enough && performance.now() < giveUpAt) await wait(10)
}

const BEGINNINGS: Readonly<Record<Failure, (cluster: PostgresCluster, primary: Node) => Promise<void> | void>> = {
  killed: (cluster, primary) => cluster.kill(primary),
  frozen: (cluster, primary) => cluster.freeze(primary),
  'switched over': (cluster, primary) => cluster.switchOver(primary),
  'killed with late replicas': (cluster, primary) => cluster.kill(primary),
}

/** Returns the end of the first write that started on the new primary or waited for it. */
async function writesAfter(each: Served, atMs: number): Promise<number> {
  while (each.last.atMs < atMs) await wait(10)
  return each.last.atMs
}

/** Sends one parcel after another, repeating each with its idempotency key until it is acknowledged. */
async function write(scene: Scene, to: Served, name: string, isOver: () => boolean): Promise<void> {
  for (let turn = 1; !isOver(); turn++) {
    const title = `${name} T${turn}`
    while (!(await sent(scene, to, title))) await wait(AGAIN_MS)
    await wait(PAUSE_MS)
  }
}

async function sent(scene: Scene, to: Served, title: string): Promise<boolean> {
  const begunMs = performance.now()
  const answer = await fetch(`${to.address}/api/parcels`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': title.replaceAll(' ', '-'),
      cookie: scene.cookie,
    },
    body: JSON.stringify({ title, hook: `http://${scene.receivers.host}/in` }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  }).catch((cause: unknown) => String(cause))
  if (typeof answer === 'string') {
    scene.wrong.push(`${to.name}, ${title}: no answer, ${answer}`)
    return false
  }
  const body = await answer.text()
  if (answer.status === 201) {
    scene.acknowledged.add(title)
    to.last = { begunMs, atMs: performance.now() }
    return true
  }
  if (answer.status === 503 && answer.headers.get('retry-after') !== null) scene.refused++
  else scene.wrong.push(`${to.name}, ${title}: answered with ${answer.status}: ${body}`)
  return false
}

async function foundAtTheEnd(scene: Scene): Promise<Pick<FailoverResult, 'lost' | 'wrong'>> {
  const { cluster, receivers, acknowledged } = scene
  const client = new pg.Client({ connectionString: cluster.connectionString })
  await client.connect()
  try {
    const ask: Ask = async (text) => (await client.query(text)).rows
    // A message that was being sent when the database failed is retried after its lease; this statement ends the lease
    // at once.
    await ask('UPDATE ninefold.message SET next_try_at = now() WHERE next_try_at > now()')
    const wrong = [...scene.wrong, ...(await untilDone(ask)), ...(await untilStruck(ask))]
    const kept = new Set((await ask('SELECT title FROM parcel')).map(({ title }) => String(title)))
    const lost = [...acknowledged].filter((title) => !kept.has(title))
    // Effects of lost writes are gone with them, or were delivered before.
    wrong.push(...(await wrongInDatabase(ask, kept, STRUCK)))
    wrong.push(...wrongAt('letter', receivers.letters, kept), ...wrongAt('call', receivers.calls, kept))
    return { lost, wrong }
  } finally {
    await client.end()
  }
}

const STRUCK_MS_MAX = 120_000

async function untilStruck(ask: Ask): Promise<string[]> {
  const giveUpAt = performance.now() + STRUCK_MS_MAX
  for (;;) {
    const [{ left }] = (await ask('SELECT count(*)::int AS left FROM parcel WHERE struck = 0')) as [{ left: number }]
    if (left === 0) return []
    if (performance.now() > giveUpAt) return [`${left} clocks have not struck`]
    await wait(200)
  }
}
