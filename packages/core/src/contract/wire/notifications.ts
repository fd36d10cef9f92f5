// Notifications, as their receiver reads them. Users read only their own.

import type { Model } from '../../model/model.ts'

/** `GET`: newest first, with a maximum number. */
export const NOTIFICATIONS_PATH = '/_ninefold/notifications'
export const NOTIFICATIONS_AT_ONCE = 30
export const NOTIFICATIONS_AT_ONCE_MAX = 100

/** After so long they are removed, read or not. */
export const NOTIFICATION_DAYS = 90

/** Answer of `GET /_ninefold/notifications`, with `take` for the number and `after` for the cursor. */
export interface Notifications {
  readonly items: readonly Notification[]
  /** The next `after`; null: there are no more. */
  readonly next: string | null
  /** The number of all unread ones. */
  readonly unread: number
}

export interface Notification {
  readonly id: string
  /** Its name in the specification. */
  readonly message: string
  readonly subject: string
  readonly body: string
  /** ISO 8601 */
  readonly at: string
  readonly isRead: boolean
  /** The record that it is about; null: none, or its reader may not see it now. */
  readonly about: NotificationSubject | null
}

export interface NotificationSubject {
  readonly entity: string
  readonly id: string
  readonly label: string | null
  /** The page that shows it; null: this reader has none. */
  readonly address: string | null
}

/** Answer of `GET /_ninefold/notifications/unread`. */
export interface UnreadNotifications {
  readonly unread: number
}

/** `GET`: existing messages; `PUT`: those that the caller turns off. */
export const NOTIFICATION_SETTINGS_PATH = `${NOTIFICATIONS_PATH}/settings`

export interface NotificationSettings {
  readonly messages: readonly MessageSetting[]
}

export interface MessageSetting {
  /** Its name in the specification. */
  readonly message: string
  /** In the reader's language. */
  readonly label: string
  readonly isOn: boolean
}

/** Used instead of a message's name for a followed record. No message of a text can have this name. */
export const FOLLOWED = '@followed'

/** `GET` and `PUT` with `/<entity>/<id>`: whether the caller follows the record. */
export const FOLLOWING_PATH = '/_ninefold/following'

export interface Following {
  readonly isFollowing: boolean
}

/** Tells whether the specification sends any notifications. */
export function hasNotifications({ calls, entities }: Pick<Model, 'calls' | 'entities'>): boolean {
  return calls.messages.some(({ by }) => by === 'in-app') || hasFollowers({ entities })
}

export function hasFollowers({ entities: { entities } }: Pick<Model, 'entities'>): boolean {
  return entities.some(({ followers }) => followers !== null)
}
