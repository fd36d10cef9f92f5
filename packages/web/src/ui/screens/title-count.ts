// How many records the one list of a screen has, beside the title of the screen.

import { createContext, useContext, useEffect } from 'react'
import type { AppList, ListData } from '@ninefold/core/contract/wire/app.ts'

/** Null: the title has a list below it that says its own count, or none. */
export const TitleCount = createContext<((total: number | null) => void) | null>(null)

/** Answers with the data. `isTitled`: the title of the screen is the heading of the list. */
export function useTitleCount<Data extends ListData | undefined>(block: AppList, data: Data, isTitled: boolean): Data {
  const tell = useContext(TitleCount)
  // A calendar and a chart show a part of what there is.
  const isWhole = block.form.kind === 'table' || block.form.kind === 'board' || block.form.kind === 'cards'
  const total = isTitled && isWhole && data !== undefined ? data.total : null
  useEffect(() => {
    tell?.(total)
    return () => tell?.(null)
  }, [tell, total])
  return data
}
