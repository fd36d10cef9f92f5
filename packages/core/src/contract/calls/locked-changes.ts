// The form that changes a record, in states that lock all of its inputs for this caller → the obstacles, one per state.
// A form without a single input would do nothing.

import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { type CallerRoles, grantedFields } from '../../rights/roles.ts'
import type { Obstacle } from './call-conditions.ts'
import { changeInputs } from './calls.ts'
import { inState } from './in-state.ts'

export function lockingStates(model: Model, caller: CallerRoles, entity: string): Obstacle[] {
  const granted = grantedFields(model, caller, entity, 'change')
  const fields = changeInputs(model, entityNamed(model, entity), granted).map(({ path: [field = ''] }) => field)
  if (fields.length === 0) return []
  return model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.states
        .filter(({ locks }) => locks !== null && fields.every((field) => locks.fields.includes(field)))
        .map(({ name, label }) => ({
          holds: inState(model, entity, machine.field, [name]),
          reason: ['locked in state', label ?? name] as const,
        })),
    )
}
