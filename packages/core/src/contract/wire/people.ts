// The page of people: those to whom the caller may give roles, with the roles that they were given.

import { isFalse } from '../../expression/conditions.ts'
import type { Model } from '../../model/model.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { rolesToGive, usersToGiveRoles } from '../../rights/given-roles.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `GET`, with `search` for a part of a name and `after` for how many to leave out. */
export const PEOPLE_PATH = '/_ninefold/people.json'
/** `POST {"role": …}` gives a role. `DELETE` with the role behind it takes one. */
export const PERSON_ROLES_PATH = '/_ninefold/people/:id/roles'
export const PEOPLE_AT_ONCE = 50

/** Answer of `GET /_ninefold/people.json`. */
export interface People {
  /** Those that the caller may see and give roles to, by what they sign in with. */
  readonly people: readonly Person[]
  readonly total: number
  /** Roles that the caller may give and take. */
  readonly roles: readonly string[]
}

export interface Person {
  readonly id: string
  readonly label: string
  /** Identifier for signing in; null: the caller may not see it. */
  readonly identifier: string | null
  /** Roles that were given to them, in the order of the text. Roles by a condition are not among them. */
  readonly roles: readonly string[]
}

export function mayGiveRoles(model: Model, caller: CallerRoles): boolean {
  const users = signInOf(model.roles)
  if (users === null || rolesToGive(model, caller).length === 0) return false
  return !isFalse(usersToGiveRoles(model, caller, users.entity))
}
