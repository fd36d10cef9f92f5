// Messages in the application, as their receiver reads them. Everybody reads only those that went to them.

import type { Model } from '../../model/model.ts'

/** Where they are: `GET` this for the newest first, and so many at once. */
export const NOTIFICATIONS_PATH = '/_ninefold/notifications'
export const NOTIFICATIONS_AT_ONCE = 30
export const NOTIFICATIONS_AT_ONCE_MAX = 100

/** After so long they are gone, read or not. */
export const NOTIFICATION_DAYS = 90

/** Answer of `GET /_ninefold/notifications`, with `take` for how many and `after` for what comes behind an id. */
export interface Notifications {
  readonly items: readonly Notification[]
  /** For `after`; null: there are no more. */
  readonly next: string | null
  /** Of all of them. */
  readonly unread: number
}

export interface Notification {
  readonly id: string
  /** As the specification calls it. */
  readonly message: string
  readonly subject: string
  readonly body: string
  /** ISO 8601 */
  readonly at: string
  readonly isRead: boolean
  /** The record that it speaks of; null: none, or none that its reader may see now. */
  readonly about: NotificationSubject | null
}

export interface NotificationSubject {
  readonly entity: string
  readonly id: string
  readonly label: string | null
  /** The page where it is shown; null: there is none for this reader. */
  readonly address: string | null
}

/** Answer of `GET /_ninefold/notifications/unread`. */
export interface UnreadNotifications {
  readonly unread: number
}

/** `GET`: which messages there are; `PUT`: those that the caller wants none of. */
export const NOTIFICATION_SETTINGS_PATH = `${NOTIFICATIONS_PATH}/settings`

export interface NotificationSettings {
  readonly messages: readonly MessageSetting[]
}

export interface MessageSetting {
  /** As the specification calls it. */
  readonly message: string
  /** In the language of the reader. */
  readonly label: string
  readonly isOn: boolean
}

/** In place of a message's name: a record that its reader follows. No message of a text can be called so. */
export const FOLLOWED = '@followed'

/** `GET` and `PUT` this with `/<entity>/<id>`: does the caller follow the record? */
export const FOLLOWING_PATH = '/_ninefold/following'

export interface Following {
  readonly isFollowing: boolean
}

/** Does the specification tell anybody anything in the application? */
export function hasNotifications({ calls, entities }: Pick<Model, 'calls' | 'entities'>): boolean {
  return calls.messages.some(({ by }) => by === 'in-app') || hasFollowers({ entities })
}

export function hasFollowers({ entities: { entities } }: Pick<Model, 'entities'>): boolean {
  return entities.some(({ followers }) => followers !== null)
}
