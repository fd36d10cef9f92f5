// A user's ways to show a second factor: a code, a passkey, or either.

import { Stack } from '@mantine/core'
import type { SecondFactorAsked } from '@ninefold/core/contract/wire/second-factor.ts'
import { showPasskey } from '../../client/passkeys.ts'
import { FactorCode } from './factor-code.tsx'
import { secondFactorText } from './page-words.ts'
import { DeviceButton } from './passkey-button.tsx'

interface FactorWaysProps {
  /** Label of the form for a code. */
  readonly label: string
  readonly asked: SecondFactorAsked
  readonly send: (code: string) => Promise<void>
  /** Called after the factor was shown. */
  readonly done: () => Promise<void> | void
}

export function FactorWays({ label, asked: { step, orPasskey }, send, done }: FactorWaysProps) {
  return (
    <Stack gap="sm">
      {step === 'code' && (
        <FactorCode
          label={label}
          takesRecoveryCode
          send={async (code) => {
            await send(code)
            await done()
          }}
        />
      )}
      {orPasskey && (
        <DeviceButton
          label={secondFactorText().passkey}
          variant={step === 'code' ? 'default' : 'filled'}
          ask={showPasskey}
          done={done}
        />
      )}
    </Stack>
  )
}
