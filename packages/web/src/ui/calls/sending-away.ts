// A form with an optimistic update closes when it is sent; if refused, it reopens with the entered values and the
// reason.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormData } from '@ninefold/core/contract/wire/app.ts'
import { expecting, type Expected } from '../../client/query/optimistic-update.ts'
import { noticeFailed } from '../errors.tsx'
import type { StartedAction } from './action-context.ts'

interface Sent {
  readonly of: StartedAction
  readonly isAway: boolean
  readonly data: FormData | undefined
  /** The refusal. */
  readonly refused?: unknown
}

export interface SendingAway {
  readonly isAway: boolean
  readonly refused: unknown
  /** The present values that the form had, for a form that reopens without a network. */
  readonly data: FormData | undefined
  /** Incremented each time it reopens. */
  readonly times: number
  readonly send: (expected: Expected, answer: Promise<void>, data: FormData | undefined) => Promise<void>
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
  const send: SendingAway['send'] = async (expected, answer, data) => {
    if (started === null) return answer
    setSent({ of: started, isAway: true, data })
    leave()
    try {
      await expecting(client, expected, answer)
    } catch (thrown) {
      // If the person has moved on, a notice shows it; the draft is kept.
      if (now.current === started) {
        setSent({ of: started, isAway: false, data, refused: thrown })
        setTimes((before) => before + 1)
      } else noticeFailed(started.action.label, thrown)
      throw thrown
    }
  }
  const own = sent !== null && sent.of === started ? sent : null
  return { isAway: own?.isAway === true, refused: own?.refused, data: own?.data, times, send }
}
