// A standard creation, a change or a transition → one statement that is its own transaction, where the model permits
// it. Null: the write needs more, or something prevented it; the step-by-step path then gives the reason.

import { compileExpression, type Evaluate } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { lowerToOne, SEEN_VERSION } from '@ninefold/core/plan/write/lowering.ts'
import { addressFields, signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import {
  type Change,
  compileChange,
  compileCreation,
  compileTransition,
  pairedFields,
} from '@ninefold/core/plan/write/write-plan.ts'
import { precomputedDefaults } from '@ninefold/core/plan/write/precomputed-defaults.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { transitionCases } from '@ninefold/core/plan/write/states.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { bypassesPermissions, type Grant, grantsOf, isForbidden } from '@ninefold/core/rights/roles.ts'
import type { Bindings, Row } from '../../store/driver/rows.ts'
import { isRefusedByDatabase } from '../../store/driver/failures.ts'
import { auditedAtOnce } from './audit.ts'
import { isFollowed } from '../messages/followers.ts'
import { isDueSoon } from './clocks.ts'
import { waitsUntil } from './enumeration-limits.ts'
import { answeredVersion, answerOf, givenBindings } from './records.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

/** Null: it takes more than one statement, or no caller with these roles may do it. */
const creationPlan = planner(
  'create at once',
  (viewer, entity: Entity, given: readonly string[], answer: Expression) => {
    const grants = grantsAtOnce(viewer, entity, 'create', given)
    if (grants === null || isFollowed(viewer.model, entity.name)) return null
    const creation = { given, set: [], lists: pairedFields(entity, given), linked: [], begins: [] }
    const statement = lowerToOne(viewer, compileCreation(viewer, entity, creation, grants, answer))
    if (statement === null) return null
    return { statement, defaults: compiledDefaults(entity, given) }
  },
)

/** Null: it takes more than one statement, or no caller with these roles may do it. */
const changePlan = planner(
  'change at once',
  (viewer, entity: Entity, foundBy: string, change: Change, answer: Expression) => {
    const grants = grantsAtOnce(viewer, entity, 'change', change.given)
    const key = fieldNamed(entity, foundBy)
    if (grants === null || change.given.length === 0 || !isFoundByOne(key)) return null
    if (changesAddress(viewer, entity, change.given)) return null
    return lowerToOne(viewer, compileChange(viewer, entity, change, grants, answer), key)
  },
)

/** Users who change their own have to prove who they are, which takes statements of its own. */
function changesAddress({ model }: Viewer, { name }: Entity, given: readonly string[]): boolean {
  return signInOf(model.roles)?.entity === name && addressFields(model.roles).some((field) => given.includes(field))
}

/** Null: a needed grant is missing, or the product does it and no rights are checked. */
function grantsAtOnce(
  { model, caller }: Viewer,
  entity: Entity,
  action: 'create' | 'change',
  given: readonly string[],
): readonly Grant[] | null {
  const isRefused = [null, ...given].some((field) => isForbidden(model, entity.name, action, field))
  const grants = grantsOf(model, caller, entity.name, action)
  return isRefused || grants.length === 0 || bypassesPermissions(caller) ? null : grants
}

/** Tells whether a value of the field identifies at most one record. */
function isFoundByOne({ type, unique }: Field): boolean {
  return type.kind === 'identifier' || (unique !== null && unique.within.length === 0)
}

/** Null: it takes more than one statement. */
const transitionPlan = planner(
  'do at once',
  (viewer, entity: Entity, foundBy: string, transition: string, answer: Expression) => {
    const [each, ...others] = transitionCases(viewer, entity.name, transition)
    const key = fieldNamed(entity, foundBy)
    if (each === undefined || others.length > 0 || !isFoundByOne(key) || bypassesPermissions(viewer.caller)) return null
    if (isFollowed(viewer.model, entity.name)) return null
    return lowerToOne(viewer, compileTransition(viewer, entity, each, answer), key)
  },
)

type Place = Omit<Work, 'transaction'>

/** The answer with its version, as far as the caller may see them. */
export interface DoneInOneStatement {
  readonly json: string
  readonly version: number | null
}

/** `given` is validated and converted for storage. */
export async function createInOneStatement(
  work: Place,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
  answer: Expression,
): Promise<DoneInOneStatement | null> {
  const { application, caller } = work
  const names = Object.keys(given)
  const plan = application.planned(creationPlan, caller, entity, names, answer)
  if (plan === null || hasToWait(work, entity, names)) return null
  const fields = withDefaults(work, given, plan.defaults)
  const bound = { ...bindingsOfWrite(work, 'create'), ...givenBindings(fields) }
  return doneBy(work, plan.statement, bound, answer)
}

/** Tells whether success or failure would reveal that a unique value is taken. */
function hasToWait({ application, caller, bindings }: Place, entity: Entity, given: readonly string[]): boolean {
  return waitsUntil(application, { caller, entity, sources: given.map((field) => ({ field })), bindings }) !== null
}

export interface CompiledDefault {
  readonly field: string
  readonly of: Evaluate
}

/** Defaults of fields that are not given and that need no database. */
export function compiledDefaults(entity: Entity, given: readonly string[]): CompiledDefault[] {
  return precomputedDefaults(entity, given).map(({ field, value }) => ({ field, of: compileExpression(value) }))
}

/** Each default may use the given values and earlier defaults. */
export function withDefaults(
  { application, caller, bindings }: Place,
  given: Readonly<Record<string, Value>>,
  defaults: readonly CompiledDefault[],
): Readonly<Record<string, Value>> {
  if (defaults.length === 0) return given
  const fields = { ...given }
  const variables = new Map<string, Value>([...Object.entries(bindings), ['this', { id: '', fields }]])
  const context = { variables, roles: caller.roles, timeZone: application.timeZone }
  for (const { field, of } of defaults) fields[field] = of(context)
  return fields
}

/** The transition of the record that the caller found by the key bound as `key`. */
export async function transitionInOneStatement(
  work: Place,
  entity: Entity,
  foundBy: string,
  transition: string,
  answer: Expression,
): Promise<DoneInOneStatement | null> {
  const plan = work.application.planned(transitionPlan, work.caller, entity, foundBy, transition, answer)
  return plan === null ? null : doneBy(work, plan, bindingsOfWrite(work, transition), answer)
}

/**
 * A change of the record that the caller found by the key bound as `key`. `given` is validated and converted for
 * storage; `version` is the one that the caller has seen.
 */
export async function changeInOneStatement(
  work: Place,
  entity: Entity,
  foundBy: string,
  given: Readonly<Record<string, Value>>,
  version: number | null,
  answer: Expression,
): Promise<DoneInOneStatement | null> {
  const change = { given: Object.keys(given), expectsVersion: version !== null }
  const plan = work.application.planned(changePlan, work.caller, entity, foundBy, change, answer)
  if (plan === null || hasToWait(work, entity, change.given)) return null
  const bindings = { ...work.bindings, ...givenBindings(given), [SEEN_VERSION]: version }
  return doneBy(work, plan, bindingsOfWrite({ ...work, bindings }, 'change'), answer)
}

function bindingsOfWrite({ application, caller, bindings }: Place, action: string): Bindings {
  return { ...bindings, ...auditedAtOnce(application, caller, bindings, action) }
}

async function doneBy(
  { application }: Place,
  statement: Statement,
  bindings: Bindings,
  answer: Expression,
): Promise<DoneInOneStatement | null> {
  let row: Row | undefined
  try {
    row = (await application.database.writeAtOnce(statement, bindings))[0]
  } catch (cause) {
    if (isRefusedByDatabase(cause)) return null
    throw cause
  }
  if (row === undefined) return null
  if (isDueSoon(application, row['next'])) application.alarm.ring()
  return { json: answerOf(row, answer) ?? '{}', version: answeredVersion(row) }
}
