import { TABLES_OF_USERS } from '@ninefold/core/plan/read/finds.ts'
import { ENGINE_MIGRATIONS } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { bringEngineTables } from './migrate.ts'

/** Every column and index of the engine's tables in the database. */
async function engineOf({ pool }: TestDatabase): Promise<unknown[]> {
  const columns = await pool.query(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'ninefold' ORDER BY table_name, column_name`,
  )
  const indexes = await pool.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'ninefold' ORDER BY indexname`,
  )
  return [...columns.rows, ...indexes.rows]
}

/**
 * Version 1, and 1, 2, 4, 8, … versions before today. The steps from every version are among those from the first, so
 * other starts would only repeat them.
 */
function formerVersions(): number[] {
  const versions = new Set([1])
  for (let before = 1; before < ENGINE_MIGRATIONS.length; before *= 2) versions.add(ENGINE_MIGRATIONS.length - before)
  return [...versions]
}

it('brings the engine tables of former versions to those of today, with what they hold', async () => {
  await using fresh = await createTestDatabase()
  await bringEngineTables(fresh.pool)
  const today = await engineOf(fresh)
  for (const version of formerVersions()) {
    await using old = await createTestDatabase()
    await old.pool.query('CREATE SCHEMA ninefold; CREATE TABLE ninefold.engine (version int NOT NULL)')
    for (const sql of ENGINE_MIGRATIONS.slice(0, version)) await old.pool.query(sql)
    await old.pool.query(`INSERT INTO ninefold.engine VALUES (${version})`)
    await old.pool.query(`INSERT INTO ninefold.user_role VALUES ('somebody', 'Admin')`)
    await bringEngineTables(old.pool)
    expect(await engineOf(old), `from version ${version}`).toEqual(today)
    expect((await old.pool.query('SELECT role FROM ninefold.user_role')).rows).toEqual([{ role: 'Admin' }])
  }
})

/** Pending links and sign-ins expire within hours, presence with its stream; deferred work keeps its state. */
const ENDING_OTHERWISE = ['sign_in_link', 'pending_sign_in', 'stream_presence', 'later']

it('forgets with a user every row that names them', async () => {
  await using fresh = await createTestDatabase()
  await bringEngineTables(fresh.pool)
  const { rows } = await fresh.pool.query(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = 'ninefold' AND column_name = 'user_id'`,
  )
  const naming = rows.map(({ table_name: name }) => name)
  expect(naming.toSorted()).toEqual([...TABLES_OF_USERS, ...ENDING_OTHERWISE].toSorted())
})
