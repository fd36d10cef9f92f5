// A write that met a value which another record has, or a record that is not there → everything of it that is so. PostgreSQL
// names one broken constraint and undoes the transaction, so the others are asked for when that is over.

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
import { probed, refuseProbing } from './probing.ts'
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
  /** Null: it was to be made. */
  readonly record: RecordValue | null
  readonly sources: readonly FieldSource[]
  readonly given: Readonly<Record<string, Value>>
  readonly bindings: Bindings
}

/** By the error that the write ended with. */
const attempts = new WeakMap<object, Attempt>()

/** Remembers what was to be written when it ends with a value that is taken or passes a limit, a field left empty, or a record that is not there. */
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

/** The cause itself where it is something else, or where one value only can have been taken. A record that is not there is
 * told first, as by a write whose values nobody has. */
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

/** Null: one value only can have been taken, and the cause says which. */
async function takenValues(
  application: Application,
  cause: Violation,
  { caller, entity, record, sources, bindings }: Attempt,
): Promise<UniqueValues[] | null> {
  const met = violatedConstraint(constraintsOf(application.schema), cause)
  const stored = entityNamed(application.model, entity.name)
  // A new record gets a value in every field, by its Default where nobody gives one.
  const written = record === null ? stored.fields.map(({ name }) => name) : sources.map(({ field }) => field)
  const asked = uniqueAmong(stored, written)
  if (met === null || met.entity !== entity.name || asked.length === 0) return null
  const isMet = ({ fields }: UniqueValues): boolean => fields.join() === met.fields.join()
  if (asked.length === 1 && asked.every(isMet)) return null
  const statement = application.planned(takenPlan, caller, entity, sources, record === null ? 'new' : 'changed', asked)
  const row = (await application.database.run(statement, { ...bindings, record }))[0]
  const taken = asked.filter((each, index) => isMet(each) || row?.[`taken${index}`] === true)
  // A slug, and one that only some records have to differ in, are not asked for. They are told where nothing else is taken.
  return taken.length > 0 ? taken : null
}

function refusalOfAll(taken: UniqueValues[] | null): Refusal | null {
  return taken === null ? null : new Refusal(taken.flatMap((each) => refusalOf(each).items))
}

function refusalOf({ otherwise, fields }: UniqueValues): Refusal {
  return otherwise === null ? refused('taken', fields[0] ?? null) : refusedWith(otherwise)
}
