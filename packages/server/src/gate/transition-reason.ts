// Why a transition is not possible now, as a sentence that a person can act on.

import { printExpression } from '@ninefold/core/expression/print-expression.ts'
import type { TransitionCase } from '@ninefold/core/plan/states.ts'

/** `blocked`: the case whose state fits and whose guard does not hold; null: the state itself does not fit. */
export function transitionReason(cases: readonly TransitionCase[], blocked: TransitionCase | null): string {
  if (blocked !== null && blocked.transition.guard !== null) return `Not possible now: it needs ${printExpression(blocked.transition.guard)}.`
  const states = [...new Set(cases.flatMap(({ transition }) => transition.from))]
  return `Only possible while it is ${inWords(states)}.`
}

function inWords(states: readonly string[]): string {
  if (states.length < 2) return states.join('')
  return `${states.slice(0, -1).join(', ')} or ${states.at(-1)}`
}
