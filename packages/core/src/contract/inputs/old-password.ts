// "Change of password", unless it requires nothing → the additional input of a change of users.

import type { Entity } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { inputOfField } from './field-inputs.ts'
import type { InputField } from '../wire/inputs.ts'

export const OLD_PASSWORD = 'oldPassword'

/** None, or one, which is optional unless the password changes. */
export function oldPasswordInputs({ roles }: Model, entity: Entity, granted: ReadonlySet<string>): InputField[] {
  const { signIn } = roles
  if (signIn === null || signIn.changeOfPassword?.asksForOldOne === false) return []
  if (signIn.entity !== entity.name || !granted.has(signIn.password)) return []
  return [
    {
      ...oldPasswordInput(entity, signIn.password),
      isNeeded: false,
      isRequired: false,
      help: 'Needed where you choose another one for yourself.',
    },
  ]
}

/** The same input, required. */
export function oldPasswordInput(entity: Entity, password: string): InputField {
  return {
    ...inputOfField(fieldNamed(entity, password), [OLD_PASSWORD], true),
    label: 'Present password',
    isRequired: true,
    // The length of existing passwords is not checked again.
    lengthMin: null,
    lengthMax: 1000,
    pattern: null,
    help: null,
    initial: null,
  }
}
