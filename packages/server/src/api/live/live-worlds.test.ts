// A write to hidden records sends the caller nothing: no byte, no event. The test also detects planted faults in live
// updates.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ANYTHING } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Executor } from '../../store/driver/database.ts'
import { countedLooks } from '../../testing/counted-looks.ts'
import { type EventReader, readEvents } from '../../testing/event-reader.ts'
import { requestsTo } from '../../testing/generated-requests.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { HIDDEN, idOf, PASSWORD, PEOPLE, type Person, POOL, TWO_TEAMS_TEXT, twoTeams } from '../../testing/two-teams.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import { everybodySees, withPlans } from '../../testing/forgetful-plans.ts'

/** Fewer than one session may have. */
const READERS = 16
const text = TWO_TEAMS_TEXT.replace(
  '### POST /api/users/:id/roles',
  `### POST /api/users/:id/taken-roles — Take a role

- **Who:** Admin

| Input | Like | Needed |
| --- | --- | --- |
| role | one of Requester, Agent, Admin | yes |

1. find user in User where \`id == path.id\` or fail USER_NOT_FOUND
2. take role \`input.role\` from user or fail OWN_ROLES
3. respond 204

### POST /api/users/:id/roles`,
)

type Double = (application: Application) => Application

let template: TestDatabase

beforeAll(async () => {
  template = await twoTeams()
})

afterAll(() => template.drop())

async function clientFor(world: RunningApplication, person: Person): Promise<Client> {
  return person === 'guest' ? world.guest : world.signIn(PEOPLE[person], PASSWORD)
}

/** Events on everything that one person may subscribe to, after all records hidden from them have changed. */
async function eventsOfHidden(person: Person, double: Double = (honest) => honest): Promise<string[]> {
  const looks = countedLooks()
  await using world = await runApplication(text, {
    copyOf: template.name,
    double: (honest) => looks.double(double(honest)),
  })
  const client = await clientFor(world, person)
  const addresses = fc
    .sample(
      requestsTo(world.application, POOL).filter(({ method }) => method === 'GET'),
      { numRuns: 150, seed: 9 },
    )
    .map(({ path }) => path)
  const readers = await opened(world, client, new Set([...ALWAYS, ...addresses]))
  const seen: string[] = []
  for (const statement of HIDDEN[person]) await world.database.pool.query(statement)
  const before = looks.count()
  world.database.changes.tell([ANYTHING])
  await vi.waitFor(() => expect(looks.count()).toBe(before + readers.length), 10_000)
  for (const { address, reader } of readers)
    for (const event of reader.waiting) seen.push(`${address}: ${event.event} ${event.data}`)
  await Promise.all(readers.map(({ reader }) => reader[Symbol.asyncDispose]()))
  // Guests see nothing here, so they have nothing to subscribe to.
  if (person === 'guest') expect(readers).toEqual([])
  else expect(readers.length).toBeGreaterThan(10)
  return seen
}

const ALWAYS = [
  '/api/tickets',
  '/api/tickets?sort=-number&limit=3',
  '/api/tickets?status=new',
  '/api/tickets/1000',
  '/api/tickets/1005',
  '/api/teams',
  '/api/categories',
  '/_ninefold/screens/my-tickets/0',
  '/_ninefold/screens/queue/0',
  '/_ninefold/screens/queue/0?sort=-dueAt',
  '/_ninefold/screens/ticket/0?number=1000',
  '/_ninefold/screens/ticket/1?number=1000',
  '/_ninefold/screens/ticket/1?number=1005',
]

async function opened(
  world: RunningApplication,
  client: Client,
  addresses: ReadonlySet<string>,
): Promise<{ readonly address: string; readonly reader: EventReader }[]> {
  const readers: { address: string; reader: EventReader }[] = []
  for (const address of addresses) {
    if (readers.length === READERS) break
    const reader = await readEvents(world.address + address, client)
    if (reader.status === 200 && reader.headers.get('content-type') === 'text/event-stream') {
      await reader.next()
      readers.push({ address, reader })
    } else await reader[Symbol.asyncDispose]()
  }
  return readers
}

describe('what a person may not read sends nothing', () => {
  for (const person of ['cleo', 'ben', 'guest'] as const)
    it(`to ${person}`, async () => {
      expect(await eventsOfHidden(person)).toEqual([])
    }, 60_000)

  it('unless somebody forwards what the gate was not asked for', async () => {
    const ungated = withPlans(
      ({ name }, plan, viewer) =>
        plan(name === 'list' ? { ...viewer, model: everybodySees(viewer.model, 'Ticket') } : viewer),
      'the wall stands',
    )
    expect(await eventsOfHidden('cleo', ungated)).not.toEqual([])
  }, 60_000)
})

/** Tells whether a person is notified within a second after losing a role. */
async function isToldOfTheRole(double: Double): Promise<boolean> {
  await using world = await runApplication(text, { copyOf: template.name, double })
  const [ada, ben] = [await world.signIn(PEOPLE.ada, PASSWORD), await world.signIn(PEOPLE.ben, PASSWORD)]
  await using reader = await readEvents(`${world.address}/_ninefold/screens/queue/0`, ben)
  await reader.next()
  await ada.post(`/api/users/${idOf(2)}/taken-roles`, { role: 'Agent' })
  return await isToldWithinASecond(reader)
}

/** Tells whether a change just after the first answer arrives. */
async function isToldOfTheNext(double: Double): Promise<boolean> {
  await using world = await runApplication(text, { copyOf: template.name, double })
  const ada = await world.signIn(PEOPLE.ada, PASSWORD)
  await using reader = await readEvents(`${world.address}/api/teams`, ada)
  await reader.next()
  await ada.post('/api/teams', { name: 'Third line' })
  return await isToldWithinASecond(reader)
}

async function isToldWithinASecond(reader: EventReader): Promise<boolean> {
  const enough = AbortSignal.timeout(1000)
  const told = reader.next().then((event) => event !== null)
  const late = new Promise<boolean>((resolve) => enough.addEventListener('abort', () => resolve(false)))
  return Promise.race([told, late])
}

const remembering: Double = (honest) => {
  const sessions = new Map<string, ReturnType<Executor['runOwn']>>()
  const runOwn: Executor['runOwn'] = (name, sql, values) => {
    if (!name.startsWith('find-session')) return honest.database.runOwn(name, sql, values)
    const known = sessions.get(String(values[0])) ?? honest.database.runOwn(name, sql, values)
    sessions.set(String(values[0]), known)
    return known
  }
  return { ...honest, database: { ...honest.database, runOwn } }
}

/** Subscribes only after the first answer was read. */
const listeningLate: Double = (honest) => {
  const { changes } = honest.database
  const late = Object.create(changes) as typeof changes
  late.listen = async (listener) => {
    const begun = new Promise<() => void>((resolve) => {
      setTimeout(() => void changes.listen(listener).then(resolve), 300)
    })
    return () => void begun.then((stop) => stop())
  }
  return { ...honest, database: { ...honest.database, changes: late } }
}

describe('the second of a change', () => {
  it('is long enough for what was taken away, and for what came right after the first answer', async () => {
    expect(await isToldOfTheRole((honest) => honest)).toBe(true)
    expect(await isToldOfTheNext((honest) => honest)).toBe(true)
  })

  it('is not for whoever remembers who somebody was, or listens too late', async () => {
    expect(await isToldOfTheRole(remembering)).toBe(false)
    expect(await isToldOfTheNext(listeningLate)).toBe(false)
  })
})
