// `for each …:` and `later:` with their inner steps → the checked action. Bindings of inner steps end with the block.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import type { Scope } from '../../expression/expression.ts'
import { factsWhen, lastingFacts, NOTHING_KNOWN } from '../../expression/check/narrowing.ts'
import type { Step, StepAction } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { report } from '../checking.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { recordVariable } from '../names/scopes.ts'
import { bind, checkSourceOrList, whereScope, type StepContext } from './step-context.ts'
import { type ListOfValues, listedValues } from './listed-values.ts'

type Nesting = Extract<StepActionDraft, { kind: 'for each' | 'later' | 'block' }>

export type CheckInner = (stepping: StepContext, drafts: readonly StepDraft[]) => Step[]

export function checkNested(
  stepping: StepContext,
  draft: Nesting,
  scope: Scope,
  checkInner: CheckInner,
): StepAction | null {
  if (draft.kind === 'block') return { kind: 'block', steps: checkInner(inside(stepping, scope), draft.steps) }
  for (const { action, span } of withBlocks(draft.steps))
    if (['respond', 'respond file', 'respond document', 'by accept'].includes(action.kind))
      report(
        stepping.checking,
        diagnostic('N708', span, draft.kind === 'later' ? 'answer within later' : 'answer for each record'),
      )
  if (draft.kind === 'later') return checkLater(stepping, draft, scope, checkInner)
  const { checking } = stepping
  const values = listedValues(stepping, draft.source, scope)
  if (values !== null) return checkEachValue(stepping, draft, scope, values, checkInner)
  const found = checkSourceOrList(stepping, draft.source, scope)
  const where =
    found === null || draft.where === null
      ? null
      : requireExpression(checking, draft.where, whereScope(scope, found.entity), { kind: 'boolean' })
  const within = inside(stepping, scope)
  bind(
    within,
    draft.as,
    found === null ? { type: { kind: 'unknown' }, isOptional: false } : recordVariable(found.entity.name),
  )
  const steps = checkInner(within, draft.steps)
  if (found === null || (draft.where !== null && where === null)) return null
  return { kind: 'for each', as: draft.as.text, source: found.source, where, steps }
}

/** Loops over values: the objects or texts of an input, or a computed list. */
function checkEachValue(
  stepping: StepContext,
  draft: Extract<Nesting, { kind: 'for each' }>,
  scope: Scope,
  { list, of, isSent }: ListOfValues,
  checkInner: CheckInner,
): StepAction | null {
  const within = inside(stepping, scope)
  bind(within, draft.as, { type: of, isOptional: false })
  const where =
    draft.where === null
      ? null
      : requireExpression(stepping.checking, draft.where, stepScopeOf(within, scope), { kind: 'boolean' })
  const fitting = where === null ? [] : lastingFacts(factsWhen(where, true))
  for (const fact of fitting) within.known.add(fact)
  const sent = isSent ? new Set([...stepping.sent, draft.as.text]) : stepping.sent
  const steps = checkInner({ ...within, sent }, draft.steps)
  if (draft.where !== null && where === null) return null
  return { kind: 'for each', as: draft.as.text, source: { kind: 'values', list }, where, steps }
}

function stepScopeOf(within: StepContext, scope: Scope): Scope {
  return { ...scope, variables: new Map(within.variables), known: within.known }
}

/** Replaces blocks by their steps. */
function withBlocks(steps: readonly StepDraft[]): StepDraft[] {
  return steps.flatMap((step) => [step, ...(step.action.kind === 'block' ? withBlocks(step.action.steps) : [])])
}

function checkLater(
  stepping: StepContext,
  { steps }: Extract<Nesting, { kind: 'later' }>,
  scope: Scope,
  checkInner: CheckInner,
): StepAction {
  for (const { action, span } of everyStep(steps))
    if (action.kind === 'sign in' || action.kind === 'sign out')
      report(stepping.checking, diagnostic('N708', span, 'session later'))
  const within = inside(stepping, scope)
  // Deferred steps have no session, and what is known about a record now may be wrong then.
  within.variables.delete('session.token')
  for (const path of within.known) if (isOfRecord(path, scope)) within.known.delete(path)
  return { kind: 'later', steps: checkInner(within, steps) }
}

/** True for `ticket.assignee`, false for `input.assignee`, which is stored as it was sent. */
function isOfRecord(path: string, { variables }: Scope): boolean {
  return !variables.has(path)
}

function inside(stepping: StepContext, scope: Scope): StepContext {
  return {
    ...stepping,
    variables: new Map(scope.variables),
    known: new Set(lastingFacts(scope.known ?? NOTHING_KNOWN)),
  }
}
