// An invitation in the browser: its content, and the request that accepts it.

import type { Entity } from '../../model/entities.ts'
import type { AnySignIn, SignIn } from '../../model/roles.ts'
import { filledInput, inputOfField, isNeededAtCreation, isWritable } from '../inputs/field-inputs.ts'
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

/** Inputs of a new user: the identifier, the password, and all other required ones without a default. */
export function invitedUserInputs(users: Entity, signIn: AnySignIn & Partial<Pick<SignIn, 'password'>>): InputField[] {
  const needed = [signIn.identifier, signIn.password]
  return users.fields
    .filter((field) => isWritable(field) && (needed.includes(field.name) || isNeededAtCreation(field)))
    .map((field) => {
      const input = inputOfField(field, [field.name], true)
      return field.name === signIn.password ? filledInput(input) : input
    })
}
