// A call → the writes and requirements of its steps in order, each with the state of its record as inputs determine it.

import { TRUE } from '../../expression/conditions.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { changeInputs, creationInputs, type Operation } from '../calls/calls.ts'
import type { FormCheck } from './form-check.ts'
import { foundState, newState } from './record-states.ts'
import { StepWalk } from './step-walk.ts'

export function formChecks(model: Model, operation: Operation): FormCheck[] {
  if (operation.kind === 'create' || operation.kind === 'change') {
    const entity = entityNamed(model, operation.standard.entity)
    const every = new Set(entity.fields.map(({ name }) => name))
    const isNew = operation.kind === 'create'
    const inputs = isNew ? creationInputs(entity, every) : changeInputs(model, entity, every)
    const given = new Map(inputs.map(({ path }) => [path.join('.'), path.join('.')]))
    const { foundBy } = operation.standard
    const before = isNew ? newState(entity) : foundState(entity, { parameter: foundBy, by: foundBy })
    const after = { ...before, given }
    const reached = { reached: TRUE, loop: null, records: new Map() }
    return [{ kind: 'write', after, before: isNew ? null : before, sets: [], ...reached }]
  }
  return operation.kind === 'stated' ? new StepWalk(model, operation.call).checks() : []
}
