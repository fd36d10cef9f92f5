// The heads of a list's groups: the value that the rows below share, and how many records have it.

import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { beginsGroup, groupColumns } from '../../../client/lists/list-groups.ts'
import { facetQuery } from '../../../client/query/queries.ts'
import { Cell } from '../../entities/cells.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import type { FilteredListProps } from '../lists/list-props.ts'
import styles from '../lists/lists.module.css'

interface Grouping {
  readonly column: AppColumn
  /** By the value as JSON; a value without an entry was not counted. */
  readonly counts: ReadonlyMap<string, number>
}

const GroupingContext = createContext<Grouping | null>(null)

type GroupedProps = Pick<FilteredListProps, 'screen' | 'block' | 'index' | 'asked' | 'address'> & {
  readonly children: ReactNode
}

/** Only fields that the list is filtered by have counts. */
export function Grouped({ screen, block, index, asked, address, children }: GroupedProps) {
  const column = groupColumns(block).find(({ key }) => key === address.group) ?? null
  const filter = column === null ? undefined : block.filters.find(({ name }) => name === column.key)
  const { data } = useQuery({
    ...facetQuery(screen.key, index, asked, filter?.name ?? ''),
    enabled: filter !== undefined,
  })
  const grouping = useMemo(
    () =>
      column === null
        ? null
        : { column, counts: new Map(data?.choices?.map(({ value, count }) => [JSON.stringify(value), count])) },
    [column, data],
  )
  return <GroupingContext value={grouping}>{children}</GroupingContext>
}

/** Returns the head above a row; null: the row is in the group of the one before it. */
export function useGroupHeads(rows: readonly RowData[]): (index: number) => ReactNode {
  const grouping = useContext(GroupingContext)
  const { count: inWords } = useFormats()
  return (index) => {
    const row = rows[index]
    if (grouping === null || row === undefined || !beginsGroup(rows, index, grouping.column.key)) return null
    const { column, counts } = grouping
    const value = row.values[column.key] ?? null
    const count = counts.get(JSON.stringify(value))
    return (
      <span className={styles.groupHead}>
        <span className="visually-hidden">{column.label}: </span>
        {value === null || value === '' ? words.tables.lists.noValue : <Cell column={column} row={row} isCompact />}
        {count !== undefined && <span className={styles.count}>{inWords(count)}</span>}
      </span>
    )
  }
}
