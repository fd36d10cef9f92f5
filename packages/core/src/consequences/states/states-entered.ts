// N414: a state is entered or left with a required field that nothing has set on the way.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Field } from '../../model/entities.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { targetsOf } from '../../model/transitions.ts'
import type { Rule } from '../../model/validation.ts'
import { any, not, type Formula } from '../../predicate/formula.ts'
import type { Span } from '../../text/source.ts'
import { formula, inStates, isNever, sampleRow, type Considering } from '../considering.ts'
import { mustHoldOf } from '../validation/rules.ts'
import { constantPart } from '../conditions.ts'
import { emptyFieldsOf, isEmpty, sets } from './empty-fields.ts'

export function warnAboutStatesEntered(of: Considering): void {
  for (const machine of of.model.states.machines) {
    const empty = emptyFieldsOf(of, machine)
    for (const [name, field] of of.fields.get(machine.entity) ?? []) {
      const states = empty.get(name)
      if (states === undefined) continue
      for (const transition of machine.transitions) warnAboutTransition(of, machine, transition, field, states)
    }
  }
}

function warnAboutTransition(
  of: Considering,
  machine: Machine,
  transition: Transition,
  field: Field,
  empty: ReadonlySet<string>,
): void {
  if (transition.from.length === 0 || !transition.from.every((state) => empty.has(state))) return
  const missing = isEmpty(of, machine.entity, field.name)
  const only = formula(of, transition.guard)
  const before = inStates(of, machine, transition.from)
  if (transition.guard !== null && constantPart(of, transition.guard) !== null) return
  if (transition.guard !== null && needs(of, only, missing, before)) {
    report(of, machine, field, transition.from, {
      place: transition.guard.span,
      reason: 'The field.',
      because: field.span,
    })
    return
  }
  if (sets(transition.effects, field.name) !== null) return
  const targets = targetsOf(machine, transition)
  const after = inStates(of, machine, targets)
  const rule = of.model.validation.rules.find(
    (each) =>
      each.entity === machine.entity &&
      isAskedAt(each, machine, transition) &&
      needs(of, asked(of, each), missing, after),
  )
  if (rule !== undefined)
    report(of, machine, field, targets, {
      place: transition.span,
      reason: `"${rule.name}" asks for it.`,
      because: mustHoldOf(of, rule),
    })
}

/** It can hold, but not while the field is empty. */
function needs(of: Considering, condition: Formula, missing: Formula, states: Formula): boolean {
  return !isNever(of, states, condition) && isNever(of, states, missing, condition)
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
  field: Field,
  states: readonly string[],
  { place, reason, because }: { readonly place: Span; readonly reason: string; readonly because: Span },
): void {
  const missing = isEmpty(of, machine.entity, field.name)
  const row = sampleRow(of, inStates(of, machine, states.slice(0, 1)), missing)
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
