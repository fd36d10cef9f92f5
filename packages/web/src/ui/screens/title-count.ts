// The number of records of a screen's only list, beside the title of the screen.

import { createContext, useContext, useEffect } from 'react'
import type { AppList, ListData } from '@ninefold/core/contract/wire/app.ts'

/** Null: the list below the title shows its own count, or there is no list. */
export const TitleCount = createContext<((total: number | null) => void) | null>(null)

/** Passes the data through. `isTitled`: the title of the screen is the heading of the list. */
export function useTitleCount<Data extends ListData | undefined>(block: AppList, data: Data, isTitled: boolean): Data {
  const tell = useContext(TitleCount)
  // Calendars and charts show only a part of the records.
  const isWhole = block.form.kind === 'table' || block.form.kind === 'board' || block.form.kind === 'cards'
  const total = isTitled && isWhole && data !== undefined ? data.total : null
  useEffect(() => {
    tell?.(total)
    return () => tell?.(null)
  }, [tell, total])
  return data
}
