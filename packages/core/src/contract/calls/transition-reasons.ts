// Why a transition is not possible now, as a reason that a person can act on. A screen says it before
// somebody tries, a refusal afterwards, both in the same words.

import type { Expression } from '../../expression/expression.ts'
import type { Model } from '../../model/model.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { plainCondition } from '../words/conditions-in-words.ts'
import type { Reason } from '../words/reasons.ts'

/** The state fits no case; one that leads back needs a state to go back to, too. */
export function reasonOfState(
  cases: readonly Pick<Transition, 'from' | 'to'>[],
  machine: Pick<Machine, 'states'> | null = null,
): Reason {
  const from = cases.flatMap((each) => each.from)
  const labels = from.map((state) => machine?.states.find(({ name }) => name === state)?.label ?? state)
  const isLeadingBack = cases.every(({ to }) => to === null)
  return [isLeadingBack ? 'only in states with one before' : 'only in states', [...new Set(labels)]]
}

/** The state fits, and the guard does not hold. `ifNot`: the author's own words for that. */
export function guardReason(model: Model, guard: Expression, ifNot: string | null = null): Reason {
  if (ifNot !== null) return ['as the text says', ifNot]
  // No code is read on a screen: *Why?* shows the condition as its author wrote it.
  return plainGuardReason(model, guard) ?? ['not as it is']
}

/** Null: the condition has no words. */
export function plainGuardReason(model: Model, guard: Expression): Reason | null {
  const said = plainCondition(guard, model)
  return said === null ? null : ['only when', said]
}
