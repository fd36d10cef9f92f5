// View of a list (page, order, search, filters) ↔ the query of the page's address. The first list of a screen uses
// plain names; further ones have the block's index as prefix: `2.page`.

import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { OR } from '@ninefold/core/contract/inputs/filter-groups.ts'
import { GROUPED_BY, ROW_DENSITY, SHOWN_COLUMNS } from '@ninefold/core/contract/screens/views.ts'
import { groupColumns, groupedSort } from './list-groups.ts'
import { isReadingList } from './reading-list.ts'

export type Search = Readonly<Record<string, string>>

export interface ListAddress {
  readonly page: number
  /** All pages as one scrolled list. */
  readonly isWhole?: true
  /** The order of the request, which begins with that of the groups. */
  readonly sort: string | null
  /** Key of the column whose values are groups; null: none. */
  readonly group: string | null
  /** Its rows are compact, whatever the reader has chosen for all lists. */
  readonly isCompact?: true
  readonly search: string
  readonly filters: Readonly<Record<string, string>>
  /** Keys of the shown columns in order; null: the viewer's default. */
  readonly columns: readonly string[] | null
}

/** `+`, `%20` and repeated names: only the last value of a name counts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const COMPACT = 'compact'

/** Used instead of a page number. */
export const ALL_PAGES = 'all'

/** The list is loaded in parts while scrolling, and not page by page. */
export function isScrolled(block: AppList, address: Pick<ListAddress, 'isWhole'>): boolean {
  const { form, answer, pageSize } = block
  const isOfRows = answer === null && (form.kind === 'cards' || (form.kind === 'table' && !isReadingList(block)))
  return isOfRows && (pageSize === null || address.isWhole === true)
}

export function listPrefix(screen: AppScreen, block: number): string {
  return screen.blocks.findIndex(({ kind }) => kind === 'list') === block ? '' : `${block}.`
}

export function readListAddress(list: AppList, prefix: string, search: Search): ListAddress {
  const page = Number(search[`${prefix}page`] ?? '1')
  const asked = search[`${prefix}sort`] ?? null
  const sort = asked !== null && isOrder(list, asked) ? asked : null
  const group = groupColumns(list).find(({ key }) => key === search[prefix + GROUPED_BY])?.key ?? null
  const filters = filterNames(list).flatMap((name) => {
    const value = search[prefix + name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    ...(search[`${prefix}page`] === ALL_PAGES ? { isWhole: true as const } : {}),
    sort: group === null ? sort : groupedSort(list, group, sort),
    group,
    ...(search[prefix + ROW_DENSITY] === COMPACT ? { isCompact: true as const } : {}),
    search: list.searchIn.length === 0 ? '' : (search[`${prefix}q`] ?? ''),
    filters: Object.fromEntries(filters),
    columns: columnsIn(list, search[prefix + SHOWN_COLUMNS]),
  }
}

/** Parameters that filter the list, including `or` for further groups. A call's list has no groups. */
export function filterNames({ filters, answer }: Pick<AppList, 'filters' | 'answer'>): readonly string[] {
  const names = filters.map(({ name }) => name)
  return names.length === 0 || answer !== null || names.includes(OR) ? names : [...names, OR]
}

function columnsIn({ columns }: AppList, asked: string | undefined): readonly string[] | null {
  const known = (asked ?? '').split(',').filter((key) => columns.some((column) => column.key === key))
  return known.length === 0 ? null : [...new Set(known)]
}

function isOrder(list: AppList, sort: string): boolean {
  const isKnown = (column: string): boolean => list.columns.some(({ key, isSortable }) => isSortable && key === column)
  return sort.split(',').every((part) => isKnown(part.replace(/^-/, '')))
}

/** The address with a changed part. Any change except of the page returns to the first page; "all pages" stays. */
export function changeListAddress(
  search: Search,
  prefix: string,
  change: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const page = `${prefix}page`
  const kept = search[page] === ALL_PAGES ? ALL_PAGES : undefined
  const merged: Record<string, string | undefined> = { ...search, [page]: kept }
  for (const [name, value] of Object.entries(change)) merged[prefix + name] = value
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}

/** Query of the request, besides the route's parameters. */
export function listQueryParameters(address: ListAddress): Record<string, string> {
  return {
    ...address.filters,
    ...(address.page === 1 ? {} : { page: String(address.page) }),
    ...(address.sort === null ? {} : { sort: address.sort }),
    ...(address.search === '' ? {} : { q: address.search }),
  }
}

/** The part of an address with the view of a list, independent of the list's index and without the page. */
export function viewQuery(list: AppList, prefix: string, search: Search): string {
  const address = readListAddress(list, prefix, search)
  const { page: _, ...asked } = listQueryParameters(address)
  const columns = address.columns === null ? {} : { [SHOWN_COLUMNS]: address.columns.join(',') }
  const group = address.group === null ? {} : { [GROUPED_BY]: address.group }
  const density = address.isCompact === true ? { [ROW_DENSITY]: COMPACT } : {}
  return stringifySearch({ ...asked, ...columns, ...group, ...density }).slice(1)
}

/** The change of an address that sets exactly this view. */
export function viewChange(list: AppList, query: string): Record<string, string | undefined> {
  const names = ['page', 'q', 'sort', SHOWN_COLUMNS, GROUPED_BY, ROW_DENSITY, ...filterNames(list)]
  const wanted = parseSearch(query)
  return Object.fromEntries(names.map((name) => [name, name === 'page' ? undefined : wanted[name]]))
}

/** A search or a filter leaves only some of the records. */
export function isNarrowed({ search, filters }: ListAddress): boolean {
  return search !== '' || Object.keys(filters).length > 0
}
