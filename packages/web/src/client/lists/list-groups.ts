// Rows in groups: rows with an equal value of one column stand together, because the list is sorted by it first.

import type { AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'

/** The server's limit of sort keys. */
const SORTED_BY_MAX = 3

/** States, choices, yes or no, and the names of other records: values that several rows share. */
export function groupColumns({ form, answer, columns }: Pick<AppList, 'form' | 'answer' | 'columns'>): AppColumn[] {
  if (form.kind !== 'table' || answer !== null) return []
  return columns.filter(({ key, isSortable, display: { kind } }) => {
    const isOfOther = key.includes('.') && kind === 'text'
    return isSortable && (isOfOther || kind === 'state' || kind === 'choice' || kind === 'yes/no')
  })
}

/** The order of the request: by the group first, in its usual direction, then as it was. */
export function groupedSort(list: Pick<AppList, 'columns' | 'sortedBy'>, group: string, asked: string | null): string {
  const stated = list.sortedBy
    .filter(({ column }) => list.columns.some(({ key, isSortable }) => isSortable && key === column))
    .map(({ column, direction }) => (direction === 'descending' ? `-${column}` : column))
  const parts = asked === null ? stated : asked.split(',')
  const isGroup = (part: string): boolean => part.replace(/^-/, '') === group
  // The last of ordered choices matters most.
  const isChoice = list.columns.find(({ key }) => key === group)?.display.kind === 'choice'
  const first = (asked === null ? undefined : parts.find(isGroup)) ?? (isChoice ? `-${group}` : group)
  return [first, ...parts.filter((part) => !isGroup(part))].slice(0, SORTED_BY_MAX).join(',')
}

/** True for the first row of a group. */
export function beginsGroup(rows: readonly RowData[], index: number, group: string): boolean {
  const [row, before] = [rows[index], rows[index - 1]]
  return row !== undefined && (before === undefined || valueIn(row, group) !== valueIn(before, group))
}

function valueIn({ values }: RowData, group: string): string {
  return JSON.stringify(values[group] ?? null)
}
