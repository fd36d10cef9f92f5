// A call with invalid inputs → the refusals that take precedence: the record does not exist, or its caller may neither
// change nor delete it. Otherwise validation messages would reach callers whom the inputs do not concern.

import { visit } from '@ninefold/core/expression/conditions.ts'
import type { Expression, RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Call, Step } from '@ninefold/core/model/calls.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import { bypassesPermissions, grantsOf } from '@ninefold/core/rights/roles.ts'
import { CallRun } from './call-run.ts'
import { inputBindings } from './input-bindings.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const mayPlan = planner('may', (viewer, entity: Entity, kind: 'change' | 'delete') => {
  const grants = grantsOf(viewer.model, viewer.caller, entity.name, kind)
  return { grants, statement: planAfterChecks(viewer, entity, 'record', { rules: [], grants, answer: null }) }
})

/** Runs a step, and turns its failure into the refusal that the text states. */
type RunStep = (run: CallRun, step: Step, doing?: () => Promise<null>) => Promise<unknown>

/** Runs the steps that only read, as far as they do not need the inputs. Nothing is written. */
export async function refuseBeforeInputs(work: Work, call: Call, runStep: RunStep): Promise<void> {
  const run = new CallRun({ ...work, bindings: { ...work.bindings, ...inputBindings(call.inputs, {}) } }, call, {})
  for (const step of call.steps) {
    if (step.when !== null) {
      if (readsInput(step.when)) return
      if (!(await run.holds(step.when))) {
        run.skip(step.action)
        continue
      }
    }
    const { action } = step
    if (action.kind === 'change' || action.kind === 'delete') {
      await runStep(run, step, () => refuseUnlessPermitted(run, action))
      return
    }
    if (!onlyLooks(step)) return
    await runStep(run, step)
  }
}

function onlyLooks({ action }: Step): boolean {
  switch (action.kind) {
    case 'find':
      return !readsInput(action.where)
    case 'require':
      return !readsInput(action.condition)
    case 'let':
      return !readsInput(action.value)
    default:
      return false
  }
}

function readsInput(expression: Expression): boolean {
  let isReading = false
  visit(expression, (part) => {
    isReading ||= part.kind === 'variable' && part.name.startsWith('input.')
  })
  return isReading
}

/** The changed fields are not known yet, so a right to change any of them is enough. */
async function refuseUnlessPermitted(
  run: CallRun,
  { kind, record: name }: { readonly kind: 'change' | 'delete'; readonly record: string },
): Promise<null> {
  const { entity, record } = run.record(name)
  await refuseUnpermitted(run, entity, record, kind)
  return null
}

/** Refuses a caller without the right for this record, whatever the fields. */
export async function refuseUnpermitted(
  work: Pick<Work, 'application' | 'bindings' | 'caller' | 'transaction'>,
  entity: Entity,
  record: RecordValue,
  kind: 'change' | 'delete',
): Promise<void> {
  if (bypassesPermissions(work.caller)) return
  const { grants, statement } = work.application.planned(mayPlan, work.caller, entity, kind)
  const row = (await work.transaction.run(statement, { ...work.bindings, record, old: record }))[0]
  if (!grants.some((_, index) => row?.[`grant${index}`] === true)) throw refused('forbidden')
}
