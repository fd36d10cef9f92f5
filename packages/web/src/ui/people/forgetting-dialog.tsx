// Confirmation before a person is erased, which is irreversible. A refusal is shown in it.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ProblemAlert, sentenceOf } from '../errors.tsx'
import { words } from '../words/words.ts'

interface ForgettingDialogProps {
  readonly title: string
  readonly note: string
  /** The label of its button. */
  readonly action: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly forget: () => Promise<void>
}

export function ForgettingDialog({ title, note, action, isOpen, close, forget }: ForgettingDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const leave = (): void => {
    setProblem(null)
    close()
  }
  const send = (): void => {
    setBusy(true)
    forget()
      .then(leave, (thrown: unknown) => setProblem(sentenceOf(thrown)))
      .finally(() => setBusy(false))
  }
  return (
    <Modal opened={isOpen} onClose={leave} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <Stack>
        <ProblemAlert items={problem === null ? [] : [{ message: problem }]} />
        <Text>{note}</Text>
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={leave} data-autofocus>
            {words.cancel}
          </Button>
          <Button size="sm" color="red" loading={isBusy} onClick={send}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
