// Lists with more records than are counted: their pages and parts still form the whole list, whichever plan PostgreSQL
// uses, and rare values are counted and found.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FOUND_COUNT_MAX, isCounted, LISTED_COUNT_MAX } from '@ninefold/core/model/lists/list-count.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const TICKETS = LISTED_COUNT_MAX + 210
const RARE = 130

let helpDesk: RunningApplication
let ada: Client

beforeAll(async () => {
  helpDesk = await runApplication(text)
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  await helpDesk.database.pool.query(
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at)
     SELECT 1000 + i, 'Ticket ' || i, 'Help', "user".id, category.id, team.id,
       CASE WHEN i > ${TICKETS - RARE} THEN 'urgent' ELSE (ARRAY['low','normal','high'])[1 + i % 3] END, 'new',
       timestamptz '2026-01-01' + (i / 50) * interval '1 day', now(), now()
     FROM generate_series(1, ${TICKETS}) i, "user", category, team WHERE "user".name = 'Cleo Customer'`,
  )
  await helpDesk.database.pool.query(
    `UPDATE ticket SET assignee_id = "user".id FROM "user" WHERE "user".name = (ARRAY['Ben Agent', 'Ada Admin'])[1 + number % 3]`,
  )
  await helpDesk.database.pool.query('ANALYZE ticket')
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

interface Rows {
  readonly rows: readonly { readonly values: { readonly number: number } }[]
  readonly total: number | null
  readonly next?: string | null
}

async function asked(query: string): Promise<Rows & { readonly numbers: readonly number[] }> {
  const { status, body } = await ada.get(`/_ninefold/screens/queue/0${query}`)
  expect(status).toBe(200)
  return { ...(body as Rows), numbers: (body as Rows).rows.map(({ values }) => values.number) }
}

async function inOrder(order: string, where = 'true'): Promise<number[]> {
  const { rows } = await helpDesk.database.pool.query<{ number: string }>(
    `SELECT number FROM ticket WHERE ${where} ORDER BY ${order}`,
  )
  return rows.map(({ number }) => Number(number))
}

const PRIORITY = `array_position(ARRAY['low', 'normal', 'high', 'urgent'], priority)`
const NAME_OF = (field: string, of: string): string => `(SELECT name FROM ${of} o WHERE o.id = ${field}_id)`
const ORDERS = [
  ['', 'due_at, id'],
  ['&sort=-dueAt', 'due_at DESC, id DESC'],
  ['&sort=priority', `${PRIORITY}, id`],
  ['&sort=-priority,number', `${PRIORITY} DESC, number`],
  // One user has requested all of them, and a third are unassigned: many ties, and some empty values.
  ['&sort=assignee.name', `${NAME_OF('assignee', '"user"')} NULLS LAST, id`],
  ['&sort=requester.name,-assignee.name', `${NAME_OF('assignee', '"user"')} DESC NULLS LAST, id DESC`],
] as const

it.each(ORDERS)(
  'has pages at the beginning, deep in it and at its end, and says that there are more: %s',
  async (sort, order) => {
    const all = await inOrder(order)
    for (const page of [1, 2, 300, Math.ceil(TICKETS / 20)]) {
      const { numbers, total } = await asked(`?page=${page}${sort}`)
      expect(numbers).toEqual(all.slice((page - 1) * 20, page * 20))
      expect(isCounted(total ?? 0)).toBe(false)
    }
    expect((await asked(`?page=${Math.ceil(TICKETS / 20) + 1}${sort}`)).numbers).toEqual([])
  },
)

/** The list is searched in number, subject and body. */
const found = (digits: string): string => `number || subject LIKE '%${digits}%'`

it.each(ORDERS)('counts what a search finds to fewer, and has all of it on its pages: %s', async (sort, order) => {
  const all = await inOrder(order, found('9'))
  for (const page of [1, 60, Math.ceil(all.length / 20)]) {
    const { numbers, total } = await asked(`?page=${page}&q=TICKET+9${sort}`)
    expect([numbers, total]).toEqual([all.slice((page - 1) * 20, page * 20), FOUND_COUNT_MAX + 1])
    expect(isCounted(total ?? 0)).toBe(false)
  }
  const few = await inOrder(order, found('99'))
  const { numbers, total } = await asked(`?page=3&q=99+ticket${sort}`)
  expect([numbers, total]).toEqual([few.slice(40, 60), few.length])
})

it.each(ORDERS)('goes on from part to part as its order does: %s', async (sort, order) => {
  const all = await inOrder(order)
  let part = await asked(`?after=${sort}`)
  expect(isCounted(part.total ?? 0)).toBe(false)
  for (const begin of [0, 100, 200]) {
    expect(part.numbers).toEqual(all.slice(begin, begin + 100))
    part = await asked(`?after=${encodeURIComponent(part.next ?? '')}${sort}`)
  }
})

it.each(ORDERS)('counts and finds what is rare, page by page and part by part: %s', async (sort, order) => {
  const rare = await inOrder(order, `priority = 'urgent'`)
  const last = await asked(`?page=7&priority=urgent${sort}`)
  expect([last.total, last.numbers]).toEqual([RARE, rare.slice(120)])
  const first = await asked(`?after=&priority=urgent${sort}`)
  const second = await asked(`?after=${encodeURIComponent(first.next ?? '')}&priority=urgent${sort}`)
  expect([first.total, [...first.numbers, ...second.numbers], second.next]).toEqual([RARE, rare, null])
})
