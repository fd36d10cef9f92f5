// The rows of a list: one page, all of them, or the first part of a scrolled list.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AppList, AppScreen, BoardData, ListData, ListPartData } from '@ninefold/core/contract/wire/app.ts'
import { useExpected, withExpected, type Expected } from '../../../client/query/optimistic-update.ts'
import { isScrolled, type ListAddress } from '../../../client/lists/list-address.ts'
import { countedLanes } from '../../../client/lists/board-lanes.ts'
import { FIRST_PART, partQuery } from '../../../client/lists/list-parts.ts'
import { listQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import type { MoreOfLane } from '../charts/more-cards.ts'
import { useBoardCards } from '../charts/use-board-cards.ts'

export interface ShownList {
  readonly data: ListData | undefined
  /** The first part of a longer list. Null: all rows are loaded. */
  readonly first: ListPartData | null
  /** Query of the shown rows; it differs from the present one until the answer arrives. */
  readonly shownOf: string
  readonly isOutdated: boolean
  readonly isError: boolean
  readonly error: unknown
  readonly again: () => void
  /** Of a board. Null: all cards are there. */
  readonly more: MoreOfLane | null
}

export function useListData(
  screen: AppScreen,
  block: AppList,
  index: number,
  asked: Parameters,
  address: ListAddress,
): ShownList {
  const isCounted = block.form.kind === 'chart' && block.answer === null
  const isParted = isScrolled(block, address)
  const cards = useBoardCards(screen, block, index, asked)
  const options = { placeholderData: keepPreviousData, refetchInterval: refetchInterval(screen) }
  const whole = useQuery({
    ...listQuery(screen.key, index, block, cards.asked),
    ...options,
    enabled: !isCounted && !isParted,
    // The chart itself fetches the group counts from the same address.
    ...(isCounted ? { initialData: () => undefined } : {}),
  })
  const first = useQuery({ ...partQuery(screen.key, index, asked, FIRST_PART), ...options, enabled: isParted })
  const query = isParted ? first : whole
  const shownOf = useSettled(JSON.stringify(asked), query.isPlaceholderData)
  const isOutdated = query.isPlaceholderData && shownOf !== JSON.stringify(asked)
  const expected = useExpected(screen.key)
  const answered = isParted ? first.data : whole.data
  const shown = useMemo(
    () => (answered === undefined ? undefined : shownList(block, answered, expected)),
    [block, answered, expected],
  )
  return {
    data: shown,
    first: isParted && first.data !== undefined && first.data.next !== null ? first.data : null,
    shownOf,
    isOutdated,
    isError: query.isError,
    error: query.error,
    again: () => void query.refetch(),
    more: cards.more,
  }
}

/** Adds the expected rows (optimistic update). A single first part is a list like any other. */
function shownList(
  { form }: AppList,
  answered: ListData | BoardData | ListPartData,
  expected: readonly Expected[],
): ListData | BoardData {
  const rows = withExpected(answered.rows, expected)
  const total = (answered.total ?? answered.rows.length) - (answered.rows.length - rows.length)
  const page = 'page' in answered ? answered.page : 1
  if (!('lanes' in answered) || form.kind !== 'board') return { rows, total, page }
  return { rows, total, page, lanes: countedLanes(answered.lanes, form.by, answered.rows, rows) }
}

function useSettled(now: string, isWaiting: boolean): string {
  const [settled, setSettled] = useState(now)
  if (!isWaiting && settled !== now) setSettled(now)
  return isWaiting ? settled : now
}
