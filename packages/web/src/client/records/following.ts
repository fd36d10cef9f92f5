// Following of a record, updated optimistically on its page.

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Following } from '@ninefold/core/contract/wire/notifications.ts'
import { request } from '../query/request.ts'

/** `address`: that of the entity. */
export const followingQuery = (address: string, id: string) =>
  queryOptions({
    queryKey: ['data', 'following', address, id],
    queryFn: ({ signal }) => request<Following>('GET', address + encodeURIComponent(id), { signal }),
  })

/** Optimistic; a refusal is thrown and reverts it. */
export async function follow(client: QueryClient, address: string, id: string, isFollowing: boolean): Promise<void> {
  const { queryKey } = followingQuery(address, id)
  await client.cancelQueries({ queryKey })
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, { isFollowing })
  try {
    await request('PUT', address + encodeURIComponent(id), { body: { isFollowing } })
  } catch (thrown) {
    client.setQueryData(queryKey, before)
    throw thrown
  }
}
