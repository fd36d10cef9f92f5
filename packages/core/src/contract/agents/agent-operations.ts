// Operations of point 7 → those that an agent of this caller may use for at least some records. A record that does not
// permit an operation refuses it at the call.

import { isFalse } from '../../expression/conditions.ts'
import type { Call } from '../../model/calls.ts'
import type { Model } from '../../model/model.ts'
import { bodiesOf, type BodyKind } from '../../model/wire.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { type CallerRoles, performerCondition } from '../../rights/roles.ts'
import { mayEverCreate } from '../calls/availability.ts'
import type { Operation } from '../calls/calls.ts'
import { mayEverCall } from '../screens/screen-actions.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

/** `onlyReads`: the API key permits reading only. */
export function agentOperations(scope: ScreenScope, onlyReads: boolean): Operation[] {
  return scope.operations.filter(
    (operation) => isForAgents(operation) && !(onlyReads && operation.method !== 'GET') && mayEverUse(scope, operation),
  )
}

/**
 * Tells whether it is a call for programs, at its current address, that takes arguments and neither begins nor ends a
 * session.
 */
export function isForAgents(operation: Operation): boolean {
  if (operation.path.startsWith('/_ninefold/') || operation.movedTo !== undefined) return false
  if (operation.kind !== 'stated') return true
  const { call } = operation
  return call.from === undefined && !isAboutSessions(call) && bodiesOf(call.wire).some((body) => BODIES.has(body))
}

/** Bodies that arguments can fill. A model sends neither files nor multipart forms. */
const BODIES: ReadonlySet<BodyKind> = new Set(['JSON', 'form'])

/** An agent uses its user's key, and must not be given passwords. */
function isAboutSessions({ steps }: Call): boolean {
  return everyStep(steps).some(({ action }) => ['sign in', 'sign out', 'check password'].includes(action.kind))
}

function mayEverUse(scope: ScreenScope, operation: Operation): boolean {
  if (operation.kind === 'transition') return mayEverDo(scope.model, scope.caller, operation)
  if (!mayEverCall(scope, operation)) return false
  if (operation.kind === 'stated') return !operation.call.isWhoNotShown
  return operation.kind !== 'create' || mayEverCreate(scope, operation.standard.entity)
}

function mayEverDo(
  model: Model,
  caller: CallerRoles,
  { entity, transition: name }: Extract<Operation, { readonly kind: 'transition' }>,
): boolean {
  return model.states.machines.some(
    (machine) =>
      machine.entity === entity &&
      machine.transitions.some(
        (transition) =>
          transition.name === name &&
          transition.who.some((performer) => !isFalse(performerCondition(model, caller, performer, entity))),
      ),
  )
}
