// Test of failover: two processes of a served application write to a PostgreSQL of three nodes while its primary is
// killed, frozen, switched over, cut off or full. Every request succeeds or gets a time to retry; every acknowledged write
// exists at the end, with each effect once; and the new primary is used soon. One process connects through PgBouncer in
// transaction mode, the other one directly.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPgBouncer } from '@ninefold/server/testing/servers/pgbouncer.ts'
import { freePorts } from '@ninefold/server/store/embedded/free-ports.ts'
import { type Receivers, startReceivers } from '@ninefold/server/testing/servers/receivers.ts'
import pg from 'pg'
import { type Random, randomFrom } from '../chance.ts'
import { type Ask, untilDone, wrongAt, wrongInDatabase } from '../concurrency/parcel-effects.ts'
import { startNinefold, stop, workplace } from '../program.ts'
import { type Clients, type Served, signUp, withCause, writeAndRead } from './failover-clients.ts'
import { BEGINNINGS, ELECTION_MS_MAX, type Failure, FAILURES, isPossible } from './failure-kinds.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'

const TEXT = fileURLToPath(new URL('../concurrency/parcels.md', import.meta.url))
const WORDS = ['start', 'app.md', '--allow-provisional', '--host', '127.0.0.1', '--port', '0']
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
/** Replicas lag by this many acknowledged writes, or by this time if commits wait for them. */
const HELD = { writes: 6, msMax: 3_000 }
const LOAD_MS = { min: 500, max: 2_500 }
const BACK_MS_MAX = 10_000
/** A service that is not back after this time is not awaited any longer. */
const GIVEN_UP_MS = 120_000

export interface FailoverOptions {
  readonly failures: number
  readonly seed: number
  readonly kinds?: readonly Failure[]
  /** A planted fault that the test must find: commits wait for no replica. */
  readonly isAsynchronous?: true
  /** Both processes send reads to a replica. */
  readonly readsReplica?: true
  readonly told?: (line: string) => void
}

/** A failure and the way back. */
export interface Round {
  readonly kind: Failure
  /** Until another primary accepted writes. Null: Patroni elected none. Missing: the primary was never gone. */
  readonly electedMs?: number | null
  /** From a primary that accepts writes until both processes had written to it. Null: they never did. */
  readonly backMs: number | null
}

export interface FailoverResult {
  readonly rounds: readonly Round[]
  readonly acknowledged: number
  /** Answers with a time to retry. */
  readonly refused: number
  readonly reads: number
  /** Statements of reads that a replica answered. */
  readonly byReplica: number
  readonly longestAnswerMs: number
  readonly lost: readonly string[]
  /** Faults of the application. */
  readonly wrong: readonly string[]
  /** Faults of the cluster: no primary was elected, or it has not become whole again. Each names saved logs. */
  readonly ofCluster: readonly string[]
}

interface Scene extends Clients {
  readonly cluster: PostgresCluster
  readonly ofCluster: string[]
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
  const replica = options.readsReplica === true ? { DATABASE_REPLICA_URL: cluster.replicasConnectionString } : {}
  const ways = {
    'PgBouncer by transactions': {
      DATABASE_URL: bouncer.connectionString,
      DATABASE_DIRECT_URL: cluster.connectionString,
      ...replica,
    },
    'own connections': { DATABASE_URL: cluster.connectionString, ...replica },
  }
  const processes: Served[] = []
  try {
    for (const [name, way] of Object.entries(ways))
      processes.push(await served(name, place.folder, { ...way, ...environmentOf(receivers) }))
    const cookie = await signUp(processes[0]?.address ?? '')
    const answers = { acknowledged: new Set<string>(), wrong: [], refused: 0, reads: 0, most: 0, longestMs: 0 }
    const scene: Scene = { cluster, processes, receiver: receivers.host, cookie, answers, ofCluster: [] }
    const rounds = await goThrough(scene, options)
    const byReplica = (await Promise.all(processes.map(readsByReplica))).reduce((sum, each) => sum + each, 0)
    const { lost, wrong } = await foundAtTheEnd(scene, receivers)
    const { acknowledged, refused, reads, longestMs } = answers
    const counts = { acknowledged: acknowledged.size, refused, reads, byReplica, longestAnswerMs: longestMs }
    return {
      rounds,
      ...counts,
      lost,
      wrong: wrong.map((each) => withCause(each, processes)),
      ofCluster: scene.ofCluster,
    }
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
  const [metrics = 0] = await freePorts(1)
  const own = { LOG_LEVEL: 'info', NINEFOLD_METRICS: String(metrics) }
  const program = startNinefold(folder, WORDS, { ...environment, ...own })
  const [, port] = await program.prints(/is served on port (\d+)\./)
  const now = performance.now()
  const metricsAddress = `http://127.0.0.1:${metrics}/metrics`
  return { name, program, address: `http://127.0.0.1:${port}`, metricsAddress, last: { begunMs: now, atMs: now } }
}

async function readsByReplica({ metricsAddress }: Served): Promise<number> {
  const figures = await (await fetch(metricsAddress)).text()
  return Number(/^ninefold_replica_reads_total{by="replica"} (\d+)/m.exec(figures)?.[1] ?? 0)
}

/** Stops early if the cluster has not become whole after a failure. */
async function goThrough(scene: Scene, options: FailoverOptions): Promise<Round[]> {
  const { cluster, answers } = scene
  const { seed, failures, told } = options
  const kinds = options.kinds ?? FAILURES.filter((kind) => isPossible(kind, cluster))
  const random = randomFrom(seed)
  const rounds: Round[] = []
  while (rounds.length < failures) {
    const number = rounds.length + 1
    const kind = kinds[(number - 1) % kinds.length] ?? 'killed'
    const state = await cluster.whole()
    if (state === null) {
      await blameCluster(scene, `before round ${number}, ${kind}: the cluster has not become whole`)
      break
    }
    let isOver = false
    const clients = writeAndRead(scene, number, () => isOver)
    const before = { done: answers.acknowledged.size, refused: answers.refused }
    const round = await strike(scene, kind, number, random, state.sync).finally(() => (isOver = true))
    await clients
    rounds.push(round)
    if (round.backMs === null || round.backMs > BACK_MS_MAX)
      answers.wrong.push(`round ${number}, ${kind}: back after ${seconds(round.backMs)}. ${await evidence(scene)}`)
    const [done, refused] = [answers.acknowledged.size - before.done, answers.refused - before.refused]
    told?.(`round ${number}: ${said(round)}; ${done} acknowledged, ${refused} refused`)
  }
  return rounds
}

function said({ kind, electedMs, backMs }: Round): string {
  const elected =
    electedMs === undefined
      ? ''
      : electedMs === null
        ? ', no new primary'
        : `, a new primary after ${seconds(electedMs)}`
  return `${kind}${elected}, back after ${seconds(backMs)}`
}

function seconds(ms: number | null): string {
  return ms === null ? 'no time' : `${(ms / 1000).toFixed(1)} s`
}

async function strike(
  scene: Scene,
  kind: Failure,
  number: number,
  random: Random,
  sync: Awaited<ReturnType<PostgresCluster['primary']>>,
): Promise<Round> {
  const { cluster } = scene
  await wait(LOAD_MS.min + random() * (LOAD_MS.max - LOAD_MS.min))
  const primary = await cluster.primary()
  if (primary === null) {
    await blameCluster(scene, `round ${number}, ${kind}: the primary was gone before the failure`)
    return { kind, ...(await back(scene, null)) }
  }
  const begunMs = performance.now()
  const begun = await BEGINNINGS[kind]({ cluster, primary, sync, random, someWrites: () => someWrites(scene) })
  if (begun.next === 'same') {
    const backMs = await writtenAfter(scene, begunMs)
    await begun.end()
    return { kind, backMs }
  }
  const next = await cluster.primaryOtherThan(begun.next === 'another' ? primary : null, ELECTION_MS_MAX)
  const electedMs = next === null ? null : next.atMs - begunMs
  if (next === null) {
    await blameCluster(scene, `round ${number}, ${kind}: no new primary in ${seconds(ELECTION_MS_MAX)}`)
    await begun.end()
    return { kind, electedMs, ...(await back(scene, null)) }
  }
  const { backMs } = await back(scene, next.atMs)
  await begun.end()
  return begun.next === 'any' ? { kind, backMs } : { kind, electedMs, backMs }
}

/** `atMs`: since when there is a primary. Null: any primary is awaited first. */
async function back(scene: Scene, atMs: number | null): Promise<{ readonly backMs: number | null }> {
  const sinceMs = atMs ?? (await scene.cluster.primaryOtherThan(null, GIVEN_UP_MS))?.atMs
  return { backMs: sinceMs === undefined ? null : await acknowledgedAfter(scene, sinceMs) }
}

async function blameCluster(scene: Scene, fault: string): Promise<void> {
  scene.ofCluster.push(`${fault}. ${await evidence(scene)}`)
}

async function evidence({ cluster, processes }: Scene): Promise<string> {
  const folder = await cluster.saveEvidence()
  for (const { name, program } of processes) await writeFile(join(folder, `${name}.log`), program.printed())
  return `The logs are in ${folder}.`
}

async function someWrites({ answers: { acknowledged } }: Scene): Promise<void> {
  const [enough, giveUpAt] = [acknowledged.size + HELD.writes, performance.now() + HELD.msMax]
  while (acknowledged.size < enough && performance.now() < giveUpAt) await wait(10)
}

/** Returns the time until each process had a write acknowledged, which may have waited for the primary. */
function acknowledgedAfter(scene: Scene, sinceMs: number): Promise<number | null> {
  return untilEach(scene, sinceMs, ({ last }) => (last.atMs < sinceMs ? null : last.atMs))
}

/** Returns the time until each process had a write acknowledged that it began after this moment. */
function writtenAfter(scene: Scene, sinceMs: number): Promise<number | null> {
  return untilEach(scene, sinceMs, ({ last }) => (last.begunMs < sinceMs ? null : last.atMs))
}

async function untilEach(
  { processes }: Scene,
  sinceMs: number,
  endOf: (each: Served) => number | null,
): Promise<number | null> {
  const ends = processes.map(async (each) => {
    for (;;) {
      const end = endOf(each)
      if (end !== null || performance.now() > sinceMs + GIVEN_UP_MS) return end
      await wait(10)
    }
  })
  const found = await Promise.all(ends)
  return found.some((end) => end === null) ? null : Math.max(...found.map(Number)) - sinceMs
}

async function foundAtTheEnd(scene: Scene, receivers: Receivers): Promise<Pick<FailoverResult, 'lost' | 'wrong'>> {
  const { cluster, answers } = scene
  const { acknowledged } = answers
  const client = new pg.Client({ connectionString: cluster.connectionString })
  await client.connect()
  try {
    const ask: Ask = async (text) => (await client.query(text)).rows
    // A message that was being sent when the database failed is retried after its lease; this statement ends the lease
    // at once.
    await ask('UPDATE ninefold.message SET next_try_at = now() WHERE next_try_at > now()')
    const wrong = [...answers.wrong, ...(await untilDone(ask)), ...(await untilStruck(ask))]
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
