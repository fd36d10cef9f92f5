// What a list shows now: a page of it, all of it, or the beginning of one that is scrolled through.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppList, AppScreen, ListData, ListPartData } from '@ninefold/core/contract/app.ts'
import { isScrolled, type ListAddress } from '../../client/list-address.ts'
import { FIRST_PART, partQuery } from '../../client/list-parts.ts'
import { listQuery, refetchInterval, type Parameters } from '../../client/queries.ts'

export interface ShownList {
  readonly data: ListData | undefined
  /** The beginning of a list of which there is more; null: all that is shown is there. */
  readonly first: ListPartData | null
  /** What the shown rows were asked with: another text than now, until the answer to that is there. */
  readonly shownOf: string
  readonly isOutdated: boolean
  readonly isError: boolean
  readonly error: unknown
  readonly again: () => void
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
  const options = { placeholderData: keepPreviousData, refetchInterval: refetchInterval(screen) }
  const whole = useQuery({
    ...listQuery(screen.key, index, block, asked),
    ...options,
    enabled: !isCounted && !isParted,
  })
  const first = useQuery({ ...partQuery(screen.key, index, asked, FIRST_PART), ...options, enabled: isParted })
  const query = isParted ? first : whole
  const isOutdated = query.isPlaceholderData
  const shownOf = useSettled(JSON.stringify(asked), isOutdated)
  return {
    data: isParted ? listOfFirst(first.data) : whole.data,
    first: isParted && first.data !== undefined && first.data.next !== null ? first.data : null,
    shownOf,
    isOutdated,
    isError: query.isError,
    error: query.error,
    again: () => void query.refetch(),
  }
}

/** The first part is a list like any other, as long as it is the only one. */
function listOfFirst(part: ListPartData | undefined): ListData | undefined {
  return part === undefined ? undefined : { rows: part.rows, total: part.total ?? part.rows.length, page: 1 }
}

function useSettled(now: string, isWaiting: boolean): string {
  const [settled, setSettled] = useState(now)
  if (!isWaiting && settled !== now) setSettled(now)
  return isWaiting ? settled : now
}
