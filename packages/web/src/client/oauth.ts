// Apps that request access to the signed-in user's account.

import type { QueryClient } from '@tanstack/react-query'
import {
  type AuthorizationRequest,
  type ConsentAnswer,
  type GivenAccess,
  OAUTH_PATHS,
} from '@ninefold/core/contract/programs/oauth.ts'
import { request } from './query/request.ts'

/** `query`: of the address, unchanged from the app. */
export function askedAccess(query: string, signal: AbortSignal): Promise<AuthorizationRequest> {
  return request('GET', `${OAUTH_PATHS.request}?${query}`, { signal })
}

/** `access` null: denied. Returns where the browser goes. */
export async function decideAccess(query: string, access: GivenAccess | null): Promise<string> {
  const { address } = await request<ConsentAnswer>('POST', OAUTH_PATHS.grants, { body: { request: query, access } })
  return address
}

export async function endAccess(client: QueryClient, id: string): Promise<void> {
  await request('DELETE', `${OAUTH_PATHS.grants}/${encodeURIComponent(id)}`)
  await client.invalidateQueries({ queryKey: ['data', 'account'] })
}
