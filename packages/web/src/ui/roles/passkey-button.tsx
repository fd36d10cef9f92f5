// Signing in with a passkey: a button, and the device's dialog.

import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { signInByPasskey } from '../../client/passkeys.ts'
import { noticeFailed } from '../errors.tsx'
import { passkeyText } from './page-words.ts'
import { useSession } from './use-session.ts'

export function PasskeyButton({ then }: { readonly then: string }) {
  const { becomeOther } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  const signIn = async (): Promise<void> => {
    const end = await signInByPasskey()
    if (end === 'done') await becomeOther(then)
    setElsewhere(end === 'not here')
  }
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        size="sm"
        leftSection={<IconFingerprint size={16} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          signIn()
            .catch((thrown: unknown) => noticeFailed(passkeyText().signIn, thrown))
            .finally(() => setBusy(false))
        }}
      >
        {passkeyText().signIn}
      </Button>
      {isElsewhere && (
        <Text size="sm" role="alert" mt={6}>
          {passkeyText().notHere}
        </Text>
      )}
    </div>
  )
}
