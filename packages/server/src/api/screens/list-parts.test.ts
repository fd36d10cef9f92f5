// Infinite scrolling: the parts together are the list, and after concurrent inserts, changes and deletions each row is
// in one part.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const TICKETS = 430

let helpDesk: RunningApplication
let ben: Client
let cleo: Client

async function addTickets(from: number, until: number, days: string): Promise<void> {
  await helpDesk.database.pool.query(
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at)
     SELECT 1000 + i, 'Ticket ' || i, 'Help', "user".id, category.id, team.id, (ARRAY['low','high'])[1 + i % 2], 'new',
       timestamptz '2026-01-01' + (${days}) * interval '1 day', now(), now()
     FROM generate_series(${from}::int, ${until}::int) i, "user", category, team
     WHERE "user".name = 'Cleo Customer' AND team.name = CASE WHEN i % 10 = 0 THEN 'Second line' ELSE 'First line' END`,
  )
}

beforeAll(async () => {
  helpDesk = await runApplication(text)
  const { pool } = helpDesk.database
  ben = await helpDesk.signIn('ben@example.test', 'correct-horse-2')
  cleo = await helpDesk.signIn('cleo@example.test', 'correct-horse-3')
  await pool.query(`INSERT INTO team (name, created_at, updated_at) VALUES ('Second line', now(), now())`)
  await pool.query(
    `INSERT INTO team_members SELECT team.id, "user".id FROM team, "user" WHERE team.name = 'First line' AND "user".name = 'Ben Agent'`,
  )
  // One in ten is in a team without Ben; fifty at a time have the same due date.
  await addTickets(1, TICKETS, 'i / 50')
  await pool.query(
    `UPDATE ticket SET assignee_id = (SELECT id FROM "user" WHERE name = 'Ben Agent') WHERE number % 3 = 0`,
  )
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

interface Part {
  readonly after: string
  readonly numbers: readonly number[]
  readonly next: string | null
  readonly total: number | null
}

async function part(after: string, query = '', until: string | null = null): Promise<Part> {
  const end = until === null ? '' : `&until=${encodeURIComponent(until)}`
  const { status, body } = await ben.get(`/_ninefold/screens/queue/0?after=${encodeURIComponent(after)}${end}${query}`)
  expect(status).toBe(200)
  const numbers = body.rows.map(({ values }: { values: { number: number } }) => values.number)
  return { after, numbers, next: body.next, total: body.total }
}

async function allParts(query = ''): Promise<Part[]> {
  const parts = [await part('', query)]
  for (let next = parts[0]?.next ?? null; next !== null;) {
    const following = await part(next, query)
    parts.push(following)
    next = following.next
  }
  return parts
}

/** Fetches each part again, between its two cursors. */
function again(parts: readonly Part[]): Promise<Part[]> {
  return Promise.all(parts.map(({ after, next }) => part(after, '', next)))
}

const numbersOf = (parts: readonly Part[]): number[] => parts.flatMap(({ numbers }) => numbers)

async function page(query: string): Promise<number[]> {
  const numbers: number[] = []
  for (let number = 1; ; number++) {
    const { body } = await ben.get(`/_ninefold/screens/queue/0?page=${number}${query}`)
    numbers.push(...body.rows.map(({ values }: { values: { number: number } }) => values.number))
    if (numbers.length >= body.total) return numbers
  }
}

it.each(['', '&sort=-number', '&sort=-priority,dueAt', '&priority=high', '&q=7'])(
  'is the list that pages are of, whole and in its order: %s',
  async (query) => {
    const parts = await allParts(query)
    expect(numbersOf(parts)).toEqual(await page(query))
    expect(parts[0]?.total).toBe(numbersOf(parts).length)
    expect(parts.slice(1).every(({ total }) => total === null)).toBe(true)
    expect(parts.slice(0, -1).every(({ numbers }) => numbers.length === 100)).toBe(true)
  },
)

it('keeps each row in one part, whatever comes and goes meanwhile', async () => {
  const parts = await allParts()
  const before = numbersOf(parts)
  // Some at the start, in the middle and at the end; and some of the former rows are gone.
  await addTickets(5001, 5020, '(i % 15) - 3')
  const taken = before.slice(80, 110)
  await helpDesk.database.pool.query(`UPDATE ticket SET status = 'closed' WHERE number = ANY($1)`, [taken])
  const now = numbersOf(await again(parts))
  const whole = numbersOf(await allParts())
  expect(now).toEqual(whole)
  expect(new Set(now).size).toBe(now.length)
  expect(now.length).toBe(before.length - 30 + 18)
  // With offsets, as pages use them, rows are lost and shown twice.
  const byPlace = parts.flatMap((_, index) => before.slice(index * 100, index * 100 + 100))
  expect(byPlace).not.toEqual(whole)
  await helpDesk.database.pool.query(`DELETE FROM ticket WHERE number > 6000`)
  await helpDesk.database.pool.query(`UPDATE ticket SET status = 'new' WHERE number = ANY($1)`, [taken])
})

it('ends and begins between rows that are alike, and between empty values', async () => {
  // Not a column of the queue: the id decides among empty values.
  const order = Buffer.from(JSON.stringify(['', [null], '00000000-0000-0000-0000-000000000000'])).toString('base64url')
  expect((await part(order)).numbers).toEqual([])
  expect((await part('', '', order)).numbers.length).toBe(numbersOf(await allParts()).length)
})

it('tells nobody more than the list does', async () => {
  const { numbers, next } = await part('')
  expect(numbers.every((number) => number % 10 !== 0)).toBe(true)
  const asked = `/_ninefold/screens/queue/0?after=${encodeURIComponent(next ?? '')}`
  expect((await cleo.get(asked)).status).toBe(404)
  expect((await helpDesk.guest.get(asked)).status).toBe(401)
})

it.each([
  ['no place', 'x'],
  ['another order', ['-number', ['1'], '00000000-0000-0000-0000-000000000000']],
  ['too many values', ['', ['2026-01-01', '2'], '00000000-0000-0000-0000-000000000000']],
  ['no value of the column', ['', ['yesterday, perhaps'], '00000000-0000-0000-0000-000000000000']],
  ['no id', ['', ['2026-01-01'], 'me']],
  ['an end of the text', ['', ['\u0000'], '00000000-0000-0000-0000-000000000000']],
  ['something else', { after: 1 }],
])('refuses %s instead of a place', async (_, place) => {
  const after = typeof place === 'string' ? place : Buffer.from(JSON.stringify(place)).toString('base64url')
  for (const name of ['after', 'until']) {
    const { status, body } = await ben.get(`/_ninefold/screens/queue/0?${name}=${after}`, {
      accept: 'application/problem+json',
    })
    expect([name, status]).toEqual([name, 422])
    expect(body.errors[0].code).toBe('WRONG_TYPE')
  }
})
