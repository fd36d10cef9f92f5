// Rights over users: the roles that a caller may give, take and invite to, and the users whom they may manage, suspend
// and erase.

import { FALSE, isFalse } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import type { Model } from '../model/model.ts'
import type { UserAction } from '../model/roles.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { type CallerRoles, permittedRecords } from './roles.ts'

/** Roles that the caller may give to and take from the users whom point 6 permits. In the order of the text. */
export function rolesToGive({ roles: { roles } }: Pick<Model, 'roles'>, caller: CallerRoles): string[] {
  return roles
    .filter(({ isGuest, when, givenBy, isGivenBySigningUp }) => {
      if (isGuest || when.length > 0) return false
      // A role of signing up may be given by everybody who may give roles.
      return givenBy.length === 0 ? isGivenBySigningUp : givenBy.some((giver) => caller.roles.has(giver))
    })
    .map(({ name }) => name)
}

/** The users to whom the caller may do it: a condition over `this`. Guests may do none of it. */
export function permittedUsers(model: Model, caller: CallerRoles, action: UserAction): Expression {
  const users = signInOf(model.roles)
  return users === null || !caller.isSignedIn ? FALSE : permittedRecords(model, caller, users.entity, action)
}

/** Roles to which the caller may invite. */
export function rolesToInvite(model: Model, caller: CallerRoles): string[] {
  return isFalse(permittedUsers(model, caller, 'invite')) ? [] : rolesToGive(model, caller)
}
