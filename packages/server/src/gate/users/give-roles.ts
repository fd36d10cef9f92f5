// Giving roles to users: by those whom point 6 permits, and by signing up.

import * as build from '@ninefold/core/expression/build.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { rolesPerTenant } from '@ninefold/core/model/users/first-holders.ts'
import { rolesToGive } from '@ninefold/core/rights/given-roles.ts'
import { bypassesPermissions } from '@ninefold/core/rights/roles.ts'
import { giveRole, takeRole } from '../../store/tables/users/sessions.ts'
import { setFields } from '../records/records.ts'
import { noteWritten } from '../records/audit.ts'
import { refused } from '../context/refusal.ts'
import { currentTenant } from '../context/current-tenant.ts'
import type { Work } from '../context/work.ts'
import { membershipOf } from './memberships.ts'
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
  if (!bypassesPermissions(caller) && !rolesToGive(application.model, caller).includes(role)) throw refused('forbidden')
  const isInTenant = rolesPerTenant(application.model).includes(role)
  const isEverywhere = application.model.entities.tenancy !== null && !isInTenant
  await refuseUserAction(work, entity, user, 'give roles', isEverywhere)
  if (isInTenant) await changeRoleInTenant(work, user, { role, isGiven })
  else await (isGiven ? giveRole : takeRole)(transaction, String(user.id), role)
  noteWritten(work, entity, user, `${isGiven ? 'give' : 'take'} role ${role}`)
}

/** The role of the membership in the caller's current tenant. One that others give is not taken by another one. */
async function changeRoleInTenant(
  work: Work,
  user: RecordValue,
  { role, isGiven }: { readonly role: string; readonly isGiven: boolean },
): Promise<void> {
  const { application, caller } = work
  const { tenancy } = application.model.entities
  const tenant = await currentTenant(work)
  const membership = tenant === null ? null : await membershipOf(work, user, tenant)
  if (tenancy === null || tenancy.role === null || membership === null)
    throw refused('forbidden', 'role', ['no member'])
  const before = membership.fields[tenancy.role] ?? null
  const after = isGiven ? role : before === role ? null : before
  if (after === before) return
  if (
    !bypassesPermissions(caller) &&
    before !== null &&
    !rolesToGive(application.model, caller).includes(String(before))
  )
    throw refused('forbidden', 'role', ['role given by others'])
  const value = build.literal(typeof after === 'string' ? after : null, { kind: 'text' })
  const entity = entityNamed(application.model, tenancy.membership)
  await setFields(work, entity, membership, { set: [{ kind: 'expression', field: tenancy.role, value }] })
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
