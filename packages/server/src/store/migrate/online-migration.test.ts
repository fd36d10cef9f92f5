// A new index of a large table is built while others write; a planted migration that builds it in its transaction blocks them.

import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { entity, field, modelOf, text } from '@ninefold/core/plan/model-for-tests.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const NOTE = planTables(
  modelOf([entity('Note', [text('title'), field('rating', { kind: 'whole number', min: 1, max: 9 })])], {}),
)

const INDEX = {
  name: 'note_rating_ahead',
  keys: ['"rating"'],
  columns: ['rating'],
  fields: ['rating'],
  unique: null,
} as const

function withIndex(schema: Schema): Schema {
  return {
    ...schema,
    tables: schema.tables.map((table) => ({ ...table, indexes: [...table.indexes, INDEX] })),
  }
}

async function valid({ pool }: TestDatabase): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ valid: boolean }>(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('public.${INDEX.name}')`,
  )
  return rows[0]?.valid
}

/**
 * Starts a slow write, then the migration, then another write; returns whether the second write ends before the first.
 */
async function writesMeanwhile(database: TestDatabase, largeBytes: number): Promise<boolean> {
  const slow = new pg.Client({ connectionString: database.connectionString })
  const quick = new pg.Client({ connectionString: database.connectionString })
  await Promise.all([slow.connect(), quick.connect()])
  await slow.query('BEGIN')
  await slow.query(`INSERT INTO note (title, created_at) VALUES ('slow', now())`)
  const migrating = migrate(database.pool, withIndex(NOTE), { consent: false, largeBytes })
  // The migration waits for the slow write in either case.
  for (let waiting = 0; waiting === 0;) {
    const { rows } = await quick.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND datname = current_database()`,
    )
    waiting = rows[0]?.count ?? 0
  }
  await quick.query(`SET lock_timeout = '300ms'`)
  const isDone = await quick.query(`INSERT INTO note (title, created_at) VALUES ('quick', now())`).then(
    () => true,
    () => false,
  )
  await slow.query('COMMIT')
  expect((await migrating).waiting).toEqual([])
  await Promise.all([slow.end(), quick.end()])
  return isDone
}

it('builds the index of a large table while others write', async () => {
  await using database = await createTestDatabase()
  await migrate(database.pool, NOTE, { consent: false })
  expect(await writesMeanwhile(database, 0)).toBe(true)
  expect(await valid(database)).toBe(true)
})

it('would see a migration that blocks them', async () => {
  await using database = await createTestDatabase()
  await migrate(database.pool, NOTE, { consent: false })
  expect(await writesMeanwhile(database, Infinity)).toBe(false)
  expect(await valid(database)).toBe(true)
})

it('builds it anew where a killed start has left an invalid one, and leaves none of a change that waits', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await migrate(pool, NOTE, { consent: false })
  await pool.query(`CREATE INDEX "${INDEX.name}" ON note (title)`)
  await pool.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'public.${INDEX.name}'::regclass`)
  await pool.query(`INSERT INTO note (title, created_at) VALUES ('kept', now())`)
  const without = planTables(modelOf([entity('Note', [field('rating', { kind: 'whole number', min: 1, max: 9 })])], {}))
  const { waiting } = await migrate(pool, withIndex(without), { consent: false, largeBytes: 0 })
  expect(waiting).toHaveLength(1)
  expect(await valid(database)).toBeUndefined()
  await Promise.all([1, 2, 3].map(() => migrate(pool, withIndex(NOTE), { consent: false, largeBytes: 0 })))
  expect(await valid(database)).toBe(true)
  const { rows } = await pool.query<{ of: string }>(`SELECT pg_get_indexdef('public.${INDEX.name}'::regclass) AS of`)
  expect(rows[0]?.of).toContain('(rating)')
})
