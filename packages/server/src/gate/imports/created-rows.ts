// Rows given together → records. If the model permits it, one statement creates and checks many of them, and a refused
// set is divided until the wrong rows are known. Otherwise rows are created one by one.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { fieldNamed, isStored } from '@ninefold/core/model/find.ts'
import { GIVEN_ROWS, type GivenColumn, lowerToSet } from '@ninefold/core/plan/write/lowering.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { compileCreation, pairedFields } from '@ninefold/core/plan/write/write-plan.ts'
import { bypassesPermissions, type Grant, grantsOf, isForbidden } from '@ninefold/core/rights/roles.ts'
import { isRefusedByDatabase } from '../../store/driver/failures.ts'
import { databaseValue } from '../../store/driver/statement.ts'
import { runSteps } from '../calls/calls.ts'
import { beginRecord } from '../calls/transitions.ts'
import { actAs } from '../context/transaction-actor.ts'
import { planner } from '../context/planner.ts'
import { Refusal } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { isFollowed } from '../messages/followers.ts'
import { type CompiledDefault, compiledDefaults, withDefaults } from '../records/single-statement-write.ts'
import { auditedAtOnce } from '../records/audit.ts'
import { isDueSoon } from '../records/clocks.ts'
import { waitsUntil } from '../records/enumeration-limits.ts'
import { judgeRulesOverRecords } from '../records/rules-over-records.ts'
import { withinSavepoint } from '../records/savepoints.ts'

/** Accepted values in the form that the tables store. */
export type GivenRow = Readonly<Record<string, Value>>

export interface RefusedRow {
  /** Position in the given list, from 0. */
  readonly index: number
  readonly refusal: Refusal
}

interface PlacedRow {
  readonly index: number
  readonly given: GivenRow
}

interface SetPlan {
  readonly statement: Statement
  readonly columns: readonly GivenColumn[]
  readonly defaults: readonly CompiledDefault[]
}

/** Null: these rows are created one by one. */
const setPlan = planner('create a set', (viewer, entity: Entity, given: readonly string[]): SetPlan | null => {
  const { model, caller } = viewer
  const isRefused = [null, ...given].some((field) => isForbidden(model, entity.name, 'create', field))
  const grants = grantsOf(model, caller, entity.name, 'create')
  if (isRefused || grants.length === 0 || bypassesPermissions(caller) || isFollowed(model, entity.name)) return null
  const creation = { given, set: [], lists: pairedFields(entity, given), linked: [], begins: [] }
  const set = lowerToSet(viewer, compileCreation(viewer, entity, creation, grants, null))
  return set === null ? null : { ...set, defaults: compiledDefaults(entity, given) }
})

/** Fields that stay empty, whether the value is missing or empty. */
const emptyAnyway = planner('empty anyway', ({ model, caller }, entity: Entity, names: readonly string[]) => {
  const grants = grantsOf(model, caller, entity.name, 'create')
  const isInAll = (name: string): boolean =>
    grants.every(({ permission }: Grant) => permission.fields.includes(name)) &&
    !isForbidden(model, entity.name, 'create', name)
  return names.filter((name) => {
    const field = fieldNamed(entity, name)
    return field.default === null && isStored(field) && field.type.kind !== 'collection' && isInAll(name)
  })
})

/**
 * Rows that give the same fields are created in their order. `judgesEach`: a rule over several records is checked after each
 * statement instead of at the end of the transaction, so that the row which breaks it can be named.
 */
export async function createRows(
  work: Work,
  entity: Entity,
  rows: readonly GivenRow[],
  { judgesEach }: { readonly judgesEach: boolean },
): Promise<RefusedRow[]> {
  const refused: RefusedRow[] = []
  // Set before the first savepoint: a rollback to one would undo the setting.
  await actAs(work)
  const making = new RowsInMaking(work, entity, judgesEach, refused)
  for (const { names, rows: alike } of alikeRows(work, entity, rows)) {
    const plan = work.application.planned(setPlan, work.caller, entity, names)
    const write = { ...work, entity, sources: names.map((field) => ({ field })) }
    if (plan === null || waitsUntil(work.application, write) !== null) await making.oneByOne(alike)
    else await making.together(alike, plan)
  }
  return refused.sort((one, other) => one.index - other.index)
}

interface AlikeRows {
  readonly names: readonly string[]
  readonly rows: readonly PlacedRow[]
}

/** Groups rows that give the same fields. A missing value counts as an empty one if that makes no difference. */
function alikeRows({ application, caller }: Work, entity: Entity, rows: readonly GivenRow[]): AlikeRows[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
  const empty = application.planned(emptyAnyway, caller, entity, all)
  const byNames = new Map<string, { readonly names: readonly string[]; readonly rows: PlacedRow[] }>()
  for (const [index, row] of rows.entries()) {
    const names = all.filter((name) => name in row || empty.includes(name))
    const given = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
    const key = names.join('\n')
    const alike = byNames.get(key) ?? { names, rows: [] }
    byNames.set(key, alike)
    alike.rows.push({ index, given })
  }
  return [...byNames.values()]
}

/** Parts of a refused set. Fewer parts write good rows more often; more parts need more statements. */
const PARTS = 8

class RowsInMaking {
  readonly #work: Work
  readonly #entity: Entity
  readonly #judgesEach: boolean
  readonly #refused: RefusedRow[]

  constructor(work: Work, entity: Entity, judgesEach: boolean, refused: RefusedRow[]) {
    this.#work = work
    this.#entity = entity
    this.#judgesEach = judgesEach
    this.#refused = refused
  }

  async together(rows: readonly PlacedRow[], plan: SetPlan): Promise<void> {
    if (rows.length <= 1) return this.oneByOne(rows)
    const refusal = await this.#kept(() => this.#makeSet(rows, plan))
    if (refusal === null) return
    const size = Math.ceil(rows.length / PARTS)
    for (let from = 0; from < rows.length; from += size) await this.together(rows.slice(from, from + size), plan)
  }

  async oneByOne(rows: readonly PlacedRow[]): Promise<void> {
    for (const { index, given } of rows) {
      const refusal = await this.#kept(async () => {
        await beginRecord(this.#work, this.#entity, { given, set: [] }, { answer: null, runSteps })
        if (this.#judgesEach) await judgeRulesOverRecords(this.#work)
      })
      if (refusal !== null) this.#refused.push({ index, refusal })
    }
  }

  /** Null: the work succeeded. A refused one is undone. */
  async #kept(doing: () => Promise<void>): Promise<Refusal | null> {
    const ofSet = (cause: unknown): Refusal | null => (cause instanceof SetRefused ? new Refusal([]) : null)
    try {
      await withinSavepoint(this.#work, doing, ofSet)
      return null
    } catch (cause) {
      if (cause instanceof Refusal) return cause
      throw cause
    }
  }

  async #makeSet(rows: readonly PlacedRow[], { statement, columns, defaults }: SetPlan): Promise<void> {
    const { application, caller, bindings, transaction } = this.#work
    const json = rows.map(({ given }) => {
      const values = withDefaults(this.#work, given, defaults)
      return Object.fromEntries(
        columns.map(({ field, name, type }) => [name, databaseValue(values[field] ?? null, type)]),
      )
    })
    const audited = auditedAtOnce(application, caller, bindings, 'create')
    const bound = { ...bindings, ...audited, [GIVEN_ROWS]: JSON.stringify(json) }
    const made = await transaction.run(statement, bound).catch((cause: unknown) => {
      throw isRefusedByDatabase(cause) && !isWrongStatement(cause)
        ? new SetRefused('One of the rows is refused.', { cause })
        : cause
    })
    const next = made[0]?.['next']
    if (isDueSoon(application, next)) transaction.afterCommit(() => application.alarm.ring())
    if (this.#judgesEach) await judgeRulesOverRecords(this.#work)
  }
}

/** Smaller sets would fail as well. */
function isWrongStatement(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('42')
}

/** Smaller sets can find the wrong row and the reason. */
class SetRefused extends Error {
  override name = 'SetRefused'
}
