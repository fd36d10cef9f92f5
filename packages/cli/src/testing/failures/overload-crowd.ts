// Many clients that send the same request, each again as soon as it has an answer. They run in a thread of their own,
// so that their cost is measured and does not delay the clock.

import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface Person {
  readonly cookie: string
  readonly address: string
}

export interface Crowd {
  readonly port: number
  readonly path: string
  readonly who: readonly Person[]
  readonly size: number
  readonly pauseMs: number
  readonly forMs: number
}

export interface Tally {
  readonly served: number
  readonly refused: number
  readonly worstMs: number
  /** Processor time of the clients. */
  readonly processorMs: number
  readonly wrong: readonly string[]
}

export type Ask = (path: string, person: Person | null) => Promise<number>

export function asking(agent: Agent, port: number): Ask {
  return (path, person) =>
    new Promise((resolve, reject) => {
      const headers = person === null ? {} : { cookie: person.cookie, 'x-forwarded-for': person.address }
      const sent = request({ agent, port, host: '127.0.0.1', path, headers, timeout: 30_000 }, (answer) => {
        answer.resume().on('end', () => {
          const isTold = answer.statusCode !== 503 || answer.headers['retry-after'] !== undefined
          resolve(isTold ? (answer.statusCode ?? 0) : 0)
        })
      })
      sent.on('timeout', () => sent.destroy(new Error('not answered')))
      sent.on('error', reject)
      sent.end()
    })
}

/** Runs the clients in a thread of their own. */
export function askInCrowd(crowd: Crowd): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(import.meta.url), { workerData: crowd })
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}

async function ask({ port, path, who, size, pauseMs, forMs }: Crowd): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const askOne = asking(agent, port)
  const [wrong, endAt] = [new Set<string>(), performance.now() + forMs]
  let [served, refused, worstMs] = [0, 0, 0]
  const one = async (person: Person): Promise<void> => {
    while (performance.now() < endAt) {
      const begun = performance.now()
      const status = await askOne(path, person).catch((cause: Error) => cause.message)
      worstMs = Math.max(worstMs, performance.now() - begun)
      if (status === 200) served += 1
      else if (status === 503) refused += 1
      else wrong.add(`answered with ${status}`)
      if (pauseMs > 0) await wait(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: size }, (_, index) => one(who[index % who.length] as Person)))
  agent.destroy()
  const { user, system } = process.threadCpuUsage()
  return { served, refused, worstMs: Math.round(worstMs), processorMs: (user + system) / 1000, wrong: [...wrong] }
}

if (!isMainThread && parentPort !== null) parentPort.postMessage(await ask(workerData as Crowd))
