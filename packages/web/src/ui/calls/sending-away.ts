// A form with an optimistic update closes when it is sent; if refused, it reopens with the entered values and the
// reason.

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
  /** Incremented each time it reopens. */
  readonly times: number
  readonly send: (expected: Expected, answer: Promise<void>) => Promise<void>
}

/** `leave`: restores the focus. */
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
      // If the person has moved on, a notice shows it; the draft is kept.
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
