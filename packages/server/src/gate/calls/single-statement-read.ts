// A stated call that finds, lists and answers → one statement without a transaction. Null: the call needs more, or
// something was not found; the step-by-step path then gives the reason.

import type { Call, QueryParameter } from '@ninefold/core/model/calls.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planSingleStatementRead, type ReadStep } from '@ninefold/core/plan/read/single-statement-read.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { type CallAnswer, sharesVersions } from './calls.ts'
import { findConditions, narrowingQueries, sentNarrowings, stepList } from './step-lists.ts'
import type { Work } from '../context/work.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import { planner } from '../context/planner.ts'

const readAtOncePlan = planner(
  'read at once',
  (viewer, call: Call, body: Expression, narrowed: readonly QueryParameter[]) =>
    planSingleStatementRead(viewer, readSteps(viewer, call, narrowed), body),
)

/**
 * Tells whether one statement does the whole call if nothing is missing. Such a call has no input, so nothing is
 * refused before its steps.
 */
export function isReadInOneStatement(model: Model, { steps, inputs }: Call): boolean {
  const [answer, ...before] = steps.toReversed()
  if (answer?.action.kind !== 'respond' || answer.action.body === null || before.length === 0) return false
  if (answer.action.wire !== undefined) return false
  return (
    inputs.length === 0 &&
    !sharesVersions(model) &&
    steps.every(({ when }) => when === null) &&
    before.every(({ action: { kind } }) => kind === 'find' || kind === 'list')
  )
}

export async function readInOneStatement(
  { application, caller, bindings, shown }: Omit<Work, 'transaction'>,
  call: Call,
): Promise<CallAnswer | null> {
  const last = call.steps.at(-1)
  if (last?.action.kind !== 'respond' || last.action.body === null || shown !== undefined) return null
  if (!isReadInOneStatement(application.model, call)) return null
  const { status, body } = last.action
  const narrowed = sentNarrowings(call.queries, bindings)
  const statement = application.planned(readAtOncePlan, caller, call, body, narrowed)
  if (application.development !== undefined) for (const step of call.steps) application.development.stepBegins(step)
  const row = (await application.database.run(statement, bindings))[0]
  return row === undefined ? null : { status, json: String(row['json'] ?? 'null') }
}

function readSteps(viewer: Viewer, { steps }: Call, narrowed: readonly QueryParameter[]): ReadStep[] {
  const { model } = viewer
  return steps.flatMap(({ action }): ReadStep[] => {
    if (action.kind === 'find') {
      const entity = entityNamed(model, action.source.entity)
      return [{ kind: 'find', as: action.as, entity, conditions: findConditions(model, action) }]
    }
    if (action.kind !== 'list') return []
    const list = stepList(viewer, action, narrowingQueries(action, narrowed))
    return [{ kind: 'list', as: action.as, list, page: action.page }]
  })
}
