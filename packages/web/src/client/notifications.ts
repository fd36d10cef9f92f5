// Messages in the application, to whoever is signed in: how many are unread, and which there are.

import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  NOTIFICATION_SETTINGS_PATH,
  NOTIFICATIONS_PATH,
  type NotificationSettings,
  type Notifications,
  type UnreadNotifications,
} from '@ninefold/core/contract/wire/notifications.ts'
import { queryOf } from './addresses.ts'
import { request } from './query/request.ts'

const KEY = 'notifications'
/** For a list that is open: a message may come while another is read elsewhere, and as many wait as before. */
const EVERY_MS = 60_000
const UNREAD = `${NOTIFICATIONS_PATH}/unread`

/** They come by themselves, by the page's connection; and are asked for when somebody comes back to the page. */
export const unreadQuery = queryOptions({
  queryKey: [KEY, 'unread'],
  queryFn: ({ signal }) => request<UnreadNotifications>('GET', UNREAD, { signal }),
  meta: { kept: { part: 'bell', address: UNREAD, read: (body) => body } },
  refetchOnWindowFocus: 'always',
})

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [KEY, 'list'],
  queryFn: ({ pageParam, signal }) =>
    request<Notifications>('GET', NOTIFICATIONS_PATH + queryOf({ after: pageParam }), { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchInterval: EVERY_MS,
  refetchOnWindowFocus: 'always',
})

/** There are others than before. */
export function listAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

/** `read-until`: all that are older, too. Those that came since have not been seen. */
export type Marking = 'read' | 'read-until' | 'unread'

export async function mark(client: QueryClient, id: string, as: Marking): Promise<void> {
  await request('POST', `${NOTIFICATIONS_PATH}/${encodeURIComponent(id)}/${as}`)
  await client.invalidateQueries({ queryKey: [KEY] })
}

export const messageSettingsQuery = queryOptions({
  queryKey: [KEY, 'settings'],
  queryFn: ({ signal }) => request<NotificationSettings>('GET', NOTIFICATION_SETTINGS_PATH, { signal }),
})

/** Shown at once; a refusal is thrown, and takes it back. */
export async function turnMessage(client: QueryClient, message: string, isOn: boolean): Promise<void> {
  const { queryKey } = messageSettingsQuery
  const before = client.getQueryData(queryKey)
  const messages = (before?.messages ?? []).map((each) => (each.message === message ? { ...each, isOn } : each))
  client.setQueryData(queryKey, { messages })
  try {
    const off = messages.filter((each) => !each.isOn).map((each) => each.message)
    await request('PUT', NOTIFICATION_SETTINGS_PATH, { body: { off } })
  } catch (thrown) {
    client.setQueryData(queryKey, before)
    throw thrown
  }
}
