// `for each x in …:` → the records, one after another, each as it is when its turn comes.

import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { RecordSource, Step, StepAction } from '@ninefold/core/model/calls.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { fieldOf, recordVariable } from '@ninefold/core/model/paths.ts'
import { planFind, planStepList } from '@ninefold/core/plan/finds.ts'
import { isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import { isRecord } from '../store/statement.ts'
import type { CallRun } from './call-run.ts'
import { listedRecords, loadedRecord } from './loaded-record.ts'

type ForEach = Extract<StepAction, { kind: 'for each' }>

/** `runInner` runs the steps below for the record that is bound. What they bind is gone when the next one comes. */
export async function forEach(
  run: CallRun,
  action: ForEach,
  step: Step,
  runInner: () => Promise<unknown>,
): Promise<void> {
  const entity = entityNamed(run.application.model, action.source.entity)
  const statement = run.application.planned(run.caller, `each ${step.span.start}`, (viewer) =>
    // A condition of a relation or an entity has been asked when its records were listed, and is asked again: what
    // was done for the records before may have changed it.
    planFind(viewer, entity, [
      isRecordBoundAs(entity, action.as),
      ...(action.where === null ? [] : [ofEverything(action.where)]),
    ]),
  )
  const outside = new Set(Object.keys(run.bindings))
  for (const record of await recordsOf(run, action, step)) {
    const row = (await run.transaction.run(statement, { ...run.bindings, [action.as]: record }))[0]
    if (row === undefined) continue
    run.bind(action.as, entity, loadedRecord(entity, row))
    await runInner()
    for (const name of Object.keys(run.bindings)) if (!outside.has(name)) delete run.bindings[name]
  }
}

/** By their ids, in no order that anybody could count on. */
async function recordsOf(run: CallRun, { source, where }: ForEach, step: Step): Promise<readonly RecordValue[]> {
  const { model } = run.application
  if (source.kind === 'listed') {
    const listed = run.bindings[source.list]
    return Array.isArray(listed) ? (listed as readonly Value[]).filter((value) => isRecord(value)) : []
  }
  const statement = run.application.planned(run.caller, `each of ${step.span.start}`, (viewer) =>
    planStepList(viewer, {
      entity: entityNamed(model, source.entity),
      conditions: [
        ...(where === null ? [] : [ofEverything(where)]),
        ...(source.kind === 'relation' ? [isAmong(model, source)] : []),
      ],
      order: [],
      isPaged: false,
    }),
  )
  const row = (await run.transaction.run(statement, run.bindings))[0]
  return listedRecords(row)
}

/** `this` is one of the records of the bound record's to-many field. */
export function isAmong(model: Model, source: Extract<RecordSource, { kind: 'relation' }>): Expression {
  const owner = entityNamed(model, source.ofEntity)
  const records = fieldOf(
    model,
    recordVariable(source.of, source.ofEntity),
    source.ofEntity,
    fieldNamed(owner, source.relation),
  )
  return ofEverything({
    kind: 'binary',
    operator: 'in',
    left: recordVariable('this', source.entity),
    right: records,
    type: { kind: 'boolean' },
    isOptional: false,
    span: records.span,
  })
}
