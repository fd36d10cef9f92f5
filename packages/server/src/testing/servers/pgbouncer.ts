// The PgBouncer installed on this machine → a pooler before a database, in one of its modes. It is not a dependency of
// the project: the measurements and proofs that use it say how to install it.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../store/embedded/free-ports.ts'
import { unprivilegedAccount } from '../../store/embedded/postgres-account.ts'

export interface PgBouncer extends AsyncDisposable {
  /** `1.18.0`. */
  readonly version: string
  readonly connectionString: string
}

export interface PgBouncerOptions {
  readonly mode: 'session' | 'transaction'
  /** Pool size per user of the database. */
  readonly size: number
  /** Further lines of its settings. */
  readonly settings?: readonly string[]
  /** Missing: the program found in PATH. */
  readonly program?: string
}

/** Throws if PgBouncer is not installed. */
export async function startPgBouncer(connectionString: string, options: PgBouncerOptions): Promise<PgBouncer> {
  const program = options.program ?? 'pgbouncer'
  const version = await versionOf(program)
  const { host, port, database = '', user = '', password } = new pg.Client({ connectionString })
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-pgbouncer-'))
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${options.mode}`,
    `default_pool_size = ${options.size}`,
    'max_client_conn = 1000',
    ...(options.settings ?? []),
  ]
  const secret = password === null || password === undefined ? '' : ` password=${String(password)}`
  const databases = `${database} = host=${host} port=${port} dbname=${database} user=${user}${secret}`
  await writeFile(file, `[databases]\n${databases}\n[pgbouncer]\n${settings.join('\n')}\n`, { mode: 0o644 })
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...(await account(folder)) })
  await once(child, 'spawn')
  await listening(child)
  return {
    version,
    connectionString: `postgres://${user}@127.0.0.1:${own}/${database}`,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function versionOf(program: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'])
    return /PgBouncer (\S+)/.exec(stdout)?.[1] ?? 'unknown'
  } catch (cause) {
    throw new Error('There is no PgBouncer here. Debian has it: apt-get install pgbouncer', { cause })
  }
}

/** PgBouncer refuses to run as root. The database's socket must then be open to all users. */
async function account(folder: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = await unprivilegedAccount()
  await chown(folder, uid, gid)
  return { uid, gid }
}

/** Resolves when its log reports readiness. */
async function listening(child: ChildProcess): Promise<void> {
  let said = ''
  for await (const text of child.stderr ?? []) {
    said += String(text)
    if (/process up/.test(said)) break
  }
  if (!/process up/.test(said)) throw new Error(`PgBouncer ended:\n${said}`)
}
