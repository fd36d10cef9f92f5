// Which actions a record offers its viewer now, as expressions over `this`: available, or not and why.
// An action that this caller may not do to this record is left out: there is nothing to wait for.

import { allOf, anyOf, FALSE, isFalse, isTrue, notOf, TRUE } from '../expression/conditions.ts'
import type { Expression, ObjectEntry } from '../expression/expression.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import { fieldOf, recordVariable } from '../model/paths.ts'
import type { Transition } from '../model/states.ts'
import { performerCondition, permittedRecords } from '../rights/roles.ts'
import type { Operation } from './calls.ts'
import { findOperation } from './calls.ts'
import type { KeyedAction } from './screens.ts'
import type { ScreenScope } from './screen-scope.ts'
import { mayEverCall } from './screen-actions.ts'
import { guardReason, stateReason } from './transition-reasons.ts'

export interface ActionAvailability {
  readonly key: string
  /** May the caller do it to `this`, now or at another time? Where not, it is left out. */
  readonly offered: Expression
  /** Why not now, in order; the first that holds is the reason. None holds: it is available. */
  readonly obstacles: readonly { readonly holds: Expression; readonly reason: string }[]
}

export function availabilityOf(scope: ScreenScope, { key, action }: KeyedAction): ActionAvailability | null {
  if (action.kind === 'transition') return transitionAvailability(scope, key, action.entity, action.transition)
  if (action.kind !== 'call') return null
  const operation = findOperation(scope.operations, action.method, action.path)
  if (operation === null || !mayEverCall(scope, operation)) return null
  const offered = callOffered(scope, operation)
  return isFalse(offered) ? null : { key, offered, obstacles: [] }
}

function callOffered({ model, caller }: ScreenScope, operation: Operation): Expression {
  if (operation.kind === 'change' || operation.kind === 'delete')
    return permittedRecords(model, caller, operation.standard.entity, operation.kind)
  return TRUE
}

/** Cases of one transition: offered where one may be done by the caller; possible where state and guard fit. */
export function transitionAvailability(
  { model, caller }: ScreenScope,
  key: string,
  entity: string,
  name: string,
): ActionAvailability | null {
  const cases = model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.transitions
        .filter((transition) => transition.name === name)
        .map((transition) => ({ field: machine.field, transition })),
    )
  const who = (transition: Transition): Expression =>
    anyOf(transition.who.map((performer) => performerCondition(model, caller, performer, entity)))
  const offered = anyOf(cases.map(({ transition }) => who(transition)))
  if (isFalse(offered)) return null
  const fits = cases.map(({ field, transition }) =>
    allOf([who(transition), inState({ model, caller }, entity, field, transition.from)]),
  )
  const guards = cases.flatMap(({ transition }, index) => {
    const { guard } = transition
    if (guard === null || isTrue(guard)) return []
    return [{ holds: allOf([fits[index] ?? FALSE, notOf(guard)]), reason: guardReason(model, guard) }]
  })
  const from = cases.flatMap(({ transition }) => transition.from)
  return { key, offered, obstacles: [{ holds: notOf(anyOf(fits)), reason: stateReason(from) }, ...guards] }
}

function inState(
  { model }: Pick<ScreenScope, 'model' | 'caller'>,
  entityName: string,
  fieldName: string,
  from: readonly string[],
): Expression {
  const entity = entityNamed(model, entityName)
  const state = fieldOf(model, recordVariable('this', entityName), entityName, fieldNamed(entity, fieldName))
  const span = state.span
  const items = from.map((value): Expression => ({ kind: 'literal', value, type: state.type, isOptional: false, span }))
  const list: Expression = { kind: 'list', items, type: { kind: 'list', of: state.type }, isOptional: false, span }
  return {
    kind: 'binary',
    operator: 'in',
    left: state,
    right: list,
    type: { kind: 'boolean' },
    isOptional: false,
    span,
  }
}

/** The entry of an object of actions, as it stands in RowData: each way it can be, with its condition. */
export function availabilityEntries({ key, offered, obstacles }: ActionAvailability): ObjectEntry[] {
  const free = allOf(obstacles.map(({ holds }) => notOf(holds)))
  const blocked = obstacles.map(({ holds, reason }, index) => {
    const first = allOf([...obstacles.slice(0, index).map((earlier) => notOf(earlier.holds)), holds])
    return entry(key, allOf([offered, first]), [
      { key: 'isAvailable', value: literal(false) },
      { key: 'reason', value: literal(reason) },
    ])
  })
  return [entry(key, allOf([offered, free]), [{ key: 'isAvailable', value: literal(true) }]), ...blocked]
}

function entry(key: string, condition: Expression, entries: readonly ObjectEntry[]): ObjectEntry {
  return {
    key,
    condition,
    value: { kind: 'object', entries, type: { kind: 'object' }, isOptional: false, span: NOWHERE },
  }
}

function literal(value: string | boolean): Expression {
  return {
    kind: 'literal',
    value,
    type: { kind: typeof value === 'boolean' ? 'boolean' : 'text' },
    isOptional: false,
    span: NOWHERE,
  }
}

const NOWHERE = { start: 0, end: 0 }
