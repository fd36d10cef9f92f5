// Rules over several records, over HTTP, with several concurrent clients; and without the gate, where only the database
// enforces them.

import { readFileSync } from 'node:fs'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/several-records.md', import.meta.url), 'utf8')

let rules: RunningApplication
let guest: Client

beforeAll(async () => {
  rules = await runApplication(TEXT)
  guest = rules.guest
})

afterAll(() => rules[Symbol.asyncDispose]())

let rooms = 0

async function room(seats = 1): Promise<{ id: number; name: string }> {
  rooms += 1
  return made(await guest.post('/api/rooms', { name: `Room ${rooms}`, seats }))
}

function made(answer: Answer): any {
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

function hours(from: number, until: number): { start: string; end: string } {
  const at = (hour: number): string => `2030-05-01T${String(hour).padStart(2, '0')}:00:00Z`
  return { start: at(from), end: at(until) }
}

function codes({ status, body }: Answer): unknown[] {
  return [status, ...(body?.errors ?? []).map(({ code }: { code: string }) => code)]
}

function statusCounts(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Sends all requests concurrently. */
function race(size: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: size }, (_, index) => ask(index)))
}

it('lets no two counted periods of a group have a moment in common, and says so in the words of the catalogue', async () => {
  const { id, name } = await room()
  const book = async (from: number, until: number, of = id): Promise<Answer> => {
    const { id } = made(await guest.post('/api/bookings', { room: of, during: hours(from, until) }))
    return guest.post(`/api/bookings/${id}/book`)
  }
  expect((await book(10, 12)).status).toBe(200)
  const refused = await book(11, 13)
  expect([refused.status, refused.body.errors]).toEqual([
    409,
    [{ about: 'during', code: 'SLOT_TAKEN', message: `${name} is let at this time.` }],
  ])
  // A booking may start when another one ends, another room is independent, and cancelled bookings do not count.
  expect((await book(12, 13)).status).toBe(200)
  expect((await book(9, 10)).status).toBe(200)
  expect((await book(10, 12, (await room()).id)).status).toBe(200)
})

it('judges a change of the period, and a change of the group, and nothing that neither changes', async () => {
  const [one, other] = [await room(), await room()]
  const booked = async (of: number, from: number, until: number): Promise<number> => {
    const { id } = made(await guest.post('/api/bookings', { room: of, during: hours(from, until) }))
    expect((await guest.post(`/api/bookings/${id}/book`)).status).toBe(200)
    return id
  }
  const first = await booked(one.id, 8, 9)
  const second = await booked(one.id, 9, 10)
  const elsewhere = await booked(other.id, 8, 9)
  expect(codes(await guest.patch(`/api/bookings/${second}`, { during: hours(8, 10) }))).toEqual([409, 'SLOT_TAKEN'])
  expect(codes(await guest.patch(`/api/bookings/${elsewhere}`, { room: one.id }))).toEqual([409, 'SLOT_TAKEN'])
  expect((await guest.patch(`/api/bookings/${second}`, { note: 'Bring chairs' })).status).toBe(200)
  expect((await guest.post(`/api/bookings/${first}/end`)).status).toBe(200)
  expect((await guest.patch(`/api/bookings/${elsewhere}`, { room: one.id })).status).toBe(200)
})

it('gives overlapping times to one of many who want them at once', async () => {
  const { id } = await room()
  const asked = await race(12, (index) => guest.post('/api/bookings', { room: id, during: hours(index, index + 12) }))
  const answers = await race(12, (index) => guest.post(`/api/bookings/${made(asked[index] as Answer).id}/book`))
  expect(statusCounts(answers)).toEqual({ 200: 1, 409: 11 })
  expect(new Set(answers.flatMap(({ body }) => body.errors?.[0].code ?? []))).toEqual(new Set(['SLOT_TAKEN']))
})

it('counts no more records of a group than its bound, on creation, transition and change of the bound', async () => {
  const { id, name } = await room(2)
  const first = made(await guest.post('/api/seats', { room: id, who: 'Ada' }))
  const second = made(await guest.post('/api/seats', { room: id, who: 'Ben' }))
  expect((await guest.post('/api/seats', { room: id, who: 'Cleo' })).body).toMatchObject({
    status: 409,
    errors: [{ about: 'room', code: 'ROOM_FULL', message: `${name} has 2 seats only.` }],
  })
  expect((await guest.post(`/api/seats/${first.id}/leave`)).status).toBe(200)
  const third = made(await guest.post('/api/seats', { room: id, who: 'Cleo' }))
  expect(codes(await guest.post(`/api/seats/${first.id}/return`))).toEqual([409, 'ROOM_FULL'])
  expect(codes(await guest.patch(`/api/rooms/${name}`, { seats: 1 }))).toEqual([409, 'ROOM_FULL'])
  expect((await guest.delete(`/api/seats/${third.id}`)).status).toBe(204)
  expect((await guest.patch(`/api/rooms/${name}`, { seats: 1 })).status).toBe(200)
  expect((await guest.patch(`/api/seats/${second.id}`, { who: 'Benno' })).status).toBe(200)
})

it('gives the last seat to one of twenty who want it at once', async () => {
  const { id } = await room(3)
  for (const who of ['Ada', 'Ben']) made(await guest.post('/api/seats', { room: id, who }))
  const answers = await race(20, (index) => guest.post('/api/seats', { room: id, who: `Guest ${index}` }))
  expect(statusCounts(answers)).toEqual({ 201: 1, 409: 19 })
})

it('lets no bound fall below what is counted at the same moment', async () => {
  const { id, name } = await room(2)
  made(await guest.post('/api/seats', { room: id, who: 'Ada' }))
  const [narrowed, taken] = await Promise.all([
    guest.patch(`/api/rooms/${name}`, { seats: 1 }),
    guest.post('/api/seats', { room: id, who: 'Ben' }),
  ])
  expect([
    [200, 409],
    [409, 201],
  ]).toContainEqual([narrowed.status, taken.status])
})

it('follows a field never in a circle, also when several close it at once', async () => {
  const [a, b, c] = [await room(), await room(), await room()]
  expect((await guest.patch(`/api/rooms/${b.name}`, { partOf: a.id })).status).toBe(200)
  expect((await guest.patch(`/api/rooms/${c.name}`, { partOf: b.id })).status).toBe(200)
  expect((await guest.patch(`/api/rooms/${a.name}`, { partOf: c.id })).body).toMatchObject({
    errors: [{ about: 'partOf', code: 'CIRCLE', message: `${a.name} would lie within itself.` }],
  })
  expect(codes(await guest.patch(`/api/rooms/${a.name}`, { partOf: a.id }))).toEqual([422, 'CIRCLE'])
  const ring = [await room(), await room(), await room(), await room()]
  const answers = await race(4, (index) =>
    guest.patch(`/api/rooms/${ring[index]?.name}`, { partOf: ring[(index + 1) % 4]?.id ?? null }),
  )
  expect(statusCounts(answers)).toEqual({ 200: 3, 422: 1 })
})

async function team(name: string): Promise<{ ada: any; ben: any }> {
  made(await guest.post('/api/founding', { name, members: 2 }))
  const { items } = (await guest.get('/api/members?limit=100')).body
  const { body } = await guest.get('/api/teams?limit=100')
  const { id } = body.items.find((each: any) => each.name === name)
  const of = (who: string): any => items.find((each: any) => each.team === id && each.who === who)
  return { ada: of('Ada'), ben: of('Ben') }
}

it('asks at the end of a call, so that what comes first in it does not matter', async () => {
  expect((await guest.post('/api/founding', { name: 'Empty', members: 0 })).status).toBe(201)
  const { ben } = await team('Harbour')
  // For a moment, two members speak.
  expect((await guest.post(`/api/members/${ben.id}/speaks`)).status).toBe(204)
})

it('keeps at least one and exactly one, whoever leaves or changes, until the group itself is gone', async () => {
  const { ada, ben } = await team('Pier')
  expect(codes(await guest.delete(`/api/members/${ada.id}`))).toEqual([409, 'NO_OWNER', 'ONE_SPEAKER'])
  expect(codes(await guest.patch(`/api/members/${ada.id}`, { isOwner: false }))).toEqual([409, 'NO_OWNER'])
  expect(codes(await guest.patch(`/api/members/${ben.id}`, { isSpeaker: true }))).toEqual([409, 'ONE_SPEAKER'])
  expect((await guest.patch(`/api/members/${ben.id}`, { isOwner: true })).status).toBe(200)
  expect((await guest.patch(`/api/members/${ada.id}`, { isOwner: false })).status).toBe(200)
  expect((await guest.delete('/api/teams/Pier')).status).toBe(204)
})

it('does not ask a group in which a record has been for a moment of the transaction only', async () => {
  made(await guest.post('/api/founding', { name: 'Deserted', members: 0 }))
  const { ada } = await team('Mole')
  const move = (to: string): string =>
    `UPDATE member SET team_id = (SELECT id FROM team WHERE name = '${to}') WHERE id = '${ada.id}'`
  await rules.database.pool.query(`BEGIN; ${move('Deserted')}; ${move('Mole')}; COMMIT`)
  await expect(rules.database.pool.query(`BEGIN; ${move('Deserted')}; COMMIT`)).rejects.toThrow()
})

it('asks the group that a record leaves after another change of it in the same transaction', async () => {
  const { ada, ben } = await team('Jetty')
  await team('Landing')
  const all = (...statements: string[]): Promise<unknown> =>
    rules.database.pool.query(['BEGIN', ...statements, 'COMMIT'].join('; '))
  const renamed = (id: string): string => `UPDATE member SET who = 'Another' WHERE id = '${id}'`
  const moved = `UPDATE member SET team_id = (SELECT id FROM team WHERE name = 'Landing') WHERE id = '${ada.id}'`
  const gone = (id: string): string => `DELETE FROM member WHERE id = '${id}'`
  await expect(all(renamed(ada.id), gone(ada.id))).rejects.toThrow()
  await expect(all(renamed(ada.id), moved)).rejects.toThrow()
  await all(renamed(ben.id), gone(ben.id))
})

it('leaves one of two owners who resign at once', async () => {
  const { ada, ben } = await team('Quay')
  expect((await guest.patch(`/api/members/${ben.id}`, { isOwner: true })).status).toBe(200)
  const answers = await Promise.all([ada, ben].map(({ id }) => guest.patch(`/api/members/${id}`, { isOwner: false })))
  expect(statusCounts(answers)).toEqual({ 200: 1, 409: 1 })
})

it('never lets a computed value fall below its bound, however many take from it at once', async () => {
  const { id } = made(await guest.post('/api/accounts', { name: 'Till' }))
  made(await guest.post('/api/postings', { account: id, amount: '10.00' }))
  const answers = await race(16, () => guest.post('/api/postings', { account: id, amount: '-3.00' }))
  expect(statusCounts(answers)).toEqual({ 201: 3, 409: 13 })
  expect((await guest.get('/api/accounts/Till')).body.balance).toBe('1.00')
  expect(answers.find(({ status }) => status === 409)?.body.errors[0]).toMatchObject({
    code: 'OVERDRAWN',
    message: 'There is not so much on Till.',
  })
  expect(codes(await guest.patch('/api/accounts/Till', { least: 2 }))).toEqual([409, 'OVERDRAWN'])
  const { items } = (await guest.get('/api/postings?limit=100')).body
  const first = items.find((each: any) => each.account === id && each.amount === '10.00')
  expect(codes(await guest.delete(`/api/postings/${first.id}`))).toEqual([409, 'OVERDRAWN'])
})

it('adds up what belongs together, when all of it is written', async () => {
  for (const name of ['Left', 'Right']) {
    const { id } = made(await guest.post('/api/accounts', { name }))
    made(await guest.post('/api/postings', { account: id, amount: '5.00' }))
  }
  const move = (entry: string, amount: string, lost = '0'): Promise<Answer> =>
    guest.post('/api/transfers', { from: 'Left', to: 'Right', amount, lost, entry })
  expect((await move('E1', '2.00')).status).toBe(204)
  expect(codes(await move('E2', '2.00', '0.01'))).toEqual([422, 'NOT_WHOLE'])
  expect(codes(await move('E3', '9.00', '1'))).toEqual([409, 'OVERDRAWN', 'NOT_WHOLE'])
  expect((await guest.get('/api/accounts/Right')).body.balance).toBe('7.00')
  const { items } = (await guest.get('/api/postings?limit=100')).body
  const half = items.find((each: any) => each.entry === 'E1')
  expect(codes(await guest.delete(`/api/postings/${half.id}`))).toContain('NOT_WHOLE')
  expect(codes(await guest.patch(`/api/postings/${half.id}`, { entry: null }))).toEqual([422, 'NOT_WHOLE'])
})

/** Two foreign programs write a second seat each, and both check before either has committed. Returns how it ends. */
async function twoStrangers(): Promise<unknown[]> {
  const { id } = await room(1)
  const { pool } = rules.database
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    for (const client of [one, other]) {
      await client.query('BEGIN')
      await client.query(`INSERT INTO seat (room_id, who, status) VALUES (${id}, 'X', 'taken')`)
    }
    await one.query('SET CONSTRAINTS ALL IMMEDIATE')
    const waiting = other.query('SET CONSTRAINTS ALL IMMEDIATE').then(
      () => 'kept',
      (cause: { constraint?: string }) => cause.constraint,
    )
    let isAnswered = false
    void waiting.then(() => (isAnswered = true))
    // With the lock, the other one waits for the commit; without it, it has its answer by then.
    while (!isAnswered && !(await isBlocked(other))) await Promise.resolve()
    await one.query('COMMIT')
    const answer = await waiting
    await other.query('COMMIT')
    const { rows } = await pool.query(`SELECT count(*) AS seats FROM seat WHERE room_id = ${id}`)
    return [answer, rows[0].seats]
  } finally {
    one.release()
    other.release()
  }
}

async function isBlocked(client: PoolClient): Promise<boolean> {
  const { processID } = client as PoolClient & { readonly processID: number }
  const { rows } = await rules.database.pool.query<{ is: boolean }>(
    'SELECT cardinality(pg_blocking_pids($1)) > 0 AS is',
    [processID],
  )
  return rows[0]?.is === true
}

const SEATS_RULE = 'seat_everybody_has_a_seat_rule_2'

it('keeps them for other programs too, by the turn that each takes before it counts', async () => {
  expect(await twoStrangers()).toEqual([SEATS_RULE, 1])
})

it('is found out when no turn is taken', async () => {
  const { pool } = rules.database
  const { rows } = await pool.query<{ text: string }>(
    'SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1',
    [`${SEATS_RULE}_asked_1`],
  )
  const honest = rows[0]?.text ?? ''
  const faulty = honest.replace(/INSERT INTO ninefold\.rule_turn[^;]*;/g, '')
  expect(faulty).not.toBe(honest)
  await pool.query(faulty)
  expect(await twoStrangers()).toEqual(['kept', 2])
  await pool.query(honest)
  expect(await twoStrangers()).toEqual([SEATS_RULE, 1])
})

it('keeps periods apart by a constraint of PostgreSQL too, and holds against whoever writes past the gate', async () => {
  const { pool } = rules.database
  const { id } = await room(1)
  made(await guest.post('/api/seats', { room: id, who: 'Ada' }))
  await expect(
    pool.query(`INSERT INTO seat (room_id, who, status) VALUES (${id}, 'Ben', 'taken')`),
  ).rejects.toMatchObject({ code: '23514', constraint: SEATS_RULE })
  const range = `'[2031-01-01 10:00+00,2031-01-01 11:00+00)'`
  const values = `(${id}, ${range}, 'booked')`
  await pool.query('DROP TRIGGER booking_no_double_booking_rule_1 ON booking')
  await expect(
    pool.query(`INSERT INTO booking (room_id, during, status) VALUES ${values}, ${values}`),
  ).rejects.toMatchObject({ code: '23P01', constraint: 'booking_no_double_booking_rule_1_exclusion' })
})
