// Lists that a condition with an index narrows, in an order of which the index knows nothing: few records may match, or
// many. PostgreSQL reads only a small part of the table in both cases.

import { readFileSync } from 'node:fs'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { AskedOfDatabase } from './asked-of-database.ts'
import { touchedBy } from './touched.ts'

const ROWS = 20_000
/** Three entries are of the account "Small", which comes last, and have the amount 7; of each other account and amount there are a thousand. */
const FILL = `
  INSERT INTO account (name, is_shared, created_at) SELECT 'Account ' || lpad(i::text, 2, '0'), TRUE, now() FROM generate_series(1, 20) AS i;
  INSERT INTO account (name, is_shared, created_at) VALUES ('Small', TRUE, now());
  INSERT INTO entry (code, account_id, amount, is_public, day, created_at)
    SELECT 'E' || lpad(i::text, 6, '0'), accounts.ids[CASE WHEN is_small THEN 21 ELSE 1 + i % 20 END], CASE WHEN is_small THEN 7 ELSE 100 + i % 20 END,
      TRUE, '2026-01-01', now() + i * interval '1 second'
    FROM (SELECT i, i > ${ROWS - 3} AS is_small FROM generate_series(1, ${ROWS}) AS i) AS numbers,
      (SELECT array_agg(id ORDER BY name) AS ids FROM account) AS accounts`
/** Of about 350 pages of the table. */
const PAGES_FOR_FEW = 40

it('finds few records by their condition, and reads no index in the order of the list to its end', async () => {
  const asked = new AskedOfDatabase()
  const text = readFileSync(new URL('ledger.md', import.meta.url), 'utf8')
  await using application = await runApplication(text, { double: asked.double })
  const { pool } = application.database
  await pool.query(FILL)
  await pool.query('VACUUM ANALYZE')
  const idOf = async (name: string): Promise<string> =>
    (await pool.query<{ id: string }>('SELECT id FROM account WHERE name = $1', [name])).rows[0]?.id ?? ''
  const ann = await application.signIn('ann@example.test', 'correct-horse-1')
  const touched = async (path: string, total: number) => {
    await ann.get(path)
    asked.taken()
    const { status, body } = await ann.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.total, path).toBe(total)
    const [statement] = asked.taken().filter(({ caller }) => caller !== null)
    if (statement === undefined) throw new Error(`${path} asked nothing.`)
    return { body, ...(await touchedBy(pool, statement)) }
  }
  const small = await idOf('Small')
  for (const sort of ['', '&sort=code', '&sort=-code', '&sort=amount']) {
    const { pages, plan, body } = await touched(`/api/entries?account=${small}${sort}`, 3)
    expect(pages, `${sort}\n${plan}`).toBeLessThan(PAGES_FOR_FEW)
    expect(body.items.map(({ code }: { code: string }) => code)).toEqual(
      sort === '&sort=-code' ? ['E020000', 'E019999', 'E019998'] : ['E019998', 'E019999', 'E020000'],
    )
  }
  const few = await touched('/api/found?amount=7&limit=2&offset=1', 3)
  expect(few.pages, few.plan).toBeLessThan(PAGES_FOR_FEW)
  expect(few.body.entries.map(({ code }: { code: string }) => code)).toEqual(['E019999', 'E020000'])
  const many = await touched(`/api/entries?account=${await idOf('Account 03')}&sort=code&limit=3`, 1000)
  expect(many.body.items.map(({ code }: { code: string }) => code)).toEqual(['E000002', 'E000022', 'E000042'])
  const next = await touched(
    `/api/entries?account=${small}&sort=code&limit=2&after=${(await touched(`/api/entries?account=${small}&sort=code&limit=2`, 3)).body.next}`,
    3,
  )
  expect(next.body.items.map(({ code }: { code: string }) => code)).toEqual(['E020000'])
})
