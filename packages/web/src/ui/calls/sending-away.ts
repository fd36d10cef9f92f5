// A form whose values are shown as soon as it is sent is out of the way meanwhile; refused, it is there again with all that was
// entered, and with the reason.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { expecting, type Expected } from '../../client/query/optimistic-update.ts'
import { noticeFailed } from '../errors.tsx'
import type { StartedAction } from './action-context.ts'

interface Sent {
  readonly of: StartedAction
  readonly isAway: boolean
  /** The refusal. */
  readonly refused?: unknown
}

export interface SendingAway {
  readonly isAway: boolean
  readonly refused: unknown
  /** Another one for every time that it came back. */
  readonly times: number
  readonly send: (expected: Expected, answer: Promise<void>) => Promise<void>
}

/** `leave`: the keyboard goes back to where the form was opened. */
export function useSendingAway(started: StartedAction | null, leave: () => void): SendingAway {
  const client = useQueryClient()
  const [sent, setSent] = useState<Sent | null>(null)
  const [times, setTimes] = useState(0)
  const now = useRef(started)
  useEffect(() => {
    now.current = started
  })
  const send = async (expected: Expected, answer: Promise<void>): Promise<void> => {
    if (started === null) return answer
    setSent({ of: started, isAway: true })
    leave()
    try {
      await expecting(client, expected, answer)
    } catch (thrown) {
      // A person who is elsewhere by then is told there; the entered values are kept for the next time that it is opened.
      if (now.current === started) {
        setSent({ of: started, isAway: false, refused: thrown })
        setTimes((before) => before + 1)
      } else noticeFailed(started.action.label, thrown)
      throw thrown
    }
  }
  const own = sent !== null && sent.of === started ? sent : null
  return { isAway: own?.isAway === true, refused: own?.refused, times, send }
}
