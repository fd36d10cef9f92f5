// A board lane by lane: the same records as the whole list has, each in one lane, with how many the lane has.

import { readFileSync } from 'node:fs'
import type { BoardData, ListData, RowData } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const CRM = readFileSync(new URL('../../../../../examples/crm/app.md', import.meta.url), 'utf8')
const BOARD = '/_ninefold/screens/pipeline/0'
const LANES = ['fresh', 'qualified', 'proposal', 'negotiation', 'won']

let house: RunningApplication
let mia: Client
let rob: Client

beforeAll(async () => {
  house = await runApplication(CRM)
  mia = await house.signIn('mia@example.test', 'correct-horse-2')
  rob = await house.signIn('rob@example.test', 'correct-horse-3')
  const { rows } = await house.database.pool.query(`SELECT company.id AS company FROM company WHERE name = 'Acme'`)
  // Closing on few days, so that many stand in no order but that of their ids.
  for (let number = 0; number < 40; number++) {
    const amount = { amount: String(100 + number), currency: 'EUR' }
    const deal = {
      title: `Deal ${number}`,
      company: rows[0]?.company,
      amount,
      closesOn: `2027-05-0${1 + (number % 3)}`,
    }
    expect((await rob.post('/api/deals', deal)).status).toBe(201)
  }
})
afterAll(() => house[Symbol.asyncDispose]())

const board = async (client: Client, cards: unknown = {}, query: Record<string, string> = {}): Promise<BoardData> => {
  const { status, body } = await client.get(
    `${BOARD}?${new URLSearchParams({ cards: JSON.stringify(cards), ...query })}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as BoardData
}
const whole = async (client: Client, query: Record<string, string> = {}): Promise<ListData> =>
  (await client.get(`${BOARD}?${new URLSearchParams(query)}`)).body
const inLane = ({ rows }: { readonly rows: readonly RowData[] }, lane: string): string[] =>
  rows.filter(({ values }) => values['stage'] === lane).map(({ id }) => id)

it('tells the first cards of each lane in the order of the list, and how many each has', async () => {
  for (const [client, query] of [
    [mia, {}],
    [rob, {}],
    [mia, { sort: '-title' }],
    [mia, { q: 'deal' }],
  ] as const) {
    const all = await whole(client, query)
    const answered = await board(client, { fresh: 7, won: 1 }, query)
    expect(answered.total).toBe(all.total)
    for (const lane of LANES) {
      const own = inLane(all, lane)
      const wanted = lane === 'fresh' ? 7 : lane === 'won' ? 1 : 25
      expect(inLane(answered, lane), lane).toEqual(own.slice(0, wanted))
      expect(answered.lanes.find(({ value }) => value === lane)?.count ?? 0, lane).toBe(own.length)
    }
    const places = new Map(all.rows.map(({ id }, index) => [id, index]))
    const shown = answered.rows.map(({ id }) => places.get(id) ?? -1)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(answered.rows[0]).toEqual(all.rows[0])
  }
  expect(inLane(await board(mia), 'fresh')).toHaveLength(25)
  expect(inLane(await board(mia, { fresh: 50 }), 'fresh').length).toBeGreaterThan(40)
})

it('has a card in the lane where it is now, and nowhere else', async () => {
  const { rows } = await board(rob)
  const card = rows.find(({ values }) => values['stage'] === 'fresh')
  const before = await board(rob)
  expect((await rob.post(`/api/deals/${card?.keys['number']}/qualify`)).status).toBe(200)
  const after = await board(rob)
  const counts = ({ lanes }: BoardData) => Object.fromEntries(lanes.map(({ value, count }) => [String(value), count]))
  expect(counts(after)['fresh']).toBe((counts(before)['fresh'] ?? 0) - 1)
  expect(counts(after)['qualified']).toBe((counts(before)['qualified'] ?? 0) + 1)
  expect(inLane(after, 'qualified')).toContain(card?.id)
  expect(inLane(after, 'fresh')).not.toContain(card?.id)
})

it('tells nobody of what they do not see, and takes nothing but counts of cards', async () => {
  const ben = await house.signIn('ben@example.test', 'correct-horse-5')
  const all = await whole(ben)
  expect((await board(ben)).lanes.reduce((sum, { count }) => sum + count, 0)).toBe(all.total)
  expect(all.total).toBeLessThan((await whole(mia)).total)
  for (const cards of [
    '',
    '7',
    '[]',
    '{"fresh":0}',
    '{"fresh":1001}',
    '{"fresh":"7"}',
    '{"fresh":1.5}',
    'null',
    '{"a\\u0000":1}',
  ])
    expect([cards, (await mia.get(`${BOARD}?${new URLSearchParams({ cards })}`)).status]).toEqual([cards, 422])
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, lane) => [lane, 1])))
  expect((await mia.get(`${BOARD}?${new URLSearchParams({ cards: many })}`)).status).toBe(422)
  // Another list has no lanes.
  expect((await mia.get('/_ninefold/screens/pipeline/1?cards={}')).status).toBe(422)
})
