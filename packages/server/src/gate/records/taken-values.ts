// A write that met a value which another record has → everything of it that is taken. PostgreSQL names one broken
// constraint and undoes the transaction, so the others are asked for when that is over.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import { type FieldSource, givenVariable } from '@ninefold/core/plan/write/record-writes.ts'
import { planTaken, uniqueAmong, type UniqueValues } from '@ninefold/core/plan/write/unique-conflicts.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { missingRecords } from './given-records.ts'
import { refused, refusedWith, Refusal } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import type { Bindings } from '../../store/driver/rows.ts'

const UNIQUE_VIOLATION = '23505'

interface Attempt {
  readonly caller: Caller
  readonly entity: Entity
  /** Null: it was to be made. */
  readonly record: RecordValue | null
  readonly sources: readonly FieldSource[]
  readonly key: string
  readonly bindings: Bindings
}

/** By the error that the write ended with. */
const attempts = new WeakMap<object, Attempt>()

/** Remembers what was to be written when it ends with a value that is taken. */
export async function noteTaken<Result>(
  { caller }: Work,
  attempt: Omit<Attempt, 'caller'>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (cause) {
    if (isViolation(cause)) attempts.set(cause, { caller, ...attempt })
    throw cause
  }
}

function isViolation(cause: unknown): cause is { readonly constraint?: string; readonly table?: string } {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === UNIQUE_VIOLATION
}

/** The cause itself where it is something else, or where one value only can have been taken. A record that is not there is
 * told first, as by a write whose values nobody has. */
export async function allTaken(application: Application, cause: unknown): Promise<unknown> {
  const attempt = isViolation(cause) ? attempts.get(cause) : undefined
  if (attempt === undefined || !isViolation(cause)) return cause
  const { caller, entity, record, sources, key, bindings } = attempt
  const missing = await missingRecords(application, caller, entity, givenAmong(sources, bindings), bindings)
  if (missing.length > 0) return new Refusal(missing)
  const met = violatedConstraint(constraintsOf(application.schema), cause)
  const asked = uniqueAmong(
    entityNamed(application.model, entity.name),
    sources.map(({ field }) => field),
  )
  if (met === null || met.entity !== entity.name || asked.length < 2) return cause
  const statement = application.planned(caller, `taken ${key}`, (viewer) =>
    planTaken(viewer, entity, sources, record === null ? null : 'record', asked),
  )
  const row = (await application.database.run(statement, { ...bindings, record }))[0]
  const isMet = ({ fields }: UniqueValues): boolean => fields.join() === met.fields.join()
  const taken = asked.filter((each, index) => isMet(each) || row?.[`taken${index}`] === true)
  // One that only some records have to differ in is not asked for, and it is what was met.
  if (!taken.some(isMet)) return cause
  return new Refusal(taken.flatMap((each) => refusalOf(each).items))
}

function givenAmong(sources: readonly FieldSource[], bindings: Bindings): Record<string, Value> {
  return Object.fromEntries(
    sources
      .filter(({ kind }) => kind === 'given')
      .map(({ field }): [string, Value] => [field, bindings[givenVariable(field)] ?? null]),
  )
}

function refusalOf({ otherwise, fields }: UniqueValues): Refusal {
  return otherwise === null ? refused('taken', fields[0] ?? null) : refusedWith(otherwise)
}
