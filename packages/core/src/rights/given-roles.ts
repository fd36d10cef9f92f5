// Rights over users: roles that a caller may give and take, invite to, and of whom; whom they may suspend and forget.

import { FALSE, isFalse } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import type { Model } from '../model/model.ts'
import type { UserAction } from '../model/roles.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { type CallerRoles, permittedRecords } from './roles.ts'

/** Roles that the caller may give to, and take from, those of whom point 6 lets them. In the order of the text. */
export function rolesToGive({ roles: { roles } }: Pick<Model, 'roles'>, caller: CallerRoles): string[] {
  return roles
    .filter(({ isGuest, when, givenBy, isGivenBySigningUp }) => {
      if (isGuest || when.length > 0) return false
      // A role that is gained by signing up may be given by whoever may give roles at all.
      return givenBy.length === 0 ? isGivenBySigningUp : givenBy.some((giver) => caller.roles.has(giver))
    })
    .map(({ name }) => name)
}

/** Users of whom the caller may do it: a condition over `this`. Guests may do nothing of it. */
export function permittedUsers(model: Model, caller: CallerRoles, action: UserAction): Expression {
  const users = signInOf(model.roles)
  return users === null || !caller.isSignedIn ? FALSE : permittedRecords(model, caller, users.entity, action)
}

/** Roles to which the caller may invite. */
export function rolesToInvite(model: Model, caller: CallerRoles): string[] {
  return isFalse(permittedUsers(model, caller, 'invite')) ? [] : rolesToGive(model, caller)
}
