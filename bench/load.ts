// A closed loop of requests: N connections, each of which sends the next request once it has the answer to the last
// one. Every answer is read and its status checked. One wrong status ends the run, since a refusal is quicker than an
// answer. "Busy, try again" (503) is retried, as a good client does, and counted; the retries belong to the request's
// time.

import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly expect: number
}

export interface Measure {
  readonly requestsPerSecond: number
  readonly medianMs: number
  readonly worstPercentMs: number
  /** The number of "busy, try again" answers. */
  readonly busy: number
  /** Processor time of the server's process per request. Null: the system does not report it. */
  readonly processorMs: number | null
}

export interface Load {
  readonly address: string
  readonly processId: number
  readonly connections: number
  readonly count: number
  /** No request starts after this time. */
  readonly milliseconds?: number
  readonly next: (index: number) => Request
  readonly onAnswer?: (text: string) => void
}

export async function measure(load: Load): Promise<Measure> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const times: number[] = []
  let sent = 0
  let busy = 0
  const processorBefore = processorTimeMs(load.processId)
  const startedAt = performance.now()
  const connection = async (): Promise<void> => {
    while (sent < load.count && performance.now() - startedAt < (load.milliseconds ?? Number.POSITIVE_INFINITY)) {
      const wanted = load.next(sent++)
      const sentAt = performance.now()
      const answer = await sendUntilDone(load.address, agent, wanted)
      busy += answer.busy
      times.push(performance.now() - sentAt)
      load.onAnswer?.(answer.text)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, connection))
  const seconds = (performance.now() - startedAt) / 1000
  const processorAfter = processorTimeMs(load.processId)
  agent.destroy()
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: times.length / seconds,
    medianMs: quantile(times, 0.5),
    worstPercentMs: quantile(times, 0.99),
    busy,
    processorMs:
      processorBefore === null || processorAfter === null ? null : (processorAfter - processorBefore) / times.length,
  }
}

/** `busy`: the number of 503 answers before the request succeeded. */
async function sendUntilDone(address: string, agent: Agent, wanted: Request): Promise<{ busy: number; text: string }> {
  for (let busy = 0; ; busy++) {
    const { status, text } = await send(address, agent, wanted)
    if (status === wanted.expect) return { busy, text }
    if (status !== 503) throw new Error(`${wanted.method} ${wanted.path} answered ${status}: ${text.slice(0, 300)}`)
  }
}

interface Answer {
  readonly status: number
  readonly text: string
}

function send(address: string, agent: Agent, wanted: Request): Promise<Answer> {
  const body = wanted.body === undefined ? null : JSON.stringify(wanted.body)
  const headers: Record<string, string | number> = { ...wanted.headers }
  if (body !== null) headers['content-type'] = 'application/json'
  if (body !== null) headers['content-length'] = Buffer.byteLength(body)
  return new Promise((resolve, reject) => {
    const outgoing = request(address + wanted.path, { method: wanted.method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

/** Time of all its threads on a processor, from Linux's scheduler. Its nanoseconds suit rounds of a tenth of a second. */
export function processorTimeMs(processId: number): number | null {
  const threads = `/proc/${processId}/task`
  try {
    const times = readdirSync(threads).map((thread) => readFileSync(`${threads}/${thread}/schedstat`, 'utf8'))
    return times.reduce((sum, time) => sum + Number(time.split(' ')[0]) / 1e6, 0)
  } catch {
    return null
  }
}
