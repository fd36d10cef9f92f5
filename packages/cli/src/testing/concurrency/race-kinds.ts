// Races for one thing → the possible winners, and the state that must follow. Each race returns its violations.

import type { Answer } from '@ninefold/server/testing/running-application.ts'
import type { Arena } from './arena.ts'

export type RaceKind =
  | 'transition'
  | 'two ways out'
  | 'version'
  | 'unique value'
  | 'period'
  | 'seats'
  | 'quota'
  | 'balance'
  | 'circle'
  | 'idempotency key'
  | 'numbers without gaps'

type Race = (arena: Arena) => Promise<string[]>

export const RACES: Readonly<Record<RaceKind, Race>> = {
  transition: async (arena) => {
    const order = await made(arena, '/api/orders', { title: arena.name })
    const answers = await arena.all((client) => client.post(`/api/orders/${order}/pack`))
    return [...expectWinners(answers, 200, 1, 409), ...(await expectMarks(arena, order, ['packed']))]
  },

  'two ways out': async (arena) => {
    const order = await made(arena, '/api/orders', { title: arena.name })
    const answers = await arena.all((client, index) =>
      client.post(`/api/orders/${order}/${index % 3 === 0 ? 'give-up' : 'pack'}`),
    )
    const { status } = (await arena.client(1).get(`/api/orders/${order}`)).body as { status: string }
    return [...expectWinners(answers, 200, 1, 409), ...(await expectMarks(arena, order, [status]))]
  },

  version: async (arena) => {
    const room = await made(arena, '/api/rooms', { name: arena.name, seats: 1 })
    const answers = await arena.all((client, index) =>
      client.patch(`/api/rooms/${room}`, { seats: index }, { 'if-match': '"1"' }),
    )
    const after = (await arena.client(0).get(`/api/rooms/${room}`)).body as { version: number; seats: number }
    const winner = answers.findIndex(({ status }) => status === 200)
    return [
      ...expectWinners(answers, 200, 1, 412),
      ...expectEqual('the version afterwards', after.version, 2),
      ...expectEqual('what is kept', after.seats, winner),
    ]
  },

  'unique value': async (arena) => {
    const answers = await arena.all((client, index) =>
      client.post('/api/rooms', { name: index % 2 === 0 ? arena.name : arena.name.toUpperCase(), seats: 1 }),
    )
    return expectWinners(answers, 201, 1, 409)
  },

  period: async (arena) => {
    const room = await made(arena, '/api/rooms', { name: arena.name, seats: 1 })
    const answers = await arena.all((client, index) => {
      // Everybody meets all the others, each at a different time.
      const minute = String(index % 60).padStart(2, '0')
      return client.post('/api/bookings', {
        room,
        during: { start: `2026-05-01T09:${minute}:00Z`, end: `2026-05-01T11:${minute}:00Z` },
      })
    })
    return expectWinners(answers, 201, 1, 409)
  },

  seats: async (arena) => {
    const seats = arena.pick(6)
    const room = await made(arena, '/api/rooms', { name: arena.name, seats })
    const answers = await arena.all((client, index) => client.post('/api/seats', { room, who: `Guest ${index}` }))
    return expectWinners(answers, 201, seats, 409)
  },

  quota: async (arena) => {
    const seats = arena.pick(6)
    const room = await made(arena, '/api/rooms', { name: arena.name, seats })
    return expectWinners(await arena.all((client) => client.post('/api/boxes', { room })), 201, seats, 409)
  },

  balance: async (arena) => {
    const account = await made(arena, '/api/accounts', { name: arena.name })
    const cents = 100 + arena.pick(900)
    const taken = 50 + arena.pick(200)
    await made(arena, '/api/postings', { account, amount: decimal(cents) })
    const answers = await arena.all((client) => client.post('/api/postings', { account, amount: decimal(-taken) }))
    const most = Math.min(Math.floor(cents / taken), answers.length)
    const { balance } = (await arena.client(1).get(`/api/accounts/${account}`)).body as { balance: string }
    return [
      ...expectWinners(answers, 201, most, 409),
      ...expectEqual('the balance', balance, decimal(cents - most * taken)),
    ]
  },

  circle: async (arena) => {
    const rooms: number[] = []
    for (const letter of ['a', 'b', 'c', 'd'])
      rooms.push(await made(arena, '/api/rooms', { name: `${arena.name} ${letter}`, seats: 1 }))
    // Three of the four can follow each other; the fourth would close the cycle.
    const answers = await arena.all((client, index) => {
      const of = index % rooms.length
      return client.patch(`/api/rooms/${rooms[of]}`, { partOf: rooms[(of + 1) % rooms.length] })
    })
    const refused = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [] : [index % rooms.length])))
    const isOneWay = answers.every(({ status }, index) => (status === 200) !== refused.has(index % rooms.length))
    return [
      ...expectEqual('how many would close the circle', refused.size, 1),
      ...(isOneWay ? [] : ['the same change was done and refused']),
      ...expectStatuses(answers, [200, 409]),
    ]
  },

  'idempotency key': async (arena) => {
    const answers = await arena.all((client) =>
      client.post('/api/letters', { key: arena.name }, { 'idempotency-key': arena.name }),
    )
    const told = new Set(answers.map(({ body }) => JSON.stringify(body)))
    const { numbers } = (await arena.client(1).get(`/api/letters?key=${encodeURIComponent(arena.name)}`)).body as {
      numbers: number[]
    }
    return [
      ...expectStatuses(answers, [201]),
      ...expectEqual('different answers', told.size, 1),
      ...expectEqual('letters', numbers.length, 1),
    ]
  },

  'numbers without gaps': async (arena) => {
    const answers = await arena.all((client) => client.post('/api/letters', { key: arena.name }))
    const given = answers.map(({ body }) => (body as { number: number }).number).toSorted((a, b) => a - b)
    const first = given[0] ?? 0
    return [
      ...expectStatuses(answers, [201]),
      ...(given.every((number, index) => number === first + index) ? [] : [`numbers ${given.join(', ')}`]),
    ]
  },
}

/** Returns the number of the new record. */
async function made(arena: Arena, path: string, body: unknown): Promise<number> {
  const answer = await arena.client(0).post(path, body)
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return (answer.body as { id: number }).id
}

function expectWinners(answers: readonly Answer[], won: number, wanted: number, lost: number): string[] {
  const winners = answers.filter(({ status }) => status === won).length
  return [
    ...(winners === wanted ? [] : [`${winners} won instead of ${wanted}`]),
    ...expectStatuses(answers, [won, lost]),
  ]
}

function expectStatuses(answers: readonly Answer[], wanted: readonly number[]): string[] {
  const other = answers.find(({ status }) => !wanted.includes(status))
  return other === undefined ? [] : [`answered ${other.status}: ${JSON.stringify(other.body).slice(0, 200)}`]
}

/** Each transition out of a state must have left its mark once. */
async function expectMarks(arena: Arena, order: number, wanted: readonly string[]): Promise<string[]> {
  const answer = await arena.client(1).get(`/api/marks?order=${order}`)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { items } = answer.body as { items: { what: string }[] }
  return expectEqual('marks', items.map(({ what }) => what).join(', '), wanted.join(', '))
}

function expectEqual(what: string, came: unknown, wanted: unknown): string[] {
  return Object.is(came, wanted) ? [] : [`${what}: ${String(came)} instead of ${String(wanted)}`]
}

function decimal(cents: number): string {
  return (cents / 100).toFixed(2)
}
