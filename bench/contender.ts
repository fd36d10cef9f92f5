// A server to measure: started, filled, with somebody signed in for each part of the load.

import { type ChildProcess, spawn } from 'node:child_process'

export interface Contender {
  readonly name: string
  readonly address: string
  readonly processId: number
  /** Cookies of a customer and of an agent of the team that gets the tickets. */
  readonly customer: string
  readonly agent: string
  /** What a new ticket's category is called on the wire. */
  readonly category: string
  stop(): Promise<void>
}

/** Starts a program and waits until it has printed its port: as an address, or in a line of its log. */
export async function startServer(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ address: string; child: ChildProcess }> {
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
  return { address, child }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
