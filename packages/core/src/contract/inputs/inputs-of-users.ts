// The entity of users → inputs of a new user and of a new password. Apart from the wire types, so that a browser which
// needs only an address loads no code about fields.

import type { Entity } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { AnySignIn, SignIn } from '../../model/roles.ts'
import type { InputField } from '../wire/inputs.ts'
import { filledInput, inputOfField, isNeededAtCreation, isWritable } from './field-inputs.ts'
import { oldPasswordInput } from './old-password.ts'

/** Of an invitation: the identifier, the password, and all other required ones without a default. */
export function invitedUserInputs(users: Entity, signIn: AnySignIn & Partial<Pick<SignIn, 'password'>>): InputField[] {
  const needed = [signIn.identifier, signIn.password]
  return users.fields
    .filter((field) => isWritable(field) && (needed.includes(field.name) || isNeededAtCreation(field)))
    .map((field) => {
      const input = inputOfField(field, [field.name], true)
      return field.name === signIn.password ? filledInput(input) : input
    })
}

/** The present password is required unless point 6 says otherwise. */
export function ownPasswordInputs(users: Entity, signIn: SignIn): InputField[] {
  const chosen = inputOfField(fieldNamed(users, signIn.password), [signIn.password], true)
  const asksForNothing = signIn.changeOfPassword?.asksForOldOne === false
  return [
    ...(asksForNothing ? [] : [oldPasswordInput(users, signIn.password)]),
    { ...filledInput(chosen), initial: null },
  ]
}
