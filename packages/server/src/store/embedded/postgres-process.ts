// A prepared cluster → a running postmaster, until it is stopped. It runs in a session of its own, so that Ctrl-C in a
// terminal reaches only us and we can finish first. A watcher process ends it if we are killed.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresAccount } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

export interface PostgresCommand {
  readonly binaries: PostgresBinaries
  readonly account: PostgresAccount
  readonly cluster: string
  readonly settings: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

export interface PostgresProcess {
  readonly processId: number
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>
  /** Its last log lines, for an error message. */
  lastLines(): string
  stop(): Promise<void>
}

const LAST_LINES_MAX = 20
const FAST_SHUTDOWN_MS = 30_000
const IMMEDIATE_SHUTDOWN_MS = 5_000

export function startPostgresProcess(command: PostgresCommand): PostgresProcess {
  const settings = Object.entries(command.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program = '', ...programArguments] = [
    ...command.account.prefix,
    command.binaries.postgres,
    '-D',
    command.cluster,
    ...settings,
  ]
  const child = spawn(program, programArguments, {
    ...command.account.identity,
    cwd: command.cluster,
    env: { ...process.env, ...command.binaries.environment, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > LAST_LINES_MAX) lines.shift()
      command.log(line)
    })
  }
  let hasEnded = false
  const ended = endOf(child).then((how) => {
    hasEnded = true
    return how
  })
  const watcher = child.pid === undefined ? null : watchOwner(command.cluster, child.pid)
  void ended.then(() => watcher?.kill())
  return {
    processId: child.pid ?? 0,
    ended,
    lastLines: () => lines.join('\n'),
    // After its end, another process may have the number.
    stop: async () => {
      if (!hasEnded && child.pid !== undefined) await stopPostgres(child.pid, command, ended)
    },
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    // After 'error' there may be no 'exit': the program could not be started.
    child.once('error', (error) => resolve(error.message))
    // 'close' instead of 'exit', because by then its output has been read.
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
}

/**
 * A separate process that waits until our end of a pipe closes, which happens however we end. It then shuts the
 * postmaster down, if the cluster's pid file still names it.
 */
function watchOwner(cluster: string, processId: number): ChildProcess | null {
  if (process.platform === 'win32') return null
  const script =
    'while read -r _; do :; done; [ "$(head -n 1 "$0/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -INT "$1"'
  const watcher = spawn('/bin/sh', ['-c', script, cluster, String(processId)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return watcher
}

/** Fast shutdown: rolls back open transactions, writes committed data, and disconnects clients. */
async function stopPostgres(processId: number, command: PostgresCommand, ended: Promise<unknown>): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl replaces them.
    await run(command.binaries.control, ['stop', '-D', command.cluster, '-m', 'fast', '-w'])
    await ended
    return
  }
  for (const [signal, patienceMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    signalProcess(processId, signal)
    if (await within(patienceMs, ended)) return
  }
  throw new Error(`PostgreSQL (process ${processId}) did not end after SIGKILL.`)
}

async function within(milliseconds: number, ended: Promise<unknown>): Promise<boolean> {
  const controller = new AbortController()
  const late = wait(milliseconds, false, { signal: controller.signal }).catch(() => false)
  const inTime = await Promise.race([ended.then(() => true), late])
  controller.abort()
  return inTime
}

/**
 * Runs before a start: ends a postmaster that a killed owner left behind, and returns its number. The caller holds the
 * folder's lock, so no process owns it.
 */
export async function endOrphan(command: PostgresCommand): Promise<number | null> {
  const file = join(command.cluster, 'postmaster.pid')
  const processId = await postmasterOf(file)
  if (processId === null || !isRunning(processId)) return null
  if (!(await runsOn(processId, command.cluster))) {
    await disownNumber(command, file, processId)
    return null
  }
  await stopPostgres(processId, command, untilGone(processId, command.cluster))
  return processId
}

/**
 * The pid file names a process that now belongs to something else after a reboot, or a zombie. PostgreSQL would take it
 * for a running predecessor. The file must not be removed, because PostgreSQL uses it to detect children of the
 * predecessor that still write. With our own number in it, which is that of its parent, PostgreSQL knows that the
 * predecessor is gone, and still looks for its children.
 */
async function disownNumber(command: PostgresCommand, file: string, processId: number): Promise<void> {
  const lines = (await textOf(file))?.split('\n')
  // A predecessor that was just ending has removed it last.
  if (lines !== undefined) await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'))
  const folder = command.settings['unix_socket_directories']
  if (folder === undefined || folder === '') return
  const socketLock = join(folder, `.s.PGSQL.${command.settings['port']}.lock`)
  if ((await postmasterOf(socketLock)) === processId) await rm(socketLock, { force: true })
}

async function postmasterOf(file: string): Promise<number | null> {
  const processId = Number((await textOf(file))?.split('\n')[0])
  return Number.isSafeInteger(processId) && processId > 0 ? processId : null
}

/** Null if there is no such file. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Tells whether the process is a postmaster of this cluster: its command line names the folder. */
async function runsOn(processId: number, cluster: string): Promise<boolean> {
  if (!isRunning(processId)) return false
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    // Empty for a zombie process.
    const words = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '')
    return words.split('\0').includes(cluster)
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(processId)]).catch(() => ({ stdout: '' }))
  return stdout.includes(cluster)
}

async function untilGone(processId: number, cluster: string): Promise<void> {
  while (await runsOn(processId, cluster)) await wait(20)
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signalProcess(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal)
  } catch (error) {
    // It ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The embedded PostgreSQL or one of its programs failed. `said`: its last lines. */
export class EmbeddedPostgresFailed extends Error {
  override name = 'EmbeddedPostgresFailed'
  readonly said: string
  constructor(message: string, said: string) {
    super(`${message}:\n${said}`)
    this.said = said
  }
}

/** Runs one of PostgreSQL's programs, or throws EmbeddedPostgresFailed. */
export async function runToEnd(
  account: PostgresAccount,
  binaries: PostgresBinaries,
  program: string,
  programArguments: readonly string[],
): Promise<void> {
  const [first = '', ...rest] = [...account.prefix, program, ...programArguments]
  const child = spawn(first, rest, {
    ...account.identity,
    env: { ...process.env, ...binaries.environment, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code !== 0)
    throw new EmbeddedPostgresFailed(`${program} ended with ${signal ?? `exit code ${code}`}`, said.trim())
}
