// PgBouncer as it is installed on this machine → before a database, in one of its modes. It is no part of the project:
// measurements and proofs that need it say how it is had.

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
  /** Connections to the database, of which each user of it has as many. */
  readonly size: number
  /** More lines of its section of settings. */
  readonly settings?: readonly string[]
  /** Missing: the one that the system finds. */
  readonly program?: string
}

/** Throws when there is none. */
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

/** It does not run for root. A socket of the database has to be open to everybody then. */
async function account(folder: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = await unprivilegedAccount()
  await chown(folder, uid, gid)
  return { uid, gid }
}

/** Its log says when it serves. */
async function listening(child: ChildProcess): Promise<void> {
  let said = ''
  for await (const text of child.stderr ?? []) {
    said += String(text)
    if (/process up/.test(said)) break
  }
  if (!/process up/.test(said)) throw new Error(`PgBouncer ended:\n${said}`)
}
