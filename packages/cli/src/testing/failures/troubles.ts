// Incidents around a served application, started and ended on purpose: a frozen PostgreSQL, full disks, receivers of
// messages that do not answer, and clients that read or send nothing.

import { execFile } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Stops every process of a PostgreSQL; returns a function that resumes them. */
export async function freeze(postmaster: number): Promise<() => void> {
  const processes = [postmaster, ...(await childrenOf(postmaster))]
  for (const each of processes) signal(each, 'SIGSTOP')
  return () => {
    for (const each of processes) signal(each, 'SIGCONT')
  }
}

/** Each child has its own session, so children are found by their parent. */
async function childrenOf(parent: number): Promise<number[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    numbers.map(async (number) => {
      const text = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => '')
      return { number: Number(number), parent: Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return parents.filter((each) => each.parent === parent).map(({ number }) => number)
}

function signal(processId: number, name: NodeJS.Signals): void {
  try {
    process.kill(processId, name)
  } catch (problem) {
    // A connection that has ended meanwhile has no process.
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
  }
}

export interface SmallDisk extends AsyncDisposable {
  /** Fills the disk; returns a function that frees it again. */
  fill(): Promise<() => Promise<void>>
}

/** Mounts a small file system at the folder. Null: not permitted here. */
export async function smallDisk(folder: string, megabytes: number): Promise<SmallDisk | null> {
  await mkdir(folder, { recursive: true })
  const made = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]).catch(
    () => null,
  )
  if (made === null) return null
  const ballast = join(folder, 'ballast')
  return {
    fill: async () => {
      await takeAll(ballast)
      return () => rm(ballast)
    },
    [Symbol.asyncDispose]: async () => void (await run('umount', ['--lazy', folder])),
  }
}

async function takeAll(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let bytes = 1_048_576; bytes >= 4_096;) {
      try {
        await file.write(Buffer.alloc(bytes))
      } catch (problem) {
        if ((problem as NodeJS.ErrnoException).code !== 'ENOSPC') throw problem
        bytes /= 2
      }
    }
  } finally {
    await file.close()
  }
}

/** A server that accepts connections without answering, until it is told to forward them. */
export interface Silence extends AsyncDisposable {
  readonly port: number
  silence(): () => void
}

export async function silenceBefore(port: number): Promise<Silence> {
  const held = new Set<Socket>()
  let isSilent = false
  const server: Server = createServer((socket) => {
    held.add(socket)
    socket.on('error', () => {}).once('close', () => held.delete(socket))
    if (isSilent) return
    const answering = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    socket.pipe(answering).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => held.forEach((socket) => void socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true
      return () => {
        isSilent = false
        cut()
      }
    },
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface Idle {
  /** The number of connections that the server still keeps. */
  kept(): Promise<number>
  end(): void
}

/**
 * Connections that the server has not closed. A client that does not read cannot notice the end, so this asks the
 * system about the server's side of each.
 */
async function keptOf(port: number, sockets: readonly Socket[]): Promise<number> {
  const [header, ...lines] = (await readFile('/proc/net/tcp', 'utf8').catch(() => '')).trim().split('\n')
  if (header === '') return sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length
  const own = new Set(sockets.map(({ localPort }) => localPort))
  return lines.filter((line) => {
    const [, here = '', there = '', state] = line.trim().split(/\s+/)
    const [from, to] = [here, there].map((end) => Number.parseInt(end.split(':')[1] ?? '', 16))
    return from === port && own.has(to) && state === ESTABLISHED
  }).length
}

const ESTABLISHED = '01'

/** Browsers that keep a page open without reading the data sent to them. */
export async function readNothing(port: number, path: string, cookie: string, count: number): Promise<Idle> {
  const address = `http://127.0.0.1:${port}${path}`
  const answers: IncomingMessage[] = []
  for (let number = 0; number < count; number++) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { accept: 'text/event-stream', cookie, 'x-forwarded-for': `10.1.0.${number}` }
      get(address, { headers, agent: false }, resolve).on('error', reject)
    })
    if (answer.statusCode !== 200) throw new Error(`A reader was answered with ${answer.statusCode}.`)
    answer.on('error', () => {}).pause()
    answers.push(answer)
  }
  return {
    kept: () =>
      keptOf(
        port,
        answers.map(({ socket }) => socket),
      ),
    end: () => answers.forEach((answer) => void answer.destroy()),
  }
}

/** Clients that start a request and send one byte of it now and then. */
export function sendSlowly(port: number, cookie: string, count: number): Idle {
  const head = `POST /api/parcels HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  const beginnings = [head, head.slice(0, 40), '']
  const sockets = Array.from({ length: count }, (_, number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.resume().write(beginnings[number % beginnings.length] ?? '')
    return socket
  })
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(' ')
  }, 1_000)
  return {
    kept: () => keptOf(port, sockets),
    end: () => {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    },
  }
}
