// People who keep using the parcels during incidents: they read, send and upload, again and again, and count the
// answers.

import { setTimeout as wait } from 'node:timers/promises'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

const SENDERS = 3
const PAUSE_MS = 15
/** A request without an answer in this time counts as unanswered. */
const NEVER_MS = 90_000
const PAPER = 2_000

export interface Used {
  served: number
  refused: number
  uploadsRefused: number
}

export interface Users {
  readonly cookie: string
  readonly counts: Used
  readonly wrong: readonly string[]
  /** Titles of acknowledged parcels. */
  readonly acknowledged: readonly string[]
  slowestMs(): number
  /** Sends every kind of request for everybody, until it is over. */
  use(isOver: () => boolean): Promise<void>
  /** Sends each kind of request once. Returns false if one was refused. */
  everything(): Promise<boolean>
  /** Waits for the answers to all requests so far, so that counting starts afresh. */
  settled(): Promise<void>
  /** Returns the time until all answers are normal again. Null: longer than the maximum. */
  untilWell(msMax: number): Promise<number | null>
  /** Sends something, which makes the workers check for due work. */
  wake(): Promise<void>
  /** Returns the time that the liveness answer took. */
  alive(): Promise<number>
}

interface Way {
  readonly path: string
  readonly init: RequestInit
}

export async function newUsers(port: number, hook: string): Promise<Users> {
  const address = `http://127.0.0.1:${port}`
  const cookie = await signUp(address)
  const counts: Used = { served: 0, refused: 0, uploadsRefused: 0 }
  const wrong: string[] = []
  const acknowledged: string[] = []
  /** The last upload of each person that is not attached yet. */
  const papers = new Map<number, string>()
  let slowest = 0
  let turns = 0
  const onTheWay = new Set<Promise<boolean>>()

  const ask = async (kind: 'look' | 'send' | 'upload', person: number): Promise<boolean> => {
    const asked = answered(kind, person)
    onTheWay.add(asked)
    try {
      return await asked
    } finally {
      onTheWay.delete(asked)
    }
  }

  const answered = async (kind: 'look' | 'send' | 'upload', person: number): Promise<boolean> => {
    const title = `P${person} T${++turns}`
    const paper = papers.get(person)
    if (kind === 'send') papers.delete(person)
    const { path, init } = wayOf(kind, title, { hook, cookie, paper })
    const begun = performance.now()
    const answer = await fetch(address + path, { ...init, signal: AbortSignal.timeout(NEVER_MS) }).then(
      async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }),
      (cause: Error) => cause,
    )
    slowest = Math.max(slowest, performance.now() - begun)
    if (answer instanceof Error) {
      wrong.push(`${kind}: ${answer.message} ${String(answer.cause ?? '')}`)
      return false
    }
    const isServed = answer.status < 300
    const isTold = answer.status === 503 && answer.headers.get('retry-after') !== null
    if (isServed) counts.served += 1
    else if (isTold) counts.refused += 1
    else wrong.push(`${kind}: answered with ${answer.status}: ${answer.text.slice(0, 200)}`)
    if (isTold && kind === 'upload') counts.uploadsRefused += 1
    if (isServed && kind === 'send') acknowledged.push(title)
    if (isServed && kind === 'upload') papers.set(person, (JSON.parse(answer.text) as { id: string }).id)
    return isServed
  }

  const everything = async (): Promise<boolean> =>
    (await Promise.all((['look', 'send', 'upload'] as const).map((kind) => ask(kind, 9)))).every(Boolean)
  return {
    cookie,
    counts,
    everything,
    wrong,
    acknowledged,
    slowestMs: () => Math.round(slowest),
    use: async (isOver) => {
      const one = async (person: number): Promise<void> => {
        while (!isOver()) {
          for (const kind of ['look', 'send', 'upload'] as const) {
            await ask(kind, person)
            await wait(PAUSE_MS)
          }
        }
      }
      await Promise.all(Array.from({ length: SENDERS }, (_, index) => one(index + 1)))
    },
    settled: async () => void (await Promise.allSettled(onTheWay)),
    untilWell: async (msMax) => {
      const begun = performance.now()
      for (;;) {
        const isWell = await everything()
        const tookMs = Math.round(performance.now() - begun)
        if (isWell) return tookMs
        if (tookMs > msMax) return null
        await wait(PAUSE_MS)
      }
    },
    wake: async () => void (await ask('send', 0)),
    alive: async () => {
      await wait(20)
      const begun = performance.now()
      const answer = await fetch(`${address}/_ninefold/health`)
      if (!answer.ok) wrong.push(`alive: answered with ${answer.status}`)
      await answer.text()
      return Math.round(performance.now() - begun)
    },
  }
}

function wayOf(
  kind: 'look' | 'send' | 'upload',
  title: string,
  { hook, cookie, paper }: { readonly hook: string; readonly cookie: string; readonly paper: string | undefined },
): Way {
  if (kind === 'look') return { path: '/_ninefold/screens/parcels/0', init: { headers: { cookie } } }
  if (kind === 'upload')
    return {
      path: '/_ninefold/files?name=paper.txt',
      init: {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(PAPER, 'paper '),
      },
    }
  return {
    path: '/api/parcels',
    init: {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': title.replace(' ', '-') },
      body: JSON.stringify({ title, hook, ...(paper === undefined ? {} : { paper }) }),
    },
  }
}

async function signUp(address: string): Promise<string> {
  const answer = await fetch(`${address}/_ninefold/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'cleo@example.test', password: 'correct-horse-3' }),
  })
  if (answer.status !== 201) throw new Error(`Signing up was answered with ${answer.status}: ${await answer.text()}`)
  return cookieOfSession(answer)
}
