// A data folder → a running PostgreSQL 18 of our own, as a supervised child process. It listens on a local socket only,
// with a password that only the folder's owner can read; only tests lower its durability. There is one owner at a time,
// and a killed owner leaves nothing to clean up by hand.
//
// The folder: `cluster/` is PostgreSQL's, `password` the generated one, `socket/` the socket (elsewhere when the path
// is too long for one), `owner.lock` and `owner.json` say who owns it.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts'
import { freePort } from './free-ports.ts'
import { choosePostgresAccount, giveFolderTo } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import {
  EmbeddedPostgresFailed,
  endOrphan,
  type PostgresCommand,
  type PostgresProcess,
  runToEnd,
  startPostgresProcess,
} from './postgres-process.ts'
import { connectionTo, DATABASE, USER } from './running-postgres.ts'

export { DataFolderBusy } from './data-folder-lock.ts'

export type EmbeddedPostgresEvent =
  /** The first start in this folder, which takes a second or two. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ended orphan'; readonly processId: number }
  | { readonly kind: 'running'; readonly processId: number }
  /** PostgreSQL ended unexpectedly; it is restarted after `retryInMs`. */
  | { readonly kind: 'ended unexpectedly'; readonly reason: string; readonly retryInMs: number }

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string
  readonly log?: (line: string) => void
  readonly onEvent?: (event: EmbeddedPostgresEvent) => void
  /** Further settings of PostgreSQL, for tests: `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Another PostgreSQL than the installed one, for tests: its version and the folder of its package. */
  readonly other?: OtherPostgres
}

export interface OtherPostgres {
  readonly major: string
  readonly packageFolder: string
  /** Default locale of its clusters: arguments of initdb. */
  readonly locale: readonly string[]
}

export interface EmbeddedPostgres {
  readonly connectionString: string
  /** Changes after a restart of PostgreSQL. */
  readonly processId: number
  stop(): Promise<void>
}

const PORT = 5432
/** The shortest limit of all platforms is 103 bytes, for the folder and the socket's file name. */
const SOCKET_PATH_BYTES_MAX = 100
const MAJOR_VERSION = '18'
/** Clusters of earlier versions have a text search configuration that parallel workers cannot resolve. */
const SETTINGS = { timezone: 'UTC', log_timezone: 'UTC', jit: 'off', default_text_search_config: 'pg_catalog.simple' }
const START_MS_MAX = 120_000
const RETRY_MS = { first: 100, max: 10_000 }

/** Throws DataFolderBusy if another process, or this one, already runs it. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = lockDataFolder(resolve(options.dataDirectory))
  try {
    const folder = await realpath(resolve(options.dataDirectory))
    const place = await prepare(folder, options)
    return await supervise(place, lock, options.onEvent ?? (() => {}))
  } catch (error) {
    lock.release()
    throw error
  }
}

interface Place {
  readonly command: PostgresCommand
  readonly address: Address
  readonly password: string
}

interface Address {
  readonly host: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  /** A folder outside the data folder, removed on stop. */
  readonly temporary: string | null
}

async function prepare(folder: string, options: EmbeddedPostgresOptions): Promise<Place> {
  const onEvent = options.onEvent ?? (() => {})
  const cluster = join(folder, 'cluster')
  const binaries = await findPostgresBinaries(join(folder, 'libraries'), options.other?.packageFolder)
  const account = await choosePostgresAccount(folder, binaries.postgres)
  const password = await ownPassword(join(folder, 'password'))
  if (!existsSync(cluster)) {
    onEvent({ kind: 'preparing' })
    await makeCluster(folder, cluster, { password, account, binaries, locale: options.other?.locale ?? OWN_LOCALE })
  }
  await giveFolderTo(account, cluster)
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const expected = options.other?.major ?? MAJOR_VERSION
  if (version !== expected) {
    throw new EmbeddedPostgresFailed(
      `The data folder ${folder} was made by PostgreSQL ${version}; this is PostgreSQL ${expected}`,
      'Back it up with the version of Ninefold that made it, and restore it into a new folder.',
    )
  }
  const address = await chooseAddress(folder, account.owner)
  const command: PostgresCommand = {
    binaries,
    account,
    cluster,
    settings: { ...address.settings, ...SETTINGS, ...options.settings },
    log: options.log ?? (() => {}),
  }
  const orphan = await endOrphan(command)
  if (orphan !== null) onEvent({ kind: 'ended orphan', processId: orphan })
  return { command, address, password }
}

/** Generated once, and readable by the owner only. */
async function ownPassword(file: string): Promise<string> {
  try {
    // 'wx' fails if the file exists, so the password of an existing cluster is never overwritten.
    await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

/**
 * Compares text by code points, like our expressions in JavaScript. The locale is part of PostgreSQL, so an update of
 * the system's libraries cannot corrupt indexes.
 */
const OWN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

interface NewCluster extends Pick<PostgresCommand, 'account' | 'binaries'> {
  readonly password: string
  readonly locale: readonly string[]
}

/**
 * Creates the cluster under a temporary name and renames it when complete, so that an interrupted attempt is repeated.
 */
async function makeCluster(
  folder: string,
  cluster: string,
  { password, account, binaries, locale }: NewCluster,
): Promise<void> {
  const unfinished = join(folder, 'cluster.unfinished')
  const passwordFile = join(folder, 'password.initial')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await giveFolderTo(account, unfinished)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveFileTo(account, passwordFile)
  try {
    await runToEnd(account, binaries, binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...locale,
      '--text-search-config=simple',
      '--data-checksums',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, cluster)
}

async function giveFileTo(account: PostgresCommand['account'], file: string): Promise<void> {
  if (account.owner !== null) await chown(file, account.owner.uid, account.owner.gid)
}

async function chooseAddress(folder: string, owner: { uid: number; gid: number } | null): Promise<Address> {
  if (process.platform === 'win32') {
    const port = await freePort()
    const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
    return { host: '127.0.0.1', port, settings, temporary: null }
  }
  const own = join(folder, 'socket')
  const fits = Buffer.byteLength(join(own, `.s.PGSQL.${PORT}.lock`)) <= SOCKET_PATH_BYTES_MAX
  const host = fits ? own : await temporarySocketFolder(folder)
  await mkdir(host, { recursive: true, mode: 0o700 })
  await chmod(host, 0o700)
  if (owner !== null) await chown(host, owner.uid, owner.gid)
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
  }
  return { host, port: PORT, settings, temporary: fits ? null : host }
}

/** Creates a folder with a short path and notes it, so that a later start can remove the one of a killed owner. */
async function temporarySocketFolder(folder: string): Promise<string> {
  const note = join(folder, 'socket-folder')
  const prefix = join(tmpdir(), 'ninefold-')
  const before = existsSync(note) ? await readFile(note, 'utf8') : ''
  if (before.startsWith(prefix)) await rm(before, { recursive: true, force: true })
  const made = await mkdtemp(prefix)
  await writeFile(note, made, { mode: 0o600 })
  return made
}

/** Runs PostgreSQL until stop() is called, and restarts it whenever it ends before. */
async function supervise(
  place: Place,
  lock: DataFolderLock,
  onEvent: (event: EmbeddedPostgresEvent) => void,
): Promise<EmbeddedPostgres> {
  const stopping = new AbortController()
  let current = await startUntilReady(place, stopping.signal)
  await makeDatabase(place).catch(async (error: unknown) => {
    await current.stop()
    throw error
  })
  onEvent({ kind: 'running', processId: current.processId })

  const supervision = (async () => {
    let retryInMs = RETRY_MS.first
    let reason = await current.ended
    while (!stopping.signal.aborted) {
      onEvent({ kind: 'ended unexpectedly', reason, retryInMs })
      await wait(retryInMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await startUntilReady(place, stopping.signal)
        if (stopping.signal.aborted) return await current.stop()
        retryInMs = RETRY_MS.first
        onEvent({ kind: 'running', processId: current.processId })
        reason = await current.ended
      } catch (error) {
        retryInMs = Math.min(retryInMs * 2, RETRY_MS.max)
        reason = error instanceof Error ? error.message : String(error)
      }
    }
  })()

  let stopped: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    stopping.abort()
    await current.stop()
    await supervision
    if (place.address.temporary !== null) await rm(place.address.temporary, { recursive: true, force: true })
    lock.release()
  }
  return {
    connectionString: connectionString(place, DATABASE),
    get processId() {
      return current.processId
    },
    stop: () => (stopped ??= stop()),
  }
}

function connectionString({ address, password }: Place, database: string): string {
  return connectionTo({ host: address.host, port: address.port, password }, database)
}

/** Starts it and returns once it accepts connections. Throws, with its last log lines, if it cannot start. */
async function startUntilReady(place: Place, stopping: AbortSignal): Promise<PostgresProcess> {
  const giveUpAt = performance.now() + START_MS_MAX
  for (;;) {
    await endOrphan(place.command)
    const postgres = startPostgresProcess(place.command)
    let failure: Error
    try {
      const end = await untilReadyOrEnded(place, postgres, stopping, giveUpAt)
      if (end === null) return postgres
      failure = new EmbeddedPostgresFailed(`PostgreSQL did not start (${end})`, postgres.lastLines())
    } catch (error) {
      await postgres.stop()
      throw error
    }
    // The children of a killed postmaster still hold its shared memory until they notice.
    const isHeldByChildren = postgres.lastLines().includes('pre-existing shared memory block')
    if (!isHeldByChildren || stopping.aborted || performance.now() > giveUpAt) throw failure
    await wait(RETRY_MS.first)
  }
}

/** Null if it is ready, else the way it ended. */
async function untilReadyOrEnded(
  place: Place,
  postgres: PostgresProcess,
  stopping: AbortSignal,
  giveUpAt: number,
): Promise<string | null> {
  let end: string | null = null
  void postgres.ended.then((how) => (end = how))
  for (;;) {
    const refusal = await tryToConnect(place)
    if (refusal === null) return null
    if (end !== null) return end
    if (stopping.aborted || performance.now() > giveUpAt) {
      throw new EmbeddedPostgresFailed(`PostgreSQL took no connection: ${refusal.message}`, postgres.lastLines())
    }
    await wait(10)
  }
}

async function tryToConnect(place: Place): Promise<Error | null> {
  const client = new pg.Client({ connectionString: connectionString(place, 'postgres') })
  client.on('error', () => {
    // connect() and query() report the end of a connection that is being tried.
  })
  try {
    await client.connect()
    return null
  } catch (error) {
    const code = (error as { code?: string }).code
    // 57P03: starting up or recovering. Any other error of PostgreSQL is permanent.
    if (error instanceof pg.DatabaseError && code !== '57P03') throw error
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeDatabase(place: Place): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(place, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}
