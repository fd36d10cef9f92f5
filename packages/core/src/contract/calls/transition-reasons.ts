// The reason why a transition is not possible now, in a form that a person can act on. A screen shows it beforehand and
// a refusal afterwards, in the same words.

import type { Expression } from '../../expression/expression.ts'
import type { Model } from '../../model/model.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { plainCondition } from '../words/conditions-in-words.ts'
import type { Reason } from '../words/reasons.ts'

/** The state fits no case; a case that leads back also needs a previous state. */
export function reasonOfState(
  cases: readonly Pick<Transition, 'from' | 'to'>[],
  machine: Pick<Machine, 'states'> | null = null,
): Reason {
  const from = cases.flatMap((each) => each.from)
  const labels = from.map((state) => machine?.states.find(({ name }) => name === state)?.label ?? state)
  const isLeadingBack = cases.every(({ to }) => to === null)
  return [isLeadingBack ? 'only in states with one before' : 'only in states', [...new Set(labels)]]
}

/** The state fits, but the guard is false. `ifNot`: the author's own words for that. */
export function guardReason(model: Model, guard: Expression, ifNot: string | null = null): Reason {
  if (ifNot !== null) return ['as the text says', ifNot]
  // Screens show no code; *Why?* shows the condition as its author wrote it.
  return plainGuardReason(model, guard) ?? ['not as it is']
}

/** Null: the condition cannot be put into words. */
export function plainGuardReason(model: Model, guard: Expression): Reason | null {
  const said = plainCondition(guard, model)
  return said === null ? null : ['only when', said]
}
