// Notifications in the engine's own table. Each belongs to one user, and every statement is limited to that user.

import { FOLLOWED, NOTIFICATION_DAYS } from '@ninefold/core/contract/wire/notifications.ts'
import type { Executor } from '../driver/database.ts'

export interface NewNotification {
  readonly userId: string
  readonly name: string
  readonly subject: string
  readonly body: string
  readonly about: { readonly entity: string; readonly record: string } | null
  readonly atMs: number
}

export interface KeptNotification extends NewNotification {
  readonly id: string
  readonly isRead: boolean
  /** Null: a message of the text, with its own words. */
  readonly happening: Happening | null
}

const COLUMNS =
  'id, user_id, name, subject, body, entity, record, created_at, read_at, told_by, step, part_entity, part_record'
const IS_THERE = `created_at > now() - ${NOTIFICATION_DAYS} * interval '1 day'`

/** Skips users who have turned this message off. */
export async function keepNotification(executor: Executor, notification: NewNotification): Promise<void> {
  const { userId, name, subject, body, about, atMs } = notification
  await executor.runOwn(
    'keep-notification',
    `INSERT INTO ninefold.notification (user_id, name, subject, body, entity, record, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7
     WHERE NOT EXISTS (SELECT FROM ninefold.message_off WHERE user_id = $1 AND message = $2)`,
    [userId, name, subject, body, about?.entity ?? null, about?.record ?? null, new Date(atMs).toISOString()],
  )
}

/** Names of the messages that the user has turned off. */
export async function messagesOff(executor: Executor, userId: string): Promise<ReadonlySet<string>> {
  const rows = await executor.runOwn('messages-off', 'SELECT message FROM ninefold.message_off WHERE user_id = $1', [
    userId,
  ])
  return new Set(rows.map((row) => String(row['message'])))
}

/** Turns these off and all others on. */
export async function setMessagesOff(
  transaction: Executor,
  userId: string,
  messages: readonly string[],
): Promise<void> {
  await transaction.runOwn(
    'turn-messages-on',
    'DELETE FROM ninefold.message_off WHERE user_id = $1 AND message <> ALL ($2::text[])',
    [userId, messages],
  )
  await transaction.runOwn(
    'turn-messages-off',
    `INSERT INTO ninefold.message_off (user_id, message) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    [userId, messages],
  )
}

/** Newest first. `after`: those older than the one with this id; null: the user has no such notification. */
export async function notificationsOf(
  executor: Executor,
  userId: string,
  after: string | null,
  countMax: number,
): Promise<KeptNotification[] | null> {
  if (after !== null && (await numberOf(executor, userId, after)) === null) return null
  const rows = await executor.runOwn(
    'notifications-of',
    `SELECT ${COLUMNS} FROM ninefold.notification
     WHERE user_id = $1 AND ${IS_THERE}
       AND ($2::uuid IS NULL OR number < (SELECT number FROM ninefold.notification WHERE id = $2 AND user_id = $1))
     ORDER BY number DESC LIMIT $3`,
    [userId, after, countMax],
  )
  return rows.map(keptNotification)
}

/** Counts messages of the text only: for followed records, the reader's rights decide. */
export async function unreadMessagesOf(executor: Executor, userId: string): Promise<number> {
  const rows = await executor.runOwn(
    'unread-notifications',
    `SELECT count(*) AS unread FROM ninefold.notification
     WHERE user_id = $1 AND read_at IS NULL AND name <> '${FOLLOWED}' AND ${IS_THERE}`,
    [userId],
  )
  return Number(rows[0]?.['unread'] ?? 0)
}

/** The latest first. `after`: the number to skip. */
export async function unreadFollowedOf(
  executor: Executor,
  userId: string,
  { take, after }: { readonly take: number; readonly after: number },
): Promise<KeptNotification[]> {
  const rows = await executor.runOwn(
    'unread-followed',
    `SELECT ${COLUMNS} FROM ninefold.notification
     WHERE user_id = $1 AND read_at IS NULL AND name = '${FOLLOWED}' AND ${IS_THERE}
     ORDER BY number DESC LIMIT $2 OFFSET $3`,
    [userId, take, after],
  )
  return rows.map(keptNotification)
}

/** Returns whether it exists. Marking it twice changes nothing. */
export async function markRead(executor: Executor, userId: string, id: string, nowMs: number): Promise<boolean> {
  const rows = await executor.runOwn(
    'read-notification',
    `UPDATE ninefold.notification SET read_at = coalesce(read_at, $3) WHERE user_id = $1 AND id = $2 RETURNING id`,
    [userId, id, new Date(nowMs).toISOString()],
  )
  return rows.length > 0
}

/** Marks it as unread. Returns whether it exists. */
export async function markUnread(executor: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'unread-notification',
    `UPDATE ninefold.notification SET read_at = NULL WHERE user_id = $1 AND id = $2 RETURNING id`,
    [userId, id],
  )
  return rows.length > 0
}

/** Marks it and all older ones as read; newer ones have not been seen yet. Returns whether it exists. */
export async function markReadUntil(executor: Executor, userId: string, id: string, nowMs: number): Promise<boolean> {
  const number = await numberOf(executor, userId, id)
  if (number === null) return false
  await executor.runOwn(
    'read-notifications',
    `UPDATE ninefold.notification SET read_at = $3 WHERE user_id = $1 AND number <= $2 AND read_at IS NULL`,
    [userId, number, new Date(nowMs).toISOString()],
  )
  return true
}

async function numberOf(executor: Executor, userId: string, id: string): Promise<unknown> {
  const rows = await executor.runOwn(
    'number-of-notification',
    'SELECT number FROM ninefold.notification WHERE id = $2 AND user_id = $1',
    [userId, id],
  )
  return rows[0]?.['number'] ?? null
}

/** The newest notifications of all users, for the author in development. */
export async function newestNotifications(executor: Executor, countMax: number): Promise<KeptNotification[]> {
  const rows = await executor.runOwn(
    'newest-notifications',
    `SELECT ${COLUMNS} FROM ninefold.notification WHERE name <> '${FOLLOWED}' ORDER BY number DESC LIMIT $1`,
    [countMax],
  )
  return rows.map(keptNotification)
}

function keptNotification(row: Readonly<Record<string, unknown>>): KeptNotification {
  const text = (name: string): string => String(row[name] ?? '')
  return {
    id: text('id'),
    userId: text('user_id'),
    name: text('name'),
    subject: text('subject'),
    body: text('body'),
    about: row['entity'] === null ? null : { entity: text('entity'), record: text('record') },
    atMs: Number(row['created_at']),
    isRead: row['read_at'] !== null,
    happening: text('name') === FOLLOWED ? happeningIn(row) : null,
  }
}

function happeningIn(row: Readonly<Record<string, unknown>>): Happening {
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]))
  const [entity, record] = [text('part_entity'), text('part_record')]
  return {
    by: text('told_by'),
    step: text('step'),
    part: entity === null || record === null ? null : { entity, record },
  }
}

export interface OfRecord {
  readonly entity: string
  readonly record: string
}

/** An event of a record: a transition, or another record that was added to it. */
export interface Happening {
  /** The user's id; null: the product. */
  readonly by: string | null
  readonly step: string | null
  readonly part: OfRecord | null
}

/** Null: the user has made no choice. */
export async function chosenFollowing(
  executor: Executor,
  userId: string,
  { entity, record }: OfRecord,
): Promise<boolean | null> {
  const rows = await executor.runOwn(
    'chosen-following',
    'SELECT is_on FROM ninefold.following WHERE user_id = $1 AND entity = $2 AND record = $3',
    [userId, entity, record],
  )
  return rows[0] === undefined ? null : rows[0]['is_on'] === true
}

export async function setFollowing(
  executor: Executor,
  userId: string,
  { entity, record }: OfRecord,
  isOn: boolean,
): Promise<void> {
  await executor.runOwn(
    'set-following',
    `INSERT INTO ninefold.following (user_id, entity, record, is_on) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, entity, record) DO UPDATE SET is_on = excluded.is_on`,
    [userId, entity, record, isOn],
  )
}

/**
 * `byRecord`: users whom the record itself names. Users are not notified of their own actions, nor of events that a
 * message of the text has already told them.
 */
export async function keepFollowed(
  executor: Executor,
  { entity, record }: OfRecord,
  { by, step, part }: Happening,
  byRecord: readonly string[],
  atMs: number,
): Promise<void> {
  await executor.runOwn(
    'keep-followed',
    `INSERT INTO ninefold.notification
       (user_id, name, subject, body, entity, record, created_at, told_by, step, part_entity, part_record)
     SELECT follower.id, '${FOLLOWED}', '', '', $1, $2, $3, $4, $5, $6, $7
     FROM (
       SELECT unnest($8::text[]) AS id
       UNION SELECT user_id FROM ninefold.following WHERE entity = $1 AND record = $2 AND is_on
     ) AS follower
     WHERE follower.id IS DISTINCT FROM $4
       AND NOT EXISTS (
         SELECT FROM ninefold.following AS own
         WHERE own.user_id = follower.id AND own.entity = $1 AND own.record = $2 AND NOT own.is_on)
       AND NOT EXISTS (
         SELECT FROM ninefold.message_off AS silent WHERE silent.user_id = follower.id AND silent.message = '${FOLLOWED}')
       AND NOT EXISTS (
         SELECT FROM ninefold.notification AS told
         WHERE told.user_id = follower.id AND told.created_at = $3 AND told.name <> '${FOLLOWED}'
           AND told.entity = $1 AND told.record = $2)`,
    [entity, record, new Date(atMs).toISOString(), by, step, part?.entity ?? null, part?.record ?? null, byRecord],
  )
}

/** Removes the followers of a deleted record. */
export async function forgetFollowing(executor: Executor, { entity, record }: OfRecord): Promise<void> {
  await executor.runOwn('forget-following', 'DELETE FROM ninefold.following WHERE entity = $1 AND record = $2', [
    entity,
    record,
  ])
}
