// Deferred steps → done, in one transaction that deletes the row, so that they are done exactly once. The caller has
// their present rights, which may be fewer than before. Errors are retried; work that finally failed stays visible.

import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { LaterSteps } from '@ninefold/core/model/steps/later-steps.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Application } from '../gate/context/application.ts'
import { bindingsOf } from '../gate/context/bindings.ts'
import { asProduct, type Caller, callerWith, THE_CLOCK } from '../gate/context/caller.ts'
import { runSteps } from '../gate/calls/calls.ts'
import { rolesOfUser } from '../gate/users/conditional-roles.ts'
import { stepsPutOff, takenUp } from '../gate/calls/deferred-steps.ts'
import { withServiceCalls, ServiceCalls } from '../gate/context/service-calls.ts'
import { refused } from '../gate/context/refusal.ts'
import { keepAudit } from '../gate/records/audit.ts'
import { enforceRulesOverRecords } from '../gate/records/rules-over-records.ts'
import type { Executor } from '../store/driver/database.ts'
import { isPassing } from '../store/driver/failures.ts'
import { type KeptLater, markLaterFailed, takeLater } from '../store/tables/deferred-steps.ts'
import { rolesGivenTo } from '../store/tables/users/sessions.ts'
import { isServed, refusalOf } from './by-the-clock.ts'
import { dueUntil } from './due.ts'
import { readPlan } from '../gate/context/loaded-record.ts'

export type LaterOutcome =
  | 'done'
  | 'nothing due'
  | 'another revision'
  /** `cause`: a defect, and no refusal. */
  | { readonly failed: string; readonly isGivenUp: boolean; readonly cause: unknown }

/** Runs all waiting deferred steps, and those that they defer. Refusals are not retried here. */
export async function runPutOff(application: Application, nowMs: number): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const due = await dueUntil(application.database, nowMs, [])
    const ids = due.flatMap(({ item }) => (item.kind === 'later' && !tried.has(item.id) ? [item.id] : []))
    if (ids.length === 0) return
    for (const id of ids) {
      tried.add(id)
      await runLater(application, id, nowMs)
    }
  }
}

/** Retrying would not help. */
class GivenUp extends Error {
  override name = 'GivenUp'
}

export async function runLater(application: Application, id: string, nowMs: number): Promise<LaterOutcome> {
  try {
    // The row keeps its id until the steps are done, so the seed is the same at every attempt.
    const serviceCalls = new ServiceCalls(`later ${id}`)
    return await withServiceCalls(application.services, serviceCalls, () =>
      application.database.write((transaction) => {
        serviceCalls.begin()
        return runOnce(application, transaction, { id, nowMs, serviceCalls })
      }),
    )
  } catch (cause) {
    if (isPassing(cause)) throw cause
    const refusal = refusalOf(application, cause)
    const reason = refusal?.message ?? (cause instanceof Error ? cause.message : String(cause))
    const isGivenUp = await application.database.write((transaction) =>
      markLaterFailed(transaction, id, { reason, isFinal: cause instanceof GivenUp, nowMs }),
    )
    return { failed: reason, isGivenUp, cause: refusal === null && !(cause instanceof GivenUp) ? cause : null }
  }
}

interface Turn {
  readonly id: string
  readonly nowMs: number
  readonly serviceCalls: ServiceCalls
}

async function runOnce(
  application: Application,
  transaction: Executor,
  { id, nowMs, serviceCalls }: Turn,
): Promise<LaterOutcome> {
  if (!(await isServed(transaction, application))) return 'another revision'
  const later = await takeLater(transaction, id, nowMs)
  if (later === null) return 'nothing due'
  const steps = stepsPutOff(application.model, later)
  if (steps === null) throw new GivenUp('The specification has been changed since: these steps are not there any more.')
  const caller = await callerOf(application, transaction, later, nowMs)
  if (later.asksRole && !hasRole(steps, caller)) throw refused('forbidden')
  const bindings = { ...bindingsOf(application, caller, nowMs) }
  const run = await takenUp({ application, caller, transaction, bindings, serviceCalls }, steps, later)
  await runSteps(run, steps.action.steps)
  await keepAudit(run)
  await enforceRulesOverRecords(run)
  return 'done'
}

function hasRole({ who }: LaterSteps, { roles }: Caller): boolean {
  return who === null || who.some((role) => roles.has(role))
}

/** With the present roles. */
async function callerOf(
  application: Application,
  transaction: Executor,
  { actsAs, userId, narrowedTo, tenant }: KeptLater,
  nowMs: number,
): Promise<Caller> {
  if (actsAs === 'clock') return THE_CLOCK
  const { model } = application
  const signIn = signInOf(model.roles)
  if (userId === null) {
    const guest: Caller = { ...callerWith(model, null, [], null), isDeferred: true }
    return actsAs === 'product' ? asProduct(guest) : guest
  }
  if (signIn === null) throw new GivenUp('The specification has been changed since: users do not sign in any more.')
  const entity = entityNamed(model, signIn.entity)
  const { type } = fieldNamed(entity, 'id')
  const key = type.kind === 'identifier' && type.form === 'counting' ? Number(userId) : userId
  const me = { id: key, fields: {} }
  const statement = application.planned(readPlan, THE_CLOCK, entity)
  const rows = await transaction.run(statement, { ...bindingsOf(application, THE_CLOCK, nowMs), record: me })
  if (rows.length === 0) throw new GivenUp('The user who asked for it was deleted.')
  const given = await rolesGivenTo(transaction, userId)
  const roles = await rolesOfUser(application, transaction, signIn, key, given, tenant)
  const whole = callerWith(model, me, roles, null)
  const kept = narrowedTo === null ? null : [...whole.roles].filter((role) => narrowedTo.includes(role))
  const own = kept === null ? whole : callerWith(model, me, kept, null)
  const caller = tenant === null ? own : { ...own, tenant }
  return actsAs === 'product' ? asProduct(caller) : caller
}
