// A single-statement write checks only conditions that are not certain in advance, and has the same answer as the
// steps, which check everything: the same requests go to two copies of an application, one of them without such
// statements.

import fc from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Database } from '../../store/driver/database.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import type { Application } from '../context/application.ts'

const ERRANDS = `# Errands

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, version

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique | | |
| password | password | required | | |

### Entity: Room

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| open | yes/no | required | yes | |
| owner | User | cleared on deletion | | |

### Entity: Errand

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | whole number | required, unique | | |
| title | text up to 40 | required | | |
| urgency | choice: low, high | required | low | |
| dueAt | date and time | required | \`plus(now, wait(urgency))\` | |
| cost | whole number | | 2 | |
| offer | whole number | | \`orElse(price, 7) + 1\` | |
| price | whole number | | \`orElse(cost, 1) * 10\` | |
| room | Room | cleared on deletion | | |
| reporter | User | required, blocks deletion | \`me\` | |
| helper | User | cleared on deletion | | |
| before | User | cleared on deletion | | |
| note | text | | | |
| status | state | | | |

### Sample data: User

| name | email | password | roles |
| --- | --- | --- | --- |
| Ada | ada@example.test | correct-horse-1 | Boss |
| Ben | ben@example.test | correct-horse-2 | Helper |
| Cleo | cleo@example.test | correct-horse-3 | Helper |

### Sample data: Room

| name | open | owner |
| --- | --- | --- |
| kitchen | yes | Ben |
| cellar | no | Ben |
| attic | no | |

## 4. States and transitions

### States of Errand.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
| new | nobody does it | initial | |
| taken | somebody does it | | |
| done | it is done | final | note, price |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| take | new | taken | Helper | \`helper == null && reporter != me\` | set helper to \`me\`; set note to \`"taken"\` |
| give back | taken | new | Doer | \`helper == me\` | set before to \`helper\`; clear helper |
| hide | new, taken | taken | Helper, Boss | | set helper to \`reporter\`; clear note |
| finish | taken | done | Doer, Boss | | clear helper; set cost to \`orElse(cost, 1) * 2\` |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| A room is open | Errand | always | \`room != null\` | \`room.open \\|\\| room.owner == me \\|\\| orElse(note, "") != "free"\` | CLOSED |
| Who helps does not cost much | Errand | always | \`helper != null\` | \`orElse(cost, 0) < 40\` | DEAR |
| Done is done by somebody | Errand | always | \`status == "done"\` | \`helper == null\` | DONE |
| Offers are above the price | Errand | always | \`price != null\` | \`offer == null \\|\\| offer > price\` | OFFER |
| Nobody helps themselves | Errand | do take | | \`helper != reporter\` | SELF |
| Costs only grow | Errand | change | \`old.cost != null\` | \`orElse(cost, 100) >= old.cost\` | DEAR |
| Another title is no number | Errand | title changes | | \`size(title) > 2\` | FREE |
| Nothing is free | Errand | create | | \`note != "free"\` | FREE |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Helper | | from a Boss |
| Boss | | from a Boss |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Doer | Errand | Helper | \`helper == me\` |
| Reporter | Errand | Helper | \`reporter == me\` |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Boss | see, create, change | Errand | | all |
| Boss | see | User | | id, name |
| Helper | see | User | | name |
| Boss | see | Room | | all |
| Helper | see | Room | \`open \\|\\| owner == me\` | name |
| Helper | create | Errand | \`urgency == "low" \\|\\| cost == null \\|\\| room != null\` | number, title, urgency, cost, room, note |
| Helper | create | Errand | \`reporter == me\` | price, helper |
| Helper | see | Errand | \`helper == null\` | number, title, status, helper |
| Helper | change | Errand | \`status != "done"\` | note, price |
| Doer | change | Errand | \`urgency == "low"\` | title, urgency, room |
| Reporter | change | Errand | \`helper == null\`, may hand over | title, helper, cost |
| Reporter | change | Errand | \`room != null && room.open\` | note, dueAt |
| Doer | see | Errand | | number, title, status, note, cost |
| Reporter | see | Errand | \`status != "done"\` | number, title, status, urgency, dueAt, price, offer, room, createdAt |
| Helper | see | Errand | \`before == me && note == null\` | number, before, version |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Errand | \`/api/errands\` | list, get, create, change, transitions | number | everything visible |
| Room | \`/api/rooms\` | list | name | everything visible |
| User | \`/api/users\` | list | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| CLOSED | 422 | room | The room is closed. |
| DEAR | 422 | cost | That is too dear. |
| DONE | 409 | status | It is done. |
| OFFER | 422 | offer | The offer is too low. |
| SELF | 403 | helper | Somebody else has to. |
| FREE | 422 | note | Nothing is free. |

## 9. Business constants and limits

### Lookup: wait

| urgency | Value |
| --- | --- |
| low | 48 hours |
| high | 1 hour |
`

const REQUESTS = Number(process.env['NINEFOLD_REQUESTS'] ?? 400)
const SEED = Number(process.env['NINEFOLD_SEED'] ?? 5)
const REFUSED = new pg.DatabaseError('planted', 0, 'error')

/** The same application, with every write done step by step. */
function stepByStep(application: Application): Application {
  const database: Database = { ...application.database, writeAtOnce: () => Promise.reject(REFUSED) }
  return { ...application, database }
}

/** Reports each single-statement write. */
function counting(done: () => void): (application: Application) => Application {
  return (application) => {
    const { database } = application
    const writeAtOnce: Database['writeAtOnce'] = async (statement, bindings) => {
      const rows = await database.writeAtOnce(statement, bindings)
      if (rows.length > 0) done()
      return rows
    }
    return { ...application, database: { ...database, writeAtOnce } }
  }
}

interface World {
  readonly people: readonly Client[]
  readonly rooms: readonly string[]
  readonly users: readonly string[]
}

async function worldOf(running: RunningApplication): Promise<World> {
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const ben = await running.signIn('ben@example.test', 'correct-horse-2')
  const cleo = await running.signIn('cleo@example.test', 'correct-horse-3')
  const ids = async (path: string): Promise<string[]> => {
    const { items } = (await ada.get(path)).body as { items: { name: string; id: string }[] }
    return items.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ id }) => id)
  }
  return { people: [ada, ben, cleo], rooms: await ids('/api/rooms'), users: await ids('/api/users') }
}

interface Request {
  readonly who: number
  readonly asks: 'create' | 'change' | 'take' | 'give-back' | 'hide' | 'finish'
  /** For a change: the version that its caller has seen. */
  readonly version: string | undefined
  /** Index of an existing errand. */
  readonly errand: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly changes: Readonly<Record<string, unknown>>
  readonly changesLinks: number
  readonly room: number | null | undefined
  readonly helper: number | null | undefined
}

function maybe<Item>(...items: readonly Item[]): fc.Arbitrary<Item | undefined> {
  return fc.option(fc.constantFrom(...items), { nil: undefined })
}

const requests: fc.Arbitrary<Request> = fc.record({
  who: fc.nat(2),
  asks: fc.oneof(
    fc.constant('create' as const),
    fc.constant('change' as const),
    fc.constantFrom('take', 'give-back', 'hide', 'finish'),
  ),
  version: maybe('"1"', '"2"', '*', 'none', undefined, undefined, undefined),
  errand: fc.nat(),
  fields: fc.record({
    title: fc.constantFrom('Bread', 'Milk', 'Soap', ''),
    urgency: maybe('low', 'high'),
    cost: maybe(1, 30, 50, null),
    price: maybe(3, null),
    note: maybe('free', 'please', null),
  }),
  // A few fields each, because with many, one of them is mostly not permitted.
  changes: fc
    .array(
      fc.oneof(
        fc.record({ title: fc.constantFrom('Bread', 'Milk', 'It', '') }),
        fc.record({ urgency: fc.constantFrom('low', 'high') }),
        fc.record({ cost: fc.constantFrom(1, 30, 50, null) }),
        fc.record({ price: fc.constantFrom(3, null) }),
        fc.record({ note: fc.constantFrom('free', 'please', null) }),
      ),
      { minLength: 0, maxLength: 2 },
    )
    .map((each) => Object.assign({}, ...each) as Record<string, unknown>),
  changesLinks: fc.nat(3),
  room: maybe(0, 1, 2, null),
  helper: maybe(0, 1, 2, null, undefined, undefined),
})

function send({ people, rooms, users }: World, made: number, request: Request): Promise<Answer> {
  const client = people[request.who]
  if (client === undefined) throw new Error('Defect: nobody asks.')
  const errand = `/api/errands/${1 + (request.errand % (made + 1))}`
  if (request.asks !== 'create' && request.asks !== 'change') return client.post(`${errand}/${request.asks}`)
  const named = (ids: readonly string[], place: number | null | undefined) => (place == null ? place : ids[place])
  const [room, helper] = [named(rooms, request.room), named(users, request.helper)]
  if (request.asks === 'create')
    return client.post('/api/errands', { ...request.fields, number: made + 1, room, helper })
  const headers = request.version === undefined ? {} : { 'if-match': request.version }
  const links = [{}, {}, { room }, { helper }][request.changesLinks]
  return client.patch(errand, { ...request.changes, ...links }, headers)
}

/** Replaces values that depend on the world or the moment by their kind. */
function comparable({ status, body }: Answer, { rooms, users }: World): unknown {
  const wait = typeof body?.dueAt === 'string' ? Date.parse(body.dueAt) - Date.parse(body.createdAt) : null
  const text = [...rooms, ...users].reduce(
    (told, id, place) => told.replaceAll(id, `<${place}>`),
    JSON.stringify(body ?? null),
  )
  const told = text.replace(/"[0-9T:.-]+Z"/g, '"<moment>"').replace(/"requestId":"[^"]*"/g, '"requestId"')
  return { status, wait, told: told.replace(/"id":"[0-9a-f-]{36}"/g, '"id"') }
}

it('answers as the steps do, whoever asks, and whatever of it is certain beforehand', async () => {
  const atOnce: string[] = []
  let asking = ''
  await using quick = await runApplication(ERRANDS, { double: counting(() => atOnce.push(asking)) })
  await using thorough = await runApplication(ERRANDS, { double: stepByStep })
  const worlds = [await worldOf(quick), await worldOf(thorough)] as const
  const statuses = new Map(['create', 'change', 'take'].map((asks) => [asks, new Set<number>()]))
  let made = 0
  for (const request of fc.sample(requests, { numRuns: REQUESTS, seed: SEED })) {
    asking = request.asks
    const [one, other] = await Promise.all([send(worlds[0], made, request), send(worlds[1], made, request)])
    expect(comparable(one, worlds[0]), JSON.stringify(request)).toEqual(comparable(other, worlds[1]))
    expect(one.status, JSON.stringify(request)).toBeLessThan(500)
    statuses.get(request.asks)?.add(one.status)
    if (one.status === 201) made += 1
  }
  expect([...(statuses.get('create') ?? [])]).toEqual(expect.arrayContaining([201, 403, 422]))
  expect([...(statuses.get('change') ?? [])]).toEqual(expect.arrayContaining([200, 403, 404, 412, 422]))
  expect([...(statuses.get('take') ?? [])]).toEqual(expect.arrayContaining([200, 403, 404, 409]))
  const times = (asks: string): number => atOnce.filter((each) => each === asks).length
  expect([times('create'), times('change')].every((count) => count > 5)).toBe(true)
})
