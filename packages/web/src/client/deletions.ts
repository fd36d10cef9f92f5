// Deleted records that can be restored: query and restore.

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DeletedData } from '@ninefold/core/contract/wire/deletions.ts'
import { request } from './query/request.ts'

export const deletionsQuery = queryOptions({
  queryKey: ['data', 'deleted'],
  queryFn: ({ signal }) => request<DeletedData>('GET', '/_ninefold/deleted.json', { signal }),
})

/** Everything on the page may change. */
export async function restore(client: QueryClient, id: string): Promise<void> {
  try {
    await request('POST', `/_ninefold/deleted/${encodeURIComponent(id)}/restore`)
  } finally {
    await client.invalidateQueries({ queryKey: ['data'] })
  }
}
