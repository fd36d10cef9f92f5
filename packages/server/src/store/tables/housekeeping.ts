// Cleanup of expired rows in the engine's own tables.

import { EVENT_DAYS } from '@ninefold/core/contract/programs/events.ts'
import { NOTIFICATION_DAYS } from '@ninefold/core/contract/wire/notifications.ts'
import type { Executor } from '../driver/database.ts'
import { EVENT_LIFE_DAYS } from './service-events.ts'

const KEY_LIFE_MS = 24 * 3_600_000
/** How long an expired API key stays visible. */
const ENDED_KEY_LIFE_DAYS = 30
/** Apps that no user has given access to for so long are removed; they can register again. */
const UNUSED_APP_LIFE_DAYS = 90
/** No lock-out looks back further. */
const ATTEMPT_LIFE_MS = 7 * 24 * 3_600_000
/** Devices without a sign-in for so long are removed; their cookies have expired by then. */
const DEVICE_LIFE_DAYS = 180
/** How long finished and failed messages can be looked up. */
const MESSAGE_LIFE_MS = 30 * 24 * 3_600_000
/** Longer than a year, so that annual events can be compared. */
const AUDIT_LIFE_DAYS = 400
/** Locks of this kind last for one transaction. */
const TURN_LIFE_MS = 3_600_000

/** `sessionLengthMs`: sessions unused for longer have expired; null: there are no sessions. */
export async function tidyUp(executor: Executor, sessionLengthMs: number | null): Promise<void> {
  await executor.runOwn(
    'tidy-keys',
    `DELETE FROM ninefold.idempotency_key WHERE created_at < now() - $1::bigint * interval '1 millisecond'`,
    [KEY_LIFE_MS],
  )
  await executor.runOwn(
    'tidy-service-events',
    `DELETE FROM ninefold.service_event WHERE at < now() - ${EVENT_LIFE_DAYS} * interval '1 day'`,
    [],
  )
  await executor.runOwn(
    'tidy-api-keys',
    `DELETE FROM ninefold.api_key WHERE expires_at < now() - ${ENDED_KEY_LIFE_DAYS} * interval '1 day'
       OR (oauth_grant IS NOT NULL AND expires_at < now())`,
    [],
  )
  await executor.runOwn(
    'tidy-address-languages',
    `DELETE FROM ninefold.address_language WHERE at < now() - ${AUDIT_LIFE_DAYS} * interval '1 day'`,
    [],
  )
  await tidyApps(executor)
  await executor.runOwn(
    'tidy-attempts',
    `DELETE FROM ninefold.sign_in_attempt WHERE at < now() - $1::bigint * interval '1 millisecond'`,
    [ATTEMPT_LIFE_MS],
  )
  await executor.runOwn(
    'tidy-devices',
    `DELETE FROM ninefold.known_device WHERE used_at < now() - ${DEVICE_LIFE_DAYS} * interval '1 day'`,
    [],
  )
  await tidyLinks(executor)
  await tidyMessages(executor)
  await executor.runOwn(
    'tidy-notifications',
    `DELETE FROM ninefold.notification WHERE created_at < now() - ${NOTIFICATION_DAYS} * interval '1 day'`,
    [],
  )
  await executor.runOwn(
    'tidy-events',
    `DELETE FROM ninefold.event WHERE created_at < now() - ${EVENT_DAYS} * interval '1 day'`,
    [],
  )
  await executor.runOwn(
    'tidy-audit',
    `DELETE FROM ninefold.audit WHERE at < now() - ${AUDIT_LIFE_DAYS} * interval '1 day'`,
    [],
  )
  await executor.runOwn('tidy-limits', 'DELETE FROM ninefold.limit_use WHERE ends_at < now()', [])
  await executor.runOwn(
    'tidy-turns',
    `DELETE FROM ninefold.quota_turn WHERE taken_at < now() - $1::bigint * interval '1 millisecond'`,
    [TURN_LIFE_MS],
  )
  if (sessionLengthMs === null) return
  await executor.runOwn(
    'tidy-sessions',
    `DELETE FROM ninefold.session WHERE last_used_at < now() - $1::bigint * interval '1 millisecond'`,
    [sessionLengthMs],
  )
}

/** Removes grants whose code was never used. */
async function tidyApps(executor: Executor): Promise<void> {
  await executor.runOwn(
    'tidy-oauth-grants',
    `DELETE FROM ninefold.oauth_grant
     WHERE expires_at < now() OR (refresh_hash IS NULL AND created_at < now() - interval '1 day')`,
    [],
  )
  await executor.runOwn(
    'tidy-oauth-apps',
    `DELETE FROM ninefold.oauth_app AS app
     WHERE app.used_at < now() - ${UNUSED_APP_LIFE_DAYS} * interval '1 day'
       AND NOT EXISTS (SELECT FROM ninefold.oauth_grant WHERE oauth_grant.app = app.id)`,
    [],
  )
}

/** Removes messages that failed for good, or that were sent. */
async function tidyMessages(executor: Executor): Promise<void> {
  await executor.runOwn(
    'tidy-messages',
    `DELETE FROM ninefold.message WHERE next_try_at IS NULL AND created_at < now() - $1::bigint * interval '1 millisecond'`,
    [MESSAGE_LIFE_MS],
  )
}

/** Messages with sign-in links are removed when the links expire. */
async function tidyLinks(executor: Executor): Promise<void> {
  await executor.runOwn('tidy-links', 'DELETE FROM ninefold.sign_in_link WHERE expires_at < now()', [])
  await executor.runOwn('tidy-pending-sign-ins', 'DELETE FROM ninefold.pending_sign_in WHERE expires_at < now()', [])
  await executor.runOwn('tidy-half-sign-ins', 'DELETE FROM ninefold.half_sign_in WHERE expires_at < now()', [])
  await executor.runOwn(
    'tidy-passkey-challenges',
    'DELETE FROM ninefold.passkey_challenge WHERE expires_at < now()',
    [],
  )
  await executor.runOwn('tidy-invitations', 'DELETE FROM ninefold.invitation WHERE expires_at < now()', [])
  await executor.runOwn(
    'tidy-link-messages',
    `DELETE FROM ninefold.message WHERE name LIKE 'link: %' AND NOT EXISTS (
       SELECT FROM ninefold.sign_in_link AS link
       WHERE link.receiver = message.receiver AND message.name = 'link: ' || link.kind)
     AND NOT EXISTS (
       SELECT FROM ninefold.invitation
       WHERE message.name = 'link: invitation' AND position(to_json(message.receiver)::text IN invitation.given::text) > 0)`,
    [],
  )
}
