// An action of a list or record → its state in the row for a reader (reference/2-screens, Actions).

import type { Expression } from '../../expression/expression.ts'
import { partsOf } from '../../expression/conditions.ts'
import type { Field } from '../../model/entities.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { entityNamed } from '../../model/find.ts'
import type { Action } from '../../model/screens.ts'
import type { Performer } from '../../model/roles.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { evaluate, holds, type Surroundings, withNames } from '../evaluate.ts'
import { NotCovered } from '../not-covered.ts'
import { isForbidden, isPerformer, mayHold, permissionsFor } from '../rights.ts'
import { isReference, type Reference } from '../store.ts'
import { stateAfter } from '../transition.ts'

/**
 * `undecided`: it is impossible now, but may be offered as possible, because the obstacle may be hidden. Null: the
 * person may not do it to this record, and it is not offered.
 */
export type Offer = 'possible' | 'impossible' | 'undecided' | null

export function offersOf(
  scope: Surroundings,
  { actions }: { readonly actions: readonly Action[] },
  record: Reference,
): [label: string, Offer][] {
  return actions.map((action) => [action.label, offerOf(scope, action, record)])
}

function offerOf(scope: Surroundings, action: Action, record: Reference): Offer {
  if (action.kind === 'transition') return offerOfTransition(scope, action.transition, record)
  if (action.kind !== 'call') throw new NotCovered(`offers that are a ${action.kind}`)
  const { method, path } = action
  const isStandard = scope.model.calls.standard.some(
    (each) => each.entity === record.entity && path === `${each.path}/:${each.foundBy}`,
  )
  if (!isStandard || (method !== 'DELETE' && method !== 'PATCH')) throw new NotCovered(`offers of ${method} ${path}`)
  const asked = method === 'DELETE' ? 'delete' : 'change'
  const everything: Surroundings = { ...scope, eyes: null }
  const isGranted = permissionsFor(record, asked, everything).length > 0
  if (!isGranted || isForbidden(scope.model, record.entity, asked, null)) return null
  return asked === 'change' && isLocked(scope, record) ? 'impossible' : 'possible'
}

/** A state of the record, which the reader sees, locks everything that they may ever change. */
function isLocked(scope: Surroundings, record: Reference): boolean {
  const { model, store, eyes } = scope
  const fields = entityNamed(model, record.entity).fields.filter((field) => isEverChanged(scope, record.entity, field))
  if (fields.length === 0) return false
  const stored = store.records.get(record.id)
  return model.states.machines.some(({ entity, field, states }) => {
    if (entity !== record.entity || stored === undefined) return false
    const locks = states.find(({ name }) => name === stored.values[field])?.locks ?? null
    if (locks === null || !fields.every(({ name }) => locks.fields.includes(name))) return false
    return eyes === null || eyes.seesField(record, field)
  })
}

function isEverChanged(scope: Surroundings, entity: string, field: Field): boolean {
  const { name, type, isBuiltIn, isSetByProduct, isSetOnce, computed } = field
  if (isBuiltIn || isSetByProduct || isSetOnce || computed !== null) return false
  if (isOtherSide(type) || MADE_BY_PRODUCT.includes(type.kind)) return false
  return (
    !isForbidden(scope.model, entity, 'change', name) &&
    scope.model.roles.permissions.some(
      (row) =>
        row.entity === entity && row.actions.includes('change') && row.fields.includes(name) && mayHold(row, scope),
    )
  )
}

function offerOfTransition(scope: Surroundings, name: string, record: Reference): Offer {
  const everything = withNames({ ...scope, eyes: null }, { this: record })
  const machine = scope.model.states.machines.find(
    ({ entity, transitions }) => entity === record.entity && transitions.some((each) => each.name === name),
  )
  if (machine === undefined) throw new Error(`${record.entity} has no transition "${name}".`)
  const cases = machine.transitions.filter((each) => each.name === name)
  const permitted = cases.filter(({ who }) => who.some((performer) => isPerformer(performer, record, everything)))
  if (permitted.length === 0) return null
  const stored = scope.store.records.get(record.id)
  const isPossible = (each: Transition): boolean =>
    stored !== undefined &&
    each.from.includes(String(stored.values[machine.field])) &&
    stateAfter(stored, machine, each) !== null &&
    holds(each.guard, everything)
  if (permitted.some(isPossible)) return 'possible'
  return obstacle(scope, machine, cases, record)
}

/** A condition over hidden values prevents nothing. A case depends on the state, its performers and its guard. */
function obstacle(scope: Surroundings, { field }: Machine, cases: readonly Transition[], record: Reference): Offer {
  if (scope.eyes !== null && !scope.eyes.seesField(record, field)) return 'possible'
  const about = withNames(scope, { this: record })
  const conditions = cases.flatMap(({ who, guard }) => [
    ...who.flatMap((performer) => conditionsOf(scope, performer)),
    ...(guard === null ? [] : [guard]),
  ])
  return conditions.every((condition) => condition !== null && isCertainlySeen(condition, about))
    ? 'impossible'
    : 'undecided'
}

/** Null: it is about another record. */
function conditionsOf({ model, roles }: Surroundings, performer: Performer): (Expression | null)[] {
  if (performer.kind === 'role') return []
  const role = model.roles.contextualRoles.find(
    ({ name, entity }) => name === performer.role && entity === performer.entity,
  )
  if (role === undefined || !roles.has(role.mustHave)) return []
  return [performer.kind === 'contextual role' ? role.when : null]
}

/** Tells whether every field of the condition is visible. Lists of records are not analysed. */
function isCertainlySeen(condition: Expression, around: Surroundings): boolean {
  if (condition.kind === 'comprehension' || condition.kind === 'records') return false
  if (condition.kind === 'field') {
    const isRecords = condition.type.kind === 'list' && condition.type.of.kind === 'record'
    const of = evaluate(condition.of, { ...around, eyes: null })
    const isSeen = !isReference(of) || around.eyes === null || around.eyes.seesField(of, condition.field)
    return !isRecords && isSeen && isCertainlySeen(condition.of, around)
  }
  return partsOf(condition).every((part) => isCertainlySeen(part, around))
}
