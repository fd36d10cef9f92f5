import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('gives each test a database that nobody else writes to', async () => {
  await using one = await createTestDatabase()
  await using other = await createTestDatabase()
  await one.pool.query('CREATE TABLE thing (id int)')
  await expect(other.pool.query('SELECT * FROM thing')).rejects.toThrow('does not exist')
})

it('runs PostgreSQL 18, comparing text by code points and lowering it with ICU on request', async () => {
  await using database = await createTestDatabase()
  const { rows } = await database.pool.query(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, 'a' < 'B' AS "isByLocale",
            U&'\\FF5E' < U&'\\+01F600' AS "isByCodePoint", lower('ÀÉ' COLLATE "und-x-icu") AS lower`,
  )
  expect(rows).toEqual([{ version: 18, isByLocale: false, isByCodePoint: true, lower: 'àé' }])
})
