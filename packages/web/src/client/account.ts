// The signed-in user's account: queries and mutations.

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  type Account,
  ACCOUNT_PATH,
  OTHER_SESSIONS_PATH,
  OWN_DATA_PATH,
  OWN_PASSWORD_PATH,
  SESSIONS_PATH,
} from '@ninefold/core/contract/wire/account.ts'
import { API_KEYS_PATH, type KeyToMake, type MadeKey } from '@ninefold/core/contract/programs/api-keys.ts'
import { IDENTITIES_PATH } from '@ninefold/core/contract/wire/openid.ts'
import { request } from './query/request.ts'

/** Below `data`, so that a change of user removes it. */
const KEY = ['data', 'account']

export const accountQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => request<Account>('GET', ACCOUNT_PATH, { signal }),
  refetchOnWindowFocus: 'always',
})

/** Other sessions may have ended. */
export async function changePassword(client: QueryClient, body: unknown): Promise<void> {
  await request('POST', OWN_PASSWORD_PATH, { body })
  await client.invalidateQueries({ queryKey: KEY })
}

export async function endSession(client: QueryClient, id: string): Promise<void> {
  await request('DELETE', `${SESSIONS_PATH}/${encodeURIComponent(id)}`)
  await client.invalidateQueries({ queryKey: KEY })
}

export async function endOtherSessions(client: QueryClient): Promise<void> {
  await request('DELETE', OTHER_SESSIONS_PATH)
  await client.invalidateQueries({ queryKey: KEY })
}

export async function unlinkIdentity(client: QueryClient, id: string): Promise<void> {
  await request('DELETE', `${IDENTITIES_PATH}/${encodeURIComponent(id)}`)
  await client.invalidateQueries({ queryKey: KEY })
}

/** The key is shown only in this answer. */
export async function makeKey(client: QueryClient, body: KeyToMake): Promise<MadeKey> {
  const made = await request<MadeKey>('POST', API_KEYS_PATH, { body })
  await client.invalidateQueries({ queryKey: KEY })
  return made
}

export async function endKey(client: QueryClient, id: string): Promise<void> {
  await request('DELETE', `${API_KEYS_PATH}/${encodeURIComponent(id)}`)
  await client.invalidateQueries({ queryKey: KEY })
}

/** The browser saves it as a file. */
export async function downloadOwnData(): Promise<void> {
  await request('GET', OWN_DATA_PATH)
}
