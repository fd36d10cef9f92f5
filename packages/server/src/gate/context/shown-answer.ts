// The answer of a call, and the screen block that shows it → the answer with the possible actions of each row.

import { withOffers } from '@ninefold/core/contract/calls/answer-offers.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { keyedActions } from '@ninefold/core/contract/screens/screens.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AnswerBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { CallerRoles } from '@ninefold/core/rights/roles.ts'

/** The answer is shown on a screen, which needs more than a program gets. */
export interface ShownAnswer {
  readonly on: ShownOn
  /** Page of a standard list: `take` records after the first `after`. */
  readonly page: { readonly take: number; readonly after: number } | null
}

export interface ShownOn {
  readonly screen: Screen
  readonly block: AnswerBlock
  /** The caller who looks at the screen, even if the call has another actor. */
  readonly caller: CallerRoles
}

export function shownOn(screen: Screen, block: AnswerBlock, caller: CallerRoles): ShownOn {
  const { roles, isSignedIn, isClock = false, isProduct = false } = caller
  return { screen, block, caller: { roles, isSignedIn, isClock, isProduct } }
}

/** The body with the possible actions, read by the same statement. `on` null: a program asks. */
export function shownBody(
  model: Model,
  operations: readonly Operation[],
  on: ShownOn | null,
  body: Expression,
): Expression {
  if (on === null) return body
  const { screen, block, caller } = on
  const scope = { model, caller, operations }
  const actions = keyedActions(scope, screen).filter(({ answer, isOfRow }) => answer === block && isOfRow)
  return withOffers(scope, screen, block, actions, body) ?? body
}
