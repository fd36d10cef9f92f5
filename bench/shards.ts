// `npm run bench shards`: the pause of a tenant that moves to another database, by the number of its records, against
// PostgreSQL's own COPY of its tasks alone, out of one database and into the table of the other one with its indexes and
// without triggers. Meanwhile another tenant writes, and its slowest write is measured.
//
//   npm run bench shards -- --rows 10000,100000

import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { bringTo } from '@ninefold/cli/pipeline.ts'
import { startedPostgres } from '@ninefold/cli/testing/failures/own-postgres.ts'
import { modelOf } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { moveTenant } from '@ninefold/server/store/shards/move-tenant.ts'
import { TEXT_OF_SHARDS } from '@ninefold/server/testing/shards/two-shards.ts'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { milliseconds, printTable } from './print-table.ts'
import { ids } from './tenants/tenant-tables.ts'

const WRITE_EVERY_MS = 10

interface Figures {
  readonly copyMs: number
  readonly pauseMs: number
  readonly totalMs: number
  readonly slowestWriteMs: number
  readonly records: number
}

export async function benchShards(rows: readonly number[]): Promise<void> {
  const lines: string[][] = []
  for (const count of rows) {
    const { copyMs, pauseMs, totalMs, slowestWriteMs, records } = await measured(count)
    lines.push([
      records.toLocaleString('en'),
      milliseconds(copyMs),
      milliseconds(pauseMs),
      (pauseMs / copyMs).toFixed(2),
      milliseconds(totalMs),
      milliseconds(slowestWriteMs),
    ])
  }
  printTable(['records', 'COPY of tasks', 'pause', 'ratio', 'whole move', 'slowest write of another tenant'], lines)
  console.log('Servers add 2.5 s to a pause, in which they notice it.\n')
}

async function measured(tasks: number): Promise<Figures> {
  await using postgres = await startedPostgres()
  await using other = await startedPostgres()
  const [source, target] = [await postgres.database(), await other.database()]
  const model = modelOf(TEXT_OF_SHARDS)
  if (model === null) throw new Error('The text has errors.')
  for (const connectionString of [source, target]) {
    const database = openDatabase({ connectionString })
    await bringTo(database, model, TEXT_OF_SHARDS, { consent: false, lock: null })
    await database.close()
  }
  const pool = new pg.Pool({ connectionString: source })
  try {
    await pool.query(filled(tasks))
    const copyMs = await timed(() => copyOfTasks(source, target))
    const isOver = new AbortController()
    const writing = slowestWrite(pool, isOver.signal)
    let moved = { pauseMs: 0, records: 0 }
    const totalMs = await timed(async () => {
      moved = await moveTenant({
        model,
        schema: planTables(model),
        source,
        target,
        label: 'tenant-1',
        address: 'http://localhost',
        graceMs: 0,
        tell: () => {},
      })
    })
    isOver.abort()
    return { copyMs, totalMs, slowestWriteMs: await writing, ...moved }
  } finally {
    await pool.end()
  }
}

/** Tasks with histories in the audit log and clocks, as calls would have left them. */
function filled(tasks: number): string {
  const { tenant, project, person } = ids(1)
  return `SET session_replication_role = replica;
    INSERT INTO organisation (id, name, slug, places, created_at)
      VALUES ('${tenant}', 'One', 'tenant-1', 20, now()), ('${ids(2).tenant}', 'Two', 'tenant-2', 20, now());
    INSERT INTO person (id, name, email, password, organisation_id, created_at)
      VALUES ('${person}', 'Person', 'person@example.test', '', '${tenant}', now());
    INSERT INTO membership (person_id, organisation_id, role, created_at) VALUES ('${person}', '${tenant}', 'owner', now());
    INSERT INTO project (id, name, organisation_id, slug, number, created_at) VALUES ('${project}', 'House', '${tenant}', 'house', 1, now());
    INSERT INTO task (title, project_id, organisation_id, status, created_at)
      SELECT 'Task ' || i, '${project}', '${tenant}', 'open', now() FROM generate_series(1, ${tasks}) AS i;
    INSERT INTO ninefold.audit (call, revision, caller, entity, record, action)
      SELECT 'POST /api/tasks', 'bench', '${person}', 'Task', id::text, 'create' FROM task;
    INSERT INTO ninefold.clock (machine, clock, record_id, state, due_at)
      SELECT 'Task.status', 'after a while', id::text, 'open', now() + interval '3 days' FROM task;
    RESET session_replication_role;
    ANALYZE`
}

/** The reference. The table of the target is empty again afterwards. */
async function copyOfTasks(source: string, target: string): Promise<void> {
  const [from, into] = [source, target].map((connectionString) => new pg.Client({ connectionString })) as [
    pg.Client,
    pg.Client,
  ]
  await Promise.all([from.connect(), into.connect()])
  try {
    await into.query('BEGIN')
    await into.query('SET LOCAL session_replication_role = replica')
    await pipeline(from.query(copyTo('COPY task TO STDOUT')), into.query(copyFrom('COPY task FROM STDIN')))
    await into.query('ROLLBACK')
  } finally {
    await Promise.all([from.end(), into.end()])
  }
}

async function slowestWrite(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  let slowest = 0
  for (let number = 0; !signal.aborted; number++) {
    const ms = await timed(() =>
      pool.query(`INSERT INTO label (name, organisation_id, created_at) VALUES ($1, $2, now())`, [
        `Label ${number}`,
        ids(2).tenant,
      ]),
    )
    slowest = Math.max(slowest, ms)
    await wait(WRITE_EVERY_MS)
  }
  return slowest
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return performance.now() - begunAt
}
