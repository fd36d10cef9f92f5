// Fields that are ever written, by `Ticket.rating`.

import type { Step } from '../model/calls.ts'
import { everyStep } from '../model/steps/every-step.ts'
import { writtenFields as writtenBy } from '../model/transitions.ts'
import type { Considering } from './considering.ts'

/** Fields that a permission permits, a transition sets, a step writes or data contains. */
export function writtenFields(of: Considering): Set<string> {
  const written = writtenOutsideTransitions(of)
  for (const { entity, transitions, creations } of of.model.states.machines)
    for (const transition of [...transitions, ...creations])
      for (const field of writtenBy(transition)) written.add(`${entity}.${field}`)
  return written
}

/** As `writtenFields`, without fields that transitions set and clear in their own records. */
export function writtenOutsideTransitions(of: Considering): Set<string> {
  const written = writtenWithoutPermission(of)
  for (const { entity, actions, fields, isForbidden } of of.model.roles.permissions)
    if (!isForbidden && (actions.includes('create') || actions.includes('change')))
      for (const field of fields) written.add(`${entity}.${field}`)
  return written
}

/** As `writtenOutsideTransitions`, without fields that permissions let people set directly. */
export function writtenWithoutPermission(of: Considering): Set<string> {
  const { roles, entities } = of.model
  const written = new Set<string>()
  const add = (entity: string, field: string): void => void written.add(`${entity}.${field}`)
  for (const { entity, relation, isForbidden } of roles.permissions)
    if (relation !== null && !isForbidden) add(entity, relation)
  for (const { action } of stepsOf(of)) {
    if (action.kind === 'set') add(action.entity, action.field)
    if (action.kind === 'create' || action.kind === 'change')
      for (const { field } of action.sets) add(action.entity, field)
  }
  for (const { entity, transitions, creations } of of.model.states.machines)
    for (const effect of [...transitions, ...creations].flatMap(({ effects }) => effects)) {
      if (effect.kind === 'record') for (const { field } of effect.sets) add(effect.entity, field)
      if (effect.kind === 'do') add(entity, effect.relation)
    }
  for (const { entity, rows } of [...entities.referenceData, ...entities.sampleData])
    for (const field of rows.flatMap(({ values }) => Object.keys(values))) add(entity, field)
  return written
}

/** Every step of calls, schedules and transitions. */
export function stepsOf({ model: { calls, states } }: Considering): Step[] {
  return [
    ...calls.calls.flatMap(({ steps }) => everyStep(steps)),
    ...calls.schedules.flatMap(({ steps }) => everyStep(steps)),
    ...states.machines.flatMap(({ procedures }) => procedures.flatMap(({ steps }) => everyStep(steps))),
  ]
}
