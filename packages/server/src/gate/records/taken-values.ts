// A write that failed on a unique value or a missing record → all such failures. PostgreSQL reports one violated
// constraint and aborts the transaction, so the others are looked up afterwards.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import type { FieldSource } from '@ninefold/core/plan/write/record-writes.ts'
import { planTaken, uniqueAmong, type UniqueValues } from '@ninefold/core/plan/write/unique-conflicts.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { missingRecords } from './given-records.ts'
import { probed, refuseProbing } from './enumeration-limits.ts'
import { refused, refusedWith, Refusal } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const takenPlan = planner(
  'taken',
  (
    viewer,
    entity: Entity,
    sources: readonly FieldSource[],
    record: 'new' | 'changed',
    asked: readonly UniqueValues[],
  ) => planTaken(viewer, entity, sources, record === 'new' ? null : 'record', asked),
)

const UNIQUE_VIOLATION = '23505'
const REFERENCE_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
const NOT_NULL_VIOLATION = '23502'

interface Attempt {
  readonly caller: Caller
  readonly entity: Entity
  /** Null: a creation. */
  readonly record: RecordValue | null
  readonly sources: readonly FieldSource[]
  readonly given: Readonly<Record<string, Value>>
  readonly bindings: Bindings
}

/** Attempted writes by the error that ended them. */
const attempts = new WeakMap<object, Attempt>()

/** Notes the attempted write if it fails on a unique value, a limit, an empty field or a missing record. */
export async function noteTaken<Result>(
  { application, caller }: Work,
  attempt: Omit<Attempt, 'caller'>,
  write: () => Promise<Result>,
): Promise<Result> {
  refuseProbing(application, { caller, ...attempt })
  try {
    return await write()
  } catch (cause) {
    if (isViolation(cause)) attempts.set(cause, { caller, ...attempt })
    throw cause
  }
}

function isViolation(cause: unknown): cause is Violation {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return false
  return [UNIQUE_VIOLATION, REFERENCE_VIOLATION, CHECK_VIOLATION, NOT_NULL_VIOLATION].some(
    (code) => code === cause.code,
  )
}

interface Violation {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
}

/**
 * Returns the cause itself if it is another error, or if only one value can be taken. Missing records are reported
 * first, as if no value were taken.
 */
export async function allTaken(application: Application, cause: unknown): Promise<unknown> {
  const attempt = isViolation(cause) ? attempts.get(cause) : undefined
  if (attempt === undefined || !isViolation(cause)) return cause
  const { caller, entity, given, bindings } = attempt
  const missing = await missingRecords(application, caller, entity, given, bindings)
  if (missing.length > 0) return new Refusal(missing)
  if (cause.code !== UNIQUE_VIOLATION) return cause
  const told = await takenValues(application, cause, attempt)
  return (await probed(application, attempt, told === null ? 1 : told.length)) ?? refusalOfAll(told) ?? cause
}

/** Null: only one value can be taken, and the cause names it. */
async function takenValues(
  application: Application,
  cause: Violation,
  { caller, entity, record, sources, bindings }: Attempt,
): Promise<UniqueValues[] | null> {
  const met = violatedConstraint(constraintsOf(application.schema), cause)
  const stored = entityNamed(application.model, entity.name)
  // A new record has a value in every field, from the caller or by default.
  const written = record === null ? stored.fields.map(({ name }) => name) : sources.map(({ field }) => field)
  const asked = uniqueAmong(stored, written)
  if (met === null || met.entity !== entity.name || asked.length === 0) return null
  const isMet = ({ fields }: UniqueValues): boolean => fields.join() === met.fields.join()
  if (asked.length === 1 && asked.every(isMet)) return null
  const statement = application.planned(takenPlan, caller, entity, sources, record === null ? 'new' : 'changed', asked)
  const row = (await application.database.run(statement, { ...bindings, record }))[0]
  const taken = asked.filter((each, index) => isMet(each) || row?.[`taken${index}`] === true)
  // Slugs, and values that are unique among some records only, are not looked up. They are reported if nothing else is
  // taken.
  return taken.length > 0 ? taken : null
}

function refusalOfAll(taken: UniqueValues[] | null): Refusal | null {
  return taken === null ? null : new Refusal(taken.flatMap((each) => refusalOf(each).items))
}

function refusalOf({ otherwise, fields }: UniqueValues): Refusal {
  return otherwise === null ? refused('taken', fields[0] ?? null) : refusedWith(otherwise)
}
