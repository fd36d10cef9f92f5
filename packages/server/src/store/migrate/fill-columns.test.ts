// Backfills while the old version is served: no request waits and nothing is lost, wherever they are interrupted.

import { entity, field, modelOf, text } from '@ninefold/core/plan/model-for-tests.ts'
import { NO_CHANGES, type SchemaChanges } from '@ninefold/core/plan/migration/schema-changes.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { breakingBefore } from '../../testing/servers/breaking-pool.ts'
import { catalog } from '../../testing/catalog.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const OLD = planTables(modelOf([entity('Note', [text('title'), text('size')])]))
const NEXT = planTables(
  modelOf([
    entity('Note', [
      text('title'),
      field('size', { kind: 'whole number', min: null, max: 99 }, { isRequired: true }),
      field('length', { kind: 'whole number', min: null, max: null }, { isRequired: true }),
    ]),
  ]),
)
const CHANGES: SchemaChanges = {
  ...NO_CHANGES,
  values: [
    { entity: 'Note', field: 'size', sql: 'coalesce(length(t."size"), 0)' },
    { entity: 'Note', field: 'length', sql: 'length(t."title")' },
  ],
}

function change(pool: Pool, schema: Schema = NEXT, changes: SchemaChanges = CHANGES) {
  const evolution = () => ({ changes, identities: null, problems: [] })
  return migrate(pool, schema, { consent: false, evolution, batch: 2 })
}

/** Writes like a process of the old version. */
async function write(pool: Pool, title: string): Promise<void> {
  await pool.query(`INSERT INTO note (title, size, created_at) VALUES ($1, 'abc', now())`, [title])
  await pool.query(`UPDATE note SET size = size || '!' WHERE title = $1`, [title])
}

it('serves the old version until the new one is there, wherever it is cut, and goes on from there', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await migrate(pool, OLD, { consent: false })
  let written = 0
  for (; written < 5; written++) await write(pool, `title ${written}`)
  for (let statement = 1; ; statement++) {
    const cut = breakingBefore(statement, database)
    const outcome = await change(cut.pool).then(
      ({ waiting }) => (waiting.length === 0 ? 'done' : 'waits'),
      () => 'cut',
    )
    if (outcome !== 'cut') {
      expect(outcome).toBe('done')
      break
    }
    await write(pool, `title ${written++}`)
    expect((await pool.query('SELECT size FROM note WHERE size IS NULL')).rowCount).toBe(0)
  }
  const { rows } = await pool.query('SELECT DISTINCT size::int, length::int - length(title) AS wrong FROM note')
  expect(rows).toEqual([{ size: 4, wrong: 0 }])
  expect((await pool.query('SELECT FROM note')).rowCount).toBe(written)
  await using fresh = await createTestDatabase()
  await migrate(fresh.pool, NEXT, { consent: false })
  expect(await catalog(pool)).toEqual(await catalog(fresh.pool))
})

it('works out what others write meanwhile', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await migrate(pool, OLD, { consent: false })
  for (let number = 0; number < 20; number++) await write(pool, `title ${number}`)
  let isDone = false
  const writer = (async () => {
    for (let number = 20; !isDone && number < 500; number++)
      await write(pool, `title ${number}`).catch((error: { code?: string }) => {
        // The new version is active: its size is a number.
        if (!isDone && !['42804', '42883', '22P02', '23502'].includes(error.code ?? '')) throw error
        isDone = true
      })
  })()
  await change(pool)
  isDone = true
  await writer
  const { rows } = await pool.query('SELECT DISTINCT length::int - length(title) AS wrong FROM note')
  expect(rows).toEqual([{ wrong: 0 }])
})

it('leaves nothing behind when something stands in the way, or when the text changes its mind', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await migrate(pool, OLD, { consent: false })
  await write(pool, 'one')
  const before = await catalog(pool)
  const tooMuch = { ...CHANGES, values: [{ entity: 'Note', field: 'size', sql: '100' }] }
  expect((await change(pool, NEXT, tooMuch)).waiting).toHaveLength(2)
  expect(await catalog(pool)).toEqual(before)
  const cut = breakingBefore(/^WITH batch/, database)
  await expect(change(cut.pool)).rejects.toThrow()
  expect(await catalog(pool)).not.toEqual(before)
  expect((await change(pool, OLD, NO_CHANGES)).waiting).toEqual([])
  expect(await catalog(pool)).toEqual(before)
})

it('keeps a value that a former version let stand, where a later one states values for records that do not fit', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const sized = (isRequired: boolean): Schema =>
    planTables(modelOf([entity('Note', [text('title'), text('size', { isRequired }, 4)])]))
  await migrate(pool, OLD, { consent: false })
  await pool.query(`INSERT INTO note (title, size, created_at) VALUES ('long', 'larger', now()), ('none', NULL, now())`)
  expect(
    (await change(pool, sized(false), { ...NO_CHANGES, kept: [{ entity: 'Note', field: 'size' }] })).waiting,
  ).toEqual([])
  const given = { ...NO_CHANGES, values: [{ entity: 'Note', field: 'size', sql: "'tiny'" }] }
  expect((await change(pool, sized(true), given)).waiting).toEqual([])
  const { rows } = await pool.query('SELECT title, size FROM note ORDER BY title')
  expect(rows).toEqual([
    { title: 'long', size: 'larger' },
    { title: 'none', size: 'tiny' },
  ])
})
