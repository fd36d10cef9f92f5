// A database created by an older PostgreSQL, or by one that lacks something.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { bringEngineTables, migrate } from '../migrate/migrate.ts'
import { dropAllPolicies } from './row-level-security.ts'
import { suitServer } from './suitable-server.ts'

const text = readFileSync(new URL('../../../../../examples/booking/app.md', import.meta.url), 'utf8')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const ordersOf = `
  SELECT collnamespace::regnamespace::text AS schema, count(*)::int AS columns
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_collation ON pg_collation.oid = attcollation
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND collname = 'pg_c_utf8' GROUP BY 1`
const triggersOf = `
  SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal
    AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY 1`
const indexesOf = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`
const hasBuiltIn = `SELECT to_regcollation('pg_catalog.pg_c_utf8') IS NOT NULL AS is`

it('sorts what an older server has made as what it makes itself, with the same triggers and indexes', async () => {
  const { model } = compile(text)
  if (model === null) throw new Error('The example has errors.')
  const { pool } = database
  await migrate(pool, planTables(model), { consent: false })
  const before = await shapeOf()
  const [{ is: isNewer } = { is: false }] = (await pool.query<{ is: boolean }>(hasBuiltIn)).rows
  if (isNewer) await makeAsOlder()
  expect((await pool.query(ordersOf)).rows).toEqual([{ schema: 'public', columns: before.orders[0]?.columns }])
  await bringEngineTables(pool)
  expect(await shapeOf()).toEqual(before)
  expect(before.triggers.length).toBeGreaterThan(3)
  await bringEngineTables(pool)
  expect(await shapeOf()).toEqual(before)
})

async function shapeOf() {
  const { pool } = database
  const rows = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows
  return { orders: await rows(ordersOf), triggers: await rows(triggersOf), indexes: await rows(indexesOf) }
}

/** As in PostgreSQL 15, and in a dump of it. */
async function makeAsOlder(): Promise<void> {
  const { pool } = database
  await pool.query('CREATE COLLATION public.pg_c_utf8 FROM pg_catalog."C"')
  const { rows } = await pool.query<{ table: string; column: string }>(
    `SELECT attrelid::regclass::text AS "table", attname AS "column" FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attcollation = 'pg_catalog.pg_c_utf8'::regcollation AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const triggers = await pool.query<{ table: string; name: string; definition: string }>(
    `SELECT tgrelid::regclass::text AS "table", tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  )
  for (const { table, name } of triggers.rows) await pool.query(`DROP TRIGGER ${pg.escapeIdentifier(name)} ON ${table}`)
  await dropAllPolicies(pool)
  for (const { table, column } of rows)
    await pool.query(
      `ALTER TABLE ${table} ALTER COLUMN ${pg.escapeIdentifier(column)} TYPE text COLLATE public.pg_c_utf8`,
    )
  for (const { definition } of triggers.rows) await pool.query(definition)
}

it('refuses a database that lacks something, and says what', async () => {
  const said = (facts: Record<string, unknown>) =>
    suitServer(answering({ ...SUITABLE, ...facts })).catch((cause: Error) => cause.message)
  expect(await said({ version: 14 })).toBe('This is PostgreSQL 14. Ninefold needs PostgreSQL 15 or newer.')
  expect(await said({ encoding: 'LATIN1' })).toContain('LATIN1')
  expect(await said({ hasUnicode: false })).toContain('ICU')
  expect(await said({ onlyReads: true })).toContain('replica')
  expect(await said({ isNew: true, mayMakeSchemas: false })).toContain('GRANT CREATE ON DATABASE')
  expect(await said({ mayMakeTables: false })).toContain('GRANT CREATE ON SCHEMA public')
  expect(await said({})).toBeUndefined()
})

const SUITABLE = {
  version: 18,
  encoding: 'UTF8',
  hasUnicode: true,
  onlyReads: false,
  isNew: false,
  mayMakeSchemas: false,
  mayMakeTables: true,
  isBuiltIn: true,
  isOurs: false,
}

/** A server with these properties. */
function answering(facts: Record<string, unknown>): Parameters<typeof suitServer>[0] {
  return { query: () => Promise.resolve({ rows: [facts] }) } as unknown as Parameters<typeof suitServer>[0]
}

it('says which roles the workers of Citus do not know, with a way out', async () => {
  await using other = await createTestDatabase()
  const { pool } = other
  // Citus itself is not there: its name and its function are enough for the question.
  await pool.query(`SET allow_system_table_mods = on;
    UPDATE pg_extension SET extname = 'citus' WHERE extname = 'plpgsql';
    CREATE FUNCTION pg_catalog.run_command_on_workers(command text, parallel boolean DEFAULT true,
      OUT nodename text, OUT nodeport integer, OUT success boolean, OUT result text) RETURNS SETOF record LANGUAGE plpgsql AS
    $$ BEGIN
      nodename := 'first'; nodeport := 5432; success := TRUE;
      EXECUTE replace(command, 'pg_roles', '(SELECT rolname FROM pg_roles WHERE rolname <> ''ninefold_caller'')') INTO result;
      RETURN NEXT;
    END $$`)
  // Another database of this server may be the first one that needs it.
  await pool.query(
    'DO $$ BEGIN CREATE ROLE ninefold_caller NOLOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$',
  )
  await expect(bringEngineTables(pool)).rejects.toThrow(
    /^The worker first:5432 of Citus does not know the role ninefold_caller \(42704\), .*: SELECT run_command_on_workers\(format\('SET citus.enable_ddl_propagation TO off; CREATE ROLE %I NOLOGIN NOINHERIT', role\)\) FROM unnest\(ARRAY\['ninefold_caller'\]\) AS role;$/,
  )
  await pool.query('DROP FUNCTION pg_catalog.run_command_on_workers')
  await bringEngineTables(pool)
})
