// Test of a full disk: a served application writes to a PostgreSQL whose disk is filled, and emptied again. Reads go on,
// writes get a time to retry, every acknowledged write exists at the end with each effect once, and the first write
// comes soon after there is room. The disk is a file system in memory, which only root can mount.

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { ownDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'
import { type Receivers, startReceivers } from '@ninefold/server/testing/servers/receivers.ts'
import pg from 'pg'
import { randomFrom } from '../chance.ts'
import { type Ask, untilDone, wrongAt, wrongInDatabase } from '../concurrency/parcel-effects.ts'
import { startNinefold, stop, workplace } from '../program.ts'
import { emptyDisk, fillDisk, mountMemoryDisk } from './memory-disk.ts'

const TEXT = fileURLToPath(new URL('../concurrency/parcels.md', import.meta.url))
const WORDS = ['start', 'app.md', '--allow-provisional', '--host', '127.0.0.1', '--port', '0']
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
const DISK_MB = 400
const WRITERS = 4
const FULL_MS = { min: 6_000, max: 12_000 }
const BACK_MS_MAX = 10_000
const ANSWER_MS_MAX = 35_000
const PAUSE_MS = 40

export interface FullDiskResult {
  readonly acknowledged: number
  /** Writes that were answered with a time to retry. */
  readonly refused: number
  /** Reads while the disk was full. */
  readonly reads: number
  /** From the moment at which there is room, to the first write that began later. */
  readonly backMs: readonly number[]
  readonly lost: readonly string[]
  readonly wrong: readonly string[]
}

export interface FullDiskOptions {
  /** How often the disk is filled. */
  readonly times: number
  readonly seed: number
  /** A planted fault that the test must find: refused writes count as acknowledged. */
  readonly takesRefusedAsDone?: true
  readonly told?: (line: string) => void
}

interface Scene {
  readonly address: string
  readonly cookie: string
  readonly receivers: Receivers
  readonly acknowledged: Set<string>
  readonly wrong: string[]
  readonly takesRefusedAsDone: boolean
  refused: number
  reads: number
  isFull: boolean
  lastBegunMs: number
}

export async function runFullDiskMachine(options: FullDiskOptions): Promise<FullDiskResult> {
  await using place = await workplace()
  await using receivers = await startReceivers()
  await using disk = await mountMemoryDisk(DISK_MB)
  const dataDirectory = join(disk.path, 'data')
  await mkdir(dataDirectory)
  await chmod(dataDirectory, 0o777)
  const postgres = await startEmbeddedPostgres({ dataDirectory, settings: { max_wal_size: '64MB' } })
  try {
    const database = await ownDatabase(postgres, 'full disk')
    await writeFile(join(place.folder, 'app.md'), await readFile(TEXT, 'utf8'))
    const mail = { MAIL_FROM: 'post@example.test', SMTP_URL: receivers.mailUrl, WEBHOOK_HOSTS: receivers.host }
    const program = startNinefold(place.folder, WORDS, { DATABASE_URL: database, HOOK: SECRET, ...mail })
    try {
      const [, port] = await program.prints(/is served on port (\d+)\./)
      const address = `http://127.0.0.1:${port}`
      const takesRefusedAsDone = options.takesRefusedAsDone === true
      const counts = { refused: 0, reads: 0, isFull: false, lastBegunMs: 0, takesRefusedAsDone }
      const parts = { address, cookie: await signUp(address), receivers, acknowledged: new Set<string>() }
      const scene: Scene = { ...parts, ...counts, wrong: [] }
      const backMs = await goThrough(scene, disk.path, options)
      const { lost, wrong } = await foundAtTheEnd(scene, database)
      const { acknowledged, refused, reads } = scene
      return { acknowledged: acknowledged.size, refused, reads, backMs, lost, wrong }
    } finally {
      await stop(program)
    }
  } finally {
    await postgres.stop()
  }
}

async function signUp(address: string): Promise<string> {
  const body = JSON.stringify({ email: 'cleo@example.test', password: 'correct-horse-3' })
  const headers = { 'content-type': 'application/json' }
  return cookieOfSession(await fetch(`${address}/_ninefold/users`, { method: 'POST', headers, body }))
}

async function goThrough(scene: Scene, disk: string, { times, seed, told }: FullDiskOptions): Promise<number[]> {
  const random = randomFrom(seed)
  const backMs: number[] = []
  for (let round = 1; round <= times; round++) {
    let isOver = false
    const writers = Array.from({ length: WRITERS }, (_, at) => write(scene, `R${round} W${at + 1}`, () => isOver))
    const reader = read(scene, () => isOver)
    const before = { done: scene.acknowledged.size, refused: scene.refused, reads: scene.reads }
    await wait(500 + random() * 1_500)
    await fillDisk(disk)
    scene.isFull = true
    await wait(FULL_MS.min + random() * (FULL_MS.max - FULL_MS.min))
    scene.isFull = false
    const emptiedMs = performance.now()
    await emptyDisk(disk)
    while (scene.lastBegunMs < emptiedMs && performance.now() < emptiedMs + 2 * BACK_MS_MAX) await wait(10)
    const back = performance.now() - emptiedMs
    isOver = true
    await Promise.all([...writers, reader])
    backMs.push(back)
    const refused = scene.refused - before.refused
    if (refused === 0) scene.wrong.push(`round ${round}: the disk was never full`)
    if (back > BACK_MS_MAX) scene.wrong.push(`round ${round}: back after ${Math.round(back)} ms`)
    told?.(
      `round ${round}: ${scene.acknowledged.size - before.done} acknowledged, ${refused} refused, ${scene.reads - before.reads} reads meanwhile, back after ${Math.round(back)} ms`,
    )
  }
  return backMs
}

/** Sends one parcel after another, repeating each with its idempotency key until it is acknowledged. */
async function write(scene: Scene, name: string, isOver: () => boolean): Promise<void> {
  for (let turn = 1; !isOver(); turn++) {
    while (!(await sent(scene, `${name} T${turn}`))) await wait(PAUSE_MS)
    await wait(PAUSE_MS)
  }
}

async function sent(scene: Scene, title: string): Promise<boolean> {
  const begunMs = performance.now()
  const key = title.replaceAll(' ', '-')
  const answer = await fetch(`${scene.address}/api/parcels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie: scene.cookie },
    body: JSON.stringify({ title, hook: `http://${scene.receivers.host}/in` }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const body = await answer.text()
  if (answer.status === 201) {
    scene.acknowledged.add(title)
    scene.lastBegunMs = Math.max(scene.lastBegunMs, begunMs)
    return true
  }
  if (answer.status === 503 && answer.headers.get('retry-after') !== null) scene.refused += 1
  else scene.wrong.push(`${title}: answered with ${answer.status}: ${body}`)
  if (scene.takesRefusedAsDone) scene.acknowledged.add(title)
  return scene.takesRefusedAsDone
}

async function read(scene: Scene, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const answer = await fetch(`${scene.address}/_ninefold/screens/parcels/0`, { headers: { cookie: scene.cookie } })
    const body = await answer.text()
    if (answer.status !== 200) scene.wrong.push(`a read: answered with ${answer.status}: ${body}`)
    else if (scene.isFull) scene.reads += 1
    await wait(PAUSE_MS)
  }
}

async function foundAtTheEnd(
  { receivers, acknowledged, wrong: seen }: Scene,
  database: string,
): Promise<Pick<FullDiskResult, 'lost' | 'wrong'>> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const ask: Ask = async (text) => (await client.query(text)).rows
    // Ends waiting times before further tries at once.
    await ask('UPDATE ninefold.message SET next_try_at = now() WHERE next_try_at > now()')
    const wrong = [...seen, ...(await untilDone(ask))]
    const kept = new Set((await ask('SELECT title FROM parcel')).map(({ title }) => String(title)))
    const lost = [...acknowledged].filter((title) => !kept.has(title))
    wrong.push(...(await wrongInDatabase(ask, acknowledged)))
    wrong.push(...wrongAt('letter', receivers.letters, kept), ...wrongAt('call', receivers.calls, kept))
    return { lost, wrong }
  } finally {
    await client.end()
  }
}
