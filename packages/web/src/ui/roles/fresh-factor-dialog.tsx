// A request that needs a fresh second factor waits behind this dialog, and is then repeated.

import { Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { onFactorNeeded } from '../../client/query/request.ts'
import { showFactorAgain } from '../../client/second-factor.ts'
import { words } from '../words/words.ts'
import { FactorCode } from './factor-code.tsx'
import { secondFactorText } from './page-words.ts'

export function FreshFactorDialog() {
  const text = secondFactorText()
  const [isOpen, setOpen] = useState(false)
  // Several requests may wait for the same code.
  const waiting = useRef<((isShown: boolean) => void)[]>([])
  const end = (isShown: boolean): void => {
    setOpen(false)
    for (const go of waiting.current.splice(0)) go(isShown)
  }
  useEffect(() => {
    onFactorNeeded(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve)
          setOpen(true)
        }),
    )
    return () => onFactorNeeded(null)
  }, [])
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      title={text.againTitle}
      size="sm"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="sm">
        <Text size="sm">{text.againNote}</Text>
        <FactorCode
          label={text.againTitle}
          takesRecoveryCode
          send={async (code) => {
            await showFactorAgain(code)
            end(true)
          }}
        />
      </Stack>
    </Modal>
  )
}
