// An invitation in the browser: what whoever was invited is told, and sends to become a user.

import type { Entity } from '../../model/entities.ts'
import type { AnySignIn, SignIn } from '../../model/roles.ts'
import { filledInput, inputOfField, isNeededAtCreation, isWritable } from '../inputs/field-inputs.ts'
import type { InputField } from './inputs.ts'

/** The page that an invitation opens, with the token behind `#`. */
export const INVITATION_PAGE = '/invitation'
/** `POST {"token": …}`: the invitation, as long as it is good. */
export const INVITATION_PATH = '/_ninefold/invitation'
/** `POST {"token": …, "user": {…}}`: 201, and the user is there. */
export const INVITED_USERS_PATH = '/_ninefold/invited-users'

/** Answer of `POST /_ninefold/invitation`. */
export interface InvitationAnswer {
  readonly role: string
  /** Identifier of the new user, where the invitation settles it. */
  readonly identifier: string | null
  readonly inputs: readonly InputField[]
}

/** Inputs of a new user: the identifier, the password, and all others that are required and have no default. */
export function invitedUserInputs(users: Entity, signIn: AnySignIn & Partial<Pick<SignIn, 'password'>>): InputField[] {
  const needed = [signIn.identifier, signIn.password]
  return users.fields
    .filter((field) => isWritable(field) && (needed.includes(field.name) || isNeededAtCreation(field)))
    .map((field) => {
      const input = inputOfField(field, [field.name], true)
      return field.name === signIn.password ? filledInput(input) : input
    })
}
