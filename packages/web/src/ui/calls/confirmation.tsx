// Confirmation before something is removed. The optimistic update is shown while the request runs; a refusal reopens
// the dialog with the reason.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { expectedOf, expecting } from '../../client/query/optimistic-update.ts'
import { shownVersion } from '../../client/query/shown-version.ts'
import { noticeFailed, ProblemAlert, sentenceOf } from '../errors.tsx'
import { words } from '../words/words.ts'
import type { FormAction, StartedAction } from './action-context.ts'
import type { Perform } from './perform.ts'
import { textOfQuestion } from './calls.tsx'

interface Confirmed {
  readonly of: StartedAction
  readonly isSending: boolean
  /** The page already shows the effect. */
  readonly isAway: boolean
  readonly problem: string | null
}

export interface Confirming extends Pick<Confirmed, 'isSending' | 'isAway' | 'problem'> {
  readonly confirm: () => Promise<void>
}

const ASKED = { isSending: false, isAway: false, problem: null }

export function useConfirming(started: StartedAction | null, perform: Perform, close: () => void): Confirming {
  const client = useQueryClient()
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const now = useRef(started)
  useEffect(() => {
    now.current = started
  })
  const confirm = async (): Promise<void> => {
    if (started?.action.kind !== 'call') return
    const { screen, action, row, page } = started
    // If it is the page's own record, there is nothing to show before the next page.
    const expected = row?.id === page?.id ? null : expectedOf(screen.key, action, row)
    const version = shownVersion(client, { action, screen: screen.key, row })
    const done = row === null ? undefined : { screen, action, row }
    setConfirmed({ of: started, isSending: true, isAway: expected !== null, problem: null })
    try {
      await expecting(client, expected, perform({ action, row, body: undefined, version, done }))
      if (now.current === started) close()
    } catch (thrown) {
      // If the person has moved on, a notice shows it.
      if (now.current === started) setConfirmed({ ...ASKED, of: started, problem: sentenceOf(thrown) })
      else noticeFailed(action.label, thrown)
    }
  }
  const shown = confirmed !== null && confirmed.of === started ? confirmed : ASKED
  return { isSending: shown.isSending, isAway: shown.isAway, problem: shown.problem, confirm }
}

interface ConfirmationProps {
  readonly action: FormAction
  readonly close: () => void
  readonly confirming: Confirming
}

export function Confirmation({ action, close, confirming }: ConfirmationProps) {
  const { isSending, problem, confirm } = confirming
  return (
    <Stack>
      <ProblemAlert items={problem === null ? [] : [{ message: problem }]} />
      <Text>{textOfQuestion(action)}</Text>
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={close} data-autofocus>
          {words.cancel}
        </Button>
        <Button size="sm" color="red" loading={isSending} onClick={() => void confirm()}>
          {action.label}
        </Button>
      </Group>
    </Stack>
  )
}
