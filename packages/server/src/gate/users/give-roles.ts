// Giving roles to users: by those whom point 6 permits, and by signing up.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { rolesToGive } from '@ninefold/core/rights/given-roles.ts'
import { asksNobody } from '@ninefold/core/rights/roles.ts'
import { giveRole, takeRole } from '../../store/tables/users/sessions.ts'
import { noteWritten } from '../records/audit.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { refuseUserAction } from './user-rights.ts'

/** Gives or takes a role. Refused: no such role, or the caller may not do it for this user. */
export async function changeGivenRole(
  work: Work,
  entity: Entity,
  user: RecordValue,
  { role, isGiven }: { readonly role: string; readonly isGiven: boolean },
): Promise<void> {
  const { application, caller, transaction } = work
  if (!application.model.roles.roles.some(({ name }) => name === role)) throw refused('not found', 'role')
  if (!asksNobody(caller) && !rolesToGive(application.model, caller).includes(role)) throw refused('forbidden')
  await refuseUserAction(work, entity, user, 'give roles')
  await (isGiven ? giveRole : takeRole)(transaction, String(user.id), role)
  noteWritten(work, entity, user, `${isGiven ? 'give' : 'take'} role ${role}`)
}

/** If no user has been given a role yet, this user is the first and gets the roles of the first user. */
export async function giveFirstRoles(
  { application, transaction }: Pick<Work, 'application' | 'transaction'>,
  userId: string,
  gives: string,
): Promise<void> {
  const others = await transaction.runOwn('any-role', 'SELECT 1 FROM ninefold.user_role LIMIT 1', [])
  const first =
    others.length > 0 ? [] : application.model.roles.roles.filter(({ isGivenToFirstUser }) => isGivenToFirstUser)
  for (const role of new Set([gives, ...first.map(({ name }) => name)])) await giveRole(transaction, userId, role)
}
