// Kept changes of records: functions with fixed columns write the same as the former general triggers of every table,
// and databases with the latter are converted.

import { readFile } from 'node:fs/promises'
import { compile } from '@ninefold/core/compile.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const EVERY_KIND = await readFile(new URL('../../testing/texts/every-kind.md', import.meta.url), 'utf8')
const MORE = `- **History:** every change

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| sizes | choices: small, large | | | |
| paper | file up to 1 MB | | | |
| papers | list of file up to 1 MB | | | |`

/** By column: the value before, after, and after that. A missing value is NULL. */
const VALUES: Readonly<Record<string, readonly [string, string, string?]>> = {
  name: [`'one'`, `'ein "s" ä 😀'`, `'one'`],
  notes: [`E'a\\nb'`, `repeat('long ', 100)`],
  page: [`'**b**'`, `'*i*'`],
  mail: [`'a@example.test'`, `'b@example.test'`],
  site: [`'https://a.example'`, `'https://b.example'`],
  call: [`'+4930123'`, `'+4930124'`],
  land: [`'DE'`, `'FR'`],
  tongue: [`'de'`, `'fr'`],
  zone: [`'Europe/Berlin'`, `'UTC'`],
  tint: [`'#000000'`, `'#ffffff'`],
  stars: ['1', '5'],
  big: ['9007199254740991', '-1'],
  price: ['1.50', '1.5', '1234567890123456.78'],
  share: ['0.125', '0.5'],
  cost: ['1.50', '-2.00'],
  fare: [`'{"amount": "1.50", "currency": "EUR"}'`, `'{"currency": "EUR", "amount": "2"}'`],
  is_open: ['false', 'true', 'false'],
  day: [`'2026-02-28'`, `'2024-02-29'`],
  hour: [`'09:00'`, `'23:59:59.5'`],
  at: [`'2026-03-29T01:30:00.123Z'`, `'2026-10-25T00:30Z'`],
  length: ['1', '86400000'],
  away: [`'[2026-01-01,2026-01-31)'`, `'[2026-01-02,2026-01-31)'`],
  slot: [`'[2026-01-01T09:00Z,2026-01-01T10:00Z)'`, `'[2026-01-01T09:00Z,2026-01-01T11:00Z)'`],
  size: [`'small'`, `'large'`, `'medium'`],
  sizes: [`'{}'`, `'{small,large}'`, `'{}'`],
  paper: [`'{"id": "1", "name": "a.pdf"}'`, `'{"id": "2", "name": "b.pdf"}'`, `'null'`],
  papers: [`'{}'`, `ARRAY['{"id": "1"}'::jsonb]`, `'{}'`],
  owner_id: ['1', '2'],
  parent_id: ['1', '2'],
  status: [`'fresh'`, `'worn'`, `'gone'`],
}

function schemaOf(text: string): Schema {
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join('; '))
  return planTables(model)
}

const SCHEMA = schemaOf(EVERY_KIND.replace(/### Entity: Thing\n\n[^\n]+\n[^\n]+/, `### Entity: Thing\n\n${MORE}`))

const MOMENT = `'2026-01-01'`

async function things(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await migrate(database.pool, SCHEMA, { consent: false })
  await database.pool.query(
    `INSERT INTO person (name, email, password, created_at, updated_at) VALUES ('Ada', 'a@example.test', '', ${MOMENT}, ${MOMENT}), ('Bob', 'b@example.test', '', ${MOMENT}, ${MOMENT})`,
  )
  return database
}

/** The triggers of every table from earlier versions, under their own name. */
async function keepAsBefore({ pool }: TestDatabase, entity: string): Promise<void> {
  const columns = SCHEMA.tables.find(({ name }) => name === 'thing')?.columns ?? []
  const kept = columns.filter(({ name }) => name in VALUES)
  const fields = JSON.stringify(Object.fromEntries(kept.map(({ name, field }) => [name, field])))
  await pool.query(`
    CREATE TRIGGER thing_history_before AFTER UPDATE OR DELETE ON thing FOR EACH ROW EXECUTE FUNCTION ninefold.keep_changes('${entity}', '${fields}');
    CREATE TRIGGER thing_likes_list_history_before AFTER INSERT OR UPDATE OR DELETE ON thing_likes
    FOR EACH ROW EXECUTE FUNCTION ninefold.keep_list_changes('${entity}', 'likes', 'thing_id', 'person_id', 'thing')`)
}

async function change({ pool }: TestDatabase): Promise<void> {
  const columns = Object.keys(VALUES)
  const next = (at: 1 | 2): string =>
    `UPDATE thing SET ${columns.map((column) => `${column} = ${VALUES[column]?.[at] ?? 'NULL'}`).join()} WHERE id = 3`
  const made = columns.map((column) => VALUES[column]?.[0] ?? 'NULL').join()
  const client = await pool.connect()
  for (const sql of [
    `INSERT INTO thing (name, size, is_open, status, created_at, updated_at) VALUES ('aa', 'small', false, 'fresh', ${MOMENT}, ${MOMENT}), ('bb', 'small', false, 'fresh', ${MOMENT}, ${MOMENT})`,
    `INSERT INTO thing (${columns.join()}, created_at, updated_at) VALUES (${made}, ${MOMENT}, ${MOMENT})`,
    `SELECT set_config('ninefold.caller', '1', false)`,
    next(1),
    `SELECT set_config('ninefold.caller', '', false)`,
    next(2),
    'UPDATE thing SET version = version + 1',
    'INSERT INTO thing_likes (thing_id, person_id) VALUES (1, 1), (1, 2), (3, 1)',
    'UPDATE thing_likes SET person_id = 2 WHERE thing_id = 3',
    'UPDATE thing_likes SET person_id = 2 WHERE thing_id = 3',
    'DELETE FROM thing_likes WHERE person_id = 1',
    'DELETE FROM person WHERE id = 2',
  ])
    await client.query(sql)
  client.release()
}

/** Each field twice, except that 1.50 equals 1.5; and the additions and removals of the list. */
const CHANGES = Object.keys(VALUES).length * 2 - 1 + 8

async function keptOf({ pool }: TestDatabase, entity: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT at::text, record, field, changed_by, before::text, after::text FROM ninefold.change WHERE entity = $1 ORDER BY id`,
    [entity],
  )
  return rows
}

it('keeps of every kind of field the same as the functions did that looked columns up', async () => {
  await using database = await things()
  await keepAsBefore(database, 'Before')
  await change(database)
  const kept = await keptOf(database, 'Thing')
  expect(kept).toEqual(await keptOf(database, 'Before'))
  const fields = new Set((kept as { field: string }[]).map(({ field }) => field))
  expect([fields.size, kept.length]).toEqual([Object.keys(VALUES).length + 1, CHANGES])
  await database.pool.query('DELETE FROM thing WHERE id = 3')
  expect(await keptOf(database, 'Thing')).toEqual(await keptOf(database, 'Before'))
  expect((await keptOf(database, 'Thing')).length).toBe(4)
})

it('a function that forgot a field would be noticed', async () => {
  await using database = await things()
  await keepAsBefore(database, 'Before')
  const made = SCHEMA.histories?.find(({ field }) => field === null)?.create[0] ?? ''
  const forgetful = made
    .replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
    .replace('OLD."price" IS DISTINCT FROM NEW."price"', 'FALSE')
  expect(forgetful).not.toBe(made.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'))
  await database.pool.query(forgetful)
  await change(database)
  expect(await keptOf(database, 'Thing')).not.toEqual(await keptOf(database, 'Before'))
})

/** The schema as the former version stored it. */
function before({ histories: _, ...schema }: Schema): Schema {
  const tables = schema.tables.map((table) =>
    table.name === 'thing' ? { ...table, history: { trigger: 'thing_history_before', fields: {} } } : table,
  )
  const drop = ['DROP TRIGGER IF EXISTS "thing_likes_list_history_before" ON public."thing_likes"']
  const likes = { entity: 'Thing', field: 'likes', tables: ['thing_likes'], create: [''], drop }
  return { ...schema, tables, listHistories: [likes] }
}

it('brings over a database of an earlier version, which keeps each change once', async () => {
  await using database = await things()
  for (const sql of SCHEMA.histories?.flatMap(({ drop }) => drop) ?? []) await database.pool.query(sql)
  await keepAsBefore(database, 'Thing')
  await database.pool.query('UPDATE ninefold.specification SET schema = $1', [JSON.stringify(before(SCHEMA))])
  expect((await migrate(database.pool, SCHEMA, { consent: false })).waiting).toEqual([])
  await change(database)
  const { rows } = await database.pool.query(
    `SELECT tgname FROM pg_trigger WHERE tgrelid::regclass::text IN ('thing', 'thing_likes') AND tgname LIKE '%history%'`,
  )
  expect(rows.map(({ tgname }) => tgname).sort()).toEqual(['thing_history', 'thing_likes_list_history'])
  expect((await keptOf(database, 'Thing')).length).toBe(CHANGES)
})

it('keeps changes of a field that has another type by now, on connections that were there before', async () => {
  await using database = await createTestDatabase()
  const shop = (type: string, more = ''): Schema =>
    schemaOf(`# Shop

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Item

- **History:** every change of amount

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| amount | ${type} | | | |
${more}`)
  const bring = async (schema: Schema): Promise<string[]> => {
    const { applied, waiting } = await migrate(database.pool, schema, { consent: false })
    expect(waiting).toEqual([])
    return applied.map(({ sentence }) => sentence).filter((sentence) => /kept|history/.test(sentence))
  }
  await bring(shop('whole number'))
  const client = await database.pool.connect()
  await client.query('INSERT INTO item (amount) VALUES (1)')
  await client.query('UPDATE item SET amount = 2')
  expect(await bring(shop('decimal with 2 places'))).toEqual([
    'The history of Item is released.',
    'Changes of Item are kept.',
  ])
  await client.query('UPDATE item SET amount = 2.5')
  expect(await bring(shop('decimal with 2 places', '| note | text | | | |'))).toEqual([])
  await client.query(`UPDATE item SET amount = 3.5, note = 'a'`)
  const { rows } = await client.query('SELECT before, after FROM ninefold.change ORDER BY id')
  expect(rows).toEqual([
    { before: 1, after: 2 },
    { before: 2, after: 2.5 },
    { before: 2.5, after: 3.5 },
  ])
  client.release()
})
