// `npm run bench migrations`: how long people wait while a new version of the text changes a large table. One writer and
// one reader go on as the old version does. Each change is made twice, on databases with the same records: with its new
// columns and indexes made ahead, and in one transaction, which is the reference.
//
//   npm run bench migrations -- --rows 1000000 --change unique

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '@ninefold/core/compile.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { migrate, validateConstraints } from '@ninefold/server/store/migrate/migrate.ts'
import { createDatabaseOn } from '@ninefold/server/testing/servers/temporary-database.ts'
import pg from 'pg'
import { createDatabase } from './servers/hand-written.ts'
import { milliseconds, printTable } from './print-table.ts'
import { tasksOfNinefold } from './tasks/tasks-data.ts'

const TEXT = readFileSync(join(import.meta.dirname, 'tasks', 'tasks.md'), 'utf8')
const LAST_FIELD = '| status | state | | | |\n'

/** A line of the old version's text, and its successor. */
type Change = readonly [string, string]

const CHANGES: Readonly<Record<string, Change>> = {
  'a new field': newField('| note | text up to 200 | | | |'),
  'a new required field with a default and a range': newField('| effort | whole number 1 to 9 | required | 3 | |'),
  'a new unique field': newField('| slot | text up to 20 | unique | | |'),
  'a new reference': newField('| reviewer | Person | cleared on deletion | | |'),
  'an optional field becomes required': [
    '| weight | whole number 1 to 100 | | | |',
    '| weight | whole number 1 to 100 | required | | |',
  ],
  'a shorter text': ['| title | text up to 100 | required | | |', '| title | text up to 60 | required | | |'],
  'another range': ['| weight | whole number 1 to 100 | | | |', '| weight | whole number 0 to 100 | | | |'],
  'a field becomes unique': [
    '| title | text up to 100 | required | | |',
    '| title | text up to 100 | required, unique | | |',
  ],
  'a reference blocks deletions': [
    '| assignee | Person | cleared on deletion | | |',
    '| assignee | Person | blocks deletion | | |',
  ],
}

function newField(line: string): Change {
  return [LAST_FIELD, `${LAST_FIELD}${line}\n`]
}

const WRITE = `INSERT INTO task (code, title, weight, owner_id, status, priority, created_at)
  SELECT left(gen_random_uuid()::text, 20), gen_random_uuid()::text, 5, id, 'open', 'low', now() FROM person LIMIT 1`
const READ = `SELECT title FROM task WHERE code = 'T20'`

/** `only`: parts of the names of changes, separated by commas. */
export async function benchMigrations(rows: number, only = ''): Promise<void> {
  const isAsked = (name: string): boolean => only.split(',').some((part) => name.includes(part))
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings: { max_wal_size: '4GB' } })
  try {
    const template = await filled(postgres.connectionString, rows)
    const measured: string[][] = []
    for (const [change, lines] of Object.entries(CHANGES).filter(([name]) => isAsked(name))) {
      const found: Waits[] = []
      for (const largeBytes of [0, Infinity]) {
        await using copy = await createDatabaseOn(postgres.connectionString, template)
        found.push(await changed(copy.connectionString, schemaWith(lines), largeBytes))
      }
      const [ahead, atOnce] = found as [Waits, Waits]
      measured.push([
        change,
        ...[ahead, atOnce].flatMap(({ wholeMs, writeMs, readMs }) => [wholeMs, writeMs, readMs].map(milliseconds)),
        milliseconds(ahead.afterMs),
        (ahead.writeMs / atOnce.writeMs).toFixed(2),
      ])
    }
    const each = ['whole', 'longest write', 'longest read']
    console.log(`${rows} tasks: made ahead, then in one transaction\n`)
    printTable(['change', ...each, ...each, 'rules applied after', 'ratio of writes'], measured)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function schemaWith([was, is]: Change): Schema {
  const { model } = compile(TEXT.replace(was, is))
  if (model === null || !TEXT.includes(was)) throw new Error(`The text of the bench has errors: ${is}`)
  return planTables(model)
}

/** Returns the name of a database with the old version's tables. */
async function filled(admin: string, rows: number): Promise<string> {
  const name = `migrations_${rows}`
  const connectionString = await createDatabase(admin, name)
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    await migrate(pool, schemaWith([LAST_FIELD, LAST_FIELD]), { consent: false })
    await withoutIndexes(pool, async (client) => {
      for (const sql of tasksOfNinefold(rows)) await client.query(sql)
    })
    await pool.query('VACUUM ANALYZE')
  } finally {
    await pool.end()
  }
  return name
}

/** Millions of rows are filled in a fraction of the time: indexes are built afterwards, and references are not checked. */
async function withoutIndexes(pool: pg.Pool, fill: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'task'::regclass AND NOT indisprimary`,
    )
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`)
    await fill(client)
    for (const { definition } of rows) await client.query(definition)
  } finally {
    // With its settings.
    client.release(true)
  }
}

interface Waits {
  /** Until the new version can serve. */
  readonly wholeMs: number
  /** From then on, until its rules have been compared with all records. Waits meanwhile count as well. */
  readonly afterMs: number
  readonly writeMs: number
  readonly readMs: number
}

async function changed(connectionString: string, to: Schema, largeBytes: number): Promise<Waits> {
  const pool = new pg.Pool({ connectionString, max: 4 })
  let isOver = false
  const longest = async (sql: string): Promise<number> => {
    let longestMs = 0
    while (!isOver) {
      const from = performance.now()
      // The new version requires fields that the old one does not know.
      await pool.query(sql).catch((cause: unknown) => {
        if (!isOver && !(cause instanceof pg.DatabaseError && cause.code === '23502')) throw cause
      })
      longestMs = Math.max(longestMs, performance.now() - from)
    }
    return longestMs
  }
  try {
    const waits = Promise.all([longest(WRITE), longest(READ)])
    const from = performance.now()
    const { waiting } = await migrate(pool, to, { consent: false, largeBytes })
    const wholeMs = performance.now() - from
    await validateConstraints(pool)
    const afterMs = performance.now() - from - wholeMs
    isOver = true
    if (waiting.length > 0) throw new Error(`The change waits: ${waiting.map(({ sentence }) => sentence).join(' ')}`)
    const [writeMs, readMs] = await waits
    return { wholeMs, afterMs, writeMs, readMs }
  } finally {
    isOver = true
    await pool.end()
  }
}
