// Test of crashes: people write to a served help desk while the program or its PostgreSQL is killed, again and again.
// Every acknowledged change must be there afterwards, as it was acknowledged, and the restarted program must serve
// without help. Rounds follow a seed, so that a failing one can be repeated.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutSampleRecords } from '@ninefold/core/read/testing.ts'
import { randomFrom } from '../chance.ts'
import { endDatabase, kill, type Victim, VICTIMS } from './killing.ts'
import { dev, type Running, stop, workplaceWithDatabase } from '../program.ts'
import { signIn, visitor, type Visitor } from '../visitor.ts'

const HELP_DESK = fileURLToPath(new URL('../../../../../examples/helpdesk/app.md', import.meta.url))

export interface CrashOptions {
  readonly rounds: number
  readonly seed: number
  readonly writers?: number
  /** Kills only these. */
  readonly victims?: readonly Victim[]
  /** Called with the folder of the specification before the first write, to plant a fault that the test must find. */
  readonly prepare?: (folder: string) => Promise<void>
  readonly told?: (line: string) => void
}

export interface CrashResult {
  readonly rounds: number
  readonly acknowledged: number
  /** Acknowledged changes that are missing or different afterwards. */
  readonly lost: readonly string[]
  /**
   * Changes with a wrong number of messages: an acknowledged one without any, any change with several, or a message
   * about a change that does not exist.
   */
  readonly mistold: readonly string[]
}

type Desk = Running & { readonly address: string }

/** The number of acknowledged writes in a round before the kill. */
const WRITES = { min: 5, max: 40 }
const READY_MS_MAX = 60_000

export async function runCrashMachine(options: CrashOptions): Promise<CrashResult> {
  await using place = await workplaceWithDatabase()
  const text = machineText(withoutSampleRecords(await readFile(HELP_DESK, 'utf8')))
  await writeFile(join(place.folder, 'app.md'), text)
  const random = randomFrom(options.seed)
  const victims = options.victims ?? VICTIMS
  let desk: Desk = await dev(place.folder, 'app.md')
  try {
    if (options.prepare !== undefined) {
      await options.prepare(place.folder)
      await stop(desk)
      desk = await dev(place.folder, 'app.md')
    }
    const enter = (): Promise<string> => signIn(desk.address, 'cleo@example.test', 'correct-horse-3')
    let cookie = await enter()
    const category = (await categoriesOf(visitor(desk.address, cookie)))[0] ?? ''
    const acknowledged = new Map<number, string>()
    const lost: string[] = []
    const mistold: string[] = []
    for (let round = 1; round <= options.rounds; round++) {
      const victim = victims[(round - 1) % victims.length] ?? 'program'
      const wanted = WRITES.min + Math.floor(random() * (WRITES.max - WRITES.min))
      const from = desk.printed().length
      const written = await writeUntilKilled(
        desk,
        { cookie, category, round, wanted, writers: options.writers ?? 4 },
        () => kill(desk, place.folder, victim),
      )
      for (const [number, subject] of written) acknowledged.set(number, subject)
      desk = await comeBack(desk, place.folder, victim, from)
      // The sign-in was acknowledged as well.
      if (!(await isSignedIn(visitor(desk.address, cookie)))) {
        lost.push(`the session of round ${round}`)
        cookie = await enter()
      }
      const missing = await missingOf(visitor(desk.address, cookie), written)
      lost.push(...missing)
      mistold.push(...(await mistoldOf(visitor(desk.address, cookie), written)))
      options.told?.(
        `round ${round}: ${victim} killed after ${written.size} acknowledged writes, ${missing.length} lost`,
      )
    }
    // Data that survived one crash must survive the next ones, too.
    const missing = await missingOf(visitor(desk.address, cookie), acknowledged)
    return {
      rounds: options.rounds,
      acknowledged: acknowledged.size,
      lost: [...new Set([...lost, ...missing])],
      mistold,
    }
  } finally {
    await stop(desk)
    await endDatabase(place.folder)
  }
}

/** Raises the hourly limit of tickets, and sends a message about each. */
function machineText(helpDesk: string): string {
  return helpDesk
    .replace('| ticketsPerHour | 20 |', '| ticketsPerHour | 1000000 |')
    .replace('| take | new, open |', '| report | nothing | new | Requester | | send Reported |\n| take | new, open |')
    .replace(
      '| Ticket resolved | email |',
      '| Reported | email | `ticket.requester.email` | {ticket.subject} | Number {ticket.number}. |\n| Ticket resolved | email |',
    )
}

async function isSignedIn(person: Visitor): Promise<boolean> {
  return (await person.get('/_ninefold/app')).body.caller !== null
}

async function categoriesOf(cleo: Visitor): Promise<string[]> {
  const { body } = await cleo.get('/_ninefold/options/Category?by=id')
  return body.options.map(({ value }: { value: string }) => value)
}

interface Round {
  readonly cookie: string
  readonly category: string
  readonly round: number
  readonly wanted: number
  readonly writers: number
}

/** Writes from several connections, and kills meanwhile. Returns the acknowledged writes up to the last moment. */
async function writeUntilKilled(
  desk: Desk,
  { cookie, category, round, wanted, writers }: Round,
  strike: () => Promise<void>,
): Promise<Map<number, string>> {
  const cleo = visitor(desk.address, cookie)
  const written = new Map<number, string>()
  let isStruck = false
  let killing: Promise<void> = Promise.resolve()
  const writer = async (name: number): Promise<void> => {
    for (let turn = 1; !isStruck; turn++) {
      const subject = `Round ${round}, writer ${name}, turn ${turn}`
      // An unanswered write may or may not have happened; an acknowledged one has happened, and one refused by the
      // limit has not.
      const answer = await cleo.post('/api/tickets', { subject, body: 'Please help.', category }).catch(() => null)
      if (answer?.status === 201) written.set(answer.body.number, subject)
      else if (answer?.status === 503) continue
      // After a kill, no answer may report a defect, or claim that nothing was changed while that is unknown.
      else if (answer !== null || !isStruck)
        throw new Error(
          `A write was answered with ${answer?.status}: ${JSON.stringify(answer?.body)}\n${desk.printed()}`,
        )
      if (written.size >= wanted && !isStruck) {
        isStruck = true
        killing = strike()
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index + 1)))
  await killing
  return written
}

/** A running program reconnects its database by itself. A killed one is restarted, without any manual repair. */
async function comeBack(desk: Desk, folder: string, victim: Victim, from: number): Promise<Desk> {
  if (victim !== 'PostgreSQL') {
    await desk.ended
    return dev(folder, 'app.md')
  }
  // Until the program notices, it may still answer.
  await desk.prints(/The database ended/, from)
  const giveUpAt = performance.now() + READY_MS_MAX
  for (;;) {
    const answer = await visitor(desk.address).get('/_ninefold/ready')
    if (answer.status === 200) return desk
    if (performance.now() > giveUpAt) throw new Error(`The database did not come back:\n${desk.printed()}`)
    await wait(20)
  }
}

async function missingOf(cleo: Visitor, written: ReadonlyMap<number, string>): Promise<string[]> {
  const missing: string[] = []
  for (const [number, subject] of written) {
    const { status, body } = await cleo.get(`/api/tickets/${number}`)
    if (status >= 500) throw new Error(`Reading ${subject} was answered with ${status}.`)
    if (status !== 200 || body.subject !== subject) missing.push(subject)
  }
  return missing
}

/**
 * Checks that each acknowledged change of this round has exactly one message, and that each message is about an
 * existing change.
 */
async function mistoldOf(cleo: Visitor, written: ReadonlyMap<number, string>): Promise<string[]> {
  const { body } = await cleo.get('/_ninefold/mailbox.json')
  const told: { subject: string; body: string }[] = body.messages
  const times = new Map<string, number>()
  for (const { subject } of told) times.set(subject, (times.get(subject) ?? 0) + 1)
  const wrong = [...times].flatMap(([subject, count]) => (count === 1 ? [] : [`${subject}: told of ${count} times`]))
  for (const subject of written.values()) if (!times.has(subject)) wrong.push(`${subject}: told of by nothing`)
  const numbers = told.map((message) => ({ ...message, number: /\d+/.exec(message.body)?.[0] ?? '' }))
  for (const { number, subject } of numbers) {
    const ticket = await cleo.get(`/api/tickets/${number}`)
    if (ticket.status !== 200 || ticket.body.subject !== subject) wrong.push(`${subject}: told of, and not there`)
  }
  return wrong
}
