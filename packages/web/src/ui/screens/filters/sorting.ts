// The order of a list: the one in the address (`-priority,dueAt`), else the stated one.

import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import type { Direction } from '@ninefold/core/model/field-types.ts'

export interface ShownSort {
  readonly column: string
  readonly direction: Direction
}

/** The server's limit. */
const SORTED_BY_MAX = 3

export function shownSorts(block: Pick<AppList, 'sortedBy'>, asked: string | null): readonly ShownSort[] {
  if (asked === null) return block.sortedBy
  return asked.split(',').map((part) => ({
    column: part.replace(/^-/, ''),
    direction: part.startsWith('-') ? 'descending' : 'ascending',
  }))
}

/** The last of ordered choices matters most, so people want it first. */
export function firstDirection({ display }: Pick<AppColumn, 'display'>): Direction {
  return display.kind === 'choice' ? 'descending' : 'ascending'
}

/** Sorts by this column alone, first in its default direction; a second request reverses it. */
export function sortToAsk(column: string, sorts: readonly ShownSort[], begins: Direction = 'ascending'): string {
  const [first] = sorts
  const isTurned = first?.column === column && first.direction === begins
  return (begins === 'descending') === isTurned ? column : `-${column}`
}

/** Adds this column after the present ones; a second request reverses it, and a third removes it. */
export function sortToAdd(
  { columns }: Pick<AppList, 'columns'>,
  column: string,
  shown: readonly ShownSort[],
): string | undefined {
  // A person cannot request the author's order by a hidden column.
  const sorts = shown.filter((sort) => columns.some(({ key, isSortable }) => isSortable && key === sort.column))
  const known = sorts.find((sort) => sort.column === column)
  if (known === undefined) return written([...sorts.slice(0, SORTED_BY_MAX - 1), { column, direction: 'ascending' }])
  const turned = { column, direction: 'descending' } as const
  return written(
    known.direction === 'ascending'
      ? sorts.map((sort) => (sort === known ? turned : sort))
      : sorts.filter((sort) => sort !== known),
  )
}

function written(sorts: readonly ShownSort[]): string | undefined {
  const text = sorts.map(({ column, direction }) => `${direction === 'descending' ? '-' : ''}${column}`).join(',')
  return text === '' ? undefined : text
}
