// A figure, bar or cell → its address: the same page with the list of its records, `?records=2&stage=won`.

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { changeListAddress, listPrefix, stringifySearch, type Search } from '../../../client/lists/list-address.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { titleOf } from '../../../client/screen-blocks.ts'

/** Parameter with the index of the block whose records are listed. */
export const RECORDS_OF = 'records'

export interface RecordsBehind {
  /** Returns the query of the address, for links. */
  readonly searchOf: (filters: Readonly<Record<string, string>>) => Record<string, string>
  readonly hrefOf: (filters: Readonly<Record<string, string>>) => string
  readonly open: (filters: Readonly<Record<string, string>>) => void
}

export function useRecordsBehind(screen: AppScreen, index: number): RecordsBehind {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const prefix = listPrefix(screen, index)
  const searchOf = (filters: Readonly<Record<string, string>>): Record<string, string> =>
    changeListAddress({ ...search, [RECORDS_OF]: String(index) }, prefix, { ...filters, page: undefined })
  return {
    searchOf,
    hrefOf: (filters) => stringifySearch(searchOf(filters)),
    open: (filters) => void navigate({ to: '.', search: searchOf(filters) as never }),
  }
}

export interface BehindBlock {
  readonly index: number
  readonly title: string
  readonly list: AppList
}

/** Null: the address asks for no list of records, or for one that does not exist. */
export function behindOf(screen: AppScreen, search: Search, parameters: Parameters): BehindBlock | null {
  const asked = search[RECORDS_OF]
  const index = asked === undefined ? -1 : Number(asked)
  const block = screen.blocks[index]
  if (block === undefined || (block.kind !== 'count' && block.kind !== 'list') || block.behind === undefined)
    return null
  return { index, title: titleOf(block, search, parameters), list: block.behind }
}
