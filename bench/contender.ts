// A server to measure: started, filled, with somebody signed in for each part of the load.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface Contender {
  readonly name: string
  readonly address: string
  readonly processId: number
  readonly connectionString: string
  /** Headers that say who asks, by who it is. */
  readonly who: Readonly<Record<Person, Readonly<Record<string, string>>>>
  /** The name of a new ticket's category on the wire. */
  readonly category: string
  /** Until it answered for the first time. */
  readonly startMs: number
  stop(): Promise<void>
}

/** People of the help desk, a reader of Conduit, and people of the task tracker, with the tokens of their sessions. */
export const TOKENS = {
  customer: 'customer-token',
  agent: 'agent-token',
  admin: 'admin-token',
  reader: 'reader-token',
  member: 'member-token',
  clerk: 'clerk-token',
}
export type Person = keyof typeof TOKENS

const LOOK_AGAIN_MS = 5

/**
 * Starts a program and waits until it has printed its port: as an address, or in a line of its log. It logs to a file, as
 * services do: whoever reads a log of each request beside the load measures their own reading, too.
 */
export async function startServer(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ address: string; child: ChildProcess; startMs: number }> {
  const begunAt = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-log-'))
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, commandLine, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  })
  closeSync(log)
  try {
    for (;;) {
      const printed = readFileSync(logFile, 'utf8')
      const port = /http:\/\/127\.0\.0\.1:(\d+)|"port":(\d+)/.exec(printed)
      if (port !== null)
        return { address: `http://127.0.0.1:${port[1] ?? port[2]}`, child, startMs: performance.now() - begunAt }
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${printed}`)
      await setTimeout(LOOK_AGAIN_MS)
    }
  } finally {
    // The process keeps what it has open.
    rmSync(folder, { recursive: true })
  }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
