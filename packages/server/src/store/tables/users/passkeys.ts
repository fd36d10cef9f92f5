// Passkeys of users, and challenges, each of which can be answered once.

import type { Executor } from '../../driver/database.ts'
import { tokenHash } from './tokens.ts'

/** Seconds, enough to find the phone first. */
const CHALLENGE_LIFE = 300

export interface NewPasskey {
  /** The credential id in base64url. */
  readonly credential: string
  /** COSE */
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
  readonly browser: string | null
  readonly system: string | null
}

export interface FoundPasskey extends Pick<NewPasskey, 'credential' | 'publicKey' | 'counter' | 'transports'> {
  readonly userId: string
}

export interface PasskeyOfUser {
  readonly id: string
  readonly credential: string
  readonly transports: readonly string[]
  readonly browser: string | null
  readonly system: string | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

/** `userId` null: a sign-in. */
export async function keepChallenge(executor: Executor, challenge: string, userId: string | null): Promise<void> {
  await executor.runOwn(
    'keep-passkey-challenge',
    `INSERT INTO ninefold.passkey_challenge (challenge_hash, made_for, expires_at)
     VALUES ($1, $2, now() + ${CHALLENGE_LIFE} * interval '1 second')`,
    [tokenHash(challenge), userId],
  )
}

/** Consumes it. False: it was made for another user, already answered, or has expired. */
export async function takeChallenge(executor: Executor, challenge: string, userId: string | null): Promise<boolean> {
  const rows = await executor.runOwn(
    'take-passkey-challenge',
    `DELETE FROM ninefold.passkey_challenge
     WHERE challenge_hash = $1 AND made_for IS NOT DISTINCT FROM $2 AND expires_at > now() RETURNING made_for`,
    [tokenHash(challenge), userId],
  )
  return rows.length > 0
}

/** False: this passkey is already registered. */
export async function createPasskey(executor: Executor, userId: string, passkey: NewPasskey): Promise<boolean> {
  const { credential, publicKey, counter, transports, browser, system } = passkey
  const rows = await executor.runOwn(
    'create-passkey',
    `INSERT INTO ninefold.passkey (credential, user_id, public_key, counter, transports, browser, system, created_at)
     VALUES ($1, $2, $3, $4, $5::text[], $6, $7, now()) ON CONFLICT DO NOTHING RETURNING id`,
    [credential, userId, Buffer.from(publicKey), counter, transports, browser, system],
  )
  return rows.length > 0
}

export async function findPasskey(executor: Executor, credential: string): Promise<FoundPasskey | null> {
  const rows = await executor.runOwn(
    'find-passkey',
    `SELECT user_id, encode(public_key, 'base64') AS public_key, counter, array_to_json(transports) AS transports
     FROM ninefold.passkey WHERE credential = $1`,
    [credential],
  )
  const row = rows[0]
  if (row === undefined) return null
  return {
    credential,
    userId: String(row['user_id']),
    publicKey: new Uint8Array(Buffer.from(String(row['public_key']), 'base64')),
    counter: Number(row['counter']),
    transports: JSON.parse(String(row['transports'])) as string[],
  }
}

/** False: it was removed, or used meanwhile with the same or a higher counter, so one of the two is a clone. */
export async function usePasskey(executor: Executor, credential: string, counter: number): Promise<boolean> {
  const rows = await executor.runOwn(
    'use-passkey',
    `UPDATE ninefold.passkey SET counter = $2, last_used_at = now()
     WHERE credential = $1 AND (counter < $2::bigint OR $2::bigint = 0) RETURNING id`,
    [credential, counter],
  )
  return rows.length > 0
}

export async function hasPasskey(executor: Executor, userId: string): Promise<boolean> {
  const rows = await executor.runOwn('has-passkey', 'SELECT FROM ninefold.passkey WHERE user_id = $1 LIMIT 1', [userId])
  return rows.length > 0
}

/** Newest first. `isForChange`: locks the rows, so that concurrent registrations run one after the other. */
export async function passkeysOfUser(
  executor: Executor,
  userId: string,
  isForChange: boolean,
): Promise<PasskeyOfUser[]> {
  if (isForChange)
    await executor.runOwn('lock-passkeys-of-user', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `passkey ${userId}`,
    ])
  const rows = await executor.runOwn(
    'passkeys-of-user',
    `SELECT id, credential, array_to_json(transports) AS transports, browser, system,
       (extract(epoch FROM created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_ms
     FROM ninefold.passkey WHERE user_id = $1 ORDER BY created_at DESC, id`,
    [userId],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    credential: String(row['credential']),
    transports: JSON.parse(String(row['transports'])) as string[],
    browser: (row['browser'] as string | null) ?? null,
    system: (row['system'] as string | null) ?? null,
    createdAtMs: Number(row['created_ms']),
    lastUsedAtMs: row['last_used_ms'] === null ? null : Number(row['last_used_ms']),
  }))
}

/** Returns whether the user had it; another user's passkey counts as missing. `id`: a UUID. */
export async function forgetPasskey(executor: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'forget-passkey',
    'DELETE FROM ninefold.passkey WHERE user_id = $1 AND id = $2::uuid RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}

/** False: the user had none. */
export async function forgetPasskeysOfUser(executor: Executor, userId: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'forget-passkeys',
    'DELETE FROM ninefold.passkey WHERE user_id = $1 RETURNING id',
    [userId],
  )
  return rows.length > 0
}
