// A query for shown data that the live connection can update: it names the source of its answer, and how to store it.

import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { takeRead } from './prefetch.ts'
import { request } from './request.ts'

/**
 * Live part of a page: its screen, if the text says so, the number of unread notifications, those of the navigation, and
 * custom fields.
 */
export type LivePart = 'screen' | 'bell' | 'navigation' | 'own fields'

export interface KeptUpToDate {
  readonly part: LivePart
  readonly address: string
  /** Converts the answer's body to the query's data. */
  readonly read: (body: unknown) => unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly kept?: KeptUpToDate }
  }
}

/** `read` missing: the answer is stored unchanged. */
export function shownQuery<Body, Data = Body>(
  queryKey: QueryKey,
  address: string,
  read: (body: Body) => Data = (body) => body as unknown as Data,
  part: LivePart = 'screen',
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => read(await request<Body>('GET', address, { signal })),
    // Prefetched data is drawn with the page, if available.
    initialData: () => {
      const body = takeRead(address)
      return body === undefined ? undefined : read(body as Body)
    },
    meta: { kept: { part, address, read: (body) => read(body as Body) } },
  })
}
