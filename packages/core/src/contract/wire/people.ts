// The page of people: those whom point 6 lets the caller manage, with their given roles.

import { isFalse } from '../../expression/conditions.ts'
import type { Model } from '../../model/model.ts'
import type { UserAction } from '../../model/roles.ts'
import type { AccountKey } from '../programs/api-keys.ts'
import type { ConnectedApp } from '../programs/oauth.ts'
import { permittedUsers, rolesToGive, rolesToInvite } from '../../rights/given-roles.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `GET`, with `search` for a part of a name and `after` for an offset. */
export const PEOPLE_PATH = '/_ninefold/people.json'
/** `POST {"role": …}` gives a role. `DELETE` with the role appended removes one. */
export const PERSON_ROLES_PATH = '/_ninefold/people/:id/roles'
/** `POST` suspends, `DELETE` ends the suspension. */
export const PERSON_SUSPENSION_PATH = '/_ninefold/people/:id/suspension'
/** `DELETE` ends them all. */
export const PERSON_SESSIONS_PATH = '/_ninefold/people/:id/sessions'
/** `GET`: the programs that act for the person. */
export const PERSON_PROGRAMS_PATH = '/_ninefold/people/:id/programs.json'
/** `DELETE` an API key with its id behind it. */
export const PERSON_KEYS_PATH = '/_ninefold/people/:id/api-keys'
/** `DELETE` the access of an app with its id behind it. */
export const PERSON_APPS_PATH = '/_ninefold/people/:id/apps'
/** `DELETE` erases the person. */
export const PERSONAL_DATA_PATH = '/_ninefold/people/:id/personal-data'
/** `GET` the open ones. */
export const OPEN_INVITATIONS_PATH = '/_ninefold/invitations.json'
/** `POST {"role": …, "identifier": …}` creates one. `DELETE` with an id withdraws one. */
export const INVITATIONS_PATH = '/_ninefold/invitations'
export const PEOPLE_AT_ONCE = 50

/** Answer of `GET /_ninefold/people.json`. */
export interface People {
  /** People whom the caller may see and manage, sorted by identifier. */
  readonly people: readonly Person[]
  readonly total: number
  /** Roles that the caller may give and take. */
  readonly roles: readonly string[]
  /** Those of `roles` of which a member of the current tenant has one. Missing: none is given in a tenant. */
  readonly rolesInTenant?: readonly string[]
  /** Roles to which the caller may invite. */
  readonly invites: readonly string[]
  /** True: point 6 states API keys, so a person may have some. */
  readonly hasApiKeys: boolean
}

/**
 * Answer of `GET /_ninefold/people/:id/programs.json`, for callers who may suspend the person. It contains no
 * credentials.
 */
export interface ProgramsOfPerson {
  readonly keys: readonly AccountKey[]
  readonly apps: readonly ConnectedApp[]
}

export interface Person {
  readonly id: string
  readonly label: string
  /** The identifier; null: the caller may not see it. */
  readonly identifier: string | null
  /** Given roles, in the order of the text, without conditional ones. */
  readonly roles: readonly string[]
  readonly isSuspended: boolean
  /** Rights that the caller has over this person. */
  readonly may: readonly PersonAction[]
}

/** Rights about one user. */
export const PERSON_ACTIONS = ['give roles', 'suspend', 'forget'] as const satisfies readonly UserAction[]
export type PersonAction = (typeof PERSON_ACTIONS)[number]

/** Answer of `GET /_ninefold/invitations.json`: those to roles to which the caller may invite, newest first. */
export interface OpenInvitations {
  readonly invitations: readonly {
    readonly id: string
    readonly role: string
    /** Null: the invited person chooses it. */
    readonly identifier: string | null
    /** ISO 8601 */
    readonly expiresAt: string
  }[]
}

/** Answer of `POST /_ninefold/invitations`, 201. */
export interface NewInvitation {
  readonly id: string
  /** The path of the link, shown once. */
  readonly link: string
  /** The address to which it was sent; null: not sent. */
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
