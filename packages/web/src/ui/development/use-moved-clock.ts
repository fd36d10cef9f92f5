// Moving the application's clock in development.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MovedClock } from '@ninefold/core/contract/wire/development.ts'
import { clockQuery, moveClock } from '../../client/authors.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { moveNow } from '../ticking.ts'
import { distanceInWords, words } from './bar-words.ts'

/** Offset of the application's clock from the real time. Relative times on the page use it. */
export function useClock(): number {
  const aheadMs = useQuery(clockQuery).data?.aheadMs ?? 0
  useEffect(() => moveNow(aheadMs), [aheadMs])
  return aheadMs
}

/** Reports the work that became due. */
export function useMovedClock(): (aheadMs: number) => Promise<void> {
  const queryClient = useQueryClient()
  return async (aheadMs) => {
    try {
      const moved = await moveClock(aheadMs)
      queryClient.setQueryData(clockQuery.queryKey, { aheadMs: moved.aheadMs })
      moveNow(moved.aheadMs)
      noticeDone(movedInWords(moved))
    } catch (thrown) {
      noticeFailed(words.clock, thrown)
    }
  }
}

function movedInWords({ aheadMs, done, isWaiting }: MovedClock): string {
  const now = aheadMs === 0 ? words.realTime : words.moved(distanceInWords(aheadMs))
  const what = done.map(({ kind, count }) => words.doneKinds[kind](count)).join(', ')
  const came = isWaiting ? words.stillWaiting : what === '' ? words.nothingDone : words.done(what)
  return `${now}${now.endsWith('.') ? '' : '.'} ${came}`
}
