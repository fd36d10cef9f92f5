// The chosen columns of a list, and functions that change the choice. An open saved view comes from the address;
// otherwise the browser keeps the columns for this list, wherever the reader opens it.

import { createContext, useCallback, useContext, useMemo, useRef } from 'react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { SHOWN_COLUMNS } from '@ninefold/core/contract/screens/views.ts'
import { chosenColumns, keysShown, layoutOf, type ChosenColumn } from '../../../client/lists/list-columns.ts'
import type { ListAddress } from '../../../client/lists/list-address.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { isReadingList } from '../../../client/lists/reading-list.ts'
import { isAt } from '../../../client/lists/views.ts'
import type { ChangeAddress } from '../lists/list-props.ts'
import { useViews, type OwnViews } from '../filters/use-views.ts'

export interface ListColumns {
  /** All columns, in their order. */
  readonly chosen: readonly ChosenColumn[]
  /** True: they differ from the columns that the screen states. */
  readonly isOwn: boolean
  readonly set: (chosen: readonly ChosenColumn[]) => void
  readonly reset: () => void
  /** The drawn table. Null: it is not drawn. */
  readonly table: () => HTMLTableElement | null
  readonly drawnAs: (table: HTMLTableElement | null) => void
}

export interface ListAsChosen {
  /** The list, reduced to its shown columns. */
  readonly drawn: AppList
  /** Null: columns cannot be chosen. */
  readonly columns: ListColumns | null
  readonly views: OwnViews
}

export const ColumnsContext = createContext<ListColumns | null>(null)

export function useColumns(): ListColumns | null {
  return useContext(ColumnsContext)
}

export function useListColumns(
  screen: AppScreen,
  block: AppList,
  index: number,
  address: ListAddress,
  change: ChangeAddress,
): ListAsChosen {
  const views = useViews()
  const drawnTable = useRef<HTMLTableElement>(null)
  const table = useCallback(() => drawnTable.current, [])
  const drawnAs = useCallback((element: HTMLTableElement | null) => {
    drawnTable.current = element
  }, [])
  const place = { screen: screen.key, block: index }
  const layout = views.layouts.find((each) => isAt(each, place))?.columns ?? null
  const asked = address.columns?.join(',') ?? null
  const hasChoice = ['table', 'cards'].includes(block.form.kind) && !isReadingList(block) && block.columns.length > 1
  const chosen = useMemo(
    () => chosenColumns(block.columns, hasChoice ? layout : null, hasChoice ? (asked?.split(',') ?? null) : null),
    [block.columns, layout, asked, hasChoice],
  )
  const drawn = useMemo(
    () => ({ ...block, columns: chosen.filter(({ isShown }) => isShown).map(({ column }) => column) }),
    [block, chosen],
  )
  if (!hasChoice) return { drawn: block, columns: null, views }
  const set = (next: readonly ChosenColumn[]): void => {
    if (asked === null) return views.setColumns(place, layoutOf(next))
    const keys = keysShown(next).join(',')
    if (keys !== asked) change({ [SHOWN_COLUMNS]: keys }, { replace: true })
    // Widths concern this browser only.
    const widths = new Map(next.map(({ column, width }) => [column.key, width]))
    const own = chosenColumns(block.columns, layout, null)
    if (next.some(({ column, width }) => own.find((each) => each.column === column)?.width !== width))
      views.setColumns(place, layoutOf(own.map((each) => ({ ...each, width: widths.get(each.column.key) ?? null }))))
  }
  const reset = (): void => {
    if (asked !== null) change({ [SHOWN_COLUMNS]: undefined }, { replace: true })
    views.setColumns(place, [])
  }
  return { drawn, columns: { chosen, isOwn: asked !== null || layout !== null, set, reset, table, drawnAs }, views }
}

/** Query for downloading the list as a file, with the shown columns. */
export function withColumns(asked: Parameters, columns: ListColumns | null): Parameters {
  if (columns === null || !columns.isOwn) return asked
  return { ...asked, [SHOWN_COLUMNS]: keysShown(columns.chosen).join(',') }
}
