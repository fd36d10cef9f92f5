// A person's saved views and columns: changes are shown at once and saved a moment later (debounced).

import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LayoutColumn, ListPlace, Views } from '@ninefold/core/contract/screens/views.ts'
import { inBrowser, isAt, ON_SERVER, type ViewStore } from '../../../client/lists/views.ts'
import { useApp } from '../../app-context.ts'
import { showNotice } from '../../notices.tsx'
import { words } from '../../words/words.ts'

const IN_BROWSER = inBrowser(() => window.localStorage)

/** Debounce: moving a column by five places saves only the last position. */
const SETTLED_MS = 400

const NONE: Views = { views: [], layouts: [] }

export interface OwnViews extends Views {
  /** True: the views have not been loaded yet. */
  readonly isWaiting: boolean
  readonly isGuest: boolean
  readonly store: ViewStore
  /** Fetches them again. */
  readonly again: () => Promise<void>
  /** An empty list restores the screen's columns. */
  readonly setColumns: (place: ListPlace, columns: readonly LayoutColumn[]) => void
}

export function useViews(): OwnViews {
  const { caller } = useApp()
  const client = useQueryClient()
  const isGuest = caller === null
  const store = isGuest ? IN_BROWSER : ON_SERVER
  const queryKey = ['views', caller?.id ?? null]
  const query = useQuery({
    queryKey,
    queryFn: store.read,
    initialData: store.known,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const again = (): Promise<void> => client.invalidateQueries({ queryKey })
  const keep = useDebouncedCallback(
    (place: ListPlace, columns: readonly LayoutColumn[]) => {
      store.setColumns(place, columns).catch(() => {
        showNotice({ color: 'red', message: words.tables.lists.notKept })
        void again()
      })
    },
    { delay: SETTLED_MS, flushOnUnmount: true },
  )
  const setColumns = (place: ListPlace, columns: readonly LayoutColumn[]): void => {
    client.setQueryData<Views>(queryKey, (before = NONE) => ({
      ...before,
      layouts: [
        ...before.layouts.filter((each) => !isAt(each, place)),
        ...(columns.length === 0 ? [] : [{ ...place, columns }]),
      ],
    }))
    keep(place, columns)
  }
  return { ...(query.data ?? NONE), isWaiting: query.isPending, isGuest, store, again, setColumns }
}
