// A call's answer, and the block of a screen that shows it → the answer with what may be done to each of its rows.

import { withOffers } from '@ninefold/core/contract/calls/answer-offers.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { keyedActions } from '@ninefold/core/contract/screens/screens.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AnswerBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { CallerRoles } from '@ninefold/core/rights/roles.ts'

/** A screen shows the answer, and wants more beside it than a program is told. */
export interface ShownAnswer {
  readonly on: ShownOn
  /** Of a standard list: so many records, after so many. */
  readonly page: { readonly take: number; readonly after: number } | null
}

export interface ShownOn {
  readonly screen: Screen
  readonly block: AnswerBlock
  /** The caller who looks at the screen, whoever acts in the call. */
  readonly caller: CallerRoles
}

export function shownOn(screen: Screen, block: AnswerBlock, caller: CallerRoles): ShownOn {
  const { roles, isSignedIn, isClock = false, isProduct = false } = caller
  return { screen, block, caller: { roles, isSignedIn, isClock, isProduct } }
}

/** The body with the offers, read by the same statement. `on` null: a program asks. */
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
