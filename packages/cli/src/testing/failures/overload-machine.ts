// Test of overload: a served application gets as many clients as it can just serve, and then twenty times as many,
// nearly all of them one person who repeats requests at once. Meanwhile other people must be served and throughput must
// stay about the same, and afterwards everything must be as before.

import { copyFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Ask, askInCrowd, asking, type Person } from './overload-crowd.ts'
import { memoryMb } from './process-memory.ts'
import { startNinefold, stop, workplaceWithDatabase } from '../program.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

const TEXT = fileURLToPath(new URL('../concurrency/parcels.md', import.meta.url))
const WORDS = ['start', 'app.md', '--embedded-database', '--allow-provisional', '--host', '127.0.0.1', '--port', '0']
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
const PATH = '/_ninefold/screens/parcels/0'
const AT_CAPACITY = 32
const GREEDY = 640
const MODEST = 8
/** A normal person reads an answer before the next request. */
const PAUSE_MS = 100
const CALM_MS = 200

export interface OverloadResult {
  /** Successful requests in a second. */
  readonly atCapacity: number
  readonly underOverload: number
  readonly refused: number
  readonly modestServed: number
  readonly modestRefused: number
  readonly modestWorstMs: number
  /** The longest delay of a liveness answer, which bounds the gaps of the event loop. */
  readonly worstGapMs: number
  readonly recoveryMs: number
  readonly memoryMb: { readonly before: number; readonly under: number }
  /** Share of one processor that the clients used, in percent; on the same machine it is missing for the server. */
  readonly askingPercent: { readonly atCapacity: number; readonly underOverload: number }
  readonly wrong: readonly string[]
}

export async function runOverloadMachine(seconds: number): Promise<OverloadResult> {
  await using place = await workplaceWithDatabase()
  await copyFile(TEXT, join(place.folder, 'app.md'))
  const program = startNinefold(place.folder, WORDS, { HOOK: SECRET })
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  try {
    const [, port] = await program.prints(/is served on port (\d+)\./)
    const ask = asking(agent, Number(port))
    const [greedy, ...modest] = await people(Number(port), MODEST + 1)
    if (greedy === undefined) throw new Error('Nobody could sign up.')
    const usual = { port: Number(port), path: PATH, who: [greedy], size: AT_CAPACITY, pauseMs: 0, forMs: 1_000 }
    await askInCrowd(usual)
    const before = await memoryMb(program)
    const capacity = await askInCrowd({ ...usual, forMs: seconds * 1_000 })
    const [many, few, worstGapMs, under] = await Promise.all([
      askInCrowd({ ...usual, size: GREEDY, forMs: seconds * 1_000 }),
      askInCrowd({ ...usual, who: modest, size: MODEST, pauseMs: PAUSE_MS, forMs: seconds * 1_000 }),
      worstAnswerMs(ask, seconds * 1_000),
      wait(seconds * 900).then(() => memoryMb(program)),
    ])
    const recoveryMs = await untilCalm(ask, modest[0] ?? greedy)
    return {
      atCapacity: Math.round(capacity.served / seconds),
      underOverload: Math.round((many.served + few.served) / seconds),
      refused: many.refused,
      modestServed: few.served,
      modestRefused: few.refused,
      modestWorstMs: few.worstMs,
      worstGapMs,
      recoveryMs,
      memoryMb: { before, under },
      askingPercent: {
        atCapacity: Math.round(capacity.processorMs / seconds / 10),
        underOverload: Math.round((many.processorMs + few.processorMs) / seconds / 10),
      },
      wrong: [...capacity.wrong, ...many.wrong, ...few.wrong],
    }
  } finally {
    agent.destroy()
    await stop(program)
  }
}

/** Each with an IP address of its own. */
function people(port: number, count: number): Promise<Person[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await fetch(`http://127.0.0.1:${port}/_ninefold/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `person${index}@example.test`, password: 'correct-horse-3' }),
      })
      if (answer.status !== 201)
        throw new Error(`Signing up was answered with ${answer.status}: ${await answer.text()}`)
      return { cookie: cookieOfSession(answer), address: `10.0.0.${index + 1}` }
    }),
  )
}

async function worstAnswerMs(ask: Ask, forMs: number): Promise<number> {
  const endAt = performance.now() + forMs
  let worst = 0
  while (performance.now() < endAt) {
    const begun = performance.now()
    await ask('/_ninefold/health', null)
    worst = Math.max(worst, performance.now() - begun)
    await wait(10)
  }
  return Math.round(worst)
}

/** Waits until a request is answered as fast as without load. */
async function untilCalm(ask: Ask, person: Person): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const asked = performance.now()
    const status = await ask(PATH, person)
    if (status === 200 && performance.now() - asked < CALM_MS) return Math.round(performance.now() - begun)
    if (performance.now() - begun > 20_000) throw new Error(`It did not recover, and answers with ${status}.`)
  }
}
