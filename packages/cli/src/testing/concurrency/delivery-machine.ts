// Test of delivery: people send parcels to a served application while the program, its PostgreSQL or both are killed,
// and while their own connections break. Each parcel causes an e-mail, a webhook, a notification and a later step. A
// request repeated with its idempotency key must have one effect and the same answer. At the end each effect exists
// once in the database, and each message has arrived under one id.

import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Receivers, startReceivers } from '@ninefold/server/testing/servers/receivers.ts'
import { randomFrom } from '../chance.ts'
import { inDatabase } from '../failures/in-database.ts'
import { endDatabase, kill, type Victim, VICTIMS } from '../failures/killing.ts'
import { type Running, startNinefold, stop, workplaceWithDatabase } from '../program.ts'
import { untilDone, wrongAt, wrongInDatabase } from './parcel-effects.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

const TEXT = fileURLToPath(new URL('./parcels.md', import.meta.url))
const WORDS = ['start', 'app.md', '--embedded-database', '--allow-provisional', '--host', '127.0.0.1', '--port', '0']
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
const WRITES = { min: 4, max: 20 }
const CUT_WITHIN_MS = 40
const ANSWERED_MS_MAX = 60_000

export interface DeliveryOptions {
  readonly rounds: number
  readonly seed: number
  readonly writers?: number
  readonly victims?: readonly Victim[]
  /** SQL to run before the first parcel, to plant a fault that the test must find. */
  readonly prepare?: string
  readonly told?: (line: string) => void
}

export interface DeliveryResult {
  readonly rounds: number
  /** Requests acknowledged at first, and requests whose connection broke, by the client or by a kill. */
  readonly acknowledged: number
  readonly cut: number
  /** Messages that arrived, and how many of them arrived again with the same id. */
  readonly arrived: number
  readonly again: number
  readonly wrong: readonly string[]
}

type Post = Running & { readonly address: string }
/** The answer to each request by its idempotency key. Null: unknown so far. */
type Sent = Map<string, string | null>

interface Course {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly receivers: Receivers
  readonly random: () => number
  cookie: string
}

export async function runDeliveryMachine(options: DeliveryOptions): Promise<DeliveryResult> {
  await using place = await workplaceWithDatabase()
  await using receivers = await startReceivers()
  await copyFile(TEXT, join(place.folder, 'app.md'))
  const environment = {
    SMTP_URL: receivers.mailUrl,
    MAIL_FROM: 'post@example.test',
    WEBHOOK_HOSTS: receivers.host,
    HOOK: SECRET,
  }
  const course: Course = {
    folder: place.folder,
    environment,
    receivers,
    random: randomFrom(options.seed),
    cookie: '',
  }
  let post = await opened(course)
  try {
    course.cookie = await signUp(post)
    if (options.prepare !== undefined) await inDatabase(course.folder, options.prepare)
    const victims = options.victims ?? VICTIMS
    const wrong: string[] = []
    const known: Sent = new Map()
    let cut = 0
    for (let round = 1; round <= options.rounds; round++) {
      const victim = victims[(round - 1) % victims.length] ?? 'program'
      const sent = await sendUntilKilled(course, post, { round, writers: options.writers ?? 4, victim })
      if (victim !== 'PostgreSQL') {
        await post.ended
        post = await opened(course)
      }
      const cutNow = [...sent.values()].filter((answer) => answer === null).length
      cut += cutNow
      wrong.push(...(await sendAgain(course, post, sent)))
      for (const [title, answer] of sent) known.set(title, answer)
      options.told?.(`round ${round}: ${victim} killed, ${sent.size - cutNow} acknowledged, ${cutNow} cut`)
    }
    // A message taken by a killed process is retried after its lease; this statement ends the lease at once.
    await inDatabase(course.folder, 'UPDATE ninefold.message SET next_try_at = now() WHERE next_try_at > now()')
    await stop(post)
    post = await opened(course)
    const ask = (text: string): Promise<any[]> => inDatabase(course.folder, text)
    const titles = new Set(known.keys())
    wrong.push(...(await untilDone(ask)), ...(await wrongInDatabase(ask, titles)))
    wrong.push(...wrongAt('letter', receivers.letters, titles), ...wrongAt('call', receivers.calls, titles))
    const came = [...receivers.letters, ...receivers.calls]
    const ids = new Set(came.map(({ id }) => id))
    const again = came.length - ids.size
    return { rounds: options.rounds, acknowledged: known.size - cut, cut, arrived: ids.size, again, wrong }
  } finally {
    await stop(post)
    await endDatabase(place.folder)
  }
}

async function opened(course: Course): Promise<Post> {
  const program = startNinefold(course.folder, WORDS, course.environment)
  const [, port] = await program.prints(/is served on port (\d+)\./)
  return { ...program, address: `http://127.0.0.1:${port}` }
}

async function signUp({ address }: Post): Promise<string> {
  const answer = await fetch(`${address}/_ninefold/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'cleo@example.test', password: 'correct-horse-3' }),
  })
  return cookieOfSession(answer)
}

/** Null: the connection broke before the answer. */
async function sendParcel(course: Course, post: Post, title: string, signal?: AbortSignal): Promise<Response | null> {
  return fetch(`${post.address}/api/parcels`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': title.replaceAll(' ', '-'),
      cookie: course.cookie,
    },
    body: JSON.stringify({ title, hook: `http://${course.receivers.host}/in` }),
    ...(signal === undefined ? {} : { signal }),
  }).catch(() => null)
}

async function sendUntilKilled(
  course: Course,
  post: Post,
  { round, writers, victim }: { readonly round: number; readonly writers: number; readonly victim: Victim },
): Promise<Sent> {
  const sent: Sent = new Map()
  const wanted = WRITES.min + Math.floor(course.random() * (WRITES.max - WRITES.min))
  let isStruck = false
  let killing: Promise<void> = Promise.resolve()
  const writer = async (name: number): Promise<void> => {
    for (let turn = 1; !isStruck; turn++) {
      const title = `R${round} W${name} T${turn}`
      sent.set(title, null)
      // Some clients disconnect before the answer, at a random moment.
      const cut = course.random() < 0.25 ? AbortSignal.timeout(Math.floor(course.random() * CUT_WITHIN_MS)) : undefined
      const answer = await sendParcel(course, post, title, cut)
      const body = (await answer?.text().catch(() => null)) ?? null
      if (answer?.status === 201 && body !== null) sent.set(title, body)
      else if (answer !== null && answer.status !== 503 && body !== null)
        throw new Error(`${title} was answered with ${answer.status}: ${body}\n${post.printed()}`)
      if (sent.size >= wanted && !isStruck) {
        isStruck = true
        killing = kill(post, course.folder, victim)
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index + 1)))
  await killing
  return sent
}

/** Repeats every request, answered or not. */
async function sendAgain(course: Course, post: Post, sent: Sent): Promise<string[]> {
  const wrong: string[] = []
  const giveUpAt = performance.now() + ANSWERED_MS_MAX
  for (const [title, before] of sent) {
    for (;;) {
      const answer = await sendParcel(course, post, title)
      const body = (await answer?.text().catch(() => null)) ?? null
      if (answer?.status === 201 && body !== null) {
        if (before !== null && body !== before) wrong.push(`${title}: answered with ${before}, and then with ${body}`)
        sent.set(title, body)
        break
      }
      if (answer !== null && (answer.status !== 503 || answer.headers.get('retry-after') === null))
        wrong.push(`${title}: sent again, it was answered with ${body}`)
      if (wrong.length > 0 || performance.now() > giveUpAt) return [...wrong, `${title}: not answered when sent again`]
      await wait(20)
    }
  }
  return wrong
}
