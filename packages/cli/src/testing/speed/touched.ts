// A statement → its cost in PostgreSQL, counted and not timed: pages of tables and indexes, and rows. It runs like the
// engine's statements, prepared and not for the first time, so that it has its final plan.

import { askAs } from '@ninefold/server/store/driver/caller-query.ts'
import { SETTINGS_OF_CALLS } from '@ninefold/server/store/driver/connection-pools.ts'
import type pg from 'pg'

export interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  /** Settings of the caller in the database. Null: runs as the owner of the tables. */
  readonly caller: readonly string[] | null
  readonly isPlannedOnce: boolean
  readonly tenant?: string | undefined
}

export interface Touched {
  /** Pages of 8 kB, each counted for every access. */
  readonly pages: number
  /** Rows and index entries, including discarded ones. */
  readonly rows: number
  /** The shortest execution time that PostgreSQL reports, including planning. It depends on the machine. */
  readonly ms: number
  /** How often PostgreSQL planned the statement for the values of one execution. */
  readonly plansForValues: number
  readonly plan: string
}

/** Of EXPLAIN with ANALYZE and BUFFERS, as JSON. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** By then PostgreSQL has chosen between a generic plan and custom plans. */
const RUNS_BEFORE = 6
const TIMES = 15

export async function touchedBy(
  pool: pg.Pool,
  { text, values, caller, isPlannedOnce, tenant }: Asked,
): Promise<Touched> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const [name, value] of Object.entries(SETTINGS_OF_CALLS))
      await client.query('SELECT set_config($1, $2, true)', [name, value])
    if (caller !== null) {
      const told = askAs(caller, null, { isPlannedOnce, tenant })
      await client.query(told.text, [...told.values])
    }
    await client.query(`PREPARE asked AS ${text}`)
    const run = `EXECUTE asked${values.length === 0 ? '' : ` (${values.map((value) => literal(client, value)).join(', ')})`}`
    for (let time = 0; time < RUNS_BEFORE; time++) await client.query(run)
    const explain = async (options: string): Promise<readonly Record<string, unknown>[]> =>
      (
        await client.query<Record<string, unknown>>(
          `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF${options}) ${run}`,
        )
      ).rows
    const [found] = await explain(', FORMAT JSON')
    // The engine's connections return JSON as text.
    const [{ Plan: top }] = JSON.parse(String(found?.['QUERY PLAN'])) as [{ Plan: PlanNode }]
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) times.push(await timeOf(client, run))
    const lines = await explain('')
    const plans = await client.query<{ custom: number }>(
      `SELECT custom_plans::int AS custom FROM pg_prepared_statements WHERE name = 'asked'`,
    )
    return {
      pages: (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0),
      rows: nodesOf(top).reduce((sum, node) => sum + rowsOf(node), 0),
      ms: Math.min(...times),
      plansForValues: plans.rows[0]?.custom ?? 0,
      plan: lines.map((line) => line['QUERY PLAN']).join('\n'),
    }
  } finally {
    await client.query('ROLLBACK')
    client.release(true)
  }
}

async function timeOf(client: pg.PoolClient, run: string): Promise<number> {
  const { rows } = await client.query<Record<string, unknown>>(
    `EXPLAIN (ANALYZE, BUFFERS OFF, TIMING OFF, SUMMARY ON, FORMAT JSON) ${run}`,
  )
  const [found] = JSON.parse(String(rows[0]?.['QUERY PLAN'])) as [
    { readonly 'Planning Time': number; readonly 'Execution Time': number },
  ]
  return found['Planning Time'] + found['Execution Time']
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** Rows of tables and indexes, without intermediate results. */
function rowsOf(node: PlanNode): number {
  if (!/^(?:Seq|Index|Index Only|Bitmap Index|Bitmap Heap|Tid) Scan$/.test(node['Node Type'])) return 0
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * (node['Actual Loops'] ?? 1)
}

function literal(client: pg.PoolClient, value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (!Array.isArray(value)) return client.escapeLiteral(String(value))
  return client.escapeLiteral(
    `{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`,
  )
}
