// Statements of a text that nobody tuned: PostgreSQL plans each of them once, not for each value; it evaluates each
// condition once; and a filter that the text states reads as much of a large table as of a small one.

import { readFileSync } from 'node:fs'
import { type Client, type RunningApplication, runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { AskedOfDatabase } from './asked-of-database.ts'
import { type Asked, touchedBy } from './touched.ts'

interface Ready extends AsyncDisposable {
  readonly application: RunningApplication
  readonly asked: AskedOfDatabase
  readonly ann: Client
}

/** Ten entries have the amount 7. */
const fill = (from: number, to: number): string => `
  INSERT INTO entry (code, account_id, amount, is_public, day, created_at)
    SELECT 'E' || i, accounts.ids[1 + i * 31 % 50], CASE WHEN i <= 10 THEN 7 ELSE 100 + i END, i % 3 = 0, date '2026-01-01' + i % 300, now()
    FROM generate_series(${from}, ${to}) AS i, (SELECT array_agg(id ORDER BY name) AS ids FROM account) AS accounts;
  ANALYZE`

async function ready(): Promise<Ready> {
  const asked = new AskedOfDatabase()
  const text = readFileSync(new URL('ledger.md', import.meta.url), 'utf8')
  const application = await runApplication(text, { double: asked.double })
  await application.database.pool.query(
    `INSERT INTO account (name, is_shared, created_at) SELECT 'Account ' || i, i % 2 = 0, now() FROM generate_series(1, 50) AS i;
     ${fill(1, 1000)}`,
  )
  const ann = await application.signIn('ann@example.test', 'correct-horse-1')
  return { application, asked, ann, [Symbol.asyncDispose]: () => application[Symbol.asyncDispose]() }
}

async function statementsOf({ asked, ann }: Ready, path: string): Promise<readonly Asked[]> {
  await ann.get(path)
  asked.taken()
  const { status, body } = await ann.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return asked.taken().filter(({ caller }) => caller !== null)
}

async function touchedFor(place: Ready, path: string) {
  const [statement, ...others] = await statementsOf(place, path)
  expect(others, `${path} is one statement`).toEqual([])
  if (statement === undefined) throw new Error(`${path} asked nothing.`)
  return touchedBy(place.application.database.pool, statement)
}

it('plans a statement once for all values, except where records are compared by order', async () => {
  await using place = await ready()
  for (const path of ['/api/entries', '/api/entries?amount=7&sort=code', '/api/entries/E3', '/api/found?amount=7'])
    expect(await touchedFor(place, path), path).toMatchObject({ plansForValues: 0 })
  // Few or nearly all entries may be that old.
  const { plansForValues } = await touchedFor(place, '/api/entries?day=2026-01-01..2026-01-03')
  expect(plansForValues).toBeGreaterThan(0)
})

it('asks each condition once', async () => {
  await using place = await ready()
  const [statement] = await statementsOf(place, '/api/found?amount=7')
  // The right to see the entry is also the right to see its amount. The call finds the first thousand, counts all, and lists
  // a page in order.
  expect(statement?.text.match(/"is_shared"/g)).toHaveLength(3)
})

it('reads no more of a larger table for a filter that a call states', async () => {
  await using place = await ready()
  const few = await touchedFor(place, '/api/found?amount=7')
  await place.application.database.pool.query(fill(1001, 20_000))
  const many = await touchedFor(place, '/api/found?amount=7')
  expect(many.pages, many.plan).toBeLessThan(few.pages * 1.5)
})

it('finds the taken times of a room by the index of the rule, however many periods the room has had', async () => {
  const asked = new AskedOfDatabase()
  const text = readFileSync(new URL('../../../../../examples/booking/app.md', import.meta.url), 'utf8')
  await using application = await runApplication(text, { double: asked.double })
  const { pool } = application.database
  const room = String((await pool.query<{ id: string }>(`SELECT id FROM room WHERE name = 'Garage'`)).rows[0]?.id)
  const milo = await application.signIn('milo@example.test', 'correct-horse-2')
  const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const during = { start: `${day(2)}T09:00:00Z`, end: `${day(2)}T11:00:00Z` }
  const made = await milo.post('/api/bookings', { room, during, people: 2 })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await pool.query(`SET session_replication_role = replica;
    INSERT INTO booking SELECT (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'number', 'old ' || i,
      'during', tstzrange(lower(during) - (i + 5) * interval '1 day', upper(during) - (i + 5) * interval '1 day')))).*
    FROM booking AS b, generate_series(1, 3000) AS i WHERE b.number = '${made.body.number}';
    RESET session_replication_role; ANALYZE`)
  asked.taken()
  const query = new URLSearchParams({ room, from: day(1), until: day(4) })
  const { body } = await milo.get(`/_ninefold/taken/booking/during?${query}`)
  expect(body.taken).toHaveLength(1)
  const statement = asked.taken().find((each) => each.text.includes('"booking"') && each.text.includes('&&'))
  if (statement === undefined) throw new Error('No statement compares periods.')
  const { rows, plan } = await touchedBy(pool, statement)
  expect(rows, plan).toBeLessThan(20)
})
