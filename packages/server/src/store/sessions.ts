// Sessions: an opaque random token for the caller, its hash for us. Whoever reads the database can
// therefore not act as anybody.

import type { Executor } from './database.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface SessionRules {
  readonly lengthMs: number
  /** `last use`: every use starts the length anew. */
  readonly after: 'last use' | 'sign-in'
  /** However often it is used, it ends so long after signing in. */
  readonly lengthMaxMs: number | null
}

export interface SessionUser {
  readonly userId: string
  /** Roles that were given; what they include is the model's matter. */
  readonly roles: readonly string[]
}

/** Writing the last use at every request would make each read a write; this much lag is nothing for days. */
const LAST_USE_STEP_MS = 60_000

/** Returns the token: the only time that it is at hand. */
export async function createSession(executor: Executor, userId: string): Promise<string> {
  const token = newToken()
  await executor.runOwn('create-session', 'INSERT INTO ninefold.session (token_hash, user_id) VALUES ($1, $2)', [
    tokenHash(token),
    userId,
  ])
  return token
}

/** Who is this? One statement; null when the session is unknown or has ended. Given roles act at once. */
export async function findSession(executor: Executor, token: string, rules: SessionRules): Promise<SessionUser | null> {
  const since = rules.after === 'last use' ? 'last_used_at' : 'created_at'
  const text = `
    SELECT session.user_id,
      array_to_json(ARRAY(SELECT role FROM ninefold.user_role WHERE user_role.user_id = session.user_id)) AS roles,
      session.last_used_at < now() - $3::bigint * interval '1 millisecond' AS is_stale
    FROM ninefold.session
    WHERE token_hash = $1 AND ${since} > now() - $2::bigint * interval '1 millisecond'
      AND ($4::bigint IS NULL OR created_at > now() - $4::bigint * interval '1 millisecond')`
  const lagMs = Math.round(Math.min(LAST_USE_STEP_MS, rules.lengthMs / 10))
  const values = [tokenHash(token), rules.lengthMs, lagMs, rules.lengthMaxMs]
  const row = (await executor.runOwn(`find-session-${since}`, text, values))[0]
  if (row === undefined) return null
  if (row['is_stale'] === true && rules.after === 'last use') await touchSession(executor, token)
  return { userId: String(row['user_id']), roles: JSON.parse(String(row['roles'])) as string[] }
}

async function touchSession(executor: Executor, token: string): Promise<void> {
  await executor.runOwn('touch-session', 'UPDATE ninefold.session SET last_used_at = now() WHERE token_hash = $1', [
    tokenHash(token),
  ])
}

export async function endSession(executor: Executor, token: string): Promise<void> {
  await executor.runOwn('end-session', 'DELETE FROM ninefold.session WHERE token_hash = $1', [tokenHash(token)])
}

/** After a change of password only the session that changed it stays. */
export async function endOtherSessions(executor: Executor, userId: string, keptToken: string | null): Promise<void> {
  const kept = keptToken === null ? null : tokenHash(keptToken)
  await executor.runOwn(
    'end-other-sessions',
    'DELETE FROM ninefold.session WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2',
    [userId, kept],
  )
}

export async function rolesGivenTo(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.runOwn('roles-given', 'SELECT role FROM ninefold.user_role WHERE user_id = $1', [userId])
  return rows.map(({ role }) => String(role))
}

export async function giveRole(executor: Executor, userId: string, role: string): Promise<void> {
  await executor.runOwn(
    'give-role',
    'INSERT INTO ninefold.user_role (user_id, role) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [userId, role],
  )
}

export async function takeRole(executor: Executor, userId: string, role: string): Promise<void> {
  await executor.runOwn('take-role', 'DELETE FROM ninefold.user_role WHERE user_id = $1 AND role = $2', [userId, role])
}
