// Why a transition is not possible now, as a sentence that a person can act on. A screen says it before
// somebody tries, a refusal afterwards, both in the same words.

import type { Expression } from '../../expression/expression.ts'
import type { Model } from '../../model/model.ts'
import type { Transition } from '../../model/states.ts'
import { conditionInWords } from '../words/conditions-in-words.ts'

/** The state does not fit. */
export function stateReason(from: readonly string[]): string {
  return `Only possible while it is ${inWords([...new Set(from)])}.`
}

/** The state fits no case; one that leads back needs a state to go back to, too. */
export function reasonOfState(cases: readonly Pick<Transition, 'from' | 'to'>[]): string {
  const reason = stateReason(cases.flatMap(({ from }) => from))
  return cases.every(({ to }) => to === null) ? `${reason.replace(/\.$/, '')}, and there is a state before.` : reason
}

/** The state fits, and the guard does not hold. */
export function guardReason(model: Model, guard: Expression): string {
  const constants = new Map(model.limits.constants.map(({ name, text }) => [name, text]))
  return `Only possible when ${conditionInWords(guard, constants)}.`
}

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
