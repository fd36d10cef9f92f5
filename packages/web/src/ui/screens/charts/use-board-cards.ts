// The cards of a board: the loaded ones, and more of a lane when the user scrolls in it. Until more have arrived, and
// when they do not, the board stays as it is.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { cardsAsked, hasLanes, type WantedCards } from '../../../client/lists/board-lanes.ts'
import { listQuery, type Parameters } from '../../../client/query/queries.ts'
import type { MoreOfLane } from './more-cards.ts'

const NONE: WantedCards = {}
const NOT_FAILED: ReadonlySet<string> = new Set()

export interface BoardCards {
  /** For the request of the list. */
  readonly asked: Parameters
  /** Null: no board of records. */
  readonly more: MoreOfLane | null
}

export function useBoardCards(screen: AppScreen, block: AppList, index: number, parameters: Parameters): BoardCards {
  const [there, setThere] = useState(NONE)
  const [wanted, setWanted] = useState(NONE)
  const isBoard = hasLanes(block)
  const all = { ...there, ...wanted }
  const isWanting = isBoard && wanted !== NONE
  const next = useQuery({
    ...listQuery(screen.key, index, block, { ...parameters, ...cardsAsked(block, all) }),
    enabled: isWanting,
    // The list itself takes what was fetched ahead.
    initialData: () => undefined,
    ...(isWanting ? {} : { queryKey: ['more cards', screen.key, index] }),
  })
  // The board itself is drawn from this answer from now on.
  if (isWanting && next.isSuccess) {
    setThere(all)
    setWanted(NONE)
  }
  const isFailed = isWanting && next.isError
  return {
    asked: { ...parameters, ...cardsAsked(block, there) },
    more: isBoard
      ? {
          ask: (lane, count) => setWanted((before) => (before[lane] === count ? before : { ...before, [lane]: count })),
          failed: isFailed ? new Set(Object.keys(wanted)) : NOT_FAILED,
          again: () => void next.refetch(),
        }
      : null,
  }
}
