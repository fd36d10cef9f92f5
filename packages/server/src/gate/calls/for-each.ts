// `for each x in …:` → the records one after another, each read when its turn comes.

import * as build from '@ninefold/core/expression/build.ts'
import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { hasPlainItems } from '@ninefold/core/expression/value-types.ts'
import type { ListedValues, RecordSource, StepAction } from '@ninefold/core/model/calls.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import { planFind, planStepList } from '@ninefold/core/plan/read/finds.ts'
import { isRecordBoundAs, sortsOfPaths } from '@ninefold/core/rights/list-conditions.ts'
import { isRecord } from '../../store/driver/statement.ts'
import type { CallRun } from './call-run.ts'
import { listedRecords, loadedRecord } from '../context/loaded-record.ts'
import { namingItem } from '../context/sent-names.ts'
import { itemOf, placeOfList } from './sent-places.ts'
import { planner } from '../context/planner.ts'

type ForEach = Extract<StepAction, { kind: 'for each' }>

/** The condition is checked again for each record, because the steps for earlier records may have changed it. */
const eachPlan = planner('each', (viewer, { source, as, where }: ForEach) => {
  if (source.kind === 'values') throw new Error('Values are no records.')
  const entity = entityNamed(viewer.model, source.entity)
  return planFind(viewer, entity, [isRecordBoundAs(entity, as), ...(where === null ? [] : [ofEverything(where)])])
})

const eachOfPlan = planner('each of', (viewer, source: RecordSource, where: Expression | null) => {
  const entity = entityNamed(viewer.model, source.entity)
  return planStepList(viewer, {
    entity,
    conditions: [
      ...(where === null ? [] : [ofEverything(where)]),
      ...(source.kind === 'relation' ? [isAmong(viewer.model, source)] : []),
    ],
    order: sortsOfPaths(viewer, entity, []),
    isPaged: false,
    isCounted: false,
  })
})

/** `runInner` runs the inner steps for the bound record. Their bindings end with the iteration. */
export async function forEach(run: CallRun, action: ForEach, runInner: () => Promise<unknown>): Promise<void> {
  if (action.source.kind === 'values') return forEachValue(run, action, action.source, runInner)
  const entity = entityNamed(run.application.model, action.source.entity)
  const statement = run.application.planned(eachPlan, run.caller, action)
  const outside = new Set(Object.keys(run.bindings))
  for (const record of await recordsOf(run, action)) {
    const row = (await run.transaction.run(statement, { ...run.bindings, [action.as]: record }))[0]
    if (row === undefined) continue
    run.bind(action.as, entity, loadedRecord(entity, row))
    await runInner()
    for (const name of Object.keys(run.bindings)) if (!outside.has(name)) delete run.bindings[name]
  }
}

/** The values are a snapshot from before the loop. Refusals name the item if the values were sent. */
async function forEachValue(
  run: CallRun,
  { as, where }: ForEach,
  { list }: ListedValues,
  runInner: () => Promise<unknown>,
): Promise<void> {
  const outside = new Set(Object.keys(run.bindings))
  const values = await run.value(list)
  const from = placeOfList(run, list)
  for (const [index, value] of (Array.isArray(values) ? (values as readonly Value[]) : []).entries()) {
    run.bindings[as] = value
    const item = from === null ? null : itemOf(from, index)
    if (item !== null) run.places[as] = item
    try {
      if (where === null || (await run.holds(where))) await runInner()
    } catch (cause) {
      if (item === null) throw cause
      throw namingItem(cause, { within: item.place, ...(hasPlainItems(list) && { isOfItem: true }) })
    }
    for (const name of Object.keys(run.bindings)) if (!outside.has(name)) delete run.bindings[name]
    delete run.places[as]
  }
}

/** In the order of creation, or of the step that listed them. */
async function recordsOf(run: CallRun, { source, where }: ForEach): Promise<readonly RecordValue[]> {
  if (source.kind === 'values') return []
  if (source.kind === 'listed') {
    const listed = run.bindings[source.list]
    return Array.isArray(listed) ? (listed as readonly Value[]).filter((value) => isRecord(value)) : []
  }
  const statement = run.application.planned(eachOfPlan, run.caller, source, where)
  const row = (await run.transaction.run(statement, run.bindings))[0]
  return listedRecords(row)
}

/** Condition: `this` is in the bound record's to-many field. */
export function isAmong(model: Model, source: Extract<RecordSource, { kind: 'relation' }>): Expression {
  const owner = entityNamed(model, source.ofEntity)
  const field = fieldNamed(owner, source.relation)
  const records = fieldOf(model, build.recordVariable(source.of, source.ofEntity), source.ofEntity, field)
  const operator = field.type.kind === 'reference' ? '==' : 'in'
  return ofEverything(build.binary(operator, build.recordVariable('this', source.entity), records, records.span))
}
