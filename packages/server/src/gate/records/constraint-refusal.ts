// A constraint violation of PostgreSQL → a refusal in the specification's words. The database's own message is dropped,
// because it contains other people's values.

import { INDEXED_LENGTH_MAX } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { Bounds, BuiltInError } from '@ninefold/core/model/errors.ts'
import { type Constraint, constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { isStated } from '@ninefold/core/plan/schema/field-checks.ts'
import type { FieldRule, Schema } from '@ninefold/core/plan/schema/schema.ts'
import { takenField, togetherOf } from '@ninefold/core/plan/write/unique-conflicts.ts'
import type { Application } from '../context/application.ts'
import { inputRefusal, refused, refusedWith, Refusal } from '../context/refusal.ts'
import { withSentNames } from '../context/sent-names.ts'

const UNIQUE_VIOLATION = '23505'
const REFERENCE_VIOLATION = '23503'
const RESTRICT_VIOLATION = '23001'
const NOT_NULL_VIOLATION = '23502'
const CHECK_VIOLATION = '23514'
const CHARACTER_NOT_IN_REPERTOIRE = '22021'
const NUMBER_OUT_OF_RANGE = '22003'
const TOO_MUCH_FOR_INDEX = '54000'

/** The application whose record is refused. */
type Constrained = Pick<Application, 'schema' | 'model'>

/** Null: the cause is not a violation, so it is a defect, or the database is unavailable. */
export function constraintRefusal(application: Constrained, cause: unknown): Refusal | null {
  const refusal = refusalOfFields(application, cause)
  return refusal === null ? null : withSentNames(cause, refusal)
}

function refusalOfFields({ schema, model }: Constrained, cause: unknown): Refusal | null {
  const { code } = errorIn(cause)
  if (code === CHARACTER_NOT_IN_REPERTOIRE) return refused('pattern')
  if (code === NUMBER_OUT_OF_RANGE) return refused('too big')
  if (code === RESTRICT_VIOLATION) return refused('in use')
  // PostgreSQL does not name the index.
  if (code === TOO_MUCH_FOR_INDEX) return new Refusal([inputRefusal('too long', 'body', INDEXED_LENGTH_MAX)])
  const constraint = violatedConstraint(constraintsOf(schema), errorIn(cause))
  const about = constraint?.fields[0] ?? null
  // A code of the author's own takes precedence.
  if (constraint?.otherwise !== undefined) return refusedWith(constraint.otherwise)
  switch (code) {
    case UNIQUE_VIOLATION:
      return refused('taken', constraint === null ? null : takenAbout(model, constraint))
    case NOT_NULL_VIOLATION:
      return refused('blank', about)
    case REFERENCE_VIOLATION:
      return new Refusal([inputRefusal('not found', about ?? 'record')])
    case CHECK_VIOLATION:
      return constraint === null
        ? refused('wrong type', about)
        : refusedByRule(constraint, constraintsOf(schema), about)
    default:
      return null
  }
}

function takenAbout(model: Model, { entity, fields }: Constraint): string | null {
  const stored = model.entities.entities.find(({ name }) => name === entity)
  const together = stored === undefined ? null : togetherOf(stored, fields)
  return stored === undefined || together === null ? (fields[0] ?? null) : takenField(stored, fields, [])
}

/**
 * True for a known constraint that other records' values can break. Constraints on a single value were checked before,
 * so a violation means that the tables belong to another schema version.
 */
export function isAmongRecords(schema: Schema, cause: unknown): boolean {
  const error = errorIn(cause)
  const kind = violatedConstraint(constraintsOf(schema), error)?.kind
  return error.code === RESTRICT_VIOLATION || !['check', 'not null', undefined].includes(kind)
}

/** True for a unique value by a rule that this version does not have. */
export function isOfNext(schema: Schema, cause: unknown): boolean {
  const error = errorIn(cause)
  return error.code === UNIQUE_VIOLATION && violatedConstraint(constraintsOf(schema), error) === null
}

/**
 * For a deletion: another record still needs this one. Before PostgreSQL 18, the error code equals that of a missing
 * record.
 */
export function blockedDeletion(cause: unknown): Refusal | null {
  const code = property(cause, 'code')
  return code === RESTRICT_VIOLATION || code === REFERENCE_VIOLATION ? refused('in use') : null
}

/** The message may name the limit. */
function refusedByRule(broken: Constraint, all: readonly Constraint[], about: string | null): Refusal {
  const { rule } = broken
  const error = errorOfRule(rule)
  const { min, max } = 'min' in rule ? rule : { min: null, max: null }
  const limit = error === 'too short' || error === 'too small' ? min : max
  const bounds = boundsOfField(broken, all)
  return new Refusal([
    { kind: 'built-in', error, about, limit: isStated(limit) ? limit : null, reason: null, ...(bounds && { bounds }) },
  ])
}

/** The check for a value below both limits has the lower one alone, and the check beside it has both. */
function boundsOfField({ rule, table, fields }: Constraint, all: readonly Constraint[]): Bounds | null {
  if (rule.kind !== 'length' && rule.kind !== 'range') return null
  const beside = all.flatMap((each) =>
    each.table === table && each.fields[0] === fields[0] && each.rule.kind === rule.kind && 'min' in each.rule
      ? [each.rule]
      : [],
  )
  const stated = (side: 'min' | 'max'): number[] =>
    beside.map((each) => each[side]).filter((limit) => limit !== null && isStated(limit)) as number[]
  const [mins, maxs] = [stated('min'), stated('max')]
  return { min: mins.length === 0 ? null : Math.max(...mins), max: maxs.length === 0 ? null : Math.min(...maxs) }
}

/**
 * Inputs were validated before, so a broken check means that the product itself set the value. A value below both of
 * two limits breaks a check of its own, which has only the lower one.
 */
function errorOfRule(rule: FieldRule): BuiltInError {
  switch (rule.kind) {
    case 'required':
    case 'not blank':
      return 'blank'
    case 'length':
      return rule.max === null ? 'too short' : 'too long'
    case 'range':
      return isStated(rule.min) && !isStated(rule.max) ? 'too small' : 'too big'
    default:
      return 'wrong type'
  }
}

/** PostgreSQL's error fields, without any values. */
function errorIn(cause: unknown): Parameters<typeof violatedConstraint>[1] {
  return {
    code: property(cause, 'code'),
    constraint: property(cause, 'constraint'),
    table: property(cause, 'table'),
    column: property(cause, 'column'),
  }
}

function property(cause: unknown, name: string): string | undefined {
  if (typeof cause !== 'object' || cause === null || !(name in cause)) return undefined
  const value = (cause as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
