// A recorded statement → what it costs PostgreSQL, beside the cheapest way to the same answer that could be found: other
// plans, without the policies, and with the indexes that an adviser would create. Everything is rolled back.

import { askAs } from '@ninefold/server/store/driver/caller-query.ts'
import { SETTINGS_OF_CALLS } from '@ninefold/server/store/driver/connection-pools.ts'
import { DatabaseError, type Client } from 'pg'
import { advisedIndexes, type ColumnsByTable, type PlanNode } from './advised-indexes.ts'
import type { Recorded, Sent } from './recorded-statements.ts'

export interface Cost {
  /** Planning and execution, the shortest of several runs. */
  readonly ms: number
  /** Pages of 8 kB, each counted for every access. */
  readonly pages: number
  readonly answer: string
  readonly plan: PlanNode
}

export interface Compared {
  readonly ours: Cost
  /** Null: nothing cheaper was found. */
  readonly best: (Cost & { readonly way: string }) | null
}

interface Way {
  readonly name: string
  readonly settings?: Readonly<Record<string, string>>
  readonly isOwner?: boolean
}

const OURS: Way = { name: 'as sent' }
const ONCE = { plan_cache_mode: 'force_generic_plan' }
const BY_INDEXES = { ...ONCE, enable_seqscan: 'off' }
const WAYS: readonly Way[] = [
  { name: 'planned each time', settings: { plan_cache_mode: 'force_custom_plan' } },
  { name: 'planned once', settings: ONCE },
  { name: 'planned once, without the policies', settings: ONCE, isOwner: true },
  { name: 'without scans of tables', settings: BY_INDEXES },
  { name: 'without bitmaps', settings: { ...BY_INDEXES, enable_bitmapscan: 'off' } },
  { name: 'without sorts', settings: { ...BY_INDEXES, enable_sort: 'off', enable_bitmapscan: 'off' } },
  { name: 'with nested loops', settings: { ...BY_INDEXES, enable_hashjoin: 'off', enable_mergejoin: 'off' } },
  { name: 'without nested loops', settings: { ...ONCE, enable_nestloop: 'off' } },
]
const WAYS_WITH_INDEXES: readonly Way[] = [
  { name: 'planned each time', settings: { plan_cache_mode: 'force_custom_plan' } },
  { name: 'planned once', settings: BY_INDEXES },
  { name: 'planned once, without the policies', settings: BY_INDEXES, isOwner: true },
  { name: 'without bitmaps', settings: { ...BY_INDEXES, enable_bitmapscan: 'off' } },
]
/** By then PostgreSQL has chosen between a generic plan and custom plans. */
const RUNS_BEFORE = 6
const RUNS = 5
const RUNS_OF_WAYS = 2
const RUNS_AT_LAST = 9
/** A statement that takes longer is run less often. */
const LONG_MS = 30
/** A shorter one touches few rows, so that only planning, policies and the execution itself matter. */
const SHORT_MS = 0.15
const WAYS_OF_SHORT = 3
/** Both are measured again when they differ by more than the noise. */
const DIFFERENT = 0.85

export async function compared(client: Client, sent: Recorded, columns: ColumnsByTable): Promise<Compared> {
  const ours = await costOf(client, sent, RUNS)
  let best: { way: Way; indexes: readonly string[]; cost: Cost } | null = null
  const attempt = async (ways: readonly Way[], indexes: readonly string[]): Promise<void> => {
    await within(client, sent, indexes, async () => {
      for (const way of ways) {
        const cost = await timed(client, sent, way, RUNS_OF_WAYS)
        if (cost !== null && cost.answer === ours.answer && cost.ms < (best?.cost.ms ?? ours.ms))
          best = { way, indexes, cost }
      }
    })
  }
  await attempt(ours.ms < SHORT_MS ? WAYS.slice(0, WAYS_OF_SHORT) : WAYS, [])
  const advised = advisedIndexes(ours.plan, columns)
  if (advised.length > 0 && ours.ms > SHORT_MS) await attempt(WAYS_WITH_INDEXES, advised)
  const found = best as { way: Way; indexes: readonly string[]; cost: Cost } | null
  if (found === null || found.cost.ms > ours.ms * DIFFERENT) return { ours, best: null }
  return again(client, sent, found)
}

/** One after the other, because the shortest of many attempts is partly luck. */
async function again(
  client: Client,
  sent: Recorded,
  { way, indexes }: { readonly way: Way; readonly indexes: readonly string[] },
): Promise<Compared> {
  const ours = await within(client, sent, [], () => timed(client, sent, OURS, RUNS_AT_LAST))
  const best = await within(client, sent, indexes, () => timed(client, sent, way, RUNS_AT_LAST))
  if (ours === null || best === null) throw new Error(`The statement failed the second time: ${sent.text}`)
  return { ours, best: { ...best, way: [way.name, ...indexes].join(', ') } }
}

/** Null: it cannot be repeated, because it needs an id that was made before, or its effect is there. */
export async function repeatable(client: Client, sent: Recorded): Promise<Cost | null> {
  try {
    return await costOf(client, sent, 1)
  } catch (cause) {
    if (cause instanceof DatabaseError) return null
    throw cause
  }
}

async function costOf(client: Client, sent: Recorded, runs: number): Promise<Cost> {
  const cost = await within(client, sent, [], () => timed(client, sent, OURS, runs))
  if (cost === null) throw new Error(`The statement failed: ${sent.text}`)
  return cost
}

/** Runs `work` in a transaction with the indexes and with the transaction's earlier statements, and rolls it back. */
async function within<Result>(
  client: Client,
  { isWriting, before }: Recorded,
  indexes: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(isWriting ? 'BEGIN ISOLATION LEVEL SERIALIZABLE' : 'BEGIN')
  try {
    for (const [name, value] of Object.entries(SETTINGS_OF_CALLS))
      await client.query('SELECT set_config($1, $2, true)', [name, value])
    for (const index of indexes) await optional(client, `CREATE INDEX ON ${index}`)
    for (const each of before) {
      await callAs(client, each)
      await client.query(each.text, [...each.values])
      await client.query('RESET ROLE')
    }
    return await work()
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Returns false if it failed; its effect is undone then. */
async function optional(client: Client, text: string): Promise<boolean> {
  await client.query('SAVEPOINT attempt')
  try {
    await client.query(text)
    await client.query('RELEASE SAVEPOINT attempt')
    return true
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT attempt')
    return false
  }
}

async function callAs(client: Client, { caller, isPlannedOnce, tenant }: Sent): Promise<void> {
  if (caller === null) return
  const told = askAs(caller, null, { isPlannedOnce, tenant })
  await client.query(told.text, [...told.values])
}

/** Null: it failed. */
async function timed(client: Client, sent: Recorded, way: Way, runs: number): Promise<Cost | null> {
  await client.query('SAVEPOINT way')
  try {
    await callAs(client, sent)
    for (const [name, value] of Object.entries(way.settings ?? {}))
      await client.query('SELECT set_config($1, $2, true)', [name, value])
    if (way.isOwner === true) await client.query('RESET ROLE')
    await client.query('DEALLOCATE ALL')
    await client.query(`PREPARE asked AS ${sent.text}`)
    const values = sent.values.map((value) => literal(client, value)).join(', ')
    return await executed(
      client,
      `EXECUTE asked${values === '' ? '' : ` (${values})`}`,
      way === OURS ? RUNS_BEFORE : 2,
      runs,
    )
  } catch (cause) {
    if (way === OURS) throw cause
    return null
  } finally {
    await client.query('ROLLBACK TO SAVEPOINT way')
  }
}

async function executed(client: Client, run: string, runsBefore: number, runs: number): Promise<Cost> {
  const undone = async (texts: readonly string[]): Promise<readonly Row[]> => {
    const whole = texts.flatMap((text) => ['SAVEPOINT run', text, 'ROLLBACK TO SAVEPOINT run']).join('; ')
    const results = (await client.query(whole)) as unknown as readonly { readonly rows: readonly Row[] }[]
    return results.at(-2)?.rows ?? []
  }
  const explain = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY ON, FORMAT JSON) ${run}`
  const explained = async (): Promise<Explained> => explainedBy(await undone([explain]))
  const answer = JSON.stringify(await undone([run]))
  const first = await explained()
  const isLong = first.ms > LONG_MS
  if (!isLong && runsBefore > 2) await undone(Array.from({ length: runsBefore - 2 }, () => run))
  let best = first
  for (let time = 0; time < (isLong ? 1 : runs); time++) {
    const next = await explained()
    if (next.ms < best.ms || time === 0) best = next
  }
  return { ...best, answer }
}

type Row = Readonly<Record<string, unknown>>
type Explained = Omit<Cost, 'answer'>

function explainedBy([row]: readonly Row[]): Explained {
  if (row === undefined) throw new Error('Defect: EXPLAIN gave no row.')
  const [found] = row['QUERY PLAN'] as [
    { readonly Plan: PlanNode; readonly 'Planning Time': number; readonly 'Execution Time': number },
  ]
  const { Plan: plan } = found
  return {
    ms: found['Planning Time'] + found['Execution Time'],
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    plan,
  }
}

function literal(client: Client, value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return client.escapeLiteral(value.toISOString())
  if (!Array.isArray(value))
    return client.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return client.escapeLiteral(
    `{${value.map((item) => (item === null ? 'NULL' : `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`,
  )
}
