// Debian's PostgreSQL, Patroni, etcd and HAProxy → three nodes with a synchronous replica, behind one address that
// always leads to the primary. Its nodes can be killed, frozen and switched over.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts } from '@ninefold/server/store/embedded/free-ports.ts'
import { unprivilegedAccount } from '@ninefold/server/store/embedded/postgres-account.ts'
import pg from 'pg'

const NODES = ['one', 'two', 'three'] as const
export type Node = (typeof NODES)[number]

const PROGRAMS = ['etcd', 'patroni', 'haproxy']
const DISTRIBUTION = '/usr/lib/postgresql'
const READY_MS_MAX = 120_000
const LOOK_MS = 100

export interface ClusterOptions {
  /** True: commits wait for a replica. Otherwise acknowledged commits may be lost, which is a fault to plant. */
  readonly isSynchronous: boolean
}

export interface PostgresCluster extends AsyncDisposable {
  /** Leads to the primary, whichever node that is. */
  readonly connectionString: string
  /** The primary according to Patroni. Null: none. */
  primary(): Promise<Node | null>
  /** Waits for another primary that accepts writes, and returns it with the moment (`performance.now()`). */
  primaryOtherThan(former: Node | null): Promise<{ readonly node: Node; readonly atMs: number }>
  /** Waits until the primary has two streaming replicas, one of them synchronous. */
  whole(): Promise<void>
  kill(node: Node): void
  freeze(node: Node): void
  thaw(node: Node): void
  /**
   * Freezes the replicas but not Patroni. Returns a function that resumes them, without the data sent to them
   * meanwhile.
   */
  holdReplicas(primary: Node): () => void
  /** Restarts Patroni on a killed node. */
  revive(node: Node): void
  /** Asks Patroni to promote another node. */
  switchOver(from: Node): Promise<void>
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

interface Place {
  readonly folder: string
  readonly account: Account
  readonly ports: ReadonlyMap<string, number>
  readonly binaries: string
}

export async function startPostgresCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const place = await preparePlace()
  const running = new Map<string, ChildProcess>()
  const begin = (name: string, program: string, words: readonly string[]): void => {
    const child = spawn(program, words, { stdio: 'ignore', detached: true, cwd: place.folder, ...place.account })
    child.on('error', () => {})
    running.set(name, child)
  }
  const revive = (node: Node): void => begin(node, 'patroni', [join(place.folder, `${node}.json`)])
  const signal = (node: Node, which: NodeJS.Signals): void => {
    for (const id of [running.get(node)?.pid ?? [], postgresOf(place, node)].flat()) sendSignal(id, which)
  }
  begin('etcd', 'etcd', etcdWords(place))
  for (const node of NODES) {
    await writeFile(join(place.folder, `${node}.json`), JSON.stringify(patroniSettings(place, node, options)))
    revive(node)
  }
  await writeFile(join(place.folder, 'haproxy.cfg'), proxySettings(place))
  begin('haproxy', 'haproxy', ['-f', join(place.folder, 'haproxy.cfg')])
  const cluster: PostgresCluster = {
    connectionString: `postgres://owner@127.0.0.1:${portOf(place, 'haproxy')}/postgres`,
    primary: () => primaryOf(place, null),
    primaryOtherThan: (former) =>
      until(async () => {
        const node = await primaryOf(place, former)
        return node === null || !(await takesWrites(portOf(place, `${node} postgres`)))
          ? null
          : { node, atMs: performance.now() }
      }),
    whole: () => until(async () => ((await isWhole(place, options)) ? true : null)).then(() => {}),
    kill: (node) => signal(node, 'SIGKILL'),
    freeze: (node) => signal(node, 'SIGSTOP'),
    thaw: (node) => signal(node, 'SIGCONT'),
    holdReplicas: (primary) => {
      const held = NODES.filter((node) => node !== primary).flatMap((node) => postgresOf(place, node))
      for (const id of held) sendSignal(id, 'SIGSTOP')
      return () => held.forEach((id) => sendSignal(id, isReceiver(id) ? 'SIGKILL' : 'SIGCONT'))
    },
    revive,
    switchOver: async (from) => {
      // Patroni must have noticed the synchronous replica that it may promote.
      await until(async () => {
        const answer = await fetch(`http://127.0.0.1:${portOf(place, `${from} patroni`)}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: from }),
        })
        const said = await answer.text()
        return answer.status === 412 ? null : answer.ok || failed(`Patroni does not switch over: ${said}`)
      })
    },
    [Symbol.asyncDispose]: async () => {
      for (const node of NODES) signal(node, 'SIGKILL')
      for (const child of running.values()) child.kill('SIGKILL')
      await rm(place.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
  try {
    await cluster.primaryOtherThan(null)
    await cluster.whole()
    return cluster
  } catch (cause) {
    await cluster[Symbol.asyncDispose]()
    throw cause
  }
}

async function preparePlace(): Promise<Place> {
  const version = existsSync(DISTRIBUTION) ? readdirSync(DISTRIBUTION).toSorted().at(-1) : undefined
  const folders = (process.env['PATH'] ?? '').split(':')
  const missing = PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))))
  if (version === undefined || missing.length > 0)
    throw new Error(
      `Missing here: ${[...missing, ...(version === undefined ? ['postgresql'] : [])].join(', ')}. Debian has them: apt-get install postgresql patroni etcd-server haproxy pgbouncer`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-cluster-'))
  // PostgreSQL does not run as root.
  const account: Account = process.getuid?.() === 0 ? await unprivilegedAccount() : {}
  const names = ['etcd', 'etcd peers', 'haproxy', ...NODES.flatMap((node) => [`${node} postgres`, `${node} patroni`])]
  const ports = await freePorts(names.length)
  await mkdir(join(folder, 'etcd'))
  if (account.uid !== undefined && account.gid !== undefined)
    for (const each of [folder, join(folder, 'etcd')]) await chown(each, account.uid, account.gid)
  await chmod(folder, 0o755)
  return {
    folder,
    account,
    ports: new Map(names.map((name, at) => [name, ports[at] ?? 0])),
    binaries: join(DISTRIBUTION, version, 'bin'),
  }
}

function portOf({ ports }: Place, name: string): number {
  const port = ports.get(name)
  if (port === undefined) throw new Error(`Defect: nothing is called ${name}.`)
  return port
}

function etcdWords(place: Place): readonly string[] {
  const [clients, peers] = ['etcd', 'etcd peers'].map((name) => `http://127.0.0.1:${portOf(place, name)}`)
  return [
    ['--data-dir', join(place.folder, 'etcd'), '--enable-v2=true'],
    ['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
  ].flat() as string[]
}

/** A primary that has been silent for 10 s loses its role. */
function patroniSettings(place: Place, node: Node, { isSynchronous }: ClusterOptions): object {
  const own = (what: string): string => `127.0.0.1:${portOf(place, `${node} ${what}`)}`
  const login = (username: string) => ({ username })
  return {
    scope: 'ninefold',
    name: node,
    log: { dir: place.folder, level: 'WARNING', file_num: 1 },
    restapi: { listen: own('patroni'), connect_address: own('patroni') },
    // Uses etcd's older interface. With `etcd3`, Patroni 3.0 of Debian 12 has a fault: a primary that was frozen and
    // resumes overwrites the lock of its successor, and commits of the successor are lost.
    etcd: { host: `127.0.0.1:${portOf(place, 'etcd')}` },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        // Fails over at once, instead of waiting for a crashed primary.
        master_start_timeout: 0,
        synchronous_mode: isSynchronous,
        maximum_lag_on_failover: isSynchronous ? 1_048_576 : 1_000_000_000,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 120,
            shared_buffers: '64MB',
            wal_log_hints: 'on',
            // The test kills processes, not machines, so written data is safe in the system's memory.
            fsync: 'off',
            // An asynchronous replica lags as on a slow network.
            ...(isSynchronous ? {} : { synchronous_commit: 'local' }),
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: own('postgres'),
      connect_address: own('postgres'),
      data_dir: join(place.folder, node),
      bin_dir: place.binaries,
      pgpass: join(place.folder, `${node}.pgpass`),
      authentication: { superuser: login('owner'), replication: login('copier'), rewind: login('owner') },
      parameters: {
        unix_socket_directories: '',
        ...(isSynchronous ? {} : { recovery_min_apply_delay: 0 }),
      },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  }
}

/** A node that stops being the primary loses its connections at once. */
function proxySettings(place: Place): string {
  const servers = NODES.map(
    (node) =>
      `  server ${node} 127.0.0.1:${portOf(place, `${node} postgres`)} check port ${portOf(place, `${node} patroni`)}`,
  )
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${portOf(place, 'haproxy')}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

/** The processes of the postmaster that a node's data folder names. */
function postgresOf(place: Place, node: Node): number[] {
  const file = join(place.folder, node, 'postmaster.pid')
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return postmaster > 0 ? withChildren(postmaster) : []
}

function withChildren(parent: number): number[] {
  const file = `/proc/${parent}/task/${parent}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
  return [parent, ...children]
}

/** Tells whether the process is a replica's WAL receiver with unread data in its socket. */
function isReceiver(id: number): boolean {
  const file = `/proc/${id}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8').includes('walreceiver')
}

function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal)
  } catch (problem) {
    // The process has ended meanwhile.
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
  }
}

function failed(message: string): never {
  throw new Error(message)
}

async function until<Found>(look: () => Promise<Found | null>): Promise<Found> {
  const giveUpAt = performance.now() + READY_MS_MAX
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > giveUpAt) throw new Error('The cluster has not come to be as it should.')
    await wait(LOOK_MS)
  }
}

async function primaryOf(place: Place, former: Node | null): Promise<Node | null> {
  for (const node of NODES) {
    if (node === former) continue
    const answer = await fetch(`http://127.0.0.1:${portOf(place, `${node} patroni`)}/primary`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null)
    if (answer?.ok === true) return node
  }
  return null
}

async function asked(port: number, text: string): Promise<readonly Record<string, unknown>[] | null> {
  const client = new pg.Client({
    connectionString: `postgres://owner@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } catch {
    // It does not exist yet, which is a possible answer.
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

async function takesWrites(port: number): Promise<boolean> {
  const rows = await asked(port, 'SELECT NOT pg_is_in_recovery() AS takes')
  return rows?.[0]?.['takes'] === true
}

/** A primary that was frozen considers itself the primary for a moment, and the others its replicas. */
async function isWhole(place: Place, { isSynchronous }: ClusterOptions): Promise<boolean> {
  const roles = await Promise.all(
    NODES.map(async (node) => {
      const rows = await asked(portOf(place, `${node} postgres`), 'SELECT pg_is_in_recovery() AS "isReplica"')
      return { node, isReplica: rows?.[0]?.['isReplica'] }
    }),
  )
  const primaries = roles.filter(({ isReplica }) => isReplica === false)
  const [primary] = primaries
  if (primary === undefined || primaries.length > 1 || roles.some(({ isReplica }) => isReplica === undefined))
    return false
  const replicas = await asked(
    portOf(place, `${primary.node} postgres`),
    `SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' AND application_name IN ('one', 'two', 'three')`,
  )
  const isSafe = !isSynchronous || replicas?.some(({ sync_state }) => sync_state === 'sync') === true
  return isSafe && replicas?.length === NODES.length - 1 && (await primaryOf(place, null)) === primary.node
}
