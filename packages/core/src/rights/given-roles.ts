// Rights over users: the roles that a caller may give, take and invite to, and the users whom they may manage, suspend
// and erase.

import { FALSE, isFalse } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import type { Model } from '../model/model.ts'
import type { UserAction } from '../model/roles.ts'
import { rolesPerTenant } from '../model/users/first-holders.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { type CallerRoles, grantsOf, permittedRecords } from './roles.ts'

/** Roles of which the text says that they come from a role of the caller. In the order of the text. */
export function rolesFrom({ roles: { roles } }: Pick<Model, 'roles'>, caller: Pick<CallerRoles, 'roles'>): string[] {
  return roles
    .filter(({ isGuest, isPerTenant, when, givenBy, isGivenBySigningUp }) => {
      if (isGuest || (when.length > 0 && !isPerTenant)) return false
      // A role of signing up may be given by everybody who may give roles.
      return givenBy.length === 0 ? isGivenBySigningUp : givenBy.some((giver) => caller.roles.has(giver))
    })
    .map(({ name }) => name)
}

/** Roles that the caller may give to and take from the users whom point 6 permits. */
export function rolesToGive(model: Model, caller: CallerRoles): string[] {
  return withinReach(model, caller, 'give roles')
}

/** With tenants, a role that holds everywhere takes a right "in every tenant". */
function withinReach(model: Model, caller: CallerRoles, action: UserAction): string[] {
  const { tenancy } = model.entities
  const found = rolesFrom(model, caller)
  if (tenancy === null || isReachedInEveryTenant(model, caller, action)) return found
  const inTenants = new Set(rolesPerTenant(model))
  return found.filter((role) => inTenants.has(role))
}

function isReachedInEveryTenant(model: Model, caller: CallerRoles, action: UserAction): boolean {
  const users = signInOf(model.roles)
  const grants = users === null ? [] : grantsOf(model, caller, users.entity, action)
  return grants.some(({ permission }) => permission.isInEveryTenant === true)
}

/** The users to whom the caller may do it: a condition over `this`. Guests may do none of it. */
export function permittedUsers(model: Model, caller: CallerRoles, action: UserAction): Expression {
  const users = signInOf(model.roles)
  return users === null || !caller.isSignedIn ? FALSE : permittedRecords(model, caller, users.entity, action)
}

/** Roles to which the caller may invite. */
export function rolesToInvite(model: Model, caller: CallerRoles): string[] {
  return isFalse(permittedUsers(model, caller, 'invite')) ? [] : withinReach(model, caller, 'invite')
}
