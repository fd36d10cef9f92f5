// A write that failed on a unique value or a missing record → all such failures. PostgreSQL reports one violated
// constraint and aborts the transaction, so the others are looked up afterwards: after the rollback, or after a rollback
// to a savepoint if the transaction had written before. Such a write may depend on what the transaction wrote.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { FieldSource } from '@ninefold/core/plan/write/record-writes.ts'
import {
  planTaken,
  takenField,
  togetherOf,
  uniqueAmong,
  type UniqueValues,
} from '@ninefold/core/plan/write/unique-conflicts.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { type Asking, missingAmong } from './referenced-records.ts'
import { probed, refuseProbing } from './enumeration-limits.ts'
import { refused, refusedWith, Refusal, type RefusalItem } from '../context/refusal.ts'
import { withSentNames } from '../context/sent-names.ts'
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

/** Failures of a write apart from the one that PostgreSQL reported. */
interface Failures {
  /** Records that the write refers to, and that do not exist. */
  readonly missing: readonly RefusalItem[]
  /** Null: only one value can be taken, and PostgreSQL named it. */
  readonly taken: readonly UniqueValues[] | null
}

interface FailedAttempt extends Attempt {
  /** Null: the transaction had written nothing before, so that a lookup after its rollback finds the same. */
  readonly found: Failures | null
}

/** Failed writes by the error that ended them. */
const attempts = new WeakMap<object, FailedAttempt>()

const SAVEPOINT: Statement = { text: 'SAVEPOINT before_write', parameters: [] }
const BACK: Statement = { text: 'ROLLBACK TO SAVEPOINT before_write', parameters: [] }
const RELEASE: Statement = { text: 'RELEASE SAVEPOINT before_write', parameters: [] }

/** Notes the attempted write if it fails on a unique value, a limit, an empty field or a missing record. */
export async function noteTaken<Result>(
  { application, caller, transaction }: Work,
  attempted: Omit<Attempt, 'caller'>,
  write: () => Promise<Result>,
): Promise<Result> {
  const attempt: Attempt = { caller, ...attempted }
  refuseProbing(application, attempt)
  const isSaved = transaction.written.size > 0 && canFailTwice(application, attempt)
  if (isSaved) send(transaction, SAVEPOINT)
  try {
    const result = await write()
    if (isSaved) send(transaction, RELEASE)
    return result
  } catch (cause) {
    if (!isViolation(cause)) throw cause
    if (isSaved) await transaction.run(BACK, {})
    attempts.set(cause, {
      ...attempt,
      found: isSaved ? await failuresOf({ application, transaction, ...attempt }, cause) : null,
    })
    throw cause
  }
}

/** Sent in one batch with the next statement, which fails if this one fails. */
function send(transaction: Executor, statement: Statement): void {
  transaction.run(statement, {}).catch(() => {})
}

/** Tells whether there can be failures apart from the one that PostgreSQL reports. */
function canFailTwice({ model }: Application, { entity, record, sources, given }: Attempt): boolean {
  const isReferring = Object.keys(given).some((name) =>
    ['reference', 'collection'].includes(fieldNamed(entity, name).type.kind),
  )
  return isReferring || uniqueWritten(entityNamed(model, entity.name), record, sources).length > 0
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
  const { missing, taken } =
    attempt.found ?? (await failuresOf({ application, transaction: application.database, ...attempt }, cause))
  if (missing.length > 0) return withSentNames(cause, new Refusal(missing))
  if (cause.code !== UNIQUE_VIOLATION) return cause
  const probing = await probed(application, attempt, taken === null ? 1 : taken.length)
  return probing ?? refusalOfAll(application, attempt, cause, taken) ?? cause
}

async function failuresOf(asking: Asking & Attempt, cause: Violation): Promise<Failures> {
  const missing = await missingAmong(asking, asking.entity, asking.given)
  if (missing.length > 0 || cause.code !== UNIQUE_VIOLATION) return { missing, taken: null }
  return { missing, taken: await takenValues(asking, cause) }
}

async function takenValues(
  { application, transaction, caller, entity, record, sources, bindings }: Asking & Attempt,
  cause: Violation,
): Promise<UniqueValues[] | null> {
  const met = violatedConstraint(constraintsOf(application.schema), cause)
  const asked = uniqueWritten(entityNamed(application.model, entity.name), record, sources)
  if (met === null || met.entity !== entity.name || asked.length === 0) return null
  const isMet = ({ fields }: UniqueValues): boolean => fields.join() === met.fields.join()
  if (asked.length === 1 && asked.every(isMet)) return null
  const statement = application.planned(takenPlan, caller, entity, sources, record === null ? 'new' : 'changed', asked)
  const row = (await transaction.run(statement, { ...bindings, record }))[0]
  const taken = asked.filter((each, index) => isMet(each) || row?.[`taken${index}`] === true)
  // Slugs, and values that are unique among some records only, are not looked up. They are reported if nothing else is
  // taken.
  return taken.length > 0 ? taken : null
}

function uniqueWritten(stored: Entity, record: RecordValue | null, sources: readonly FieldSource[]): UniqueValues[] {
  // A new record has a value in every field, from the caller or by default.
  return uniqueAmong(
    stored,
    record === null ? stored.fields.map(({ name }) => name) : sources.map(({ field }) => field),
  )
}

/** Null: the constraint that PostgreSQL reports says everything. */
function refusalOfAll(
  application: Application,
  { entity, given }: Attempt,
  cause: Violation,
  taken: readonly UniqueValues[] | null,
): Refusal | null {
  const stored = entityNamed(application.model, entity.name)
  const told = taken ?? togetherIn(application, stored, cause)
  const aboutOf = ({ fields, isTogether }: UniqueValues): string =>
    isTogether === true ? takenField(stored, fields, Object.keys(given)) : (fields[0] ?? '')
  const refusalOf = (values: UniqueValues): Refusal =>
    values.otherwise === null ? refused('taken', aboutOf(values)) : refusedWith(values.otherwise)
  return told === null ? null : withSentNames(cause, new Refusal(told.flatMap((each) => refusalOf(each).items)))
}

function togetherIn({ schema }: Application, entity: Entity, cause: Violation): UniqueValues[] | null {
  const met = violatedConstraint(constraintsOf(schema), cause)
  const together = met?.entity === entity.name ? togetherOf(entity, met.fields) : null
  return together === null ? null : [together]
}
