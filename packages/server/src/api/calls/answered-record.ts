// The record of a standard call: found by the key of its address, and answered as its caller may see it.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { answerShape } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { Expression, RecordValue } from '@ninefold/core/expression/expression.ts'
import type { StandardCalls } from '@ninefold/core/model/calls.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { equals, isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import { findByKey, loadedRecord } from '../../gate/context/loaded-record.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import { shownBody, type ShownOn } from '../../gate/context/shown-answer.ts'
import type { Work, WrittenRecord } from '../../gate/context/work.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Row } from '../../store/driver/rows.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'

/** The columns of a standard call's answer, over `this`. */
export const answerShapePlan = planner('answer shape', ({ model }, entity: Entity, shape: string | null) =>
  answerShape(model, entity, shape),
)

const recordAnswer = planner('answer record', (viewer, entity: Entity, answer: Expression) =>
  planRecord(viewer, entity, [isRecordBoundAs(entity, 'record')], answer),
)

const getPlan = planner(
  'get',
  (viewer, { entity: name, foundBy, shape }: StandardCalls, on: ShownOn | null, operations: readonly Operation[]) => {
    const entity = entityNamed(viewer.model, name)
    const output = shownBody(viewer.model, operations, on, answerShape(viewer.model, entity, shape))
    return planRecord(viewer, entity, [equals(viewer, entity, fieldNamed(entity, foundBy), 'key')], output)
  },
)

/** The record that the path names, as the call answers it. */
export async function answeredRecord(
  { application, caller, parameters, bindings, shown }: Exchange,
  executor: Executor,
  standard: StandardCalls,
  entity: Entity,
): Promise<(Answered & { readonly id: string }) | null> {
  const field = fieldNamed(entity, standard.foundBy)
  const statement = application.planned(getPlan, caller, standard, shown?.on ?? null, application.operations)
  const row = (
    await executor.run(statement, { ...bindings, key: pathValue(field.type, parameters[standard.foundBy] ?? '') })
  )[0]
  return row === undefined ? null : { ...answeredOf(row), id: String(row['id']) }
}

/** The visible record that the path names. A hidden record answers like a missing one. */
export async function foundRecord(
  exchange: Exchange,
  executor: Executor,
  foundBy: string,
  entity: Entity,
): Promise<RecordValue> {
  const { application, caller, parameters, bindings } = exchange
  const field = fieldNamed(entity, foundBy)
  const statement = application.planned(findByKey, caller, entity, field)
  const row = (await executor.run(statement, { ...bindings, key: pathValue(field.type, parameters[foundBy] ?? '') }))[0]
  if (row === undefined) throw refused('not found', foundBy)
  return loadedRecord(entity, row)
}

export type Answered = Pick<WrittenRecord, 'version'> & { readonly json: string }

function answeredOf(row: Row): Answered {
  const version = row['version']
  return { json: String(row['json']), version: typeof version === 'number' ? version : null }
}

/** The record as its caller may see it; empty if the caller cannot see it after the write. */
export async function answerFor(
  work: Work,
  entity: Entity,
  { record, json, version }: WrittenRecord,
  answer: Expression,
): Promise<Answered> {
  if (json !== null) return { json, version: version ?? null }
  const statement = work.application.planned(recordAnswer, work.caller, entity, answer)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return row === undefined ? { json: '{}', version: null } : answeredOf(row)
}
