// A stated call that finds, lists and answers, in one statement: no transaction is needed around it. Null: it takes more
// than that, or something was not found; done step by step, it says what.

import type { Call } from '@ninefold/core/model/calls.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planReadAtOnce, type ReadStep } from '@ninefold/core/plan/read/read-at-once.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { type CallAnswer, sharesVersions } from './calls.ts'
import { findConditions, narrowingQueries, stepList } from './step-lists.ts'
import type { Work } from '../context/work.ts'
import type { Bindings } from '../../store/driver/rows.ts'

/** Is one statement all of it, where nothing is missing? It takes no input, so nothing is refused before its steps. */
export function isReadAtOnce(model: Model, { steps, inputs }: Call): boolean {
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

export async function readAtOnce(
  { application, caller, bindings, shown }: Omit<Work, 'transaction'>,
  call: Call,
): Promise<CallAnswer | null> {
  const last = call.steps.at(-1)
  if (last?.action.kind !== 'respond' || last.action.body === null || shown !== undefined) return null
  if (!isReadAtOnce(application.model, call)) return null
  const { status, body } = last.action
  const narrowed = call.steps.flatMap(({ action }) =>
    action.kind === 'list' ? narrowingQueries(action, call.queries, bindings).map(({ name }) => name) : [],
  )
  const statement = application.planned(caller, `read ${last.span.start} ${narrowed.join(',')}`, (viewer) =>
    planReadAtOnce(viewer, readSteps(viewer, call, bindings), body),
  )
  if (application.development !== undefined) for (const step of call.steps) application.development.stepBegins(step)
  const row = (await application.database.run(statement, bindings))[0]
  return row === undefined ? null : { status, json: String(row['json'] ?? 'null') }
}

function readSteps(viewer: Viewer, { steps, queries }: Call, bindings: Bindings): ReadStep[] {
  const { model } = viewer
  return steps.flatMap(({ action }): ReadStep[] => {
    if (action.kind === 'find') {
      const entity = entityNamed(model, action.source.entity)
      return [{ kind: 'find', as: action.as, entity, conditions: findConditions(model, action) }]
    }
    if (action.kind !== 'list') return []
    const list = stepList(viewer, action, narrowingQueries(action, queries, bindings))
    return [{ kind: 'list', as: action.as, list, page: action.page }]
  })
}
