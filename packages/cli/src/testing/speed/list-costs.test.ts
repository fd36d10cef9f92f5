// A list on an untuned text costs PostgreSQL the same as the best hand-written statement with optimal indexes: in pages
// and rows, which are the same on every machine.

import { readFileSync } from 'node:fs'
import { type Client, type RunningApplication, runApplication } from '@ninefold/server/testing/running-application.ts'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { AskedOfDatabase } from './asked-of-database.ts'
import { ME, MINE_OR_ASSIGNED, OF_MY_CREWS, type Workload } from './by-hand.ts'
import { type Touched, touchedBy } from './touched.ts'

/** Set NINEFOLD_LIST_ROWS=1000000 for more rows; this prints the counts and PostgreSQL's own times. */
const ASKED_ROWS = process.env['NINEFOLD_LIST_ROWS']
const ROWS = Number(ASKED_ROWS ?? 20_000)
/**
 * Columns for a policy make an index wider than a hand-written one, and the statement of a call looks its records up
 * once more.
 */
const PAGES_MAX = 1.5
const ROWS_MAX = 1.3

interface Compared {
  readonly request: string
  readonly engine: Touched
  readonly best: Touched
}

interface Ready extends AsyncDisposable {
  readonly application: RunningApplication
  readonly asked: AskedOfDatabase
  readonly ann: Client
}

async function filled({ file, fill }: Workload): Promise<Ready> {
  const asked = new AskedOfDatabase()
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const application = await runApplication(text, { double: asked.double })
  await application.database.pool.query(fill(ROWS))
  const ann = await application.signIn('ann@example.test', 'correct-horse-1')
  return { application, asked, ann, [Symbol.asyncDispose]: () => application[Symbol.asyncDispose]() }
}

/** Until VACUUM marks pages as visible to all, PostgreSQL checks visibility in the table. */
async function vacuumed(pool: pg.Pool): Promise<void> {
  const unseen = `SELECT count(*)::int AS count FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relallvisible < relpages`
  await expect
    .poll(async () => {
      await pool.query('VACUUM ANALYZE')
      return (await pool.query<{ count: number }>(unseen)).rows[0]?.count
    })
    .toBe(0)
}

async function askedFor({ asked, ann }: Ready, request: string) {
  await ann.get(request)
  asked.taken()
  const { status, body } = await ann.get(request)
  expect(status, JSON.stringify(body)).toBe(200)
  const [statement, ...others] = asked.taken().filter(({ caller }) => caller !== null)
  expect(others, `${request} is one statement`).toEqual([])
  if (statement === undefined) throw new Error(`${request} asked nothing.`)
  return statement
}

async function compared(ready: Ready, { lists, indexes }: Workload): Promise<Compared[]> {
  const { pool } = ready.application.database
  const me = (await pool.query<{ id: unknown }>(`SELECT ${ME} AS id`)).rows[0]?.id
  const engine: Touched[] = []
  await vacuumed(pool)
  for (const { request } of lists) engine.push(await touchedBy(pool, await askedFor(ready, request)))
  await pool.query(indexes.map((index, place) => `CREATE INDEX best_${place} ON ${index}`).join('; '))
  await vacuumed(pool)
  const found: Compared[] = []
  for (const [place, { request, text }] of lists.entries()) {
    const best = await touchedBy(pool, { text, values: [me], caller: null, isPlannedOnce: true })
    const own = engine[place]
    if (own !== undefined) found.push({ request, engine: own, best })
  }
  await pool.query(indexes.map((_, place) => `DROP INDEX best_${place}`).join('; '))
  return found
}

/** Includes both plans, for the reader of a failure. */
function costlier(found: readonly Compared[]): string[] {
  return found.flatMap(({ request, engine, best }) =>
    engine.pages <= best.pages * PAGES_MAX && engine.rows <= best.rows * ROWS_MAX
      ? []
      : [
          `${request}: ${engine.pages} pages and ${engine.rows} rows, by hand ${best.pages} and ${best.rows}\n${engine.plan}\nBy hand:\n${best.plan}`,
        ],
  )
}

for (const workload of [MINE_OR_ASSIGNED, OF_MY_CREWS]) {
  it(`costs what the best statement by hand costs: ${workload.file}`, async () => {
    await using ready = await filled(workload)
    const found = await compared(ready, workload)
    if (ASKED_ROWS !== undefined) console.log(found.map(line).join('\n'))
    expect(costlier(found)).toEqual([])
  })
}

function line({ request, engine, best }: Compared): string {
  const figures = ({ pages, rows, ms }: Touched): string => `${pages} pages, ${rows} rows, ${ms.toFixed(2)} ms`
  return `${request}: ${figures(engine)}; by hand ${figures(best)}`
}

it('finds a text whose lists have lost their indexes', async () => {
  await using ready = await filled(MINE_OR_ASSIGNED)
  const { pool } = ready.application.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'errand' AND indexdef LIKE '%created_at, id%'`,
  )
  await pool.query(rows.map(({ name }) => `DROP INDEX ${name}`).join('; '))
  await pool.query('CREATE INDEX ON errand (owner_id); CREATE INDEX ON errand (assignee_id)')
  const found = costlier(await compared(ready, MINE_OR_ASSIGNED))
  expect(found.length).toBeGreaterThan(MINE_OR_ASSIGNED.lists.length / 2)
})
