// A request that needs a fresh second factor waits behind this dialog, and is then repeated.

import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onFactorNeeded } from '../../client/query/request.ts'
import { askedFactor, showFactorAgain } from '../../client/second-factor.ts'
import { ProblemAlert, sentenceOf } from '../errors.tsx'
import { words } from '../words/words.ts'
import { FactorWays } from './factor-ways.tsx'
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
  const { data, error } = useQuery({
    queryKey: ['second factor'],
    queryFn: ({ signal }) => askedFactor(signal),
    enabled: isOpen,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const isPasskey = data?.step === 'passkey'
  const title = isPasskey ? text.againPasskeyTitle : text.againTitle
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="sm">
        <ProblemAlert items={error === null ? [] : [{ message: sentenceOf(error) }]} />
        <Text size="sm">{isPasskey ? text.againPasskeyNote : text.againNote}</Text>
        {data !== undefined && <FactorWays label={title} asked={data} send={showFactorAgain} done={() => end(true)} />}
      </Stack>
    </Modal>
  )
}
