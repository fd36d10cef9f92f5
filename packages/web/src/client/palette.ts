// Entries of the command palette → those that match the typed words, in any order.

import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import { type Found, SEARCH_PATH } from '@ninefold/core/contract/screens/search.ts'
import { queryOf } from './addresses.ts'
import { request } from './query/request.ts'

export interface Offered {
  readonly key: string
  readonly label: string
}

export function fitting<Kind extends Offered>(offered: readonly Kind[], typed: string, language: string): Kind[] {
  const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase(language)
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  return offered.filter(({ label }) => words.every((word) => folded(label).includes(word)))
}

export function searchQuery(typed: string) {
  return queryOptions({
    queryKey: ['data', 'search', typed],
    queryFn: ({ signal }) => request<Found>('GET', `${SEARCH_PATH}${queryOf({ q: typed })}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
