// An invitation in the browser: its content, and the request that accepts it.

import type { InputField } from './inputs.ts'

/** The page of an invitation, with the token after `#`. */
export const INVITATION_PAGE = '/invitation'
/** `POST {"token": …}`: the invitation, while it is valid. */
export const INVITATION_PATH = '/_ninefold/invitation'
/** `POST {"token": …, "user": {…}}`: 201, and the user is created. */
export const INVITED_USERS_PATH = '/_ninefold/invited-users'

/** `POST {"token": …}`: 204, and the signed-in caller is a member of the tenant. */
export const JOINED_TENANTS_PATH = '/_ninefold/joined-tenants'

/** Answer of `POST /_ninefold/invitation`. */
export interface InvitationAnswer {
  readonly role: string
  /** The label of the tenant to which it admits; null: to none. */
  readonly tenant: string | null
  /** The new user's identifier, if the invitation fixes it. */
  readonly identifier: string | null
  readonly inputs: readonly InputField[]
}
