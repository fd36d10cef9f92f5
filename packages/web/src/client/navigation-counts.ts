// How many records the screens of the navigation show: one request for all of them.

import { queryOptions } from '@tanstack/react-query'
import { type App, COUNTS_PATH, type NavigationCounts } from '@ninefold/core/contract/wire/app.ts'
import { request } from './query/request.ts'

/** Updated through the page's live connection. */
export function countsQuery({ caller, revision }: Pick<App, 'caller' | 'revision'>) {
  return queryOptions({
    queryKey: ['counts', caller?.id ?? null, revision],
    queryFn: ({ signal }) => request<NavigationCounts>('GET', COUNTS_PATH, { signal }),
    meta: { kept: { part: 'navigation', address: COUNTS_PATH, read: (body) => body } },
    refetchOnWindowFocus: 'always',
  })
}
