// Roles that a caller may give and take, and of whom.

import type { Expression } from '../expression/expression.ts'
import type { Model } from '../model/model.ts'
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

/** To which users the caller may give roles: a condition over `this`. */
export function usersToGiveRoles(model: Model, caller: CallerRoles, users: string): Expression {
  return permittedRecords(model, caller, users, 'give roles')
}
