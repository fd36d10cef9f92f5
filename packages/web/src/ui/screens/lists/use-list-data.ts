// Rows of a list: a page of it, all of it, or the beginning of one that is scrolled through.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AppList, AppScreen, ListData, ListPartData } from '@ninefold/core/contract/wire/app.ts'
import { useExpected, withExpected, type Expected } from '../../../client/query/optimistic-update.ts'
import { isScrolled, type ListAddress } from '../../../client/lists/list-address.ts'
import { FIRST_PART, partQuery } from '../../../client/lists/list-parts.ts'
import { listQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'

export interface ShownList {
  readonly data: ListData | undefined
  /** The beginning of a list of which there is more; null: all that is shown is there. */
  readonly first: ListPartData | null
  /** Query of the shown rows: another one than now, until the answer to that is there. */
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
    // The counts of its groups stand at the same address, and are the chart's to take.
    ...(isCounted ? { initialData: () => undefined } : {}),
  })
  const first = useQuery({ ...partQuery(screen.key, index, asked, FIRST_PART), ...options, enabled: isParted })
  const query = isParted ? first : whole
  const isOutdated = query.isPlaceholderData
  const shownOf = useSettled(JSON.stringify(asked), isOutdated)
  const expected = useExpected(screen.key)
  const answered = isParted ? first.data : whole.data
  const shown = useMemo(
    () => (answered === undefined ? undefined : shownList(answered, expected)),
    [answered, expected],
  )
  return {
    data: shown,
    first: isParted && first.data !== undefined && first.data.next !== null ? first.data : null,
    shownOf,
    isOutdated,
    isError: query.isError,
    error: query.error,
    again: () => void query.refetch(),
  }
}

/** With what is expected of its rows. The first part is a list like any other, as long as it is the only one. */
function shownList(answered: ListData | ListPartData, expected: readonly Expected[]): ListData {
  const rows = withExpected(answered.rows, expected)
  const total = (answered.total ?? answered.rows.length) - (answered.rows.length - rows.length)
  return { rows, total, page: 'page' in answered ? answered.page : 1 }
}

function useSettled(now: string, isWaiting: boolean): string {
  const [settled, setSettled] = useState(now)
  if (!isWaiting && settled !== now) setSettled(now)
  return isWaiting ? settled : now
}
