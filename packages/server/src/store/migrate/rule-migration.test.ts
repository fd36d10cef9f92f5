// Rules over several records are added to a database with records, changed and removed.

import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

function schemaOf(rules: readonly string[], numberType = 'whole number'): Schema {
  const { model, diagnostics } = compile(`# Shifts

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Shift

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| who | text | required | | |
| during | period of dates | required | | |
| hours | ${numberType} | required | | |

## 5. Validation rules

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
${rules.join('\n')}

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO | 409 | who | No. |
`)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join('; '))
  return planTables(model)
}

const APART = '| Apart | Shift | who | | `during` never overlaps | NO |'
const FEW = '| Few | Shift | who | | sum of `hours` at most 10 | NO |'

let database: TestDatabase
let pool: Pool

beforeEach(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterEach(() => database.drop())

const write = (who: string, days: string, hours = 5): Promise<unknown> =>
  pool.query('INSERT INTO shift (who, during, hours) VALUES ($1, $2, $3)', [who, days, hours])

async function madeOf(kind: 'pg_trigger' | 'pg_proc'): Promise<number> {
  const text =
    kind === 'pg_trigger'
      ? `SELECT count(*)::int AS n FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = 'shift'::regclass`
      : `SELECT count(*)::int AS n FROM pg_proc WHERE pronamespace = 'ninefold'::regnamespace AND proname LIKE 'shift%'`
  return (await pool.query<{ n: number }>(text)).rows[0]?.n ?? 0
}

it('waits for records that break a new rule, and says how many', async () => {
  await migrate(pool, schemaOf([]), { consent: false })
  await write('Ada', '[2030-01-01,2030-01-05)')
  await write('Ada', '[2030-01-04,2030-01-06)')
  await write('Ben', '[2030-01-04,2030-01-06)')
  const first = await migrate(pool, schemaOf([APART, FEW]), { consent: true })
  expect(first.waiting.map(({ sentence, rows }) => [sentence, rows])).toEqual([
    ['The rule "Apart" has to hold for every record.', 2],
  ])
  await pool.query(`DELETE FROM shift WHERE during @> date '2030-01-05' AND who = 'Ada'`)
  expect((await migrate(pool, schemaOf([APART, FEW]), { consent: false })).waiting).toEqual([])
  await expect(write('Ada', '[2030-01-04,2030-01-06)')).rejects.toMatchObject({ code: '23P01' })
  await expect(write('Ada', '[2030-02-04,2030-02-06)', 6)).rejects.toMatchObject({ constraint: 'shift_few_rule_2' })
})

it('changes a rule and lets one go, leaving nothing of it', async () => {
  await migrate(pool, schemaOf([APART, FEW]), { consent: false })
  await migrate(pool, schemaOf(['| Apart | Shift | who, hours | | `during` never overlaps | NO |']), { consent: false })
  await write('Ada', '[2030-01-01,2030-01-05)', 4)
  await write('Ada', '[2030-01-04,2030-01-06)', 40)
  await expect(write('Ada', '[2030-01-04,2030-01-06)', 4)).rejects.toMatchObject({ code: '23P01' })
  await migrate(pool, schemaOf([]), { consent: false })
  await write('Ada', '[2030-01-04,2030-01-06)', 4)
  expect([await madeOf('pg_trigger'), await madeOf('pg_proc')]).toEqual([0, 0])
})

it('stays as it is while nothing of it changes, and lets a column of it change', async () => {
  await migrate(pool, schemaOf([APART, FEW]), { consent: false })
  await write('Ada', '[2030-01-01,2030-01-05)')
  const again = await migrate(pool, schemaOf([APART, FEW]), { consent: false })
  expect(again).toEqual({ applied: [], waiting: [] })
  const changed = await migrate(pool, schemaOf([APART, FEW], 'decimal with 1 place'), { consent: false })
  expect(changed.waiting).toEqual([])
  await expect(write('Ada', '[2030-02-04,2030-02-06)', 6)).rejects.toMatchObject({ constraint: 'shift_few_rule_2' })
})
