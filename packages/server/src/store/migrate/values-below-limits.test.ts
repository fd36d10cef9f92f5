// A database of an earlier version of Ninefold, or one that an earlier version served in between → constraints that tell
// values below two limits from those above them.

import { entity, field, modelOf } from '@ninefold/core/plan/model-for-tests.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { catalog } from '../../testing/catalog.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const SCHEMA = planTables(
  modelOf([
    entity('Ticket', [
      field('subject', { kind: 'text', lengthMin: 5, lengthMax: 120 }),
      field('rating', { kind: 'whole number', min: 1, max: 5 }),
    ]),
  ]),
)

/** As an earlier version plans it. */
const EARLIER: Schema = {
  ...SCHEMA,
  tables: SCHEMA.tables.map((table) => ({ ...table, checks: table.checks.map(({ below: _, ...check }) => check) })),
}

const bring = (pool: Pool, schema: Schema) => migrate(pool, schema, { consent: false })

/** The constraint that refuses the rating. */
async function refusalOf(pool: Pool, rating: number): Promise<string | undefined> {
  return pool.query(`INSERT INTO ticket (rating, created_at) VALUES (${rating}, now())`).then(
    () => undefined,
    (cause: { readonly constraint?: string }) => cause.constraint,
  )
}

it('adds the constraint to a database of an earlier version, and again after one has served it', async () => {
  await using database = await createTestDatabase()
  await using fresh = await createTestDatabase()
  const { pool } = database
  await bring(fresh.pool, SCHEMA)
  await bring(pool, EARLIER)
  expect(await refusalOf(pool, 0)).toBe('ticket_rating_range')
  for (const from of [SCHEMA, EARLIER]) {
    await bring(pool, from)
    await bring(pool, SCHEMA)
    expect(await refusalOf(pool, 0)).toBe('_ticket_rating_range')
    expect(await refusalOf(pool, 6)).toBe('ticket_rating_range')
    expect(await catalog(pool)).toEqual(await catalog(fresh.pool))
  }
})

it('leaves records alone whose rule applies from their next change on', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await bring(pool, EARLIER)
  await pool.query('ALTER TABLE ticket DROP CONSTRAINT ticket_rating_range')
  expect(await refusalOf(pool, 0)).toBe(undefined)
  await pool.query('ALTER TABLE ticket ADD CONSTRAINT ticket_rating_range CHECK (rating BETWEEN 1 AND 5) NOT VALID')
  await bring(pool, SCHEMA)
  expect(await refusalOf(pool, 0)).toBe('_ticket_rating_range')
  expect((await pool.query('SELECT rating::int FROM ticket')).rows).toEqual([{ rating: 0 }])
})
