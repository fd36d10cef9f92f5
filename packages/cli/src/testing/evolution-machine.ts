// The evolution machine: a random walk of edits over a specification with records. After every edit each cell is
// accounted for; some migrations are cut before every statement, and found as they were each time.

import { tableName, columnName } from '@ninefold/core/plan/database-names.ts'
import { planTables } from '@ninefold/core/plan/tables.ts'
import { migrate } from '@ninefold/server/store/migrate.ts'
import { breakingBefore } from '@ninefold/server/testing/breaking-pool.ts'
import type { Pool } from 'pg'
import { evolutionTo } from '../pipeline.ts'
import { type Cell, type Chance, edited, EMPTY_WORLD, versionOf, type World } from './evolution-edits.ts'
import { modelOf, textOf } from './versions.ts'

/** A server that is wrong on purpose; what it does instead. */
export type EvolutionFault = 'drops on rename' | 'fills nothing' | 'contracts before it fills'

export interface EvolutionRun {
  readonly edits: number
  readonly seed: number
  /** Of so many edits, one is cut before every statement. */
  readonly cutsEvery: number
  readonly fault?: EvolutionFault
  /** An empty database. */
  readonly pool: Pool
  readonly told?: (line: string) => void
}

export interface EvolutionProof {
  readonly edits: number
  readonly cells: number
  readonly cuts: number
  /** What is not as it must be; empty when everything is. */
  readonly wrong: readonly string[]
}

export async function runEvolutionMachine(run: EvolutionRun): Promise<EvolutionProof> {
  const chance = chanceFrom(run.seed)
  let world = EMPTY_WORLD
  let [cells, cuts] = [0, 0]
  await bring(run.pool, world, undefined)
  for (let number = 1; number <= run.edits; number++) {
    world = await withRecord(run.pool, world, chance, number)
    const next = edited(world, chance, number)
    const wrong: string[] = []
    if (number % run.cutsEvery === 0) {
      const cut = await cutEverywhere(run, world, next)
      cuts += cut.cuts
      wrong.push(...cut.wrong)
    } else wrong.push(...(await bring(run.pool, next, run.fault)))
    const found = await compare(run.pool, next)
    cells += found.cells
    wrong.push(...found.wrong)
    if (wrong.length > 0) return { edits: number, cells, cuts, wrong: wrong.map((words) => `edit ${number}: ${words}`) }
    if (number % 100 === 0) run.told?.(`${number} edits, ${cells} cells, ${cuts} cuts`)
    world = next
  }
  return { edits: run.edits, cells, cuts, wrong: [] }
}

/** mulberry32 */
function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** What keeps it from being brought there: nothing, when all is well. */
async function bring(pool: Pool, world: World, fault: EvolutionFault | undefined): Promise<string[]> {
  const text = textOf(versionOf(world))
  const model = modelOf(text)
  const { waiting } = await migrate(
    fault === 'contracts before it fills' ? withoutFilling(pool) : pool,
    planTables(model),
    {
      text,
      // A fault that loses values is not to be saved by the question.
      consent: fault !== undefined,
      batch: 3,
      evolution: (before) => {
        const evolution = evolutionTo(model, null)(before)
        const { changes } = evolution
        if (fault === 'drops on rename') return { ...evolution, changes: { ...changes, fields: [] } }
        if (fault !== 'fills nothing') return evolution
        return {
          ...evolution,
          changes: { ...changes, values: changes.values.map((each) => ({ ...each, sql: 'NULL' })) },
        }
      },
    },
  )
  return waiting.map(({ sentence }) => `waits: ${sentence}`)
}

function withoutFilling(pool: Pool): Pool {
  const connect = async () => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown
        return (...words: [string]) => (words[0].startsWith('WITH batch') ? { rows: [] } : target.query(...words))
      },
    })
  }
  return { connect } as unknown as Pool
}

async function cutEverywhere(run: EvolutionRun, world: World, next: World): Promise<{ cuts: number; wrong: string[] }> {
  for (let statement = 1; ; statement++) {
    const cut = breakingBefore(statement, run)
    const outcome = await bring(cut.pool, next, run.fault).catch((error: Error) => error)
    if (!(outcome instanceof Error)) return { cuts: statement - 1, wrong: outcome }
    if (!cut.wasReached()) throw outcome
    const { wrong } = await compare(run.pool, world)
    if (wrong.length > 0) return { cuts: statement, wrong: wrong.map((words) => `cut ${statement}: ${words}`) }
  }
}

async function withRecord(pool: Pool, world: World, chance: Chance, number: number): Promise<World> {
  const status = world.states[chance(world.states.length)] ?? 'new'
  const row: Record<string, Cell> = { status }
  for (const { name, kind, isRequired } of world.fields) {
    const isEmpty = !isRequired && chance(4) === 0
    row[name] = isEmpty ? null : kind === 'whole' ? chance(1000) : `value ${number} ${chance(1000)}`
  }
  const columns = Object.keys(row).map((name) => `"${columnOf(name)}"`)
  const values = columns.map((_, index) => `$${index + 1}`)
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO "${tableName(world.entity)}" (${columns.join()}, created_at, updated_at) VALUES (${values.join()}, now(), now()) RETURNING id`,
    Object.values(row),
  )
  // More records than a person looks at make the walk slow, and find nothing more.
  const kept = [...world.rows].slice(-11)
  for (const [id] of world.rows)
    if (!kept.some(([other]) => other === id))
      await pool.query(`DELETE FROM "${tableName(world.entity)}" WHERE id = $1`, [id])
  return { ...world, rows: new Map([...kept, [rows[0]?.id ?? '', row]]) }
}

function columnOf(field: string): string {
  return columnName(field, { kind: 'yes/no' })
}

/** Every cell, and everything in the archive. */
async function compare(pool: Pool, world: World): Promise<{ cells: number; wrong: string[] }> {
  const wrong: string[] = []
  let cells = 0
  const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM "${tableName(world.entity)}"`)
  if (rows.length !== world.rows.size) wrong.push(`${rows.length} records instead of ${world.rows.size}`)
  for (const found of rows) {
    const expected = world.rows.get(String(found['id'])) ?? {}
    for (const [field, value] of Object.entries(expected)) {
      cells += 1
      const there = found[columnOf(field)] ?? null
      if (String(there) !== String(value)) wrong.push(`${field} is ${String(there)} instead of ${String(value)}`)
    }
  }
  const { rows: archived } = await pool.query<{ id: number; name: string }>(
    `SELECT id::int, entity || '.' || field AS name FROM ninefold.archived ORDER BY ninefold.archived.id`,
  )
  const kept: [string, string[]][] = []
  for (const { id, name } of archived.slice(-3)) {
    const { rows: values } = await pool.query<{ value: string }>(`SELECT value::text FROM ninefold.archived_${id}`)
    kept.push([name, values.map(({ value }) => value).sort()])
  }
  cells += kept.length
  if (archived.length !== world.archived.length || JSON.stringify(kept) !== JSON.stringify(world.archived.slice(-3)))
    wrong.push(`the archive has ${JSON.stringify(kept)} instead of ${JSON.stringify(world.archived.slice(-3))}`)
  return { cells, wrong }
}
