// Machines of point 4 → the fields that are always empty in a state, however the record got there. Considers fields
// that only transitions write, and permissions in the states where they apply.

import type { Expression } from '../../expression/expression.ts'
import type { Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import type { Effect, Machine, Transition } from '../../model/states.ts'
import { targetsOf } from '../../model/transitions.ts'
import { any, not, type Formula } from '../../predicate/formula.ts'
import { formulaOf } from '../../predicate/formula-of.ts'
import { equals, fieldOf, inStates, isNever, thisRecord, type Considering } from '../considering.ts'
import { reach, type Grant } from '../roles/widening.ts'
import { writtenWithoutPermission } from '../written-fields.ts'

/** By field, the states in which it is always empty; fields without such a state are left out. */
export type EmptyFields = ReadonlyMap<string, ReadonlySet<string>>

export function emptyFieldsOf(of: Considering, machine: Machine): EmptyFields {
  if (of.emptyFields.size === 0) findEmptyFields(of)
  return of.emptyFields.get(machine) ?? new Map<string, never>()
}

/** Facts that always hold for a record of an entity, by its state. */
export function factsOf(of: Considering, entity: string, record: Expression = thisRecord(entity)): Formula[] {
  return of.model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      [...emptyFieldsOf(of, machine)].map(([field, states]) =>
        any([not(inStates(of, machine, [...states], record)), isEmpty(of, entity, field, record)]),
      ),
    )
}

export function isEmpty(of: Considering, entity: string, field: string, record?: Expression): Formula {
  return formulaOf(equals(fieldOf(of, entity, field, record), null), of.reducing)
}

/** Two passes: an empty field may rule out a permission by which another one is given. */
function findEmptyFields(of: Considering): void {
  const written = writtenWithoutPermission(of)
  const { machines } = of.model.states
  for (const machine of machines) of.emptyFields.set(machine, new Map())
  const found = () => machines.map((machine) => [machine, emptyFieldsIn(of, machine, written)] as const)
  for (const [machine, empty] of found()) of.emptyFields.set(machine, empty)
  for (const [machine, empty] of found()) of.emptyFields.set(machine, empty)
}

function emptyFieldsIn(of: Considering, machine: Machine, written: ReadonlySet<string>): EmptyFields {
  const empty = new Map<string, ReadonlySet<string>>()
  // An open transition may be the one that sets the field.
  if (!areAllKnown(of, machine)) return empty
  for (const field of of.fields.get(machine.entity)?.values() ?? []) {
    if (!isSetByTransitionsOnly(of, machine, field, written)) continue
    const states = statesWithout(machine, field.name, statesWritten(of, machine, field.name))
    if (states.size > 0) empty.set(field.name, states)
  }
  return empty
}

function areAllKnown(of: Considering, { entity, field, transitions, creations }: Machine): boolean {
  const draft = of.checking.names.machines.get(`${entity}.${field}`)
  return draft?.transitions.length === transitions.length + creations.length
}

function isSetByTransitionsOnly(
  of: Considering,
  { entity }: Machine,
  { name, type, isBuiltIn, isRequired, default: initial, computed }: Field,
  written: ReadonlySet<string>,
): boolean {
  if (isBuiltIn || isRequired || initial !== null || computed !== null || written.has(`${entity}.${name}`)) return false
  if ([...MADE_BY_PRODUCT, 'collection', 'inverse', 'file'].includes(type.kind)) return false
  // Another machine of the entity may set it at any time.
  const setting = of.model.states.machines.filter(
    (machine) =>
      machine.entity === entity && transitionsOf(machine).some(({ effects }) => sets(effects, name) !== null),
  )
  return setting.length <= 1
}

function transitionsOf({ transitions, creations }: Machine): readonly Transition[] {
  return [...transitions, ...creations]
}

/** Tells whether the effects fill or clear the field. Null: unchanged. */
export function sets(effects: readonly Effect[], field: string): 'filled' | 'empty' | null {
  const effect = effects.findLast((each) => (each.kind === 'set' || each.kind === 'clear') && each.field === field)
  if (effect === undefined) return null
  return effect.kind === 'clear' ? 'empty' : 'filled'
}

/** States in which a permission lets a caller set the field. A locked field cannot be set. */
function statesWritten(of: Considering, machine: Machine, field: string): string[] {
  const grants = of.model.roles.permissions.filter(
    (permission): permission is Grant =>
      permission.who !== null &&
      !permission.isForbidden &&
      permission.entity === machine.entity &&
      permission.fields.includes(field),
  )
  const facts = factsOf(of, machine.entity)
  const first = new Set([machine.initial, ...machine.creations.flatMap((one) => targetsOf(machine, one))])
  return machine.states.flatMap(({ name, locks }) => {
    const isGiven = grants.some(
      (grant) =>
        (grant.actions.includes('create') && first.has(name)) ||
        (grant.actions.includes('change') &&
          locks?.fields.includes(field) !== true &&
          !isNever(of, inStates(of, machine, [name]), reach(of, grant), ...facts)),
    )
    return isGiven ? [name] : []
  })
}

/** States in which the field is always empty, however the record got there. */
function statesWithout(machine: Machine, field: string, written: readonly string[]): Set<string> {
  const filled = new Set(written)
  let size = -1
  while (size !== filled.size) {
    size = filled.size
    for (const transition of transitionsOf(machine)) {
      const outcome = sets(transition.effects, field)
      if (outcome === 'filled' || (outcome === null && transition.from.some((state) => filled.has(state))))
        for (const state of targetsOf(machine, transition)) filled.add(state)
    }
  }
  return new Set(machine.states.flatMap(({ name }) => (filled.has(name) ? [] : [name])))
}
