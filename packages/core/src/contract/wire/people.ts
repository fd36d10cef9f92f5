// The page of people: those of whom point 6 lets the caller do something, with the roles that they were given.

import { isFalse } from '../../expression/conditions.ts'
import type { Model } from '../../model/model.ts'
import type { UserAction } from '../../model/roles.ts'
import { permittedUsers, rolesToGive, rolesToInvite } from '../../rights/given-roles.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `GET`, with `search` for a part of a name and `after` for how many to leave out. */
export const PEOPLE_PATH = '/_ninefold/people.json'
/** `POST {"role": …}` gives a role. `DELETE` with the role behind it takes one. */
export const PERSON_ROLES_PATH = '/_ninefold/people/:id/roles'
/** `POST` suspends, `DELETE` brings back. */
export const PERSON_SUSPENSION_PATH = '/_ninefold/people/:id/suspension'
/** `DELETE` ends them all. */
export const PERSON_SESSIONS_PATH = '/_ninefold/people/:id/sessions'
/** `DELETE` forgets the person. */
export const PERSONAL_DATA_PATH = '/_ninefold/people/:id/personal-data'
/** `GET` those that are open. */
export const OPEN_INVITATIONS_PATH = '/_ninefold/invitations.json'
/** `POST {"role": …, "identifier": …}` makes one. `DELETE` with its id behind it ends one. */
export const INVITATIONS_PATH = '/_ninefold/invitations'
export const PEOPLE_AT_ONCE = 50

/** Answer of `GET /_ninefold/people.json`. */
export interface People {
  /** Those that the caller may see and do something of, by what they sign in with. */
  readonly people: readonly Person[]
  readonly total: number
  /** Roles that the caller may give and take. */
  readonly roles: readonly string[]
  /** Roles to which the caller may invite. */
  readonly invites: readonly string[]
}

export interface Person {
  readonly id: string
  readonly label: string
  /** Identifier for signing in; null: the caller may not see it. */
  readonly identifier: string | null
  /** Roles that were given to them, in the order of the text. Roles by a condition are not among them. */
  readonly roles: readonly string[]
  readonly isSuspended: boolean
  /** Rights that the caller has over this person. */
  readonly may: readonly PersonAction[]
}

/** Rights that are about one user. */
export const PERSON_ACTIONS = ['give roles', 'suspend', 'forget'] as const satisfies readonly UserAction[]
export type PersonAction = (typeof PERSON_ACTIONS)[number]

/** Answer of `GET /_ninefold/invitations.json`: those to roles to which the caller may invite, the newest first. */
export interface OpenInvitations {
  readonly invitations: readonly {
    readonly id: string
    readonly role: string
    /** Null: whoever has the link chooses it. */
    readonly identifier: string | null
    /** ISO 8601 */
    readonly expiresAt: string
  }[]
}

/** Answer of `POST /_ninefold/invitations`, 201. */
export interface NewInvitation {
  readonly id: string
  /** From the host on. It is shown once. */
  readonly link: string
  /** The address to which it was sent; null: to none. */
  readonly sentTo: string | null
}

export function mayManagePeople(model: Model, caller: CallerRoles): boolean {
  if (rolesToInvite(model, caller).length > 0) return true
  return PERSON_ACTIONS.some(
    (action) =>
      !isFalse(permittedUsers(model, caller, action)) &&
      (action !== 'give roles' || rolesToGive(model, caller).length > 0),
  )
}
