// N414: a state is entered, or left, with a field that must not be empty then, and that nothing has set on the way.
// Looked at are fields that nothing writes but transitions, and permissions in states where they apply.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Field } from '../../model/entities.ts'
import type { Effect, Machine, Transition } from '../../model/states.ts'
import { targetsOf } from '../../model/transitions.ts'
import type { Rule } from '../../model/validation.ts'
import { any, not, type Formula } from '../../predicate/formula.ts'
import { formulaOf } from '../../predicate/formula-of.ts'
import type { Span } from '../../text/source.ts'
import { equals, fieldOf, formula, inStates, isNever, sampleRow, type Considering } from '../considering.ts'
import { mustHoldOf } from '../validation/rules.ts'
import { reach, type Grant } from '../roles/widening.ts'
import { writtenWithoutPermission } from '../written-fields.ts'

export function warnAboutStatesEntered(of: Considering): void {
  const written = writtenWithoutPermission(of)
  for (const machine of of.model.states.machines) {
    // A transition that is open may be the one that sets the field.
    if (!areAllKnown(of, machine)) continue
    for (const field of of.fields.get(machine.entity)?.values() ?? []) {
      if (!isSetByTransitionsOnly(of, machine, field, written)) continue
      const empty = statesWithout(machine, field.name, statesWritten(of, machine, field.name))
      for (const transition of machine.transitions) warnAboutTransition(of, machine, transition, field, empty)
    }
  }
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
  if (['state', 'sequence', 'slug', 'collection', 'inverse', 'file'].includes(type.kind)) return false
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

/** Does it leave the field filled, or empty? Null: as it was. */
function sets(effects: readonly Effect[], field: string): 'filled' | 'empty' | null {
  const effect = effects.findLast((each) => (each.kind === 'set' || each.kind === 'clear') && each.field === field)
  if (effect === undefined) return null
  return effect.kind === 'clear' ? 'empty' : 'filled'
}

/** States in which a permission lets somebody give the field. Nobody gives a field that is locked there. */
function statesWritten(of: Considering, machine: Machine, field: string): string[] {
  const grants = of.model.roles.permissions.filter(
    (permission): permission is Grant =>
      permission.who !== null &&
      !permission.isForbidden &&
      permission.entity === machine.entity &&
      permission.fields.includes(field),
  )
  const first = new Set([machine.initial, ...machine.creations.flatMap((one) => targetsOf(machine, one))])
  return machine.states.flatMap(({ name, locks }) => {
    const isGiven = grants.some(
      (grant) =>
        (grant.actions.includes('create') && first.has(name)) ||
        (grant.actions.includes('change') &&
          locks?.fields.includes(field) !== true &&
          !isNever(of, inStates(of, machine, [name]), reach(of, grant))),
    )
    return isGiven ? [name] : []
  })
}

/** States in which the field is surely empty, however the record came there. */
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

function warnAboutTransition(
  of: Considering,
  machine: Machine,
  transition: Transition,
  field: Field,
  empty: ReadonlySet<string>,
): void {
  if (transition.from.length === 0 || !transition.from.every((state) => empty.has(state))) return
  const isEmpty = formulaOf(equals(fieldOf(of, machine.entity, field.name), null), of.reducing)
  const only = formula(of, transition.guard)
  const before = inStates(of, machine, transition.from)
  if (transition.guard !== null && needs(of, only, isEmpty, before)) {
    report(of, machine, transition.guard.span, field, transition.from, 'The field.', field.span)
    return
  }
  if (sets(transition.effects, field.name) !== null) return
  const targets = targetsOf(machine, transition)
  const after = inStates(of, machine, targets)
  const rule = of.model.validation.rules.find(
    (each) =>
      each.entity === machine.entity &&
      isAskedAt(each, machine, transition) &&
      needs(of, asked(of, each), isEmpty, after),
  )
  if (rule !== undefined)
    report(of, machine, transition.span, field, targets, `"${rule.name}" asks for it.`, mustHoldOf(of, rule))
}

/** It can hold, but not while the field is empty. */
function needs(of: Considering, condition: Formula, isEmpty: Formula, states: Formula): boolean {
  return !isNever(of, states, condition) && isNever(of, states, isEmpty, condition)
}

function asked(of: Considering, { condition, holds }: Rule): Formula {
  return any([not(formula(of, condition)), formula(of, holds)])
}

function isAskedAt({ when }: Rule, { field }: Machine, { name }: Transition): boolean {
  if (when.kind === 'transition') return when.transition === name
  return when.kind === 'always' || when.kind === 'change' || (when.kind === 'field changes' && when.field === field)
}

function report(
  of: Considering,
  machine: Machine,
  place: Span,
  field: Field,
  states: readonly string[],
  reason: string,
  because: Span,
): void {
  const isEmpty = formulaOf(equals(fieldOf(of, machine.entity, field.name), null), of.reducing)
  const row = sampleRow(of, inStates(of, machine, states.slice(0, 1)), isEmpty)
  of.found.push(
    diagnostic('N414', place, field.name, states.join('" or "'))
      .because(because, reason)
      .withHint(
        row === null
          ? `Let this or an earlier transition set "${field.name}".`
          : `Let this or an earlier transition set "${field.name}": now it is always so: ${row}`,
      ),
  )
}
