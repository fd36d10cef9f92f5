// A server to measure: started, filled, with somebody signed in for each part of the load.

import { type ChildProcess, spawn } from 'node:child_process'

export interface Contender {
  readonly name: string
  readonly address: string
  readonly processId: number
  readonly connectionString: string
  /** Headers that say who asks, by who it is. */
  readonly who: Readonly<Record<Person, Readonly<Record<string, string>>>>
  /** What a new ticket's category is called on the wire. */
  readonly category: string
  /** Until it answered for the first time. */
  readonly startMs: number
  stop(): Promise<void>
}

/** A customer and an agent of the help desk, and a reader of Conduit, with the tokens of their sessions. */
export const TOKENS = { customer: 'customer-token', agent: 'agent-token', admin: 'admin-token', reader: 'reader-token' }
export type Person = keyof typeof TOKENS

/** Starts a program and waits until it has printed its port: as an address, or in a line of its log. */
export async function startServer(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ address: string; child: ChildProcess; startMs: number }> {
  const begunAt = performance.now()
  const child = spawn(process.execPath, commandLine, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      printed += chunk.toString()
      const port = /http:\/\/127\.0\.0\.1:(\d+)|"port":(\d+)/.exec(printed)
      if (port) resolve(`http://127.0.0.1:${port[1] ?? port[2]}`)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)))
  })
  return { address, child, startMs: performance.now() - begunAt }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
