// Properties shared by the parts of a list: its rows, and functions that change the view.

import type { AppList, AppScreen, ListData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { filterNames, type ListAddress } from '../../../client/lists/list-address.ts'
import type { Parameters } from '../../../client/query/queries.ts'

export type ChangeAddress = (
  change: Readonly<Record<string, string | undefined>>,
  options?: { readonly replace: boolean },
) => void

export interface AskedListProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  /** Parameters of the request for the list. */
  readonly asked: Parameters
}

export interface FilteredListProps extends AskedListProps {
  readonly address: ListAddress
  readonly change: ChangeAddress
}

export interface RowsProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly data: ListData
  readonly address: ListAddress
  readonly change: ChangeAddress
  readonly label: string
}

/** Returns the number of rows before those of the page. */
export function pageStart({ pageSize }: Pick<AppList, 'pageSize'>, { page }: Pick<ListAddress, 'page'>): number {
  return (page - 1) * (pageSize ?? 0)
}

/** Removes the search and all filters. */
export function clearingChange(block: AppList): Record<string, undefined> {
  return Object.fromEntries(['q', ...filterNames(block)].map((name) => [name, undefined]))
}

/**
 * A column that is part of the row's address (`1042`), or a key such as `WEB-1`, identifies the row but does not
 * describe it, unless the record has no other label.
 */
export function isNaming(block: Pick<AppList, 'opens'>, column: Pick<AppColumn, 'key' | 'isKey' | 'isLabel'>): boolean {
  if (column.isKey === true) return true
  if (column.isLabel === true) return false
  return block.opens?.split('/').includes(`:${column.key}`) ?? false
}

/**
 * The record's label, or else a text field of the row itself, describes it best. Without one, a text of a referenced
 * record, or the first column.
 */
export function titleColumnOf(block: AppList): AppColumn | undefined {
  const label = block.columns.find(({ isLabel, isKey }) => isLabel === true && isKey !== true)
  if (label !== undefined) return label
  const texts = block.columns.filter((column) => column.display.kind === 'text' && !isNaming(block, column))
  return texts.find(({ key }) => !key.includes('.')) ?? texts[0] ?? block.columns[0]
}

/** Returns the title of a row as text. */
export function titleOfRow(block: AppList, row: RowData): string {
  const column = titleColumnOf(block)
  return column === undefined ? '' : String(row.values[column.key] ?? '')
}
