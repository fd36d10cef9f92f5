// Sequences of every kind are added to a table with rows, and changed there.

import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

function schemaOf(type: string | null): Schema {
  const { model, diagnostics } = compile(`# Invoices

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: Invoice

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| total | whole number | required | | |
${type === null ? '' : `| number | ${type} | unique | | |`}
`)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join('; '))
  return planTables(model)
}

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

async function become(type: string | null, consent = false): Promise<void> {
  expect((await migrate(database.pool, schemaOf(type), { consent })).waiting).toEqual([])
}

async function add(year: number): Promise<void> {
  await database.pool.query(`INSERT INTO invoice (total, created_at) VALUES (1, '${year}-06-01Z')`)
}

async function numbers(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ number: string }>('SELECT number::text FROM invoice ORDER BY id')
  return rows.map(({ number }) => number)
}

it('numbers the rows that are there in the order in which they came', async () => {
  await become(null)
  for (const year of [2031, 2030, 2030]) await add(year)
  await become('sequence per year as "{year}/{n:2}", without gaps')
  await add(2030)
  expect(await numbers()).toEqual(['2031/01', '2030/01', '2030/02', '2030/03'])
})

it('goes on after the numbers of a plain sequence, and the other way round', async () => {
  await become('sequence from 1000')
  for (const year of [2030, 2030]) await add(year)
  await become('sequence from 1000, without gaps')
  await add(2030)
  await become('sequence from 1000')
  await add(2030)
  expect(await numbers()).toEqual(['1000', '1001', '1002', '1003'])
})

it('writes another form from now on, and never a number twice', async () => {
  await become('sequence as "A-{n}"')
  for (const year of [2030, 2030]) await add(year)
  await database.pool.query(`DELETE FROM invoice WHERE number = 'A-2'`)
  await become('sequence as "B-{n:3}"')
  await add(2030)
  expect(await numbers()).toEqual(['A-1', 'B-003'])
})

it('leaves nothing behind when it goes', async () => {
  await become('sequence as "A-{n}"')
  await add(2030)
  await become(null, true)
  await add(2030)
  const { rows } = await database.pool.query(`SELECT proname FROM pg_proc WHERE proname = 'invoice_number_counter'`)
  expect(rows).toEqual([])
})

it('is no change where the text says the same of it as before', async () => {
  const type = 'sequence per year as "{year}/{n:2}", without gaps'
  await become(type)
  await add(2030)
  const schema = schemaOf(type)
  const tables = schema.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => (column.name === 'total' ? { ...column, isRequired: false } : column)),
  }))
  const { applied } = await migrate(database.pool, { ...schema, tables }, { consent: false })
  expect(applied.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('total')])
})
