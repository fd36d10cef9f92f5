// Limits of point 9: on calls, on sign-in, and on numbers of records. Of many concurrent requests, exactly as many
// succeed as permitted, across all processes.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import type { Database } from '../../store/driver/database.ts'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { LIMITED_LIBRARY } from '../../testing/limited-library.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { secondProcess } from '../../testing/servers/second-process.ts'
import { isStatement, withPlans } from '../../testing/forgetful-plans.ts'

const text = LIMITED_LIBRARY

let library: RunningApplication

beforeAll(async () => {
  library = await runApplication(text)
})

afterAll(() => library[Symbol.asyncDispose]())

function times<Result>(count: number, what: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => what(index)))
}

function statuses(answers: readonly Answer[]): Record<number, number> {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

const PASSWORD = 'long enough indeed'
let readers = 0

async function reader(): Promise<Client & { readonly email: string; readonly id: string }> {
  readers += 1
  const email = `reader${readers}@example.test`
  const client = await library.signUp({ email, password: PASSWORD })
  const { caller } = (await client.get('/_ninefold/app')).body
  return { ...client, email, id: caller.id }
}

async function branch(client: Client, shelves: number | null): Promise<string> {
  return (await client.post('/api/branches', { name: 'North', shelves })).body.id
}

it('lets through exactly as many as may, of many at once and in two processes', async () => {
  const client = await reader()
  await using other = await secondProcess(library)
  const there = other.as(client)
  const answers = await times(40, (index) => (index % 2 === 0 ? client : there).get('/api/shelves'))
  expect(statuses(answers)).toEqual({ 200: 10, 429: 30 })
})

it('says in the words of the catalogue that it was too often, and when it is worth trying again', async () => {
  const client = await reader()
  const answer = await client.get('/api/shelves')
  expect(answer.body).toMatchObject({
    status: 429,
    code: 'SLOWER',
    detail: 'At most 10 looks a minute, please.',
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

it('answers an unknown method before it counts, and counts before it asks who it is', async () => {
  await library.database.pool.query('DELETE FROM ninefold.limit_use')
  for (let index = 0; index < 12; index++)
    expect((await library.guest.send('/api/shelves', { method: 'PUT' })).status).toBe(405)
  const cookie = 'ninefold_session=nobody'
  const answers = await times(14, () => library.guest.get('/api/shelves', { cookie }))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  expect((await library.guest.post('/api/shelves', {})).status).toBe(401)
})

/** Moves all uses into the past. */
async function later({ database }: RunningApplication, seconds: number): Promise<void> {
  await database.pool.query(
    `UPDATE ninefold.limit_use SET ends_at = ends_at - $1 * interval '1 second',
       moments = (SELECT coalesce(array_agg(m - $1 * interval '1 second'), '{}') FROM unnest(moments) AS m)`,
    [seconds],
  )
}

/** Of tries over one and a half minutes, those that succeed: 4 after 60 s, and none of the last two in a fixed minute. */
async function looksOverAnEdge(running: RunningApplication, client: Client): Promise<Record<number, number>[]> {
  await running.database.pool.query('DELETE FROM ninefold.limit_use')
  const seen = []
  for (const [tries, seconds] of [
    [4, 40],
    [8, 30],
    [12, 0],
  ] as const) {
    seen.push(statuses(await times(tries, () => client.get('/api/shelves'))))
    await later(running, seconds)
  }
  return seen
}

it('permits the number in any time, also at the end of one and the beginning of the next', async () => {
  expect(await looksOverAnEdge(library, await reader())).toEqual([{ 200: 4 }, { 200: 6, 429: 2 }, { 200: 4, 429: 8 }])
  const refused = await library.guest.get('/api/shelves')
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30)
})

it('keeps few moments of a large number', async () => {
  const client = await reader()
  await library.database.pool.query('UPDATE "user" SET looks = 100 WHERE id = $1', [client.id])
  await library.database.pool.query('DELETE FROM ninefold.limit_use')
  expect(statuses(await times(110, () => client.get('/api/branches')))).toEqual({ 200: 100, 429: 10 })
  const { rows } = await library.database.pool.query(
    `SELECT cardinality(moments) <= 61 AS few, (SELECT sum(used)::int FROM unnest(counts) AS used) AS used
     FROM ninefold.limit_use`,
  )
  expect(rows).toMatchObject([{ few: true, used: 100 }])
  await later(library, 120)
  expect((await client.get('/api/branches')).status).toBe(200)
})

it("counts each user apart, by a number that is the user's own", async () => {
  const [ann, bob] = [await reader(), await reader()]
  expect(statuses(await times(6, () => ann.get('/api/branches')))).toEqual({ 200: 3, 429: 3 })
  await library.database.pool.query('UPDATE "user" SET looks = 5 WHERE id = $1', [bob.id])
  expect(statuses(await times(8, () => bob.get('/api/branches')))).toEqual({ 200: 5, 429: 3 })
})

it('allows nothing where the number is empty', async () => {
  const client = await reader()
  await library.database.pool.query('UPDATE "user" SET looks = NULL WHERE id = $1', [client.id])
  expect((await client.get('/api/branches')).body).toMatchObject({ status: 429, code: 'TOO_MANY' })
  // The limit without a number does not apply.
  expect((await library.guest.get('/api/branches')).status).toBe(401)
})

it('counts only users with the role that the limit names', async () => {
  const [plain, librarian] = [await reader(), await reader()]
  await library.database.pool.query('UPDATE "user" SET is_librarian = true WHERE id = $1', [librarian.id])
  expect(statuses(await times(4, () => plain.get('/api/pinned')))).toEqual({ 204: 4 })
  expect(statuses(await times(4, () => librarian.get('/api/pinned')))).toEqual({ 204: 2, 429: 2 })
})

it('counts an address by what a proxy that is trusted says, not by what the client says of itself', async () => {
  const from = (address: string): Promise<Answer> => library.guest.get('/api/wishes', { 'x-forwarded-for': address })
  expect(statuses(await times(8, () => from('203.0.113.7')))).toEqual({ 200: 6, 429: 2 })
  expect((await from('203.0.113.8')).status).toBe(200)
  // A client can forge the part before the last address outside our proxies.
  expect((await from('198.51.100.1, 203.0.113.7')).status).toBe(429)
  expect(statuses(await times(8, (index) => from(`2001:db8::${index + 1}`)))).toEqual({ 200: 6, 429: 2 })
})

it('counts tries to sign in by address and by what was typed, on the page and by a call alike', async () => {
  const { email } = await reader()
  const page = (): Promise<Answer> =>
    library.guest.post(
      '/_ninefold/session',
      { identifier: email, password: 'wrong wrong' },
      { 'x-forwarded-for': '192.0.2.1' },
    )
  const call = (): Promise<Answer> =>
    library.guest.post(
      '/api/sign-in',
      { email: email.toUpperCase(), password: 'wrong wrong' },
      { 'x-forwarded-for': '192.0.2.2' },
    )
  const answers = await times(8, (index) => (index % 2 === 0 ? page() : call()))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  // An unknown user is counted in the same way.
  const nobody = await times(6, () =>
    library.guest.post(
      '/_ninefold/session',
      { identifier: 'nobody@example.test', password: PASSWORD },
      { 'x-forwarded-for': '192.0.2.3' },
    ),
  )
  expect(nobody.filter(({ status }) => status === 429)).toHaveLength(2)
  const oneAddress = await times(16, (index) =>
    library.guest.post(
      '/_ninefold/session',
      { identifier: `n${index}@example.test`, password: PASSWORD },
      { 'x-forwarded-for': '192.0.2.4' },
    ),
  )
  expect(oneAddress.filter(({ status }) => status === 429)).toHaveLength(4)
})

it('never lets more records be than may, whoever makes them at the same time', async () => {
  const client = await reader()
  const north = await branch(client, 5)
  const south = await branch(client, 2)
  const answers = await times(24, (index) => client.post('/api/shelves', { branch: index % 3 === 0 ? south : north }))
  expect(statuses(answers)).toEqual({ 201: 7, 409: 17 })
  const full = answers.find(({ status }) => status === 409)
  expect(full?.body).toMatchObject({ code: 'FULL' })
  // No time makes room.
  expect(full?.headers.get('retry-after')).toBeNull()
  const kept = await library.database.pool.query('SELECT count(*) AS count FROM shelf WHERE branch_id = $1', [north])
  expect(Number(kept.rows[0].count)).toBe(5)
})

it('makes room when a record goes, and takes it when one moves in', async () => {
  const client = await reader()
  const [north, south, nowhere] = [await branch(client, 1), await branch(client, 1), await branch(client, null)]
  const one = (await client.post('/api/shelves', { branch: north })).body.id
  const two = (await client.post('/api/shelves', { branch: south })).body.id
  const free = (await client.post('/api/shelves', {})).body.id
  expect((await client.patch(`/api/shelves/${two}`, { branch: north })).body).toMatchObject({ code: 'FULL' })
  expect((await client.patch(`/api/shelves/${free}`, { branch: north })).status).toBe(409)
  expect((await client.delete(`/api/shelves/${one}`)).status).toBe(204)
  expect((await client.patch(`/api/shelves/${free}`, { branch: north })).status).toBe(200)
  expect((await client.patch(`/api/shelves/${free}`, { branch: null })).status).toBe(200)
  // An empty number permits nothing.
  expect((await client.post('/api/shelves', { branch: nowhere })).status).toBe(409)
})

it('takes nothing away where the number has become lower', async () => {
  const client = await reader()
  const north = await branch(client, 2)
  const [first] = await times(2, () => client.post('/api/shelves', { branch: north }))
  await client.patch(`/api/branches/${north}`, { shelves: 1 })
  expect((await client.patch(`/api/shelves/${first?.body.id}`, { note: 'still here', branch: north })).status).toBe(200)
  expect((await client.post('/api/shelves', { branch: north })).status).toBe(409)
})

it('counts along a path, and when something in its middle moves', async () => {
  const client = await reader()
  const [north, south] = [await branch(client, 2), await branch(client, 1)]
  const roomOf = async (at: string): Promise<string> => (await client.post('/api/rooms', { branch: at })).body.id
  const [full, other, empty] = [await roomOf(north), await roomOf(south), await roomOf(north)]
  expect(statuses(await times(6, () => client.post('/api/shelves', { room: full })))).toEqual({ 201: 2, 409: 4 })
  expect((await client.post('/api/shelves', { room: other })).status).toBe(201)
  expect((await client.patch(`/api/rooms/${full}`, { branch: south })).body).toMatchObject({ code: 'FULL' })
  expect((await client.patch(`/api/rooms/${other}`, { branch: north })).status).toBe(409)
  // A room without shelves does not count.
  expect((await client.patch(`/api/rooms/${empty}`, { branch: south })).status).toBe(200)
  await client.patch(`/api/branches/${south}`, { shelves: 3 })
  expect((await client.patch(`/api/rooms/${full}`, { branch: south })).status).toBe(200)
})

/** On a busy machine, some concurrent requests are told to retry. */
async function untilNotBusy(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  return answer.status === 503 ? untilNotBusy(ask) : answer
}

it('counts the records that each user has made, and all that were made in a time', async () => {
  const clients = [
    await reader(),
    await reader(),
    await reader(),
    await reader(),
    await reader(),
    await reader(),
    await reader(),
    await reader(),
  ]
  const answers = await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: 4 }, () => untilNotBusy(() => client.post('/api/wishes', { title: 'A book' }))),
    ),
  )
  expect(statuses(answers)).toEqual({ 201: 20, 429: 12 })
  expect(answers.find(({ status }) => status === 429)?.body.detail).toBe('The maximum number of these is reached.')
  await library.database.pool.query(`UPDATE wish SET created_at = now() - interval '2 days'`)
  const [first] = clients
  const own = await library.database.pool.query('SELECT id FROM wish WHERE created_by_id = $1', [first?.id])
  await first?.delete(`/api/wishes/${own.rows[0].id}`)
  expect((await first?.post('/api/wishes', { title: 'Another' }))?.status).toBe(own.rows.length <= 3 ? 201 : 429)
})

it('says when the oldest record of a time makes room, and makes it then', async () => {
  const day = 86_400
  const moved = async (place: number, seconds: number): Promise<void> => {
    await library.database.pool.query(
      `UPDATE wish SET created_at = now() - $1 * interval '1 second'
       WHERE id = (SELECT id FROM wish ORDER BY id OFFSET $2 LIMIT 1)`,
      [seconds, place],
    )
  }
  await library.database.pool.query('DELETE FROM wish')
  await library.database.pool.query(
    `INSERT INTO wish (title, created_at, created_by_id)
     SELECT 'Old', now() - interval '1 hour', (SELECT id FROM "user" LIMIT 1) FROM generate_series(1, 20)`,
  )
  await moved(0, day - 100)
  const client = await reader()
  const wish = (): Promise<Answer> => client.post('/api/wishes', { title: 'A book' })
  const wait = async (): Promise<number> => Number((await wish()).headers.get('retry-after'))
  const about = (seconds: number, found: number): void => {
    expect(found).toBeLessThanOrEqual(seconds)
    expect(found).toBeGreaterThan(seconds - 20)
  }
  about(100, await wait())
  // Two have to go where there are already more than may be.
  await library.database.pool.query(
    `INSERT INTO wish (title, created_at, created_by_id)
     SELECT 'Old', now() - $1 * interval '1 second', (SELECT id FROM "user" LIMIT 1)`,
    [day - 300],
  )
  about(300, await wait())
  await library.database.pool.query(`UPDATE wish SET created_at = created_at - interval '300 seconds'`)
  expect((await wish()).status).toBe(201)
})

it('keeps no name and no address, and forgets times that are over', async () => {
  const kept = await library.database.pool.query('SELECT key FROM ninefold.limit_use')
  expect(kept.rows.length).toBeGreaterThan(0)
  for (const { key } of kept.rows) expect(key).toMatch(/^[\w-]{43}$/)
  await library.database.pool.query(`UPDATE ninefold.limit_use SET ends_at = now() - interval '1 second'`)
  await library.database.pool.query(`UPDATE ninefold.quota_turn SET taken_at = now() - interval '1 day'`)
  await tidyUp(library.database, null)
  const left = await library.database.pool.query(
    'SELECT key FROM ninefold.limit_use UNION ALL SELECT key FROM ninefold.quota_turn',
  )
  expect(left.rows).toEqual([])
})

/** Requests to a library with a fault. */
async function withFault<Result>(
  double: (honest: Application) => Application,
  ask: (faulty: RunningApplication, client: Client) => Promise<Result>,
): Promise<Result> {
  await using faulty = await runApplication(text, { double })
  return await ask(faulty, await faulty.signUp({ email: 'one@example.test', password: PASSWORD }))
}

function planning(change: (planner: string, text: string) => string): (honest: Application) => Application {
  return withPlans(({ name }, plan, viewer) => {
    const made = plan(viewer)
    return isStatement(made) ? { ...made, text: change(name, made.text) } : made
  }, 'the wall stands')
}

/** Without PostgreSQL's serialisable isolation, only the lock keeps the order. */
function readCommitted(honest: Application): Application {
  const write: Database['write'] = (work) =>
    honest.database.write(async (transaction) => {
      await transaction.runOwn('weaker', 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED', [])
      return work(transaction)
    })
  return { ...honest, database: { ...honest.database, write } }
}

/** Others count before a transaction commits, on any machine. */
function lateToCommit(honest: Application): Application {
  const write: Database['write'] = (work) =>
    honest.database.write(async (transaction) => {
      const result = await work(transaction)
      await transaction.runOwn('late', 'SELECT pg_sleep(0.3)', [])
      return result
    })
  return { ...honest, database: { ...honest.database, write } }
}

const looks = async (_: RunningApplication, client: Client): Promise<number> =>
  (await times(40, () => client.get('/api/shelves'))).filter(({ status }) => status === 200).length

const shelves = async (faulty: RunningApplication, client: Client): Promise<number> => {
  const { id } = (await client.post('/api/branches', { name: 'North', shelves: 3 })).body
  const answers = await times(24, () => client.post('/api/shelves', { branch: id }))
  const kept = await faulty.database.pool.query('SELECT count(*) AS count FROM shelf')
  expect(Number(kept.rows[0].count)).toBe(answers.filter(({ status }) => status === 201).length)
  return Number(kept.rows[0].count)
}

it('would see uses that are read first and written then', async () => {
  // Slowly, so that concurrent requests start from the former state.
  const seen = (column: string): string =>
    `(SELECT own.${column} FROM ninefold.limit_use AS own, pg_sleep(0.01) WHERE own.key = kept.key)`
  const late = planning((name, sql) =>
    name === 'use' ? sql.replaceAll(/kept\.(moments|counts)/g, (_, column: string) => seen(column)) : sql,
  )
  expect(await withFault(late, looks)).not.toBe(10)
})

it('would see a fixed time, which permits twice the number around its end', async () => {
  const young = 'WHERE each.moment > now()'
  const fixed = planning((name, sql) =>
    name === 'use' ? sql.replace(young, 'WHERE (SELECT min(m) FROM unnest(kept.moments) AS m) > now()') : sql,
  )
  const seen = await withFault(fixed, looksOverAnEdge)
  expect(seen.at(-1)).toEqual({ 200: 10, 429: 2 })
})

it('keeps quotas by the turn alone, and would see that nobody waits for it', async () => {
  expect(await withFault(readCommitted, shelves)).toBe(3)
  const withoutTurns = planning((name, sql) =>
    name === 'turn' ? `WITH asked AS (SELECT ${'$1'}::uuid) SELECT 'turn' AS key` : sql,
  )
  const impatient = (honest: Application): Application => withoutTurns(readCommitted(lateToCommit(honest)))
  expect(await withFault(impatient, shelves)).toBeGreaterThan(3)
})

it('tells the pages with which day a week begins', async () => {
  const settings = '| Setting | Value |\n| --- | --- |\n| Week starts | Saturday |\n\n| Constant |'
  await using stated = await runApplication(text.replace('| Constant |', settings))
  expect((await stated.guest.get('/_ninefold/app')).body.firstWeekday).toBe(6)
  expect((await library.guest.get('/_ninefold/app')).body.firstWeekday).toBeNull()
})
