// A specification and a database → the plan of a migration: the differences for each role, the affected records, and
// the necessary consents. Nothing is changed.

import { differences, someBroken } from '@ninefold/core/evolution/difference.ts'
import type { Difference } from '@ninefold/core/evolution/difference-kinds.ts'
import type { Identities } from '@ninefold/core/evolution/identities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import { type Ask, type Tried, tryMigration, type WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import { evolutionTo, formerOf } from '../pipeline.ts'
import { today } from '../today.ts'

export interface Plan {
  /** True: the database has no version yet, so everything is new. */
  readonly isFirst: boolean
  readonly differences: readonly PlannedDifference[]
  /** Data that would be archived, after a consent. */
  readonly losses: readonly PlannedLoss[]
  /** Changes that no consent permits: records or the text must be corrected first. */
  readonly obstacles: readonly PlannedObstacle[]
}

export type PlannedDifference = Pick<Difference, 'point' | 'kind' | 'sentence'> & Partial<Concerned>

interface Concerned {
  readonly rows: number
  /** Some of the affected records. */
  readonly records: readonly string[]
}

export interface PlannedLoss {
  /** Changes that need consent by name. */
  readonly about: string
  readonly sentence: string
  readonly rows: number
  readonly hint: string | null
}

export interface PlannedObstacle extends Concerned {
  readonly sentence: string
  /** The remedy. */
  readonly hint: string | null
}

export function planOf(database: Database, model: Model, lock: Identities | null): Promise<Plan> {
  const evolution = evolutionTo(model, lock)
  return tryMigration(database.pool, planTables(model), evolution, (tried, ask) => planned(tried, ask, model))
}

async function planned({ before, changes, waiting }: Tried, ask: Ask, model: Model): Promise<Plan> {
  const former = before === null ? null : formerOf(before).model
  const found = former === null ? [] : differences(former, model, changes, today())
  const losses = waiting.filter(({ consequence }) => consequence === 'loses values')
  return {
    isFirst: before === null,
    differences: await inTurn(found, (each) => withRecords(each, ask)),
    losses: losses.map(({ about = '', sentence, rows, hint = null }) => ({ about, sentence, rows, hint })),
    obstacles: await inTurn(
      waiting.filter(({ consequence }) => consequence === 'needs passing rows'),
      async (step) => ({
        sentence: step.sentence,
        hint: step.hint ?? null,
        rows: step.rows,
        records: await someOf(step, ask, model),
      }),
    ),
  }
}

/** Runs one query at a time, because a connection cannot run several. */
async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

async function withRecords({ point, kind, sentence, breaking }: Difference, ask: Ask): Promise<PlannedDifference> {
  if (breaking === undefined) return { point, kind, sentence }
  const rows = Number((await ask(breaking.countSql))[0]?.['count'] ?? 0)
  return { point, kind, sentence, rows, records: rows === 0 ? [] : addresses(await ask(breaking.someSql)) }
}

async function someOf({ broken }: WaitingStep, ask: Ask, model: Model): Promise<string[]> {
  if (broken === undefined) return []
  return addresses(await ask(someBroken(model, broken)))
}

function addresses(rows: Awaited<ReturnType<Ask>>): string[] {
  return rows.map(({ address }) => String(address))
}

/** Kinds of differences that need to be reviewed. */
const READ_BY_SOMEBODY = ['review', 'contract'] as const

/** The consents that the plan needs, by the names that give them. */
export function asksFor({ differences, losses }: Plan): string[] {
  const kinds = READ_BY_SOMEBODY.filter((kind) => differences.some((each) => each.kind === kind))
  return [...kinds, ...new Set(losses.map(({ about }) => about))]
}

export function isNothing({ differences, losses, obstacles, isFirst }: Plan): boolean {
  return !isFirst && differences.length + losses.length + obstacles.length === 0
}
