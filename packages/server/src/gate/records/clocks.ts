// Schedules the clocks of point 4 that a write starts, in the transaction of the write.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { type ClockMoment, planClocks, touchedClocks } from '@ninefold/core/plan/write/clocks.ts'
import type { Application } from '../context/application.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

/** Null: the write affects no clock. */
const clocksPlan = planner('clocks', (viewer, entity: Entity, moment: ClockMoment) => {
  const clocks = touchedClocks(viewer.model, entity, moment)
  return clocks.length === 0 ? null : planClocks(viewer, entity, 'record', clocks)
})

/** Work due this soon gets its job at once; a scan every minute finds the rest in time. */
const SOON_MS = 120_000

/** Sets the clocks that the write affects, and cancels those of states that the record has left. */
export async function setClocks(work: Work, entity: Entity, record: RecordValue, moment: ClockMoment): Promise<void> {
  const { application, caller, transaction, bindings } = work
  if (!application.model.states.machines.some((machine) => machine.entity === entity.name && machine.clocks.length > 0))
    return
  const statement = application.planned(clocksPlan, caller, entity, moment)
  if (statement === null) return
  const row = (await transaction.run(statement, { ...bindings, record }))[0]
  if (isDueSoon(application, row?.['next'])) transaction.afterCommit(() => application.alarm.ring())
}

export function isDueSoon({ database }: Application, next: unknown): boolean {
  return next !== undefined && next !== null && Number(next) <= database.nowMs() + SOON_MS
}
