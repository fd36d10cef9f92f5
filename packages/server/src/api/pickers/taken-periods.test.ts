import { readFileSync } from 'node:fs'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const BOOKING = readFileSync(new URL('../../../../../examples/booking/app.md', import.meta.url), 'utf8')
const PATH = '/_ninefold/taken/booking/during'

let house: RunningApplication
let nora: Client
let hanna: Client
let day: (ahead: number) => string

beforeAll(async () => {
  house = await runApplication(BOOKING)
  nora = await house.signIn('nora@example.test', 'correct-horse-3')
  hanna = await house.signIn('hanna@example.test', 'correct-horse-1')
  const [found] = await rows(`SELECT (now() AT TIME ZONE 'Europe/Berlin')::date::text AS today`)
  day = (ahead) => new Date(Date.parse(String(found?.['today'])) + ahead * 86_400_000).toISOString().slice(0, 10)
  // Milo has the mornings of the first two days, and has given the third one back.
  const milo = await house.signIn('milo@example.test', 'correct-horse-2')
  const book = async (room: string, ahead: number, [from, until]: readonly [string, string]) => {
    const during = { start: `${day(ahead)}T${from}:00Z`, end: `${day(ahead)}T${until}:00Z` }
    const made = await milo.post('/api/bookings', { room: await roomCalled(room), during, people: 2 })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return String(made.body.number)
  }
  await book('Blue studio', 1, ['09:00', '11:00'])
  await book('Blue studio', 1, ['13:00', '14:30'])
  await book('Garage', 2, ['08:00', '12:00'])
  const given = await book('Garage', 3, ['08:00', '12:00'])
  expect((await milo.post(`/api/bookings/${given}/cancel`)).status).toBe(200)
  const course = { title: 'Tango', room: await roomCalled('Blue studio'), capacity: 5, price: '18.00' }
  const during = { start: `${day(5)}T17:00:00Z`, end: `${day(5)}T19:00:00Z` }
  expect((await hanna.post('/api/courses', { ...course, during })).status).toBe(201)
})
afterAll(() => house[Symbol.asyncDispose]())

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await house.database.pool.query(sql)).rows
const roomCalled = async (name: string) => String((await rows(`SELECT id FROM room WHERE name = '${name}'`))[0]?.['id'])
const asked = async (client: Client, room: string, from = day(1), until = day(2)) =>
  client.get(`${PATH}?${new URLSearchParams({ room: await roomCalled(room), from, until })}`)
const lengths = (taken: readonly { start: string; end: string }[]) =>
  taken.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 60_000).sort((a, b) => a - b)

it('tells those who may book when the room is taken, whoever has it, and nothing but the times', async () => {
  const { status, body } = await asked(nora, 'Blue studio')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['taken'])
  for (const each of body.taken) expect(Object.keys(each).sort()).toEqual(['end', 'start'])
  expect(lengths(body.taken)).toEqual([90, 120])
  // Neither another day, nor another room, nor a booking that does not count.
  expect((await asked(nora, 'Blue studio', day(2), day(3))).body.taken).toEqual([])
  expect(lengths((await asked(nora, 'Garage', day(1), day(5))).body.taken)).toEqual([240])
})

it('tells nothing to those whom the rule tells nothing, nor of what they do not see', async () => {
  expect((await asked(house.guest, 'Blue studio')).status).toBe(404)
  const course = `/_ninefold/taken/course/during?${new URLSearchParams({ room: await roomCalled('Blue studio'), from: day(0), until: day(30) })}`
  expect((await nora.get(course)).status).toBe(404)
  expect(lengths((await hanna.get(course)).body.taken)).toEqual([120])
  for (const other of ['booking/people', 'booking/nothing', 'nothing/during'])
    expect((await nora.get(`/_ninefold/taken/${other}?from=${day(1)}&until=${day(2)}`)).status).toBe(404)
  expect((await nora.get(`${PATH}?from=${day(1)}&until=${day(2)}`)).status).toBe(404)
  await rows(`UPDATE room SET active = false WHERE name = 'Garage'`)
  expect((await asked(nora, 'Garage', day(2), day(3))).status).toBe(404)
  await rows(`UPDATE room SET active = true WHERE name = 'Garage'`)
})

it('takes days, and no more of them than a calendar shows', async () => {
  const refusedFor = async (from: string, until: string) => {
    const { status, body } = await asked(nora, 'Garage', from, until)
    return [status, body.errors?.[0]?.about]
  }
  expect(await refusedFor('soon', day(2))).toEqual([422, 'from'])
  expect(await refusedFor(day(1), '2026-02-30')).toEqual([422, 'until'])
  expect(await refusedFor(day(2), day(2))).toEqual([422, 'until'])
  expect(await refusedFor('2020-01-01', '2026-01-01')).toEqual([422, 'until'])
  const room = await roomCalled('Garage')
  const query = `room=${room}&from=${day(1)}&until=${day(2)}`
  expect((await nora.get(`${PATH}?${query}&member=1`)).status).toBe(422)
  expect((await nora.get(`${PATH}?${query.replace(room, 'garage')}`)).status).toBe(422)
  expect((await nora.get(`${PATH}?${query}&room=${room}`)).status).toBe(422)
})

it('leaves a record that is changed out of its own way, and knows the rest of it', async () => {
  const path = '/_ninefold/taken/course/during'
  const [course] = await rows(`SELECT slug FROM course WHERE title = 'Tango'`)
  const around = { from: day(0), until: day(30) }
  const taken = async (client: Client, query: Record<string, string>) =>
    client.get(`${path}?${new URLSearchParams({ ...query, ...around })}`)
  const own = { 'record.slug': String(course?.['slug']) }
  expect(lengths((await taken(hanna, { room: await roomCalled('Blue studio') })).body.taken)).toEqual([120])
  expect((await taken(hanna, own)).body.taken).toEqual([])
  const room = await roomCalled('Garage')
  const during = { start: `${day(6)}T08:00:00Z`, end: `${day(6)}T09:00:00Z` }
  const other = { title: 'Bicycles', room, capacity: 5, price: '18.00', during }
  expect((await hanna.post('/api/courses', other)).status).toBe(201)
  // The room that the form gives counts, and not the one that it has.
  expect(lengths((await taken(hanna, { ...own, room })).body.taken)).toEqual([60])
  // Members see courses, and change none.
  expect((await taken(nora, own)).status).toBe(404)
  expect((await taken(hanna, { 'record.slug': 'nothing' })).status).toBe(404)
  expect((await taken(hanna, { ...own, 'record.id': '1' })).status).toBe(422)
})

it('is named by the form of those who may book, and by no other', async () => {
  const taken = async (client: Client, path: string) => {
    const { screens } = (await client.get('/_ninefold/app')).body as App
    const actions = screens.flatMap((screen) => [
      ...screen.actions,
      ...screen.blocks.flatMap((block) => ('actions' in block ? block.actions : [])),
    ])
    return actions.flatMap((action) =>
      action.kind === 'call' && action.method === 'POST' && action.path === path ? [action.taken] : [],
    )
  }
  const ofBooking = [{ input: 'during', address: PATH, same: { room: { input: 'room' } } }]
  expect((await taken(nora, '/api/bookings'))[0]).toEqual(ofBooking)
  expect((await taken(house.guest, '/api/bookings')).filter((each) => each !== undefined)).toEqual([])
})
