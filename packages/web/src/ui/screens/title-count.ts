// A screen's only list → what stands beside the title of the screen: the number of its records, and its tools where it
// has no search and no filters. If there are no records, the title leaves the screen's actions to the empty list.

import { createContext, useContext, useEffect } from 'react'
import type { AppList, ListData } from '@ninefold/core/contract/wire/app.ts'

/** Null: the list below the title shows its own count, or there is no list. */
export const TitleCount = createContext<((total: number | null) => void) | null>(null)

/** The element beside the title that takes the tools of the only list. Null: the list keeps them. */
export const ToolsPlace = createContext<HTMLElement | null>(null)

/** Calendars and charts show only a part of the records. */
const COUNTED: ReadonlySet<AppList['form']['kind']> = new Set(['table', 'board', 'cards'])

/** True: the list is the only one of its screen, so if it is empty, the screen's actions are its own. */
export function useIsTitled(block: AppList): boolean {
  return useContext(TitleCount) !== null && COUNTED.has(block.form.kind)
}

/** `isNarrowable`: a search or filters stand above the list, and its tools beside them. */
export function useToolsPlace(isNarrowable: boolean): HTMLElement | null {
  const place = useContext(ToolsPlace)
  return isNarrowable ? null : place
}

interface Titled {
  /** The title of the screen is the heading of the list. */
  readonly isTitled: boolean
  /** A search or filters apply. */
  readonly isNarrowed: boolean
}

/** Passes the data through. */
export function useTitleCount<Data extends ListData | undefined>(
  block: AppList,
  data: Data,
  { isTitled, isNarrowed }: Titled,
): Data {
  const tell = useContext(TitleCount)
  const counted = isTitled && COUNTED.has(block.form.kind) && data !== undefined ? data.total : null
  const total = counted === 0 && isNarrowed ? null : counted
  useEffect(() => {
    tell?.(total)
    return () => tell?.(null)
  }, [tell, total])
  return data
}
