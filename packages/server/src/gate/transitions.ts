// Doing a transition: one conditional statement decides; what was in the way is asked only afterwards.

import type { Expression, RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { guardReason, stateReason } from '@ninefold/core/contract/transition-reasons.ts'
import { isRunnable, writtenFields } from '@ninefold/core/model/transitions.ts'
import { canAskAtOnce, type Moment, rulesAt } from '@ninefold/core/plan/record-checks.ts'
import {
  planTransition,
  planTransitionReasons,
  transitionCases,
  type TransitionCase,
} from '@ninefold/core/plan/states.ts'
import { loadedRecord } from './loaded-record.ts'
import { type Refusal, refused } from './refusal.ts'
import { answerKey, answerOf, checkAfter, judge, type Work, type WrittenRecord } from './records.ts'

export interface Wanted {
  /** The record as its caller wants it, over `this`. */
  readonly answer?: Expression | null
  /** A step of a call does it: `call only` is then satisfied. */
  readonly isInCall?: boolean
}

/** Returns the record after the transition. Refused: forbidden, wrong state, or a guard that does not hold. */
export async function doTransition(
  work: Work,
  entity: Entity,
  record: RecordValue,
  name: string,
  { answer = null, isInCall = false }: Wanted = {},
): Promise<WrittenRecord> {
  const how = isInCall ? `${name} in a call` : name
  const cases = work.application.planned(work.caller, `cases ${entity.name} ${how}`, (viewer) =>
    transitionCases(viewer, entity.name, name, isInCall),
  )
  refuseWhatDoesNotRun(name, cases)
  for (const [index, each] of cases.entries()) {
    const moment = momentOf(each)
    const { statement, questions, isAtOnce } = work.application.planned(
      work.caller,
      `do ${entity.name} ${how} ${index} ${answerKey(answer)}`,
      (viewer) => {
        const questions = { rules: rulesAt(viewer, entity.name, moment), grants: [], answer }
        const isAtOnce = canAskAtOnce(viewer, entity, questions)
        return {
          statement: planTransition(viewer, entity, 'record', each, isAtOnce ? questions : null),
          questions,
          isAtOnce,
        }
      },
    )
    const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
    if (row === undefined) continue
    const after = loadedRecord(entity, row)
    if (isAtOnce) await judge(work, entity, after, record, questions, row, () => true)
    else await checkAfter(work, entity, after, record, moment, [], () => true)
    return { record: after, json: isAtOnce ? answerOf(row, answer) : null }
  }
  throw await refusalOf(work, entity, record, how, cases)
}

/** A row of which something is not shown is no case; one that does more than this version runs is not done by halves. */
function refuseWhatDoesNotRun(name: string, cases: readonly TransitionCase[]): void {
  if (cases.length === 0) throw refused('not shown', null, `Something of "${name}" is not shown.`)
  if (!cases.every(({ machine, transition }) => isRunnable(machine, transition)))
    throw refused('not shown', null, `"${name}" does something that is not supported yet.`)
}

function momentOf({ machine, transition }: TransitionCase): Moment {
  return { kind: 'transition', transition: transition.name, fields: [machine.field, ...writtenFields(transition)] }
}

async function refusalOf(
  work: Work,
  entity: Entity,
  record: RecordValue,
  name: string,
  cases: readonly TransitionCase[],
): Promise<Refusal> {
  const statement = work.application.planned(work.caller, `why not ${entity.name} ${name}`, (viewer) =>
    planTransitionReasons(viewer, entity, 'record', cases),
  )
  const answers = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (answers === undefined) return refused('not found')
  const permitted = cases.filter((_, index) => answers[`who${index}`] === true)
  if (permitted.length === 0) return refused('forbidden')
  const inState = permitted.find((each) => answers[`state${cases.indexOf(each)}`] === true)
  const about = permitted[0]?.machine.field ?? null
  const guard = inState?.transition.guard ?? null
  const reason =
    guard === null
      ? stateReason(permitted.flatMap(({ transition }) => transition.from))
      : guardReason(work.application.model, guard)
  return refused('wrong state', about, reason)
}
