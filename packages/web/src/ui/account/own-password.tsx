// Changing one's own password: the present one is required, unless point 6 says otherwise.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OLD_PASSWORD } from '@ninefold/core/contract/inputs/old-password.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { changePassword } from '../../client/account.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { noticeDone } from '../errors.tsx'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'
import { accountText } from '../roles/page-words.ts'

export function OwnPassword({ inputs }: { readonly inputs: readonly InputField[] }) {
  const client = useQueryClient()
  const [turn, setTurn] = useState(0)
  const isOld = (field: InputField): boolean => nameOf(field) === OLD_PASSWORD
  const send = async (body: unknown): Promise<void> => {
    await changePassword(client, body)
    noticeDone(accountText().passwordChanged)
    // Resets the form.
    setTurn(turn + 1)
  }
  return (
    <InputForm
      key={turn}
      label={accountText().changePassword}
      fields={inputs.map((field) => ({
        ...field,
        label: isOld(field) ? accountText().presentPassword : words.roles.newPassword,
      }))}
      draftKey={null}
      present={null}
      send={send}
      autoComplete={Object.fromEntries(
        inputs.map((field) => [nameOf(field), isOld(field) ? 'current-password' : 'new-password']),
      )}
    />
  )
}
