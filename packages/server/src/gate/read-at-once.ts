// A stated call that finds, lists and answers, in one statement: no transaction is needed around it. Null: it takes more
// than that, or something was not found; done step by step, it says what.

import type { Call } from '@ninefold/core/model/calls.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { planReadAtOnce, type ReadStep } from '@ninefold/core/plan/read-at-once.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import type { Bindings } from '../store/database.ts'
import { type CallAnswer, sharesVersions } from './calls.ts'
import { findConditions, narrowingQueries, stepList } from './step-lists.ts'
import type { Work } from './work.ts'

export async function readAtOnce(
  { application, caller, bindings, shown }: Omit<Work, 'transaction'>,
  call: Call,
): Promise<CallAnswer | null> {
  const last = call.steps.at(-1)
  if (last?.action.kind !== 'respond' || last.action.body === null || shown !== undefined) return null
  const { status, body } = last.action
  if (call.inputs.length > 0 || sharesVersions(application.model)) return null
  const narrowed = call.steps.flatMap(({ action }) =>
    action.kind === 'list' ? narrowingQueries(action, call.queries, bindings).map(({ name }) => name) : [],
  )
  const statement = application.planned(caller, `read ${last.span.start} ${narrowed.join(',')}`, (viewer) => {
    const steps = readSteps(viewer, call, bindings)
    return steps === null ? 'step by step' : planReadAtOnce(viewer, steps, body)
  })
  if (statement === 'step by step') return null
  if (application.development !== undefined) for (const step of call.steps) application.development.stepBegins(step)
  const row = (await application.database.run(statement, bindings))[0]
  return row === undefined ? null : { status, json: String(row['json'] ?? 'null') }
}

/** Null: some step does something else. */
function readSteps(viewer: Viewer, { steps, queries }: Call, bindings: Bindings): ReadStep[] | null {
  const { model } = viewer
  const read: ReadStep[] = []
  for (const { action, when } of steps.slice(0, -1)) {
    if (when !== null) return null
    if (action.kind === 'find') {
      const entity = entityNamed(model, action.source.entity)
      read.push({ kind: 'find', as: action.as, entity, conditions: findConditions(model, action) })
    } else if (action.kind === 'list') {
      const list = stepList(viewer, action, narrowingQueries(action, queries, bindings))
      read.push({ kind: 'list', as: action.as, list, page: action.page })
    } else return null
  }
  return read.length === 0 || steps.at(-1)?.when !== null ? null : read
}
