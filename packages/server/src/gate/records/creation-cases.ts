// Rows from `nothing`: the initial state of a new record, and the values that the row sets.

import { guardReason } from '@ninefold/core/contract/calls/transition-reasons.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Transition } from '@ninefold/core/model/states.ts'
import { creationCases, planCreationQuestions } from '@ninefold/core/plan/write/creations.ts'
import type { FieldSource } from '@ninefold/core/plan/write/record-writes.ts'
import type { DoneBy, TransitionCase } from '@ninefold/core/plan/write/states.ts'
import type { Bindings, Row } from '../../store/driver/rows.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const beginPlan = planner(
  'begin',
  (viewer, entity: Entity, sources: readonly FieldSource[], lists: readonly string[], by: DoneBy) => {
    const machines = creationCases(viewer, entity, by)
    return { machines, statement: planCreationQuestions(viewer, entity, sources, lists, machines.flat()) }
  },
)

/** The row that applies, per machine. `values` binds the given fields and `lists`. */
export async function chosenCreations(
  work: Work,
  entity: Entity,
  sources: readonly FieldSource[],
  lists: readonly string[],
  values: Bindings,
  by: DoneBy,
): Promise<readonly Transition[]> {
  const { model } = work.application
  if (!model.states.machines.some((machine) => machine.entity === entity.name && machine.creations.length > 0))
    return []
  const { statement, machines } = work.application.planned(beginPlan, work.caller, entity, sources, lists, by)
  const cases = machines.flat()
  const answers = (await work.transaction.run(statement, { ...work.bindings, ...values }))[0] ?? {}
  return machines.map((rows) => chosenOf(work, rows, cases, answers, by))
}

/** The product creates records without rights. Rows that the caller may perform still take precedence. */
function chosenOf(
  { application }: Work,
  rows: readonly TransitionCase[],
  cases: readonly TransitionCase[],
  answers: Row,
  by: DoneBy,
): Transition {
  const holds = (question: 'who' | 'guard', row: TransitionCase): boolean =>
    answers[`${question}${cases.indexOf(row)}`] === true
  const permitted = rows.filter((row) => holds('who', row))
  const fitting = [...permitted, ...(by === 'product' ? rows : [])].find((row) => holds('guard', row))
  if (fitting !== undefined) return fitting.transition
  const first = permitted[0]
  if (first === undefined) throw refused('forbidden')
  const { guard, ifNot } = first.transition
  throw refused(
    'wrong state',
    first.machine.field,
    guard === null ? null : guardReason(application.model, guard, ifNot),
  )
}
