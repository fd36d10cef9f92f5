// Import of rows: all records are created or none, with the rights, rules and limits of creation, and all mistakes of
// all rows are reported at once.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { idOf, PASSWORD, PEOPLE, TWO_TEAMS_TEXT, twoTeams } from '../../testing/two-teams.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import type { Application } from '../../gate/context/application.ts'
import type { TestDatabase } from '../../testing/test-database.ts'

const TICKETS = '/_ninefold/screens/my-tickets/0'

let template: TestDatabase
let helpDesk: RunningApplication
let cleo: Client
let ada: Client

beforeAll(async () => {
  template = await twoTeams()
  helpDesk = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name })
  cleo = await helpDesk.signIn(PEOPLE.cleo, PASSWORD)
  ada = await helpDesk.signIn(PEOPLE.ada, PASSWORD)
})
afterAll(async () => {
  await helpDesk[Symbol.asyncDispose]()
  await template.drop()
})

function ticket(subject: string, more: object = {}): object {
  return { subject, body: 'It does not work.', category: idOf(21), ...more }
}

async function countOf(table: string, of: RunningApplication = helpDesk): Promise<number> {
  const { rows } = await of.database.pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`)
  return Number(rows[0]?.count)
}

function told({ body }: Answer): (readonly [number | undefined, string, string])[] {
  const errors = body.errors as { row?: number; about: string; code: string }[]
  return errors.map(({ row, about, code }) => [row, about, code] as const)
}

it('says what a row holds', async () => {
  const { status, body } = await cleo.get(`${TICKETS}/import`)
  expect(status).toBe(200)
  expect(body.form.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
    'subject',
    'body',
    'category',
    'priority',
  ])
})

it('makes a record of each row, with all that making one does', async () => {
  const before = await countOf('ticket')
  const answer = await cleo.post(`${TICKETS}/rows`, {
    rows: [ticket('First of two'), ticket('Second of two', { priority: 'high' })],
  })
  expect([answer.status, answer.body]).toEqual([201, { created: 2 }])
  expect(await countOf('ticket')).toBe(before + 2)
  const { body } = await cleo.get('/api/tickets?sort=-number&limit=2')
  expect(body.items).toMatchObject([
    { subject: 'Second of two', priority: 'high', status: 'new', requester: 'Cleo Customer' },
    { subject: 'First of two', priority: 'normal' },
  ])
})

it('says everything that is wrong with any row, and makes none', async () => {
  const before = await countOf('ticket')
  const inputs = await cleo.post(`${TICKETS}/rows`, {
    rows: [
      ticket('This one is good'),
      ticket('x', { priority: 'huge' }),
      { body: 'No subject' },
      ticket('Extra', { nothing: 1 }),
    ],
  })
  expect(inputs.status).toBe(422)
  expect(told(inputs)).toEqual([
    [1, 'subject', 'TOO_SHORT'],
    [1, 'priority', 'WRONG_TYPE'],
    [2, 'subject', 'BLANK'],
    [2, 'category', 'BLANK'],
    [3, 'nothing', 'UNKNOWN_INPUT'],
  ])
  const records = await cleo.post(`${TICKETS}/rows`, {
    rows: [
      ticket('Good again'),
      ticket('About old things', { category: idOf(23) }),
      ticket('About nothing', { category: idOf(99) }),
    ],
  })
  expect(told(records)).toEqual([
    [1, 'category', 'NOT_FOUND'],
    [2, 'category', 'NOT_FOUND'],
  ])
  expect(await countOf('ticket')).toBe(before)
})

it('says it in the error body that point 8 states, with the row of each', async () => {
  const { status, body, headers } = await cleo.post(
    `${TICKETS}/rows`,
    { rows: [ticket('This one is good'), ticket('x', { priority: 'huge' })] },
    { accept: 'application/json' },
  )
  expect([status, headers.get('content-type')]).toEqual([422, 'application/json; charset=utf-8'])
  expect(body.error).toMatchObject({ code: 'TOO_SHORT' })
  expect(Object.keys(body.error.fields)).toEqual(['rows.1.subject', 'rows.1.priority'])
})

it('refuses what is taken, by a record and by another row alike', async () => {
  const { body: setup } = await ada.get('/_ninefold/app')
  const screen = (setup.screens as { key: string; blocks: { takesFile?: true; kind: string; title: string }[] }[]).find(
    ({ key }) => key === 'set-up',
  )
  const index = screen?.blocks.findIndex(({ takesFile, title }) => takesFile === true && title === 'Teams') ?? -1
  const address = `/_ninefold/screens/set-up/${index}/rows`
  const before = await countOf('team')
  const answer = await ada.post(address, {
    rows: [{ name: 'Third line' }, { name: 'First line' }, { name: 'Third line' }],
  })
  expect(told(answer).map(([row]) => row)).toEqual([1, 2])
  expect(await countOf('team')).toBe(before)
  expect((await ada.post(address, { rows: [{ name: 'Third line' }] })).status).toBe(201)
})

it('is there only for who may make one, where the screen offers it', async () => {
  for (const [client, status] of [
    [helpDesk.guest, 401],
    [ada, 404],
  ] as const) {
    expect((await client.get(`/_ninefold/screens/queue/0/import`)).status).toBe(status)
    expect((await client.post(`/_ninefold/screens/queue/0/rows`, { rows: [ticket('Not for me')] })).status).toBe(status)
  }
  const { body } = await cleo.get('/_ninefold/app')
  const offered = (body.screens as { key: string; blocks: { takesFile?: true }[] }[]).map(
    ({ key, blocks }) => [key, blocks.map(({ takesFile }) => takesFile === true)] as const,
  )
  expect(Object.fromEntries(offered)['my-tickets']).toEqual([true])
  expect(Object.fromEntries(offered)['ticket']).toEqual([false, false])
})

it('refuses what are no rows', async () => {
  for (const [body, code] of [
    [{}, 'BLANK'],
    [{ rows: [] }, 'BLANK'],
    [{ rows: 'x' }, 'WRONG_TYPE'],
    [{ rows: [1] }, 'WRONG_TYPE'],
    [{ rows: [ticket('A good one')], more: 1 }, 'UNKNOWN_INPUT'],
    [{ rows: Array.from({ length: 1001 }, () => ticket('Too many')) }, 'TOO_BIG'],
  ] as const) {
    const answer = await cleo.post(`${TICKETS}/rows`, body)
    expect([answer.status, answer.body.code]).toEqual([422, code])
  }
})

it('is done once, when its request is sent again', async () => {
  const before = await countOf('ticket')
  const rows = [ticket('Sent twice')]
  const headers = { 'idempotency-key': 'once' }
  const answers = await Promise.all([1, 2].map(() => cleo.post(`${TICKETS}/rows`, { rows }, headers)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await countOf('ticket')).toBe(before + 1)
  expect((await cleo.post(`${TICKETS}/rows`, { rows: [ticket('Another')] }, headers)).status).toBe(422)
})

it('counts each row, and makes none when it is one too many', async () => {
  const limited = TWO_TEAMS_TEXT.replace('| ticketsPerHour | 1000000 |', '| ticketsPerHour | 3 |')
  await using desk = await runApplication(limited, { copyOf: template.name })
  const client = await desk.signIn(PEOPLE.cleo, PASSWORD)
  const before = await countOf('ticket', desk)
  const rows = ['One', 'Two', 'Three', 'Four'].map((name) => ticket(`Number ${name}`))
  expect((await client.post(`${TICKETS}/rows`, { rows })).status).toBe(429)
  expect(await countOf('ticket', desk)).toBe(before)
})

/** A database that keeps writes made before a refusal. */
function forgetful(application: Application): Application {
  const { database } = application
  const write: typeof database.write = async (work) => {
    const done = await database.write((transaction) =>
      work(transaction).then(
        (result) => ({ result }),
        (cause: unknown) => ({ cause }),
      ),
    )
    if ('cause' in done) throw done.cause
    return done.result
  }
  return { ...application, database: { ...database, write } }
}

it('is found not to be all or nothing, where it is not', async () => {
  await using desk = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name, double: forgetful })
  const client = await desk.signIn(PEOPLE.cleo, PASSWORD)
  const before = await countOf('ticket', desk)
  const rows = [ticket('A good one'), ticket('About nothing', { category: idOf(99) })]
  expect((await client.post(`${TICKETS}/rows`, { rows })).status).toBe(422)
  expect(await countOf('ticket', desk)).toBe(before + 1)
})

/** The same application, whose statements for many rows can be counted, spoilt, or left out. */
function makingSets(spoil: ((text: string) => string) | 'one by one' = (text) => text): {
  readonly double: (application: Application) => Application
  readonly sets: { count: number }
} {
  const sets = { count: 0 }
  const double = (application: Application): Application => {
    const { database } = application
    const write: typeof database.write = (work) =>
      database.write((transaction) =>
        work({
          ...transaction,
          run: (statement, bindings) => {
            const isSet = statement.text.includes('SELECT count(*)::int AS made')
            if (isSet) sets.count += 1
            if (isSet && spoil === 'one by one') throw new Error('Nothing was to be made in a set.')
            const text = isSet && spoil !== 'one by one' ? spoil(statement.text) : statement.text
            return transaction.run({ ...statement, text }, bindings)
          },
        }),
      )
    const own = application.planned as (planner: { readonly name: string }, ...given: unknown[]) => unknown
    const planned: typeof own = (planner, ...given) =>
      spoil === 'one by one' && planner.name === 'create a set' ? null : own(planner, ...given)
    return { ...application, planned: planned as never, database: { ...database, write } }
  }
  return { double, sets }
}

/** In 400 rows, some have a missing category, an inactive one, or an unknown priority. */
const MIXED = Array.from({ length: 400 }, (_, index) =>
  ticket(`Number ${index}`, {
    ...(index % 97 === 5 ? { category: idOf(99) } : {}),
    ...(index % 131 === 7 ? { category: idOf(23) } : {}),
    ...(index === 200 ? { priority: 'huge' } : {}),
    ...(index % 3 === 0 ? { priority: 'low' } : {}),
    ...(index % 3 === 0 && index === 300 ? { priority: 'huge' } : {}),
  }),
)

async function mixedRows(double: (application: Application) => Application) {
  await using desk = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name, double })
  const client = await desk.signIn(PEOPLE.cleo, PASSWORD)
  const { status, body } = await client.post(`${TICKETS}/rows`, { rows: MIXED, refused: 'left out' })
  const errors = body.refused as { row: number; about: string; code: string; message: string }[]
  const { rows: made } = await desk.database.pool.query(
    `SELECT t.subject, t.priority, t.status, t.category_id, c.name FROM ticket t JOIN "user" c ON c.id = t.requester_id
     WHERE t.subject LIKE 'Number %' ORDER BY t.number`,
  )
  const { rows: audited } = await desk.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ninefold.audit a JOIN ticket t ON t.id::text = a.record
     WHERE a.action = 'create' AND a.call LIKE '%/rows' AND a.caller = t.requester_id::text`,
  )
  const { rows: extra } = await desk.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ninefold.audit WHERE call LIKE '%/rows'`,
  )
  return { status, created: body.created, errors, made, audited: audited[0]?.count, lines: extra[0]?.count }
}

it('leaves out the rows that are refused, and makes the others in few statements as one by one', async () => {
  const counted = makingSets()
  const [inSets, oneByOne] = [await mixedRows(counted.double), await mixedRows(makingSets('one by one').double)]
  expect(inSets.status).toBe(201)
  expect(inSets.created + new Set(inSets.errors.map(({ row }) => row)).size).toBe(400)
  expect(inSets.errors.map(({ row, about, code }) => [row, about, code])).toEqual([
    [5, 'category', 'NOT_FOUND'],
    [7, 'category', 'NOT_FOUND'],
    [102, 'category', 'NOT_FOUND'],
    [138, 'category', 'NOT_FOUND'],
    [199, 'category', 'NOT_FOUND'],
    [200, 'priority', 'WRONG_TYPE'],
    [269, 'category', 'NOT_FOUND'],
    [296, 'category', 'NOT_FOUND'],
    [300, 'priority', 'WRONG_TYPE'],
    [393, 'category', 'NOT_FOUND'],
  ])
  expect([inSets.audited, inSets.lines]).toEqual([inSets.created, inSets.created])
  expect(inSets.made.map(({ subject }) => subject).toSorted()).toEqual(
    oneByOne.made.map(({ subject }) => subject).toSorted(),
  )
  expect({ ...inSets, made: byName(inSets.made) }).toEqual({ ...oneByOne, made: byName(oneByOne.made) })
  expect(counted.sets.count).toBeLessThan(200)
})

function byName(made: readonly { readonly subject: string }[]) {
  return made.toSorted((one, other) => one.subject.localeCompare(other.subject))
}

it('would see a set that is not judged', async () => {
  const { created } = await mixedRows(makingSets((text) => text.replaceAll('ninefold.must_hold(FALSE)', 'TRUE')).double)
  expect(created).toBeGreaterThan(390)
})

it('tells of the second of two rows with one value, and says what it has left out when it comes again', async () => {
  const { body: setup } = await ada.get('/_ninefold/app')
  const screen = (setup.screens as { key: string; blocks: { takesFile?: true; title: string }[] }[]).find(
    ({ key }) => key === 'set-up',
  )
  const index = screen?.blocks.findIndex(({ takesFile, title }) => takesFile === true && title === 'Teams') ?? -1
  const address = `/_ninefold/screens/set-up/${index}/rows`
  const rows = [...Array(20).keys()].map((number) => ({ name: `Shift ${number % 18}` }))
  const headers = { 'idempotency-key': 'shifts' }
  const first = await ada.post(address, { rows, refused: 'left out' }, headers)
  expect([first.body.created, told({ ...first, body: { errors: first.body.refused } }).map(([row]) => row)]).toEqual([
    18,
    [18, 19],
  ])
  const again = await ada.post(address, { rows, refused: 'left out' }, headers)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect((await ada.post(address, { rows, refused: 'anything else' })).status).toBe(422)
})

it('makes as many as there may be', async () => {
  const before = await countOf('ticket')
  const rows = Array.from({ length: 1000 }, (_, index) => ticket(`Number ${index}`))
  expect((await cleo.post(`${TICKETS}/rows`, { rows })).body).toEqual({ created: 1000 })
  expect(await countOf('ticket')).toBe(before + 1000)
})
