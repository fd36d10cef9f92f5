// Why a transition is not possible now, as a sentence that a person can act on. A screen says it before
// somebody tries, a refusal afterwards, both in the same words.

import type { Expression } from '../../expression/expression.ts'
import type { Model } from '../../model/model.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { enumerated } from '../../text/enumeration.ts'
import { plainCondition } from '../words/conditions-in-words.ts'

/** The state does not fit. */
export function stateReason(from: readonly string[], machine: Pick<Machine, 'states'> | null = null): string {
  const labels = from.map((state) => machine?.states.find(({ name }) => name === state)?.label ?? state)
  return `Only possible while it is ${enumerated([...new Set(labels)], 'or')}.`
}

/** The state fits no case; one that leads back needs a state to go back to, too. */
export function reasonOfState(
  cases: readonly Pick<Transition, 'from' | 'to'>[],
  machine: Pick<Machine, 'states'> | null = null,
): string {
  const reason = stateReason(
    cases.flatMap(({ from }) => from),
    machine,
  )
  return cases.every(({ to }) => to === null) ? `${reason.replace(/\.$/, '')}, and there is a state before.` : reason
}

/** The state fits, and the guard does not hold. `ifNot`: the author's own words for that. */
export function guardReason(model: Model, guard: Expression, ifNot: string | null = null): string {
  return ifNot ?? guardInWords(model, guard) ?? NOT_AS_IT_IS
}

/** Null: the condition has no words. */
export function guardInWords(model: Model, guard: Expression): string | null {
  const said = plainCondition(guard, model)
  return said === null ? null : `Only possible when ${said}.`
}

/** No code is read on a screen: *Why?* shows the condition as its author wrote it. */
const NOT_AS_IT_IS = 'Not possible for this record as it is now.'
