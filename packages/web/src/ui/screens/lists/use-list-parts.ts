// The loaded rows of a scrolled list, and functions that load more. Visible parts are refetched, each between its two
// cursors; the others are refetched once they are visible again.

import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListPartData, RowData } from '@ninefold/core/contract/wire/app.ts'
import {
  partQuery,
  partsAt,
  rowsOfParts,
  withNextPart,
  withRefreshed,
  type Part,
  type PartPlace,
} from '../../../client/lists/list-parts.ts'
import type { Parameters } from '../../../client/query/queries.ts'

export interface ListParts {
  readonly rows: readonly RowData[]
  readonly isMore: boolean
  /** The reason why more rows could not be loaded. */
  readonly failed: unknown
  readonly loadMore: () => void
  /** Reports the visible rows. */
  readonly look: (first: number, last: number) => void
}

interface Asked {
  readonly screen: string
  readonly index: number
  readonly asked: Parameters
  readonly first: ListPartData
  readonly refetchInterval: number | false
  /** True: the shown rows are in another order or have another filter, until the right ones arrive. */
  readonly isOutdated: boolean
}

/** Visible parts are refetched only after scrolling has rested this long, because others come into view meanwhile. */
const REST_MS = 250

export function useListParts({ screen, index, asked, first, refetchInterval, isOutdated }: Asked): ListParts {
  const client = useQueryClient()
  const [parts, setParts] = useState<readonly Part[]>(() => [{ after: '', until: null, ...first }])
  const [failed, setFailed] = useState<unknown>(null)
  const isLoading = useRef(false)
  const { look, inSight } = useSight(parts)

  // A single part is the same data that its list already shows.
  const known = useMemo(
    () => (parts.length === 1 ? withRefreshed(parts, { after: '', until: null }, first) : parts),
    [parts, first],
  )
  const next = known.at(-1)?.next ?? null
  const loadMore = useCallback(() => {
    if (next === null || isLoading.current || isOutdated) return
    isLoading.current = true
    setFailed(null)
    client
      .fetchQuery(partQuery(screen, index, asked, { after: next, until: null }))
      .then((data) => {
        setParts((before) => withNextPart(before.length === 1 ? known : before, next, data))
      })
      .catch((thrown: unknown) => setFailed(thrown ?? new Error('Nothing was said.')))
      .finally(() => {
        isLoading.current = false
      })
  }, [client, screen, index, asked, next, known, isOutdated])

  const places = parts.length === 1 ? [] : inSight
  const refreshed = useQueries({
    queries: places.map(({ after, until }) => ({
      ...partQuery(screen, index, asked, { after, until }),
      refetchInterval,
      // The newest part is already loaded, with its present end.
      initialData: () => dataOf(parts, { after, until }),
      initialDataUpdatedAt: () => Date.now(),
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const now = places.reduce<readonly Part[]>((all, place, at) => {
    const data = refreshed[at]
    return data === undefined ? all : withRefreshed(all, place, data)
  }, parts)
  if (now !== parts) setParts(now)

  const rows = useMemo(() => rowsOfParts(known), [known])
  return { rows, isMore: next !== null, failed, loadMore, look }
}

function dataOf(parts: readonly Part[], { after, until }: PartPlace): ListPartData | undefined {
  const part = parts.find((each) => each.after === after && each.until === until)
  return part === undefined ? undefined : { rows: part.rows, next: part.until === null ? part.next : null, total: null }
}

/** Returns the visible parts, once scrolling has rested for a moment. */
function useSight(parts: readonly Part[]) {
  const [sight, setSight] = useState<readonly [number, number]>([0, 0])
  const timer = useRef<number | undefined>(undefined)
  const look = useCallback((from: number, to: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => setSight((before) => (before[0] === from && before[1] === to ? before : [from, to])),
      REST_MS,
    )
  }, [])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const [from, to] = sight
  const inSight = useMemo(() => partsAt(parts, from, to), [parts, from, to])
  return { look, inSight }
}
