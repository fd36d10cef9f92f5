// A server under test: started, filled, with a signed-in person for each part of the load.

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
  /** Authentication headers, by person. */
  readonly who: Readonly<Record<Person, Readonly<Record<string, string>>>>
  /** Name of a new ticket's category in requests. */
  readonly category: string
  /** Time until the first answer. */
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
 * Starts a program and waits until it has printed its port: as an address, or in a line of its log. It logs to a file,
 * as services do; reading the log of each request during the run would be measured too.
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
    // The process keeps the deleted file open.
    rmSync(folder, { recursive: true })
  }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
