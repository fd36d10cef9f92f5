// Two servers on the home shard and one on another, as real processes on two PostgreSQL servers, with people at the hosts
// of several tenants. Tenants move there and back; the moving command and servers are killed at any moment → what was
// acknowledged and is missing, what was done twice, and requests that failed without a reason.

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendRaw } from '@ninefold/server/testing/raw-request.ts'
import { pointNine, TEXT_OF_SHARDS } from '@ninefold/server/testing/shards/two-shards.ts'
import pg from 'pg'
import { randomFrom } from '../chance.ts'
import { startedPostgres } from '../failures/own-postgres.ts'
import { type Ended, type Running, startNinefold, stop, workplace } from '../program.ts'

export interface ShardsOptions {
  /** Each moves one tenant. */
  readonly rounds: number
  readonly seed: number
  /** Connection strings of empty databases. Missing: on two servers of PostgreSQL that are started for it. */
  readonly databases?: Readonly<Record<Shard, string>>
  readonly told?: (line: string) => void
}

export interface ShardsResult {
  readonly moves: number
  readonly kills: number
  readonly acknowledged: number
  readonly deferred: number
  readonly others: number
  /** Of requests while nothing was killed. */
  readonly slowestMs: number
  /** Requests that were refused with when to come back, after a kill. */
  readonly refused: number
  readonly wrong: readonly string[]
}

const TENANTS = ['ada', 'bea', 'cleo']
const HOST = 'workshops.example'
const PASSWORD = 'long enough indeed'
const KILL_MS_MAX = 6_000
const REPEATS_MAX = 20
const BETWEEN_MS = 300

export async function runShardsMachine(options: ShardsOptions): Promise<ShardsResult> {
  if (options.databases !== undefined) return run({ ...options, databases: options.databases })
  await using postgres = await startedPostgres()
  await using other = await startedPostgres()
  return await run({ ...options, databases: { home: await postgres.database(), shard: await other.database() } })
}

async function run({
  rounds,
  seed,
  databases,
  told = () => {},
}: ShardsOptions & Required<Pick<ShardsOptions, 'databases'>>): Promise<ShardsResult> {
  const random = randomFrom(seed)
  await using place = await workplace()
  await writeFile(join(place.folder, 'app.md'), TEXT_OF_SHARDS + pointNine(HOST))
  await using servers = new Servers(place.folder, databases)
  await servers.start('home')
  await servers.start('home')
  await servers.start('shard')
  const people = new People(servers)
  for (const label of TENANTS) await people.found(label)
  const working = people.work()
  const wrong: string[] = []
  const places = new Map(TENANTS.map((label) => [label, 'home' as keyof typeof databases]))
  let kills = 0
  for (let round = 0; round < rounds; round++) {
    const label = TENANTS[Math.floor(random() * TENANTS.length)] ?? 'ada'
    const from = places.get(label) ?? 'home'
    const to = from === 'home' ? 'shard' : 'home'
    const killed = round % 3 === 1 ? 'command' : round % 3 === 2 ? 'server' : null
    if (killed !== null) people.beginTrouble()
    const words = ['move-tenant', 'app.md', label, '--to', databases[to], '--at', servers.addressOf(to)]
    const again = (): Running =>
      startNinefold(place.folder, [...words, '--to-files', join(place.folder, to)], {
        DATABASE_URL: databases[from],
        NINEFOLD_FILES: join(place.folder, from),
      })
    let command = again()
    if (killed !== null) {
      await Promise.race([pause(random() * KILL_MS_MAX), command.ended])
      kills++
      if (killed === 'command') command.kill('SIGKILL')
      else await servers.killAndStart(random() < 0.5 ? from : to)
    }
    let ended = await command.ended
    for (let repeat = 1; !isMoved(ended) && repeat < REPEATS_MAX; repeat++) {
      await pause(BETWEEN_MS)
      command = again()
      ended = await command.ended
    }
    if (!isMoved(ended)) wrong.push(`round ${round}: ${label} did not move: ${ended.stderr}`)
    if (killed === null && ended.code !== 0) wrong.push(`round ${round}: ${ended.stderr}`)
    places.set(label, to)
    people.endTrouble()
    told(`round ${round}, ${label} to ${to}${killed === null ? '' : `, ${killed} killed`}: ${lastLine(ended.stderr)}`)
  }
  await people.rest(working)
  for (const label of TENANTS) wrong.push(...(await people.missing(label, databases[places.get(label) ?? 'home'])))
  for (const database of Object.values(databases)) wrong.push(...(await failedSteps(database)))
  return { moves: rounds, kills, ...people.figures(), wrong: [...wrong, ...people.failures] }
}

function isMoved({ code, stderr }: Ended): boolean {
  return code === 0 || stderr.includes('already')
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

async function failedSteps(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // A request without an answer was repeated, and both are done: the second one finds its name taken.
    const { rows } = await client.query<{ reason: string | null }>(
      `SELECT last_error AS reason FROM ninefold.later WHERE last_error IS DISTINCT FROM 'taken'`,
    )
    return rows.map(({ reason }) => `a deferred step was not done: ${reason ?? 'it waits'}`)
  } finally {
    await client.end()
  }
}

type Shard = 'home' | 'shard'

interface Server {
  readonly shard: Shard
  readonly port: number
  readonly program: Running
}

class Servers implements AsyncDisposable {
  private readonly folder: string
  private readonly databases: Readonly<Record<Shard, string>>
  private readonly running: Server[] = []

  constructor(folder: string, databases: Readonly<Record<Shard, string>>) {
    this.folder = folder
    this.databases = databases
  }

  async start(shard: Shard, port = 0): Promise<void> {
    const program = startNinefold(this.folder, ['start', 'app.md', '--port', String(port), '--host', '127.0.0.1'], {
      DATABASE_URL: this.databases[shard],
      NINEFOLD_FILES: join(this.folder, shard),
      LOG_LEVEL: 'info',
    })
    const [, found] = await program.prints(/is served on port (\d+)/)
    this.running.push({ shard, port: Number(found), program })
  }

  /** The first server of the shard; the other one of the home shard goes on. */
  async killAndStart(shard: Shard): Promise<void> {
    const victim = this.running.find((each) => each.shard === shard)
    if (victim === undefined) throw new Error('Defect: no server to kill.')
    victim.program.kill('SIGKILL')
    await victim.program.ended
    this.running.splice(this.running.indexOf(victim), 1)
    await this.start(shard, victim.port)
  }

  addressOf(shard: Shard): string {
    return this.addresses(shard)[0] ?? ''
  }

  addresses(shard: Shard): string[] {
    return this.running.filter((each) => each.shard === shard).map(({ port }) => `http://127.0.0.1:${port}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.running.map(({ program }) => stop(program)))
  }
}

/** Two for each tenant: one makes labels, the other one lets labels be made after the answer. */
class People {
  readonly failures: string[] = []
  private readonly servers: Servers
  private readonly cookies = new Map<string, string>()
  private readonly made = new Map<string, string[]>()
  private readonly counts = { deferred: 0, others: 0, refused: 0, slowestMs: 0 }
  private isOver = false
  private troubles = 0

  constructor(servers: Servers) {
    this.servers = servers
  }

  async found(label: string): Promise<void> {
    const address = this.servers.addressOf('home')
    const send = (path: string, body: unknown, cookie: string | null) =>
      sendRaw(address, cookie, { method: 'POST', path, headers: headersFor(HOST), body: JSON.stringify(body) })
    const user = await send(
      '/_ninefold/users',
      { name: label, email: `${label}@example.test`, password: PASSWORD },
      null,
    )
    const cookie = String(user.headers['set-cookie']).split(';')[0] ?? ''
    const organisation = await send('/api/organisations', { name: label }, cookie)
    if (organisation.status !== 201) throw new Error(`No organisation was founded: ${organisation.body}`)
    this.cookies.set(label, cookie)
    this.made.set(label, [])
  }

  /** Until `rest`. */
  work(): Promise<unknown> {
    return Promise.all(TENANTS.flatMap((label) => [this.make(label), this.defer(label)]))
  }

  beginTrouble(): void {
    this.troubles++
  }

  endTrouble(): void {
    if (this.troubles > 0) this.troubles--
  }

  async rest(working: Promise<unknown>): Promise<void> {
    this.isOver = true
    await working
    // Deferred steps are retried after five seconds.
    await pause(12_000)
  }

  figures(): Omit<ShardsResult, 'moves' | 'kills' | 'wrong'> {
    const acknowledged = [...this.made.values()].reduce((sum, names) => sum + names.length, 0)
    return { acknowledged, ...this.counts, slowestMs: Math.round(this.counts.slowestMs) }
  }

  async missing(label: string, connectionString: string): Promise<string[]> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(
        'SELECT l.name FROM label AS l JOIN organisation AS o ON o.id = l.organisation_id WHERE o.slug = $1',
        [label],
      )
      const there = new Set(rows.map(({ name }) => name))
      const lost = (this.made.get(label) ?? []).filter((name) => !there.has(name))
      return lost.map((name) => `${label}: "${name}" was acknowledged, and is missing`)
    } finally {
      await client.end()
    }
  }

  private async make(label: string): Promise<void> {
    while (!this.isOver) {
      await this.write(label, '/api/labels', 201)
      const { status, body, isTroubled } = await this.ask(label, 'GET', '/api/labels?limit=1', null)
      if (status === 200) this.counts.others++
      else this.fail(`GET for ${label} answered ${status}: ${body}`, status, isTroubled)
    }
  }

  private async defer(label: string): Promise<void> {
    while (!this.isOver) {
      if (await this.write(label, '/api/tomorrow', 202)) this.counts.deferred++
      await pause(50)
    }
  }

  /** Repeats the write until it is acknowledged. A name that is taken then was made by an attempt without an answer. */
  private async write(label: string, path: string, expected: number): Promise<boolean> {
    const name = `${path.slice(5, 9)} ${randomUUID()}`.slice(0, 40)
    for (let attempt = 1; ; attempt++) {
      const { status, body, isTroubled } = await this.ask(label, 'POST', path, { name })
      const isDone = status === expected || (attempt > 1 && status === 409 && body.includes('TAKEN'))
      if (isDone) {
        this.made.get(label)?.push(name)
        return true
      }
      this.fail(`${path} for ${label} answered ${status}: ${body}`, status, isTroubled)
      if (this.isOver) return false
      await pause(200)
    }
  }

  private fail(what: string, status: number, isTroubled: boolean): void {
    // After a kill a connection breaks, or a move waits for its repetition.
    if (isTroubled && (status === 0 || status === 503)) this.counts.refused++
    else this.failures.push(what)
  }

  private async ask(
    label: string,
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly body: string; readonly isTroubled: boolean }> {
    const addresses = this.servers.addresses('home')
    const address = addresses[Math.floor(Math.random() * addresses.length)] ?? ''
    const begunAt = performance.now()
    const isQuiet = this.troubles === 0
    try {
      const answer = await sendRaw(
        address,
        this.cookies.get(label) ?? null,
        {
          method,
          path,
          headers: headersFor(`${label}.${HOST}`),
          body: body === null ? null : JSON.stringify(body),
        },
        40_000,
      )
      if (isQuiet && this.troubles === 0)
        this.counts.slowestMs = Math.max(this.counts.slowestMs, performance.now() - begunAt)
      return { ...answer, isTroubled: !isQuiet || this.troubles > 0 }
    } catch (cause) {
      return { status: 0, body: String(cause), isTroubled: !isQuiet || this.troubles > 0 }
    }
  }
}

/** The origin is that of a page of this host, as browsers send it. */
function headersFor(host: string): Record<string, string> {
  return { host, 'x-forwarded-proto': 'https', origin: `https://${host}` }
}
