// Debian's PostgreSQL, Patroni, etcd and HAProxy → three nodes with a synchronous replica, behind one address that
// always leads to the primary. Its nodes can be killed, frozen, switched over and cut off.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@ninefold/server/store/embedded/free-ports.ts'
import { unprivilegedAccount } from '@ninefold/server/store/embedded/postgres-account.ts'
import { emptyDisk, fillDisk, type MemoryDisk, mountMemoryDisk } from '../failures/memory-disk.ts'
import { type Link, startClusterNetwork } from './cluster-network.ts'
import {
  type Account,
  type ClusterOptions,
  dataFolder,
  etcdWords,
  type Node,
  NODES,
  patroniSettings,
  type Place,
  portOf,
  proxySettings,
} from './cluster-settings.ts'
import { asked, patroniAddress, primaryOf, takesWrites, wholeWith, within } from './cluster-state.ts'

const PROGRAMS = ['etcd', 'patroni', 'haproxy']
const DISTRIBUTION = '/usr/lib/postgresql'
const READY_MS_MAX = 120_000
const SWITCH_MS_MAX = 30_000
const DISK_MB = 600
/** More than PostgreSQL keeps of its log for reuse. */
const LOG_MB = 400

export interface NewPrimary {
  readonly node: Node
  /** When it was found (`performance.now()`). */
  readonly atMs: number
}

export interface PostgresCluster extends AsyncDisposable {
  /** Leads to the primary, whichever node that is. */
  readonly connectionString: string
  /** Leads to one of the replicas. */
  readonly replicasConnectionString: string
  /** Links between nodes can be cut. */
  readonly canBeCut: boolean
  /** Nodes have disks of their own. */
  readonly canBeFull: boolean
  /** The primary according to Patroni. Null: none. */
  primary(): Promise<Node | null>
  /** Waits for another primary that accepts writes. Null: none was elected in this time. */
  primaryOtherThan(former: Node | null, msMax: number): Promise<NewPrimary | null>
  /**
   * Waits until the primary has two streaming replicas, and Patroni has recorded one of them as synchronous. Returns
   * that one. Null: the cluster has not become whole in time.
   */
  whole(): Promise<{ readonly sync: Node | null } | null>
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
  cut(node: Node, links: readonly Link[]): Promise<void>
  heal(node: Node, links: readonly Link[]): Promise<void>
  fill(node: Node): Promise<void>
  empty(node: Node): Promise<void>
  /** Writes to the write-ahead log until the node stops for want of room. */
  useUpLog(node: Node): Promise<void>
  /** Copies all logs and etcd's records into a new folder, and returns it. */
  saveEvidence(): Promise<string>
}

export async function startPostgresCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const place = await preparePlace()
  const { network, account } = place
  const running = new Map<string, ChildProcess>()
  const begin = (name: string, words: readonly string[], identity: Account): void => {
    const [program = '', ...rest] = words
    const log = openSync(join(place.folder, 'logs', `${name}.log`), 'a')
    const child = spawn(program, rest, {
      stdio: ['ignore', log, log],
      detached: true,
      cwd: place.folder,
      ...identity,
    })
    closeSync(log)
    child.on('error', () => {})
    running.set(name, child)
  }
  const revive = (node: Node): void => {
    const entering = network.enter(node, account)
    // Only root enters a namespace, and the entering program then changes the account.
    const identity = entering.length === 0 ? account : {}
    begin(node, [...entering, 'patroni', join(place.folder, `${node}.json`)], identity)
  }
  const signal = (node: Node, which: NodeJS.Signals): void => {
    for (const id of [running.get(node)?.pid ?? [], postgresOf(place, node)].flat()) sendSignal(id, which)
  }
  begin('etcd', ['etcd', ...etcdWords(place)], account)
  for (const node of NODES) {
    await writeFile(join(place.folder, `${node}.json`), JSON.stringify(patroniSettings(place, node, options)))
    revive(node)
  }
  await writeFile(join(place.folder, 'haproxy.cfg'), proxySettings(place))
  begin('haproxy', ['haproxy', '-f', join(place.folder, 'haproxy.cfg')], account)
  const cluster: PostgresCluster = {
    connectionString: `postgres://owner@127.0.0.1:${portOf(place, 'haproxy')}/postgres`,
    replicasConnectionString: `postgres://owner@127.0.0.1:${portOf(place, 'haproxy replicas')}/postgres`,
    canBeCut: network.canBeCut,
    canBeFull: place.disks.size > 0,
    primary: () => primaryOf(place, null),
    primaryOtherThan: (former, msMax) =>
      within(msMax, async () => {
        const node = await primaryOf(place, former)
        return node === null || !(await takesWrites(place, node)) ? null : { node, atMs: performance.now() }
      }),
    whole: () => within(READY_MS_MAX, () => wholeWith(place, options)),
    kill: (node) => signal(node, 'SIGKILL'),
    freeze: (node) => signal(node, 'SIGSTOP'),
    thaw: (node) => signal(node, 'SIGCONT'),
    holdReplicas: (primary) => {
      const held = NODES.filter((node) => node !== primary).flatMap((node) => postgresOf(place, node))
      for (const id of held) sendSignal(id, 'SIGSTOP')
      return () => held.forEach((id) => sendSignal(id, isReceiver(id) ? 'SIGKILL' : 'SIGCONT'))
    },
    revive,
    switchOver: (from) => switchOver(place, from),
    cut: (node, links) => network.cut(node, links),
    heal: (node, links) => network.heal(node, links),
    fill: (node) => fillDisk(diskOf(place, node)),
    useUpLog: (node) => useUpLog(place, node),
    empty: (node) => emptyDisk(diskOf(place, node)),
    saveEvidence: () => saveEvidence(place),
    [Symbol.asyncDispose]: async () => {
      for (const node of NODES) signal(node, 'SIGKILL')
      for (const child of running.values()) child.kill('SIGKILL')
      await network[Symbol.asyncDispose]()
      for (const disk of place.disks.values()) await disk[Symbol.asyncDispose]()
      await rm(place.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
  try {
    if ((await cluster.primaryOtherThan(null, READY_MS_MAX)) === null || (await cluster.whole()) === null)
      throw new Error(`The cluster has not started. Its logs are in ${await cluster.saveEvidence()}.`)
    return cluster
  } catch (cause) {
    await cluster[Symbol.asyncDispose]()
    throw cause
  }
}

async function preparePlace(): Promise<Place> {
  const version = existsSync(DISTRIBUTION) ? readdirSync(DISTRIBUTION).toSorted().at(-1) : undefined
  const searched = (process.env['PATH'] ?? '').split(':')
  const missing = PROGRAMS.filter((program) => !searched.some((folder) => existsSync(join(folder, program))))
  if (version === undefined || missing.length > 0)
    throw new Error(
      `Missing here: ${[...missing, ...(version === undefined ? ['postgresql'] : [])].join(', ')}. Debian has them: apt-get install postgresql patroni etcd-server haproxy pgbouncer`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-cluster-'))
  // PostgreSQL does not run as root.
  const account: Account = process.getuid?.() === 0 ? await unprivilegedAccount() : {}
  const names = [
    'etcd',
    'etcd peers',
    'haproxy',
    'haproxy replicas',
    ...NODES.flatMap((node) => [`${node} postgres`, `${node} patroni`]),
  ]
  const ports = await freePorts(names.length)
  const logs = NODES.map((node) => join(folder, 'logs', `${node} patroni`))
  const folders = [join(folder, 'etcd'), join(folder, 'logs'), ...logs]
  for (const each of folders) await mkdir(each)
  if (account.uid !== undefined && account.gid !== undefined)
    for (const each of [folder, ...folders]) await chown(each, account.uid, account.gid)
  await chmod(folder, 0o755)
  return {
    folder,
    account,
    ports: new Map(names.map((name, at) => [name, ports[at] ?? 0])),
    binaries: join(DISTRIBUTION, version, 'bin'),
    network: await startClusterNetwork(NODES),
    disks: await mountDisks(),
  }
}

/** Only root can mount. */
async function mountDisks(): Promise<ReadonlyMap<Node, MemoryDisk>> {
  const disks = new Map<Node, MemoryDisk>()
  if (process.getuid?.() === 0) for (const node of NODES) disks.set(node, await mountMemoryDisk(DISK_MB))
  return disks
}

function diskOf({ disks }: Place, node: Node): string {
  const disk = disks.get(node)
  if (disk === undefined) throw new Error('Only root can fill a disk.')
  return disk.path
}

async function switchOver(place: Place, from: Node): Promise<void> {
  let said = ''
  const isAccepted = await within(SWITCH_MS_MAX, async () => {
    const answer = await fetch(`${patroniAddress(place, from)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: from }),
    })
    said = await answer.text()
    return answer.ok ? true : null
  })
  if (isAccepted === null) throw new Error(`Patroni does not switch over: ${said}`)
}

async function useUpLog(place: Place, node: Node): Promise<void> {
  const message = `repeat('x', ${String(1_048_576)})`
  const times = String(LOG_MB)
  await asked(
    place,
    node,
    `SELECT count(pg_logical_emit_message(false, 'prove', ${message})) FROM generate_series(1, ${times})`,
  )
}

async function saveEvidence(place: Place): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-failover-'))
  await cp(join(place.folder, 'logs'), folder, { recursive: true })
  const etcd = `http://${place.network.ownAddress.consensus}:${portOf(place, 'etcd')}`
  const records = await fetch(`${etcd}/v2/keys/service/ninefold?recursive=true`)
    .then((answer) => answer.text())
    .catch((cause: unknown) => `etcd does not answer: ${String(cause)}`)
  await writeFile(join(folder, 'records.json'), records)
  return folder
}

/** The processes of the postmaster that a node's data folder names. */
function postgresOf(place: Place, node: Node): number[] {
  const file = join(dataFolder(place, node), 'postmaster.pid')
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  // A killed postmaster leaves its file, and its number may belong to another process by now.
  return postmaster > 0 && commandOf(postmaster).includes(dataFolder(place, node)) ? withChildren(postmaster) : []
}

function commandOf(id: number): string {
  const file = `/proc/${id}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function withChildren(parent: number): number[] {
  const file = `/proc/${parent}/task/${parent}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
  return [parent, ...children]
}

/** Tells whether the process is a replica's WAL receiver with unread data in its socket. */
function isReceiver(id: number): boolean {
  return commandOf(id).includes('walreceiver')
}

function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal)
  } catch (problem) {
    // The process has ended meanwhile.
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
  }
}
