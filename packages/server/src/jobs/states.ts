// A due clock of point 4 for one record → its transition, done once. The transaction checks again that it is due,
// because another process may have done it, or the record may have changed its state.

import { entityNamed } from '@ninefold/core/model/find.ts'
import { machineKey, planClocks, type RecordClock, recordClocks, startsOf } from '@ninefold/core/plan/write/clocks.ts'
import type { Application } from '../gate/context/application.ts'
import { runSteps } from '../gate/calls/calls.ts'
import { loadedRecord, readPlan } from '../gate/context/loaded-record.ts'
import { keepAudit } from '../gate/records/audit.ts'
import { enforceRulesOverRecords } from '../gate/records/rules-over-records.ts'
import { doTransition } from '../gate/calls/transitions.ts'
import type { Executor } from '../store/driver/database.ts'
import { isServed, type Outcome, refusalOf, workOfClock } from './by-the-clock.ts'
import type { DueItem } from './due.ts'
import { planner } from '../gate/context/planner.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'

const clockPlan = planner('clock', (viewer, entity: Entity, clock: RecordClock) =>
  planClocks(viewer, entity, 'record', [clock]),
)

type DueClock = Extract<DueItem, { readonly kind: 'clock' }>

export async function runClock(application: Application, due: DueClock, nowMs: number): Promise<Outcome> {
  try {
    return await application.database.write((transaction) => runOnce(application, transaction, due, nowMs))
  } catch (cause) {
    const refusal = refusalOf(application, cause)
    if (refusal === null) throw cause
    // Its changes are rolled back, but the clock still counts as run.
    await application.database.write((transaction) => takeTurn(transaction, due, nowMs))
    return { refused: refusal }
  }
}

async function runOnce(
  application: Application,
  transaction: Executor,
  due: DueClock,
  nowMs: number,
): Promise<Outcome> {
  if (!(await isServed(transaction, application))) return 'another revision'
  const each = clockOf(application, due)
  if (each === null) return forget(transaction, due)
  const entity = entityNamed(application.model, each.machine.entity)
  const work = workOfClock(application, transaction, nowMs)
  const id = { id: due.record, fields: {} }
  const reading = application.planned(readPlan, work.caller, entity)
  const row = (await transaction.run(reading, { ...work.bindings, record: id }))[0]
  if (row === undefined) return forget(transaction, due)
  const record = loadedRecord(entity, row)
  if (each.clock.runs.kind === 'when it passes') {
    // The time may be a field of another record, which has changed since.
    const statement = application.planned(clockPlan, work.caller, entity, each)
    await transaction.run(statement, { ...work.bindings, record })
  }
  if (!(await takeTurn(transaction, due, nowMs))) return 'nothing due'
  await doTransition(work, entity, record, each.clock.does, { runSteps })
  await keepAudit(work)
  await enforceRulesOverRecords(work)
  return 'done'
}

function clockOf({ model }: Application, due: DueClock): RecordClock | null {
  const found = recordClocks(model).find(
    ({ machine, clock }) => machineKey(machine) === due.machine && clock.name === due.clock,
  )
  if (found !== undefined) return found
  for (const machine of model.states.machines) {
    const clock = machine.clocks.find(({ name, runs }) => name === due.clock && runs.kind === 'every day')
    if (clock !== undefined && machineKey(machine) === due.machine)
      return { machine, clock, states: startsOf(machine, clock) }
  }
  return null
}

/** One conditional statement decides which process does it, and marks the clock as run. */
async function takeTurn(transaction: Executor, { machine, clock, record }: DueClock, nowMs: number): Promise<boolean> {
  const rows = await transaction.runOwn(
    'take-clock',
    `UPDATE ninefold.clock SET ran_for = due_at, due_at = NULL
     WHERE machine = $1 AND clock = $2 AND record_id = $3 AND due_at <= $4 RETURNING true AS taken`,
    [machine, clock, record, new Date(nowMs).toISOString()],
  )
  return rows.length > 0
}

/** The clock or the record no longer exists. */
async function forget(transaction: Executor, { machine, clock, record }: DueClock): Promise<Outcome> {
  await transaction.runOwn(
    'forget-clock',
    'DELETE FROM ninefold.clock WHERE machine = $1 AND clock = $2 AND record_id = $3',
    [machine, clock, record],
  )
  return 'nothing due'
}
