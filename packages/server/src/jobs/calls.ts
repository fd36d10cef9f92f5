// A due schedule of point 7, or a due daily clock → its work, done once even if several times were missed.

import type { Schedule } from '@ninefold/core/model/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { nextRun } from '@ninefold/core/model/time/scheduled-time.ts'
import { type Recurrence, WEEKDAYS } from '@ninefold/core/model/time/recurrence.ts'
import type { Clock, Machine } from '@ninefold/core/model/states.ts'
import { machineKey, planDailyClock } from '@ninefold/core/plan/write/clocks.ts'
import type { Application } from '../gate/context/application.ts'
import { CallRun } from '../gate/calls/call-run.ts'
import { runSteps } from '../gate/calls/calls.ts'
import type { Work } from '../gate/context/work.ts'
import { keepAudit } from '../gate/records/audit.ts'
import { enforceRulesOverRecords } from '../gate/records/rules-over-records.ts'
import type { Executor } from '../store/driver/database.ts'
import { isServed, type Outcome, refusalOf, workOfClock } from './by-the-clock.ts'
import { planner } from '../gate/context/planner.ts'

const dailyPlan = planner('daily', planDailyClock)

/** Recurring work with a name of its own. */
export interface Recurring {
  readonly name: string
  readonly runs: Recurrence
  readonly does:
    | { readonly kind: 'schedule'; readonly schedule: Schedule }
    | { readonly kind: 'clock'; readonly machine: Machine; readonly clock: Clock }
}

export function recurringOf(model: Model): Recurring[] {
  const schedules = model.calls.schedules.flatMap((schedule): Recurring[] =>
    schedule.runs === null
      ? []
      : [{ name: `schedule ${schedule.name}`, runs: schedule.runs, does: { kind: 'schedule', schedule } }],
  )
  const clocks = model.states.machines.flatMap((machine) =>
    machine.clocks.flatMap((clock): Recurring[] => {
      const { runs } = clock
      if (runs.kind !== 'every day') return []
      const daily: Recurrence = { kind: 'weekly', days: WEEKDAYS, time: runs.time }
      const name = `clock ${machineKey(machine)} ${clock.name}`
      return [{ name, runs: daily, does: { kind: 'clock', machine, clock } }]
    }),
  )
  return [...schedules, ...clocks]
}

export async function runRecurring(application: Application, name: string, nowMs: number): Promise<Outcome> {
  const recurring = recurringOf(application.model).find((each) => each.name === name)
  const nextMs = recurring === undefined ? null : nextRun(recurring.runs, nowMs, application.timeZone)
  try {
    return await application.database.write(async (transaction): Promise<Outcome> => {
      if (!(await isServed(transaction, application))) return 'another revision'
      if (recurring === undefined || !(await takeTurn(transaction, name, { nowMs, nextMs, error: null })))
        return 'nothing due'
      const work = workOfClock(application, transaction, nowMs)
      await run(work, recurring)
      await keepAudit(work)
      await enforceRulesOverRecords(work)
      return 'done'
    })
  } catch (cause) {
    const refusal = refusalOf(application, cause)
    if (refusal === null) throw cause
    const { message } = refusal
    await application.database.write((transaction) => takeTurn(transaction, name, { nowMs, nextMs, error: message }))
    return { refused: refusal }
  }
}

interface Turn {
  readonly nowMs: number
  readonly nextMs: number | null
  readonly error: string | null
}

/** One conditional statement decides which process does it. Several missed times count as one. */
async function takeTurn(transaction: Executor, name: string, { nowMs, nextMs, error }: Turn): Promise<boolean> {
  const [now, next] = [nowMs, nextMs ?? nowMs].map((at) => new Date(at).toISOString())
  const rows = await transaction.runOwn(
    'take-recurring',
    `UPDATE ninefold.recurring SET next_at = $3, last_at = $2, last_error = $4
     WHERE name = $1 AND next_at <= $2 RETURNING true AS taken`,
    [name, now, next, error],
  )
  return rows.length > 0
}

async function run(work: Work, { does }: Recurring): Promise<void> {
  if (does.kind === 'schedule') {
    await runSteps(new CallRun(work, { queries: [] }, {}), does.schedule.steps)
    return
  }
  // Each record is handled by itself, so that a refusal does not affect the others.
  const statement = work.application.planned(dailyPlan, work.caller, does.machine, does.clock)
  await work.transaction.run(statement, work.bindings)
  work.transaction.afterCommit(() => work.application.alarm.ring())
}
