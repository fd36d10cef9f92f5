// `npm run bench migrations`: how long people wait while a new version of the text changes a large table. One writer and
// one reader go on as the old version does. Each change is made twice, on databases with the same records: with its new
// columns and indexes made ahead, and in one transaction, which is the reference.
//
//   npm run bench migrations -- --rows 1000000

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '@ninefold/core/compile.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { migrate } from '@ninefold/server/store/migrate/migrate.ts'
import { createDatabaseOn } from '@ninefold/server/testing/servers/temporary-database.ts'
import pg from 'pg'
import { createDatabase } from './hand-written.ts'
import { milliseconds, printTable } from './print-table.ts'
import { tasksOfNinefold } from './tasks/tasks-data.ts'

const TEXT = readFileSync(join(import.meta.dirname, 'tasks', 'tasks.md'), 'utf8')
const LAST_FIELD = '| status | state | | | |\n'

/** New fields of a task, as lines of its table. */
const CHANGES = {
  'a new field': '| note | text up to 200 | | | |',
  'a new required field with a default and a range': '| effort | whole number 1 to 9 | required | 3 | |',
  'a new unique field': '| slot | text up to 20 | unique | | |',
  'a new reference': '| reviewer | Person | cleared on deletion | | |',
} as const

const WRITE = `INSERT INTO task (code, title, owner_id, status, priority, created_at)
  SELECT left(gen_random_uuid()::text, 20), 'New', id, 'open', 'low', now() FROM person LIMIT 1`
const READ = `SELECT title FROM task WHERE code = 'T20'`

export async function benchMigrations(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings: { max_wal_size: '4GB' } })
  try {
    const template = await filled(postgres.connectionString, rows)
    const measured: string[][] = []
    for (const [change, line] of Object.entries(CHANGES)) {
      const found: Waits[] = []
      for (const largeBytes of [0, Infinity]) {
        await using copy = await createDatabaseOn(postgres.connectionString, template)
        found.push(await changed(copy.connectionString, schemaWith(line), largeBytes))
      }
      const [ahead, atOnce] = found as [Waits, Waits]
      measured.push([
        change,
        ...[ahead, atOnce].flatMap(({ wholeMs, writeMs, readMs }) => [wholeMs, writeMs, readMs].map(milliseconds)),
        (ahead.writeMs / atOnce.writeMs).toFixed(2),
      ])
    }
    const each = ['whole', 'longest write', 'longest read']
    console.log(`${rows} tasks: made ahead, then in one transaction\n`)
    printTable(['change', ...each, ...each, 'ratio of writes'], measured)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function schemaWith(line: string | null): Schema {
  const { model } = compile(line === null ? TEXT : TEXT.replace(LAST_FIELD, `${LAST_FIELD}${line}\n`))
  if (model === null) throw new Error(`The text of the bench has errors: ${line}`)
  return planTables(model)
}

/** Returns the name of a database with the old version's tables. */
async function filled(admin: string, rows: number): Promise<string> {
  const name = `migrations_${rows}`
  const connectionString = await createDatabase(admin, name)
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    await migrate(pool, schemaWith(null), { consent: false })
    for (const sql of tasksOfNinefold(rows)) await pool.query(sql)
    await pool.query('VACUUM ANALYZE')
  } finally {
    await pool.end()
  }
  return name
}

interface Waits {
  readonly wholeMs: number
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
    isOver = true
    if (waiting.length > 0) throw new Error(`The change waits: ${waiting.map(({ sentence }) => sentence).join(' ')}`)
    const [writeMs, readMs] = await waits
    return { wholeMs, writeMs, readMs }
  } finally {
    isOver = true
    await pool.end()
  }
}
