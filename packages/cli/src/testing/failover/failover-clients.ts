// Clients of the processes during failures: each sends parcels and reads lists, and every answer is judged.

import type { ListData } from '@ninefold/core/contract/wire/app.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'
import type { Running } from '../program.ts'

const WRITERS_OF_EACH = 3
const PAUSE_MS = 60
const READ_PAUSE_MS = 150
const AGAIN_MS = 100
/** The maximum time until any answer. */
const ANSWER_MS_MAX = 35_000
const LISTS = ['/_ninefold/screens/parcels/0', '/_ninefold/screens/parcels/0?page=2']

/** One process, and the results of its clients. */
export interface Served {
  readonly name: string
  readonly program: Running
  readonly address: string
  readonly metricsAddress: string
  /** The latest acknowledged write: its start and its acknowledgement. */
  last: { readonly begunMs: number; readonly atMs: number }
}

export interface Answers {
  readonly acknowledged: Set<string>
  readonly wrong: string[]
  /** Requests with a time to retry. */
  refused: number
  /** Lists that were answered. */
  reads: number
  /** The largest number of parcels that an answer told. */
  most: number
  longestMs: number
}

export interface Clients {
  readonly processes: readonly Served[]
  /** `host:port` of the receiver of webhooks. */
  readonly receiver: string
  readonly cookie: string
  readonly answers: Answers
}

export async function signUp(address: string): Promise<string> {
  return cookieOfSession(
    await fetch(`${address}/_ninefold/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'cleo@example.test', password: 'correct-horse-3' }),
    }),
  )
}

/** Clients of each process write and read until it is over. */
export async function writeAndRead(clients: Clients, round: number, isOver: () => boolean): Promise<void> {
  await Promise.all(
    clients.processes.flatMap((each, place) => [
      read(clients, each, isOver),
      ...Array.from({ length: WRITERS_OF_EACH }, (_, at) =>
        write(clients, each, `R${round} W${place * WRITERS_OF_EACH + at + 1}`, isOver),
      ),
    ]),
  )
}

/** Sends one parcel after another, repeating each with its idempotency key until it is acknowledged. */
async function write(clients: Clients, to: Served, name: string, isOver: () => boolean): Promise<void> {
  for (let turn = 1; !isOver(); turn++) {
    const title = `${name} T${turn}`
    while (!(await isSent(clients, to, title))) await wait(AGAIN_MS)
    await wait(PAUSE_MS)
  }
}

async function isSent(clients: Clients, to: Served, title: string): Promise<boolean> {
  const begunMs = performance.now()
  const done = await answerOf(clients, to, title, '/api/parcels', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': title.replaceAll(' ', '-') },
    body: JSON.stringify({ title, hook: `http://${clients.receiver}/in` }),
  })
  if (done?.status !== 201) return false
  clients.answers.acknowledged.add(title)
  to.last = { begunMs, atMs: performance.now() }
  return true
}

async function read(clients: Clients, from: Served, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const path = LISTS[turn % LISTS.length] ?? ''
    const { answers } = clients
    const known = { told: answers.most, acknowledged: answers.acknowledged.size }
    const done = await answerOf(clients, from, `GET ${path}`, path, {})
    if (done !== null) judgeRead(answers, `${from.name}, GET ${path}`, JSON.parse(done.body) as ListData, known)
    await wait(READ_PAUSE_MS)
  }
}

/** Parcels that were acknowledged, or told to anybody. */
export interface Known {
  readonly acknowledged: number
  readonly told: number
}

/** Nobody deletes parcels, so a read never tells fewer than were known before it began. */
export function judgeRead(answers: Answers, name: string, { total }: Pick<ListData, 'total'>, known: Known): void {
  answers.reads++
  const { acknowledged, told } = known
  if (total < acknowledged) answers.wrong.push(`${name}: tells ${total} of ${acknowledged} acknowledged parcels`)
  if (total < told) answers.wrong.push(`${name}: tells ${total} parcels, after ${told} were told`)
  // A parcel that has gone is one fault, not one for each later read.
  answers.most = total < told ? total : Math.max(answers.most, total)
}

interface Done {
  readonly status: number
  readonly body: string
}

/** Null: the request was refused with a time to retry, or answered wrongly. */
async function answerOf(
  { answers, cookie }: Clients,
  to: Served,
  name: string,
  path: string,
  init: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string },
): Promise<Done | null> {
  const begunMs = performance.now()
  try {
    const answer = await fetch(`${to.address}${path}`, {
      ...init,
      headers: { cookie, ...init.headers },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const body = await answer.text()
    if (answer.ok) return { status: answer.status, body }
    if (answer.status === 503 && answer.headers.get('retry-after') !== null) answers.refused++
    else answers.wrong.push(`${to.name}, ${name}: answered with ${answer.status}: ${body}`)
  } catch (cause) {
    answers.wrong.push(`${to.name}, ${name}: no answer, ${String(cause)}`)
  } finally {
    answers.longestMs = Math.max(answers.longestMs, performance.now() - begunMs)
  }
  return null
}

/** Adds the lines that a process has logged about a request that was answered wrongly. */
export function withCause(wrong: string, processes: readonly Served[]): string {
  const id = /"requestId":"([^"]+)"/.exec(wrong)?.[1]
  if (id === undefined) return wrong
  const logged = processes.flatMap(({ program }) => program.printed().split('\n'))
  return [wrong, ...logged.filter((line) => line.includes(id))].join('\n    ')
}
