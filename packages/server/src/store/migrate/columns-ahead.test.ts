// New columns of a large table are made while the old version serves, with their indexes, references and rules; a
// planted migration that makes them in its transaction is noticed.

import { entity, field, modelOf, text } from '@ninefold/core/plan/model-for-tests.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Pool, PoolClient } from 'pg'
import { expect, it } from 'vitest'
import { catalog } from '../../testing/catalog.ts'
import { breakingBefore } from '../../testing/servers/breaking-pool.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const TEAM = entity('Team', [text('name')])
const ONE = {
  kind: 'literal',
  value: 1,
  type: { kind: 'integer' },
  isOptional: false,
  span: { start: 0, end: 0 },
} as const
const number = { kind: 'whole number', min: 1, max: 9 } as const
const OLD = planTables(modelOf([TEAM, entity('Note', [text('title')])], {}))
const NEXT = planTables(
  modelOf(
    [
      TEAM,
      entity('Note', [
        text('title'),
        field('rating', number),
        field('edition', number, { isRequired: true, default: ONE }),
        field('code', { kind: 'text', lengthMin: 2, lengthMax: 9 }, { unique: { ignoringCase: true, within: [] } }),
        field('team', { kind: 'reference', entity: 'Team' }, { onDeletion: 'blocks deletion' }),
      ]),
    ],
    {},
  ),
)

/** Writes like a process of the old version. */
async function write(pool: Pool, title: string): Promise<void> {
  await pool.query(`INSERT INTO note (title, created_at) VALUES ($1, now())`, [title])
  await pool.query(`UPDATE note SET title = title || '!' WHERE title = $1`, [title])
  await pool.query(`DELETE FROM team WHERE name = 'gone'`)
}

const ahead = (pool: Pool, largeBytes = 0) => migrate(pool, NEXT, { consent: false, largeBytes })

/** The statements of the migration's transaction, by a pool that notes them. */
async function inTransaction(pool: Pool, largeBytes: number): Promise<readonly string[]> {
  const noted: string[] = []
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown
        return (...words: [string]) => {
          noted.push(words[0])
          return target.query(...words)
        }
      },
    })
  }
  await ahead({ connect, options: pool.options } as unknown as Pool, largeBytes)
  return noted.slice(noted.findLastIndex((sql) => sql.startsWith('BEGIN; SELECT pg_advisory_xact_lock')))
}

/** Statements that read the table while nobody may write to it. */
const BLOCKING = /ADD COLUMN|CREATE (?:UNIQUE )?INDEX|ADD CONSTRAINT/

it('reads no large table in the transaction, and a migration that does is noticed', async () => {
  await using database = await createTestDatabase()
  await using small = await createTestDatabase()
  for (const { pool } of [database, small]) {
    await migrate(pool, OLD, { consent: false })
    await write(pool, 'one')
  }
  const blocking = async (pool: Pool, largeBytes: number): Promise<number> =>
    (await inTransaction(pool, largeBytes)).filter((sql) => BLOCKING.test(sql)).length
  expect(await blocking(database.pool, 0)).toBe(0)
  expect(await blocking(small.pool, Infinity)).toBeGreaterThan(6)
  expect(await catalog(database.pool)).toEqual(await catalog(small.pool))
})

it('serves the old version until the new one is there, wherever it is cut, and goes on from there', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await migrate(pool, OLD, { consent: false })
  let written = 0
  for (let statement = 1; ; statement++) {
    await write(pool, `title ${written++}`)
    const outcome = await ahead(breakingBefore(statement, database).pool).then(
      ({ waiting }) => waiting.length,
      () => 'cut',
    )
    if (outcome === 'cut') continue
    expect(outcome).toBe(0)
    break
  }
  // Statements that only the preparation has.
  expect(written).toBeGreaterThan(40)
  const { rows } = await pool.query(
    'SELECT count(*)::int AS count, min(edition), max(edition), max(rating) AS rating FROM note',
  )
  expect(rows).toEqual([{ count: written, min: '1', max: '1', rating: null }])
  await using fresh = await createTestDatabase()
  await migrate(fresh.pool, NEXT, { consent: false })
  expect(await catalog(pool)).toEqual(await catalog(fresh.pool))
})

it('leaves nothing behind when the text changes its mind', async () => {
  await using database = await createTestDatabase()
  await migrate(database.pool, OLD, { consent: false })
  const before = await catalog(database.pool)
  await expect(ahead(breakingBefore(/VALIDATE/, database).pool)).rejects.toThrow()
  expect(await catalog(database.pool)).not.toEqual(before)
  expect((await migrate(database.pool, OLD, { consent: false })).waiting).toEqual([])
  expect(await catalog(database.pool)).toEqual(before)
})
