// Fields that the record's present state locks, even for callers who may otherwise change them.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'

/** By field, the state that locks it. */
export function lockedFields(model: Model, entity: Entity, { fields }: RecordValue): ReadonlyMap<string, string> {
  const locked = new Map<string, string>()
  for (const machine of model.states.machines) {
    if (machine.entity !== entity.name) continue
    const state = machine.states.find(({ name }) => name === fields[machine.field])
    for (const field of state?.locks?.fields ?? []) locked.set(field, state?.name ?? '')
  }
  return locked
}

export function refuseLocked(
  { application: { model }, inTransition = [] }: Work,
  entity: Entity,
  record: RecordValue,
  changed: readonly string[],
): void {
  // The steps of a transition are not restricted by the lock of its new state.
  if (inTransition.some((one) => one.entity === entity.name && one.id === record.id)) return
  const locked = lockedFields(model, entity, record)
  for (const field of changed) {
    const state = locked.get(field)
    if (state !== undefined) throw refused('wrong state', field, ['locked in state', state])
  }
}

export function hasLocks(model: Model, entity: Entity): boolean {
  return model.states.machines.some(
    (machine) => machine.entity === entity.name && machine.states.some(({ locks }) => locks !== null),
  )
}
