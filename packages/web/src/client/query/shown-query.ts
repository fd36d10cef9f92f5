// A query for what a screen shows, which a connection can keep up to date: it says where its answer comes from, and what
// becomes of that answer, whichever way it came.

import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { takeRead } from './prefetch.ts'
import { request } from './request.ts'

/** Live part of a page: its screen, where the text says so, and the number of unread messages. */
export type LivePart = 'screen' | 'bell'

export interface KeptUpToDate {
  readonly part: LivePart
  readonly address: string
  /** An answer's body → what the query holds. */
  readonly read: (body: unknown) => unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly kept?: KeptUpToDate }
  }
}

/** `read` missing: the answer is held as it is. */
export function shownQuery<Body, Data = Body>(
  queryKey: QueryKey,
  address: string,
  read: (body: Body) => Data = (body) => body as unknown as Data,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => read(await request<Body>('GET', address, { signal })),
    // Prefetched data is drawn with the page, where it is there by then.
    initialData: () => {
      const body = takeRead(address)
      return body === undefined ? undefined : read(body as Body)
    },
    meta: { kept: { part: 'screen', address, read: (body) => read(body as Body) } },
  })
}
