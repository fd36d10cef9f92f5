// Notifications of the signed-in user: the number of unread ones, and the list.

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
/** Polling of an open list: a new notification while another is read elsewhere leaves the number unchanged. */
const EVERY_MS = 60_000
const UNREAD = `${NOTIFICATIONS_PATH}/unread`

/** Updated through the page's live connection, and requested when the user returns to the page. */
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

/** Reloads the list after a change. */
export function listAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

/** `read-until`: all older ones, too. Newer ones have not been seen. */
export type Marking = 'read' | 'read-until' | 'unread'

export async function mark(client: QueryClient, id: string, as: Marking): Promise<void> {
  await request('POST', `${NOTIFICATIONS_PATH}/${encodeURIComponent(id)}/${as}`)
  await client.invalidateQueries({ queryKey: [KEY] })
}

export const messageSettingsQuery = queryOptions({
  queryKey: [KEY, 'settings'],
  queryFn: ({ signal }) => request<NotificationSettings>('GET', NOTIFICATION_SETTINGS_PATH, { signal }),
})

/** Optimistic; a refusal is thrown and reverts it. */
export async function turnMessage(client: QueryClient, message: string, isOn: boolean): Promise<void> {
  const { queryKey } = messageSettingsQuery
  // An answer on its way would bring the former settings back.
  await client.cancelQueries({ queryKey })
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
