// Doing a transition: one conditional statement decides; what was in the way is asked only afterwards.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planTransition, planTransitionReasons, transitionCases, type TransitionCase } from '@ninefold/core/plan/states.ts'
import { loadedRecord } from './loaded-record.ts'
import { type Refusal, refused } from './refusal.ts'
import { checkAfter, type Work } from './records.ts'
import { transitionReason } from './transition-reason.ts'

/** Returns the record after the transition. Refused: forbidden, wrong state, or a guard that does not hold. */
export async function doTransition(work: Work, entity: Entity, record: RecordValue, name: string): Promise<RecordValue> {
  const cases = work.application.planned(work.caller, `cases ${entity.name} ${name}`, (viewer) => transitionCases(viewer, entity.name, name))
  for (const [index, each] of cases.entries()) {
    const statement = work.application.planned(work.caller, `do ${entity.name} ${name} ${index}`, (viewer) => planTransition(viewer, entity, 'record', each))
    const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
    if (row === undefined) continue
    const after = loadedRecord(entity, row)
    const fields = [each.machine.field, ...each.transition.effects.flatMap((effect) => (effect.kind === 'send' ? [] : [effect.field]))]
    await checkAfter(work, entity, after, record, { kind: 'transition', transition: name, fields }, [], () => true)
    return after
  }
  throw await refusalOf(work, entity, record, name, cases)
}

async function refusalOf(work: Work, entity: Entity, record: RecordValue, name: string, cases: readonly TransitionCase[]): Promise<Refusal> {
  const statement = work.application.planned(work.caller, `why not ${entity.name} ${name}`, (viewer) => planTransitionReasons(viewer, entity, 'record', cases))
  const answers = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (answers === undefined) return refused('not found')
  const permitted = cases.filter((_, index) => answers[`who${index}`] === true)
  if (permitted.length === 0) return refused('forbidden')
  const inState = permitted.find((each) => answers[`state${cases.indexOf(each)}`] === true)
  const about = permitted[0]?.machine.field ?? null
  if (inState === undefined) return refused('wrong state', about, transitionReason(permitted, null))
  return refused('wrong state', about, transitionReason(permitted, inState))
}
