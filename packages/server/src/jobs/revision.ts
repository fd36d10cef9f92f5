// A newly served specification → clocks and schedules of the existing records. Records that were created under it have
// set their own, so nothing is done if the same specification is served again.

import { machineKey, planClockRevision, recordClocks } from '@ninefold/core/plan/write/clocks.ts'
import { nextRun } from '@ninefold/core/model/time/scheduled-time.ts'
import type { Application } from '../gate/context/application.ts'
import { THE_CLOCK } from '../gate/context/caller.ts'
import type { Executor } from '../store/driver/database.ts'
import { tryLaterAgain } from '../store/tables/deferred-steps.ts'
import { workOfClock } from './by-the-clock.ts'
import { recurringOf } from './calls.ts'
import { planner } from '../gate/context/planner.ts'

const revisionPlan = planner('clock revision', planClockRevision)

/** Returns whether anything changed. */
export async function applyRevision(application: Application, nowMs: number): Promise<boolean> {
  const { database, revision } = application
  const isChanged = await database.write(async (transaction) => {
    const rows = await transaction.runOwn(
      'revision-before',
      `SELECT (SELECT count(*) FROM ninefold.loaded_data) AS loaded, served.revision, served.loaded_records
       FROM (SELECT) AS one LEFT JOIN ninefold.served_revision AS served ON true`,
      [],
    )
    const { loaded, revision: before, loaded_records: loadedBefore } = rows[0] ?? {}
    if (before === revision && loaded === loadedBefore) return false
    await setExistingClocks(application, transaction, nowMs)
    await setRecurring(application, transaction, nowMs)
    if (before !== revision) await tryLaterAgain(transaction, nowMs)
    await transaction.runOwn(
      'serve-revision',
      `INSERT INTO ninefold.served_revision (revision, loaded_records) VALUES ($1, $2)
       ON CONFLICT (is_only) DO UPDATE SET revision = excluded.revision, loaded_records = excluded.loaded_records,
         since = CASE WHEN served_revision.revision = excluded.revision THEN served_revision.since ELSE excluded.since END`,
      [revision, loaded],
    )
    return true
  })
  if (isChanged) application.alarm.ring()
  return isChanged
}

/** By set-based statements, never record by record. */
async function setExistingClocks(application: Application, transaction: Executor, nowMs: number): Promise<void> {
  const { bindings } = workOfClock(application, transaction, nowMs)
  const clocks = recordClocks(application.model)
  await transaction.runOwn(
    'forget-clocks',
    `DELETE FROM ninefold.clock WHERE NOT ((machine || ' ' || clock) = ANY ($1::text[]))`,
    [
      application.model.states.machines.flatMap((machine) =>
        machine.clocks.map(({ name }) => `${machineKey(machine)} ${name}`),
      ),
    ],
  )
  for (const each of clocks) {
    const { lose, gain } = application.planned(revisionPlan, THE_CLOCK, each)
    await transaction.run(lose, bindings)
    await transaction.run(gain, bindings)
  }
}

/** Recurring work with an unchanged schedule keeps its next time; missed times are due. */
async function setRecurring({ model, timeZone }: Application, transaction: Executor, nowMs: number): Promise<void> {
  const all = recurringOf(model)
  await transaction.runOwn('forget-recurring', 'DELETE FROM ninefold.recurring WHERE NOT (name = ANY ($1::text[]))', [
    all.map(({ name }) => name),
  ])
  for (const { name, runs } of all) {
    const words = JSON.stringify([runs, model.limits.timeZone])
    await transaction.runOwn(
      'set-recurring',
      `INSERT INTO ninefold.recurring AS kept (name, runs, next_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET runs = excluded.runs, next_at = excluded.next_at WHERE kept.runs <> excluded.runs`,
      [name, words, new Date(nextRun(runs, nowMs, timeZone)).toISOString()],
    )
  }
}
