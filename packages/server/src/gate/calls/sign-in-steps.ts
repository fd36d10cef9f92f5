// The steps "check password", "sign in" and "sign out" of a stated call. They change the caller: later steps of the
// call have the rights of the user who signed in.

import type { Value } from '@ninefold/core/expression/expression.ts'
import { visit } from '@ninefold/core/expression/conditions.ts'
import type { Call, StepAction } from '@ninefold/core/model/calls.ts'
import { everyStep } from '@ninefold/core/model/steps/every-step.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn, SignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planCheckedPassword } from '@ninefold/core/plan/read/finds.ts'
import { verifyNobodysPassword, verifyPassword } from '../../store/tables/users/password-hashing.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { endSession, findSession, rolesGivenTo } from '../../store/tables/users/sessions.ts'
import {
  allowSignIn,
  type AttemptPlace,
  forgetSignIns,
  knownDeviceKey,
} from '../../store/tables/users/sign-in-attempts.ts'
import type { Application } from '../context/application.ts'
import type { CallRun } from './call-run.ts'
import { bindingsOf } from '../context/bindings.ts'
import { callerWith } from '../context/caller.ts'
import { rolesOfUser } from '../users/conditional-roles.ts'
import { arrive } from '../users/second-factors.ts'
import { loadedRecord } from '../context/loaded-record.ts'
import { PROVEN_USER } from '../records/own-password.ts'
import { ADDRESS, DEVICE } from '../context/bindings.ts'
import { refused, refusedWith } from '../context/refusal.ts'
import { type Failure, keepFailure, noteWritten } from '../records/audit.ts'
import { countUses, signInLimits, type Use } from './rate-limit-counters.ts'
import { planner } from '../context/planner.ts'

const passwordPlan = planner('password', planCheckedPassword)

function placeIn(bindings: Bindings): AttemptPlace {
  const device = bindings[DEVICE] ?? null
  return { address: String(bindings[ADDRESS] ?? ''), device: device === null ? null : String(device) }
}

type CheckPassword = Extract<StepAction, { kind: 'check password' }>

/** Counts an attempt in a transaction of its own, so that failed attempts count too. */
export async function refuseLockedOut(
  application: Application,
  { lockOut }: SignIn,
  identifier: string,
  place: AttemptPlace,
): Promise<void> {
  await countSignInPerUser(
    application,
    application.database,
    // Attempts from unknown devices share one counter per user. A device on which the user has signed in before has its
    // own, so that strangers cannot lock the user out there.
    async () => (await knownDeviceKey(application.database, identifier, place)) ?? identifier.trim().toLowerCase(),
  )
  if (lockOut === null) return
  const isAllowed = await application.database.write((transaction) =>
    allowSignIn(transaction, identifier, place, lockOut),
  )
  if (!isAllowed) throw refusedWith(lockOut.otherwise)
}

/** Runs before a call that checks a password: lock-outs apply to the application's own page and to its calls alike. */
export async function refuseLockedOutCall(
  application: Application,
  call: Call,
  inputs: Readonly<Record<string, Value>>,
  bindings: Bindings,
): Promise<void> {
  const { signIn } = application.model.roles
  if (signIn === null) return
  for (const { action } of everyStep(call.steps))
    if (action.kind === 'check password')
      await refuseLockedOut(application, signIn, identifierIn(action, inputs), placeIn(bindings))
}

/** The identifier whose password is checked, if one input of the request names the user. */
function identifierIn({ where }: CheckPassword, inputs: Readonly<Record<string, Value>>): string {
  const names = new Set<string>()
  visit(where, (part) => {
    if (part.kind === 'variable' && part.name.startsWith('input.')) names.add(part.name.slice('input.'.length))
  })
  return [...names].map((name) => String(inputs[name] ?? '')).join('\n')
}

/** Failed sign-ins by transaction, so that they can be logged after the rollback. */
const failedSignIns = new WeakMap<Executor, Failure>()

/**
 * Logs after the call has failed: a rolled-back transaction would lose the entry, and a second connection inside it
 * could block.
 */
export async function keepFailedSignIn(
  application: Application,
  bindings: Bindings,
  transaction: Executor,
): Promise<void> {
  const failure = failedSignIns.get(transaction)
  if (failure !== undefined) await keepFailure(application, bindings, failure)
}

export async function checkPassword(run: CallRun, action: CheckPassword): Promise<void> {
  const { model } = run.application
  const { signIn } = model.roles
  if (signIn === null || signIn.entity !== action.entity) throw refused('not found')
  const entity = entityNamed(model, action.entity)
  const statement = run.application.planned(
    passwordPlan,
    run.caller,
    entity,
    action.where,
    fieldNamed(entity, signIn.password),
  )
  const password = String((await run.value(action.password)) ?? '')
  const row = (await run.transaction.run(statement, run.bindings))[0]
  // Takes the same time if no user has the identifier. A user without a password cannot sign in with one.
  const isRight =
    row === undefined || row['hash'] === null
      ? await verifyNobodysPassword(password)
      : await verifyPassword(String(row['hash']), password)
  if (row === undefined || !isRight) {
    const record = row === undefined ? null : String(loadedRecord(entity, row).id)
    failedSignIns.set(run.transaction, { entity: entity.name, record, action: 'sign-in failed' })
    throw refused('not found')
  }
  await countSignInOf(run.application, run.transaction, signIn, loadedRecord(entity, row).id)
  const sent = Object.fromEntries(
    Object.entries(run.bindings).map(([name, value]) => [name.replace(/^input\./, ''), value]),
  )
  await forgetSignIns(run.transaction, identifierIn(action, sent), placeIn(run.bindings))
  run.bind(action.as, entity, loadedRecord(entity, row))
  run.bindings[PROVEN_USER] = String(loadedRecord(entity, row).id)
}

/** The use of a limit before the user is known: limits on signing in need no caller. */
export function nobodysUse(application: Application, executor: Executor): Use {
  const caller = callerWith(application.model, null, [], null)
  return { application, executor, caller, bindings: bindingsOf(application, caller) }
}

/**
 * Limits per user, whatever the roles. `whoIs`: looks up the user whose sign-in is counted, only if such a limit
 * exists.
 */
export async function countSignInPerUser(
  application: Application,
  executor: Executor,
  whoIs: () => Promise<string>,
): Promise<void> {
  const limits = signInLimits(application, (per) => per.kind === 'user' && per.role === null)
  if (limits.length === 0) return
  const who = await whoIs()
  await countUses(nobodysUse(application, executor), limits, () => who)
}

/** Limits for users with a role, which is known only after a correct password. */
export async function countSignInOf(
  application: Application,
  executor: Executor,
  signIn: AnySignIn,
  userId: string | number,
): Promise<void> {
  const limits = signInLimits(application, (per) => per.kind === 'user' && per.role !== null)
  if (limits.length === 0) return
  const given = await rolesGivenTo(executor, String(userId))
  const { roles } = callerWith(
    application.model,
    { id: userId, fields: {} },
    await rolesOfUser(application, executor, signIn, userId, given),
    null,
  )
  const concerned = limits.filter(({ per }) => per.kind === 'user' && per.role !== null && roles.has(per.role))
  await countUses(nobodysUse(application, executor), concerned, () => String(userId))
}

export async function signInStep(run: CallRun, name: string): Promise<void> {
  const signIn = signInOf(run.application.model.roles)
  const { record } = run.record(name)
  if (signIn === null) throw refused('not found')
  if (run.caller.key !== undefined) throw refused('forbidden', 'key', ['key begins session'])
  const user = { userId: String(record.id), identifier: null, at: null }
  const { kind, token } = await arrive(run.application, run.transaction, user)
  // A call has no second request in which to ask for the code.
  if (kind === 'half') throw refused('second factor needed', null, ['second factor on a page'])
  const session = await findSession(run.transaction, token, signIn.session, null)
  const { tenant } = run.caller
  const given = session?.roles ?? []
  const roles = await rolesOfUser(run.application, run.transaction, signIn, record.id, given, tenant ?? null)
  const caller = callerWith(run.application.model, { id: record.id, fields: {} }, roles, token)
  run.becomes(tenant === undefined ? caller : { ...caller, tenant })
  noteWritten(run, { name: signIn.entity }, record, 'sign in')
}

export async function signOutStep(run: CallRun): Promise<void> {
  if (run.caller.token !== null) await endSession(run.transaction, run.caller.token)
  run.becomes(callerWith(run.application.model, null, [], null))
}
