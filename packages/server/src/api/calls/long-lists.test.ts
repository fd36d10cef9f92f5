// Long lists: every record comes once, regardless of the order and of equal values, and counting stops at a thousand.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const TICKETS = 1_100

let helpDesk: RunningApplication
let ben: Client

beforeAll(async () => {
  helpDesk = await runApplication(text)
  const { pool } = helpDesk.database
  ben = await helpDesk.signIn('ben@example.test', 'correct-horse-2')
  // Ben is in the team of every ticket except for the last ten. Fifty at a time have the same due date.
  await pool.query(`INSERT INTO team (name, created_at, updated_at) VALUES ('Second line', now(), now())`)
  await pool.query(
    `INSERT INTO team_members SELECT team.id, "user".id FROM team, "user" WHERE team.name = 'First line' AND "user".name = 'Ben Agent'`,
  )
  await pool.query(
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, rating, created_at, updated_at)
     SELECT 1000 + i, 'Ticket ' || i, 'Help', "user".id, category.id, team.id, 'low', 'new',
       timestamptz '2026-01-01' + (i / 50) * interval '1 day', CASE WHEN i % 3 = 0 THEN NULL ELSE 1 + i % 5 END, now(), now()
     FROM generate_series(1, ${TICKETS}) i, "user", category, team
     WHERE "user".name = 'Cleo Customer' AND team.name = CASE WHEN i > ${TICKETS - 10} THEN 'Second line' ELSE 'First line' END`,
  )
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

async function allSortedBy(sort: string): Promise<{ numbers: number[]; totals: Set<number> }> {
  const numbers: number[] = []
  const totals = new Set<number>()
  for (let after = ''; ;) {
    const { body } = await ben.get(`/api/tickets?limit=100&sort=${sort}${after}`)
    numbers.push(...body.items.map(({ number }: { number: number }) => number))
    totals.add(body.total)
    if (body.next === null) return { numbers, totals }
    after = `&after=${encodeURIComponent(body.next)}`
  }
}

it.each(['number', '-number', 'dueAt', '-dueAt', 'rating', '-priority'])(
  'brings every visible record once, page by page, sorted by %s',
  async (sort) => {
    const { numbers, totals } = await allSortedBy(sort)
    expect(numbers.length).toBe(TICKETS - 10)
    expect(new Set(numbers).size).toBe(TICKETS - 10)
    if (sort === 'number') expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    if (sort === '-number') expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    expect(totals).toEqual(new Set([1000]))
  },
)
