// API keys: an opaque random token for the program, and its hash here, with a unique index. Lookup by hash avoids
// timing attacks.

import type { Executor } from '../../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

/** A prefix by which people and secret scanners recognise a key. */
const PREFIX = 'nf_'
const BEGINNING_LENGTH = PREFIX.length + 6
/** Session tokens have another length. */
const KEY = /^nf_[\w-]{43}$/

export function isApiKey(token: string): boolean {
  return KEY.test(token)
}

export function newApiKey(): string {
  return `${PREFIX}${newToken()}`
}

export interface NewKey {
  readonly name: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly days: number
  /** The id of the tenant that the address of the request names; null: none. */
  readonly tenant: string | null
}

/** A key as its user may see it. */
export interface KeyOfUser extends Omit<NewKey, 'days' | 'tenant'> {
  readonly id: string
  readonly beginning: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Null: never. */
  readonly lastUsedAtMs: number | null
}

export interface FoundKey {
  readonly id: string
  readonly userId: string
  readonly beginning: string
  readonly onlyReads: boolean
  /** An app got it by OAuth. */
  readonly isOfApp: boolean
  /** The tenant at whose address alone it is valid; null: at addresses that name none. */
  readonly tenant: string | null
  /** Roles of the key. */
  readonly roles: readonly string[]
  /** Present roles of its user. */
  readonly rolesOfUser: readonly string[]
}

/** As for sessions: writing each use would turn every read into a write. */
const LAST_USE_STEP_MS = 60_000

/** Null: the user already has `countMax` keys. The key is returned only here. */
export async function createKey(
  executor: Executor,
  userId: string,
  { name, roles, onlyReads, days, tenant }: NewKey,
  countMax: number,
): Promise<{ readonly key: string; readonly id: string } | null> {
  const key = newApiKey()
  await executor.runOwn('lock-keys-of-user', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `api_key ${userId}`,
  ])
  const rows = await executor.runOwn(
    'create-api-key',
    `INSERT INTO ninefold.api_key (token_hash, user_id, name, beginning, roles, only_reads, created_at, expires_at, tenant)
     SELECT $1, $2, $3, $4, $5::text[], $6, now(), now() + $7::integer * interval '1 day', $9
     WHERE (SELECT count(*) FROM ninefold.api_key WHERE user_id = $2 AND oauth_grant IS NULL AND expires_at > now()) < $8::integer
     RETURNING id`,
    [tokenHash(key), userId, name, key.slice(0, BEGINNING_LENGTH), roles, onlyReads, days, countMax, tenant],
  )
  return rows[0] === undefined ? null : { key, id: String(rows[0]['id']) }
}

/** Null: unknown, revoked or expired. */
export async function findKey(executor: Executor, key: string): Promise<FoundKey | null> {
  const rows = await executor.runOwn(
    'find-api-key',
    `SELECT id, user_id, beginning, only_reads, tenant, oauth_grant IS NOT NULL AS is_of_app, array_to_json(roles) AS roles,
       array_to_json(ARRAY(SELECT role FROM ninefold.user_role WHERE user_role.user_id = api_key.user_id ORDER BY role)) AS roles_of_user,
       last_used_at IS NULL OR last_used_at < now() - $2::bigint * interval '1 millisecond' AS is_stale
     FROM ninefold.api_key WHERE token_hash = $1 AND expires_at > now()
       AND NOT EXISTS (SELECT FROM ninefold.suspension WHERE suspension.user_id = api_key.user_id)`,
    [tokenHash(key), LAST_USE_STEP_MS],
  )
  const row = rows[0]
  if (row === undefined) return null
  if (row['is_stale'] === true)
    await executor.runOwn('touch-api-key', 'UPDATE ninefold.api_key SET last_used_at = now() WHERE id = $1', [
      row['id'],
    ])
  return {
    id: String(row['id']),
    userId: String(row['user_id']),
    beginning: String(row['beginning']),
    onlyReads: row['only_reads'] === true,
    isOfApp: row['is_of_app'] === true,
    tenant: row['tenant'] === null ? null : String(row['tenant']),
    roles: JSON.parse(String(row['roles'])) as string[],
    rolesOfUser: JSON.parse(String(row['roles_of_user'])) as string[],
  }
}

/** The user's own keys, newest first, including expired ones until they are removed. */
export async function keysOfUser(executor: Executor, userId: string): Promise<KeyOfUser[]> {
  const rows = await executor.runOwn(
    'api-keys-of-user',
    `SELECT id, name, beginning, array_to_json(roles) AS roles, only_reads,
       (extract(epoch FROM created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM expires_at) * 1000)::bigint AS expires_ms,
       (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_ms
     FROM ninefold.api_key WHERE user_id = $1 AND oauth_grant IS NULL ORDER BY created_at DESC, id`,
    [userId],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    beginning: String(row['beginning']),
    roles: JSON.parse(String(row['roles'])) as string[],
    onlyReads: row['only_reads'] === true,
    createdAtMs: Number(row['created_ms']),
    expiresAtMs: Number(row['expires_ms']),
    lastUsedAtMs: row['last_used_ms'] === null ? null : Number(row['last_used_ms']),
  }))
}

export async function endKeysOfUser(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('end-api-keys', 'DELETE FROM ninefold.api_key WHERE user_id = $1', [userId])
}

/** Returns whether the user had it; another user's key counts as missing. */
export async function endKeyOfUser(executor: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'end-api-key',
    'DELETE FROM ninefold.api_key WHERE user_id = $1 AND id = $2 AND oauth_grant IS NULL RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}
