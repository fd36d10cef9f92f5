// Sessions: an opaque random token for the caller, its hash for us. Whoever reads the database can
// therefore not act as anybody.

import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

const TOKEN_BYTES = 32

export interface SessionRules {
  readonly lengthMs: number
  /** `last use`: every use starts the length anew. */
  readonly after: 'last use' | 'sign-in'
}

export interface SessionUser {
  readonly userId: string
  /** Roles that were given; what they include is the model's matter. */
  readonly roles: readonly string[]
}

/** Writing the last use at every request would make each read a write; this much lag is nothing for days. */
const LAST_USE_STEP_MS = 60_000

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function createSession(client: pg.Pool | pg.ClientBase, userId: string): Promise<string> {
  const token = newToken()
  await client.query({
    name: 'create-session',
    text: 'INSERT INTO ninefold.session (token_hash, user_id) VALUES ($1, $2)',
    values: [tokenHash(token), userId],
  })
  return token
}

/** Who is this? One statement; null when the session is unknown or has ended. Given roles act at once. */
export async function findSession(pool: pg.Pool, token: string, rules: SessionRules): Promise<SessionUser | null> {
  const since = rules.after === 'last use' ? 'last_used_at' : 'created_at'
  const result = await pool.query<{ user_id: string; roles: string; is_stale: boolean }>({
    name: `find-session-${since}`,
    text: `
      SELECT session.user_id,
        array_to_json(ARRAY(SELECT role FROM ninefold.user_role WHERE user_role.user_id = session.user_id)) AS roles,
        session.last_used_at < now() - $3::bigint * interval '1 millisecond' AS is_stale
      FROM ninefold.session
      WHERE token_hash = $1 AND ${since} > now() - $2::bigint * interval '1 millisecond'`,
    values: [tokenHash(token), rules.lengthMs, Math.min(LAST_USE_STEP_MS, rules.lengthMs / 10)],
  })
  const row = result.rows[0]
  if (row === undefined) return null
  if (row.is_stale && rules.after === 'last use') await touchSession(pool, token)
  return { userId: row.user_id, roles: JSON.parse(row.roles) as string[] }
}

async function touchSession(pool: pg.Pool, token: string): Promise<void> {
  await pool.query({
    name: 'touch-session',
    text: 'UPDATE ninefold.session SET last_used_at = now() WHERE token_hash = $1',
    values: [tokenHash(token)],
  })
}

export async function endSession(pool: pg.Pool, token: string): Promise<void> {
  await pool.query({ name: 'end-session', text: 'DELETE FROM ninefold.session WHERE token_hash = $1', values: [tokenHash(token)] })
}

/** After a change of password only the session that changed it stays. */
export async function endOtherSessions(client: pg.Pool | pg.ClientBase, userId: string, keptToken: string | null): Promise<void> {
  await client.query({
    name: 'end-other-sessions',
    text: 'DELETE FROM ninefold.session WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2',
    values: [userId, keptToken === null ? null : tokenHash(keptToken)],
  })
}
