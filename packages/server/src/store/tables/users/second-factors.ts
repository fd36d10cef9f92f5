// Second factors of users: encrypted secrets, hashes of recovery codes, and half sign-ins.

import { createHash, randomBytes } from 'node:crypto'
import type { Executor } from '../../driver/database.ts'
import type { SessionAtProvider } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface KeptFactor {
  /** Encrypted. */
  readonly sealed: string
  /** False: not yet confirmed by a code, so it does not count. */
  readonly isConfirmed: boolean
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

export async function factorOfUser(executor: Executor, userId: string): Promise<KeptFactor | null> {
  const rows = await executor.runOwn(
    'factor-of-user',
    `SELECT secret, confirmed_at IS NOT NULL AS is_confirmed,
       (extract(epoch FROM coalesce(confirmed_at, created_at)) * 1000)::bigint AS created_ms,
       (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_ms
     FROM ninefold.second_factor WHERE user_id = $1`,
    [userId],
  )
  const row = rows[0]
  if (row === undefined) return null
  return {
    sealed: String(row['secret']),
    isConfirmed: row['is_confirmed'] === true,
    createdAtMs: Number(row['created_ms']),
    lastUsedAtMs: row['last_used_ms'] === null ? null : Number(row['last_used_ms']),
  }
}

export async function hasFactor(executor: Executor, userId: string): Promise<boolean> {
  return (await factorOfUser(executor, userId))?.isConfirmed === true
}

/** Replaces an unconfirmed one. False: there is a confirmed one. */
export async function keepNewFactor(executor: Executor, userId: string, sealed: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'keep-new-factor',
    `INSERT INTO ninefold.second_factor (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = $2, created_at = now(), last_step = NULL
     WHERE second_factor.confirmed_at IS NULL RETURNING user_id`,
    [userId, sealed],
  )
  return rows.length > 0
}

/** Consumes a code in one statement, so that concurrent requests cannot share it. `sealed`: the secret of the code. */
export async function takeStep(executor: Executor, userId: string, sealed: string, step: number): Promise<boolean> {
  const rows = await executor.runOwn(
    'use-step',
    `UPDATE ninefold.second_factor SET last_step = $3, last_used_at = now(), confirmed_at = coalesce(confirmed_at, now())
     WHERE user_id = $1 AND secret = $2 AND (last_step IS NULL OR last_step < $3::bigint) RETURNING user_id`,
    [userId, sealed, step],
  )
  return rows.length > 0
}

/** Removes the secret, the recovery codes, the state in sessions, and half sign-ins. False: there was none. */
export async function forgetFactor(executor: Executor, userId: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'forget-factor',
    'DELETE FROM ninefold.second_factor WHERE user_id = $1 RETURNING user_id',
    [userId],
  )
  await forgetRecoveryCodes(executor, userId)
  await executor.runOwn(
    'forget-factor-of-sessions',
    'UPDATE ninefold.session SET second_factor = NULL, second_factor_at = NULL WHERE user_id = $1',
    [userId],
  )
  await forgetHalfSignIns(executor, userId)
  return rows.length > 0
}

async function forgetRecoveryCodes(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('forget-recovery-codes', 'DELETE FROM ninefold.recovery_code WHERE user_id = $1', [userId])
}

/** Crockford's base 32: letters are not confused with digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = 10
const CODE_LENGTH = 10

/** Invalidates earlier codes. The codes are returned only here. */
export async function makeRecoveryCodes(executor: Executor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await forgetRecoveryCodes(executor, userId)
  await executor.runOwn(
    'keep-recovery-codes',
    "INSERT INTO ninefold.recovery_code (user_id, code_hash) SELECT $1, decode(unnest($2::text[]), 'hex')",
    [userId, codes.map((code) => codeHash(code).toString('hex'))],
  )
  return codes
}

function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `${letters.slice(0, CODE_LENGTH / 2).join('')}-${letters.slice(CODE_LENGTH / 2).join('')}`
}

/** Normalises the typed code. */
function codeHash(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHash('sha256').update(plain).digest()
}

export async function takeRecoveryCode(executor: Executor, userId: string, code: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'use-recovery-code',
    'DELETE FROM ninefold.recovery_code WHERE user_id = $1 AND code_hash = $2 RETURNING user_id',
    [userId, codeHash(code)],
  )
  return rows.length > 0
}

export async function recoveryCodesLeft(executor: Executor, userId: string): Promise<number> {
  const rows = await executor.runOwn(
    'recovery-codes-left',
    'SELECT count(*) AS codes FROM ninefold.recovery_code WHERE user_id = $1',
    [userId],
  )
  return Number(rows[0]?.['codes'] ?? 0)
}

/** A sign-in that still needs the second factor. */
export interface HalfSignIn {
  readonly userId: string
  /** The identifier of the sign-in; null: without a password. */
  readonly identifier: string | null
  readonly at: SessionAtProvider | null
}

/** Long enough to find the phone and install an app. */
const VALID_MS = 15 * 60_000
export const HALF_SIGN_IN_SECONDS = VALID_MS / 1000

/** Returns the token, which is available only here. */
export async function beginHalfSignIn(executor: Executor, { userId, identifier, at }: HalfSignIn): Promise<string> {
  const token = newToken()
  await executor.runOwn(
    'begin-half-sign-in',
    `INSERT INTO ninefold.half_sign_in (token_hash, user_id, identifier, provider, id_token, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6::bigint * interval '1 millisecond')`,
    [tokenHash(token), userId, identifier, at?.provider ?? null, at?.idToken ?? null, VALID_MS],
  )
  return token
}

/** `isForEnd`: consumes it, in one statement. */
export async function halfSignIn(executor: Executor, token: string, isForEnd: boolean): Promise<HalfSignIn | null> {
  const columns = 'user_id, identifier, provider, id_token'
  const where = 'WHERE token_hash = $1 AND expires_at > now()'
  const rows = await (isForEnd
    ? executor.runOwn('end-half-sign-in', `DELETE FROM ninefold.half_sign_in ${where} RETURNING ${columns}`, [
        tokenHash(token),
      ])
    : executor.runOwn('find-half-sign-in', `SELECT ${columns} FROM ninefold.half_sign_in ${where}`, [tokenHash(token)]))
  const row = rows[0]
  if (row === undefined) return null
  const at =
    row['provider'] === null ? null : { provider: String(row['provider']), idToken: String(row['id_token'] ?? '') }
  return { userId: String(row['user_id']), identifier: (row['identifier'] as string | null) ?? null, at }
}

/** After a change of password or factor: sign-ins have to start again. */
export async function forgetHalfSignIns(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('forget-half-sign-ins', 'DELETE FROM ninefold.half_sign_in WHERE user_id = $1', [userId])
}

/** The session's user has just shown the factor. */
export async function refreshFactor(executor: Executor, token: string, kind: string): Promise<void> {
  await executor.runOwn(
    'refresh-factor',
    'UPDATE ninefold.session SET second_factor = $2, second_factor_at = now() WHERE token_hash = $1',
    [tokenHash(token), kind],
  )
}

/** Tells whether the session's user has shown the factor within this time. */
export async function isFactorFresh(executor: Executor, token: string, withinMs: number): Promise<boolean> {
  const rows = await executor.runOwn(
    'is-factor-fresh',
    `SELECT FROM ninefold.session
     WHERE token_hash = $1 AND second_factor_at > now() - $2::bigint * interval '1 millisecond'`,
    [tokenHash(token), withinMs],
  )
  return rows.length > 0
}

/** Serialises the attempts of one user, so that concurrent ones cannot exceed the limit. */
export async function lockAttempts(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('lock-factor-attempts', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `second factor ${userId}`,
  ])
}
