// examples/booking as its members use it: rooms are let once, courses are never overbooked, and everybody acts at the
// same time.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/booking/app.md', import.meta.url), 'utf8')

let studio: RunningApplication
let host: Client
let milo: Client
let nora: Client

beforeAll(async () => {
  studio = await runApplication(text)
  host = await studio.signIn('hanna@example.test', 'correct-horse-1')
  milo = await studio.signIn('milo@example.test', 'correct-horse-2')
  nora = await studio.signIn('nora@example.test', 'correct-horse-3')
})

afterAll(() => studio[Symbol.asyncDispose]())

function at(day: number, from: string, until: string): { start: string; end: string } {
  const date = `2030-05-${String(day).padStart(2, '0')}`
  return { start: `${date}T${from}:00Z`, end: `${date}T${until}:00Z` }
}

async function idOf(name: string): Promise<string> {
  const { items } = (await host.get('/api/rooms')).body
  return items.find((room: { name: string }) => room.name === name).id
}

async function book(who: Client, room: string, during: { start: string; end: string }): Promise<Answer> {
  return who.post('/api/bookings', { room: await idOf(room), during })
}

function codeOf({ status, body }: Answer): unknown[] {
  return [status, body?.code ?? body?.errors?.[0]?.code]
}

it('lets one of two members have the same hour, and the other again when the first gives it back', async () => {
  const first = await book(milo, 'Blue studio', at(1, '10:00', '11:00'))
  expect([first.status, first.body]).toMatchObject([
    201,
    { from: '2030-05-01T10:00:00.000Z', until: '2030-05-01T11:00:00.000Z', price: '25.00', status: 'held' },
  ])
  expect(first.body.number).toMatch(/^B-[0-9]{4}-0001$/)
  const second = await book(nora, 'Blue studio', at(1, '10:30', '11:30'))
  expect([second.status, second.body.errors]).toEqual([
    409,
    [{ about: 'during', code: 'SLOT_TAKEN', message: 'Somebody else has booked this time.' }],
  ])
  expect((await milo.post(`/api/bookings/${first.body.number}/cancel`)).status).toBe(200)
  expect((await book(nora, 'Blue studio', at(1, '10:30', '11:30'))).status).toBe(201)
})

it('lets a host move a booking to a free time only, and never lets its member', async () => {
  const { number } = (await book(milo, 'Garage', at(2, '08:00', '09:00'))).body
  await book(nora, 'Garage', at(2, '09:00', '10:00'))
  expect(codeOf(await host.patch(`/api/bookings/${number}`, { during: at(2, '08:00', '09:30') }))).toEqual([
    409,
    'SLOT_TAKEN',
  ])
  expect((await host.patch(`/api/bookings/${number}`, { during: at(2, '07:00', '09:00') })).status).toBe(200)
  expect((await milo.patch(`/api/bookings/${number}`, { during: at(2, '06:00', '07:00') })).status).toBe(403)
})

it('keeps the rules of one booking too: in the future, not too long, in the right order', async () => {
  const garage = await idOf('Garage')
  const asked = async (during: unknown): Promise<unknown[]> =>
    codeOf(await milo.post('/api/bookings', { room: garage, during }))
  expect(await asked({ start: '2020-05-01T10:00:00Z', end: '2020-05-01T11:00:00Z' })).toEqual([422, 'IN_THE_PAST'])
  expect(await asked(at(3, '08:00', '17:00'))).toEqual([422, 'TOO_LONG_A_BOOKING'])
  expect(await asked(at(3, '09:00', '08:00'))).toEqual([422, 'END_BEFORE_START'])
})

it('tells whether a room is free', async () => {
  await book(nora, 'Garage', at(4, '10:00', '11:00'))
  const { slug } = (await studio.guest.get('/api/rooms')).body.items.find((room: any) => room.name === 'Garage')
  const free = async (from: string, until: string): Promise<boolean> =>
    (await studio.guest.get(`/api/rooms/${slug}/free?from=2030-05-04T${from}:00Z&until=2030-05-04T${until}:00Z`)).body
      .free
  expect([await free('09:00', '10:00'), await free('10:59', '12:00'), await free('11:00', '12:00')]).toEqual([
    true,
    false,
    true,
  ])
})

it('gives the last place of a course to one of many, and one that is given back to the next', async () => {
  const course = {
    title: 'Salsa for two',
    room: await idOf('Blue studio'),
    during: at(5, '18:00', '20:00'),
    capacity: 2,
    price: '10',
  }
  const { slug } = (await host.post('/api/courses', course)).body
  const clients = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const email = `guest${index}@example.test`
      return studio.signUp({ name: `Guest ${index}`, email, password: 'a long enough one' })
    }),
  )
  const enrol = (client: Client, index: number): Promise<Answer> =>
    client.post(`/api/courses/${slug}/enrolments`, undefined, { 'idempotency-key': `enrol-${index}` })
  const answers = await Promise.all(clients.map(enrol))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)])
  expect(new Set(answers.flatMap(({ body }) => body.errors?.[0].code ?? []))).toEqual(new Set(['COURSE_FULL']))
  expect((await host.get(`/api/courses/${slug}`)).body.places).toBe(0)
  expect(codeOf(await host.patch(`/api/courses/${slug}`, { capacity: 1 }))).toEqual([409, 'COURSE_FULL'])
  const inside = answers.findIndex(({ status }) => status === 201)
  const outside = answers.findIndex(({ status }) => status === 409)
  const { items } = (await (clients[inside] as Client).get('/api/enrolments')).body
  expect((await (clients[inside] as Client).post(`/api/enrolments/${items[0].id}/leave`)).status).toBe(200)
  expect((await enrol(clients[outside] as Client, 100)).status).toBe(201)
  expect(codeOf(await enrol(clients[outside] as Client, 101))).toEqual([409, 'ALREADY_ENROLLED'])
})

it('plans no two courses in one room at a time', async () => {
  const room = await idOf('Garage')
  const plan = (title: string, from: string, until: string): Promise<Answer> =>
    host.post('/api/courses', { title, room, during: at(6, from, until), capacity: 2, price: '10' })
  expect((await plan('Bicycles', '10:00', '12:00')).status).toBe(201)
  expect(codeOf(await plan('Chairs', '11:00', '13:00'))).toEqual([409, 'ROOM_HAS_COURSE'])
  expect((await plan('Tables', '12:00', '13:00')).status).toBe(201)
})
