// Signing in with a passkey: a button, and the device's dialog.

import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type PasskeyEnd, signInByOfferedPasskey, signInByPasskey } from '../../client/passkeys.ts'
import { noticeFailed } from '../errors.tsx'
import { passkeyText } from './page-words.ts'
import { useSession } from './use-session.ts'

/** For a page with an input whose `autocomplete` ends with `webauthn`. */
export function PasskeyButton({ then }: { readonly then: string }) {
  const { becomeOther } = useSession()
  const enter = useEffectEvent(() => becomeOther(then))
  useEffect(() => {
    const leaving = new AbortController()
    signInByOfferedPasskey(leaving.signal)
      .then((end) => (end === 'done' ? enter() : null))
      .catch((thrown: unknown) => {
        if (!leaving.signal.aborted) noticeFailed(passkeyText().signIn, thrown)
      })
    return () => leaving.abort()
  }, [])
  return (
    <DeviceButton label={passkeyText().signIn} variant="default" ask={signInByPasskey} done={() => becomeOther(then)} />
  )
}

interface DeviceButtonProps {
  readonly label: string
  readonly variant: 'default' | 'filled'
  readonly ask: () => Promise<PasskeyEnd>
  readonly done: () => Promise<void> | void
}

/** Opens the device's own dialog. */
export function DeviceButton({ label, variant, ask, done }: DeviceButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  const start = async (): Promise<void> => {
    const end = await ask()
    if (end === 'done') await done()
    setElsewhere(end === 'not here')
  }
  return (
    <div>
      <Button
        variant={variant}
        fullWidth
        size="sm"
        leftSection={<IconFingerprint size={16} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          start()
            .catch((thrown: unknown) => noticeFailed(label, thrown))
            .finally(() => setBusy(false))
        }}
      >
        {label}
      </Button>
      {isElsewhere && (
        <Text size="sm" role="alert" mt={6}>
          {passkeyText().notHere}
        </Text>
      )}
    </div>
  )
}
