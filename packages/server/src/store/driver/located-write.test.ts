// A write at the position of its row changes that row alone, through a connection that stays and through a pooler.

import { LOCATED_ROW, IS_LOCATED } from '@ninefold/core/plan/write/located-row.ts'
import { renderSql, sql, type Statement, variable } from '@ninefold/core/plan/sql/sql.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTransactionPooler, type TransactionPooler } from '../../testing/servers/transaction-pooler.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'

let test: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: TransactionPooler
let ways: readonly Database[]

beforeAll(async () => {
  test = await createTestDatabase()
  pooler = await startTransactionPooler(test.connectionString)
  const pooling = { directConnectionString: test.connectionString, keepsStatements: false }
  ways = [
    // One connection, so that each write follows the others on it.
    openDatabase({ connectionString: test.connectionString, connectionsMax: 1 }),
    openDatabase({ connectionString: pooler.connectionString, pooling }),
  ]
})

beforeEach(async () => {
  await test.pool.query(`DROP TABLE IF EXISTS public.note;
    CREATE TABLE public.note AS SELECT word, 0 AS uses FROM unnest('{ash,birch,cedar}'::text[]) AS word`)
})

afterAll(async () => {
  for (const database of ways) await database.close()
  await pooler[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
})

const FOUND = renderSql(
  sql`SELECT t.ctid::text AS position FROM public.note AS t WHERE t.word = ${variable('key', 'text')}`,
)
const use = (locatedBy: Statement): Statement => ({
  ...renderSql(sql`UPDATE public.note AS t SET uses = uses + 1 WHERE ${IS_LOCATED} RETURNING t.word`),
  locatedBy,
})

async function usesAfter(): Promise<Record<string, number>> {
  const { rows } = await test.pool.query<{ word: string; uses: number }>('SELECT word, uses FROM public.note')
  return Object.fromEntries(rows.map(({ word, uses }) => [word, uses]))
}

it('changes the row that was found, wherever it has moved to before, and none that was not found', async () => {
  for (const database of ways)
    for (const key of ['birch', 'birch', 'elm', 'cedar'])
      expect(await database.writeAtOnce(use(FOUND), { key })).toEqual(key === 'elm' ? [] : [{ word: key }])
  expect(await usesAfter()).toEqual({ ash: 0, birch: 4, cedar: 2 })
  expect(pooler.left()).toEqual([])
})

it('writes nothing where finding fails, and goes on by the same connection', async () => {
  const failing = { text: 'SELECT (1 / 0)::text AS position', parameters: [] }
  for (const database of ways) {
    await database.writeAtOnce(use(FOUND), { key: 'ash' })
    await expect(database.writeAtOnce(use(failing), {})).rejects.toThrow('division by zero')
    await expect(
      database.writeAtOnce({ text: 'SELECT 1 / 0', parameters: [], locatedBy: FOUND }, { key: 'ash' }),
    ).rejects.toThrow('division by zero')
    expect(await database.writeAtOnce(use(FOUND), { key: 'cedar' })).toEqual([{ word: 'cedar' }])
  }
  expect(await usesAfter()).toEqual({ ash: 2, birch: 0, cedar: 2 })
})

it('finds outside of SERIALIZABLE, where reading an index conflicts with its writers', async () => {
  const isolation = `current_setting('transaction_isolation')`
  const tells = { text: `SELECT ${isolation} AS position`, parameters: [] }
  const told = `SELECT current_setting('${LOCATED_ROW}') AS found, ${isolation} AS written`
  for (const database of ways)
    expect(await database.writeAtOnce({ text: told, parameters: [], locatedBy: tells }, {})).toEqual([
      { found: 'read committed', written: 'serializable' },
    ])
})
