// Suspension of users: it blocks sign-in and ends sessions, and keeps all their data.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Executor } from '../../store/driver/database.ts'
import { forgetHalfSignIns } from '../../store/tables/users/second-factors.ts'
import { endOtherSessions } from '../../store/tables/users/sessions.ts'
import { endSuspension, isSuspended, keepSuspension } from '../../store/tables/users/suspensions.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { noteWritten } from '../records/audit.ts'
import { refuseHigherRoles, refuseUserAction } from './user-rights.ts'

/** Tells a suspension only to users who have authenticated. */
export async function refuseSuspended(executor: Executor, userId: string): Promise<void> {
  if (await isSuspended(executor, userId)) throw refused('forbidden', 'account', ['account suspended'])
}

export async function suspend(work: Work, entity: Entity, user: RecordValue): Promise<void> {
  await refuseOverUser(work, entity, user)
  if (String(work.caller.me?.id) === String(user.id)) throw refused('forbidden', 'account', ['own suspension'])
  await keepSuspension(work.transaction, String(user.id))
  await endAccess(work.transaction, user)
  noteWritten(work, entity, user, 'suspend')
}

export async function bringBack(work: Work, entity: Entity, user: RecordValue): Promise<void> {
  await refuseOverUser(work, entity, user)
  await endSuspension(work.transaction, String(user.id))
  noteWritten(work, entity, user, 'end suspension')
}

export async function endSessionsOf(work: Work, entity: Entity, user: RecordValue): Promise<void> {
  await refuseOverUser(work, entity, user)
  await endAccess(work.transaction, user)
  noteWritten(work, entity, user, 'end sessions')
}

/** Point 6 permits the caller to suspend the user, and to take all of the user's roles. */
export async function refuseOverUser(work: Work, entity: Entity, user: RecordValue): Promise<void> {
  await refuseUserAction(work, entity, user, 'suspend')
  await refuseHigherRoles(work, user)
}

async function endAccess(executor: Executor, { id }: RecordValue): Promise<void> {
  await endOtherSessions(executor, String(id), null)
  await forgetHalfSignIns(executor, String(id))
}
