// Identities at OpenID providers by user, and sign-ins in progress.

import type { Executor } from '../../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface Identity {
  readonly issuer: string
  readonly subject: string
}

export interface NewIdentity extends Identity {
  readonly provider: string
  /** The verified address; null: none. */
  readonly address: string | null
}

/** An identity as its user may see it. */
export interface OwnIdentity {
  readonly id: string
  readonly provider: string
  readonly address: string | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
}

/** The user of the identity, who signs in now; null: unknown. */
export async function useIdentity(executor: Executor, { issuer, subject }: Identity): Promise<string | null> {
  const rows = await executor.runOwn(
    'use-identity',
    'UPDATE ninefold.openid_identity SET last_used_at = now() WHERE issuer = $1 AND subject = $2 RETURNING user_id',
    [issuer, subject],
  )
  return rows[0] === undefined ? null : String(rows[0]['user_id'])
}

/** False: it already belongs to a user, even under concurrent attempts. */
export async function keepIdentity(executor: Executor, userId: string, identity: NewIdentity): Promise<boolean> {
  const { issuer, subject, provider, address } = identity
  const rows = await executor.runOwn(
    'keep-identity',
    `INSERT INTO ninefold.openid_identity (issuer, subject, user_id, provider, address, created_at, last_used_at)
     VALUES ($1, $2, $3, $4, $5, now(), now()) ON CONFLICT DO NOTHING RETURNING id`,
    [issuer, subject, userId, provider, address],
  )
  return rows.length > 0
}

/** Locked, so that concurrent links and unlinks run one after the other. */
export async function identitiesOfUser(
  executor: Executor,
  userId: string,
  isForChange: boolean,
): Promise<OwnIdentity[]> {
  if (isForChange)
    await executor.runOwn('lock-identities-of-user', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `identity ${userId}`,
    ])
  const rows = await executor.runOwn(
    'identities-of-user',
    `SELECT id, provider, address, (extract(epoch FROM created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_ms
     FROM ninefold.openid_identity WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    provider: String(row['provider']),
    address: (row['address'] as string | null) ?? null,
    createdAtMs: Number(row['created_ms']),
    lastUsedAtMs: Number(row['last_used_ms']),
  }))
}

export async function forgetIdentity(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.runOwn('forget-identity', 'DELETE FROM ninefold.openid_identity WHERE user_id = $1 AND id = $2', [
    userId,
    id,
  ])
}

export interface PendingSignIn {
  readonly provider: string
  /** The page after the sign-in. */
  readonly next: string
  /** The user whose account is linked; null: a sign-in. */
  readonly userId: string | null
}

/** Returns the browser's token, which is available only here. */
export async function beginSignIn(
  executor: Executor,
  { provider, next, userId }: PendingSignIn,
  validMs: number,
): Promise<string> {
  const token = newToken()
  await executor.runOwn(
    'begin-sign-in',
    `INSERT INTO ninefold.pending_sign_in (token_hash, provider, next_address, user_id, expires_at)
     VALUES ($1, $2, $3, $4, now() + $5::bigint * interval '1 millisecond')`,
    [tokenHash(token), provider, next, userId, validMs],
  )
  return token
}

/** Consumes it in one statement, so that a repeated callback counts once. */
export async function takePendingSignIn(executor: Executor, token: string): Promise<PendingSignIn | null> {
  const rows = await executor.runOwn(
    'take-pending-sign-in',
    `DELETE FROM ninefold.pending_sign_in WHERE token_hash = $1 AND expires_at > now()
     RETURNING provider, next_address, user_id`,
    [tokenHash(token)],
  )
  const row = rows[0]
  if (row === undefined) return null
  const userId = (row['user_id'] as string | null) ?? null
  return { provider: String(row['provider']), next: String(row['next_address']), userId }
}
