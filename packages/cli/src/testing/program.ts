// The program as a child process, on real files in its own folder: its output, and its end.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { withSourcePositions } from './source-positions.ts'

/** Environment variable with the launcher of the program under test. Default: the checkout's own. */
export const TESTED_PROGRAM = 'NINEFOLD_TESTED_PROGRAM'

export const LAUNCHER = process.env[TESTED_PROGRAM] ?? fileURLToPath(new URL('../../bin/ninefold.mjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running program. */
export interface Running {
  readonly processId: number
  /** All output so far. */
  readonly printed: () => string
  /** Waits for output after `from` that matches, and returns the match. Fails if the program ends before. */
  readonly prints: (words: RegExp, from?: number) => Promise<RegExpExecArray>
  /** Types a line in the terminal. */
  readonly type: (line: string) => void
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

/** Runs the program to its end. */
export function ninefold(
  folder: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return startNinefold(folder, words, environment).ended
}

export function startNinefold(folder: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [LAUNCHER, ...words], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...withoutColours(), ...environment },
  })
  let all = ''
  const streams = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      streams[name] += text
      all += text
      child.emit('printed')
    })
  }
  // A killed program no longer reads its input.
  child.stdin?.on('error', () => {})
  const ended = once(child, 'close').then(([code]): Ended => ({
    code: code as number | null,
    stdout: withSourcePositions(streams.stdout),
    stderr: withSourcePositions(streams.stderr),
  }))
  return {
    processId: child.pid ?? 0,
    printed: () => all,
    prints: (words, from = 0) =>
      whenPrinted(
        child,
        ended,
        () => words.exec(all.slice(from)),
        () => all,
      ),
    type: (line) => void child.stdin?.write(`${line}\n`),
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

async function whenPrinted(
  child: ChildProcess,
  ended: Promise<Ended>,
  look: () => RegExpExecArray | null,
  all: () => string,
): Promise<RegExpExecArray> {
  let isEnded = false
  void ended.then(() => {
    isEnded = true
    child.emit('printed')
  })
  for (;;) {
    const found = look()
    if (found !== null) return found
    if (isEnded)
      throw new Error(
        `The program ended without printing what was waited for. It printed:\n${withSourcePositions(all())}`,
      )
    await once(child, 'printed')
  }
}

/** Removes personal colour settings, which would change the compared output. */
function withoutColours(): NodeJS.ProcessEnv {
  const {
    FORCE_COLOR: _,
    DATABASE_URL: __,
    DATABASE_DIRECT_URL: ___,
    DATABASE_REPLICA_URL: ____,
    ...rest
  } = process.env
  return { ...rest, NO_COLOR: '1', CI: 'true' }
}

/** Starts `ninefold dev FILE` and resolves once it serves. */
export async function dev(
  folder: string,
  file: string,
  ...more: readonly string[]
): Promise<Running & { readonly address: string }> {
  const program = startNinefold(folder, ['dev', file, '--no-open', '--port', '0', ...more])
  const [, address] = await program.prints(/is served at (http:\S+)[^]*Ctrl-C stops it/)
  return { ...program, address: address ?? '' }
}

/** Stops the program as Ctrl-C does, and returns its exit. */
export function stop(program: Running): Promise<Ended> {
  program.kill('SIGTERM')
  return program.ended
}

/** A temporary folder. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string
}

export async function workplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-cli-'))
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  }
}

/** Environment variable with the folder of a prepared, stopped database to copy. */
export const PREPARED_DATABASE = 'NINEFOLD_PREPARED_DATABASE'

/**
 * A temporary folder with a copy of the prepared database, if there is one: creating a database takes most of a first
 * start.
 */
export async function workplaceWithDatabase(): Promise<Workplace> {
  const place = await workplace()
  const prepared = process.env[PREPARED_DATABASE]
  if (prepared === undefined) return place
  for (const part of ['cluster', 'password'])
    await cp(join(prepared, part), join(place.folder, '.ninefold', part), { recursive: true })
  return place
}

export async function prepareDatabase(): Promise<Workplace> {
  const place = await workplace()
  await (await startEmbeddedPostgres({ dataDirectory: place.folder })).stop()
  return place
}
