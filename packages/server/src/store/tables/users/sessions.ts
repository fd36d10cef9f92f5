// Sessions: an opaque random token for the caller, its hash for us. A reader of the database can therefore not act as a
// user.

import type { Executor } from '../../driver/database.ts'
import type { Judgement } from '../../driver/rows.ts'
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
  /** Roles that were given, in the database's own order; what they include is the model's matter. */
  readonly roles: readonly string[]
  /** Its user has shown a second factor in it. */
  readonly hasSecondFactor: boolean
}

/** `provider`: an OpenID provider has asked for it. `development`: nobody was asked, as with passwords there. */
export type ShownFactor = 'app' | 'recovery code' | 'provider' | 'passkey' | 'development'

/** From where a session is used, as far as it shows. */
export interface SessionPlace {
  readonly browser: string | null
  readonly system: string | null
  readonly address: string
  /** Of the words that were asked for; null: the request says nothing of it, or there is one language. */
  readonly language: string | null
}

/** One of somebody's sessions, as they may know it: nothing of it lets anybody in. */
export interface OwnSession extends Omit<SessionPlace, 'address' | 'language'> {
  readonly id: string
  /** Null: it has not been used yet. */
  readonly address: string | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  /** It is the one that asks. */
  readonly isThis: boolean
}

/** Where its user signed in: the OpenID provider, and the token by which it knows its own session. */
export interface SessionAtProvider {
  readonly provider: string
  readonly idToken: string
}

/** Writing the last use at every request would make each read a write; this much lag is nothing for days. */
const LAST_USE_STEP_MS = 60_000

/** Returns the token: the only time that it is at hand. */
export async function createSession(
  executor: Executor,
  userId: string,
  at: SessionAtProvider | null = null,
  factor: ShownFactor | null = null,
): Promise<string> {
  const token = newToken()
  await executor.runOwn(
    'create-session',
    `INSERT INTO ninefold.session (token_hash, user_id, created_at, last_used_at, provider, id_token, second_factor, second_factor_at)
     VALUES ($1, $2, now(), now(), $3, $4, $5, CASE WHEN $5::text IS NULL THEN NULL ELSE now() END)`,
    [tokenHash(token), userId, at?.provider ?? null, at?.idToken ?? null, factor],
  )
  return token
}

/** Has its user signed in within this time? */
export async function isFreshSession(executor: Executor, token: string, withinMs: number): Promise<boolean> {
  const rows = await executor.runOwn(
    'is-fresh-session',
    `SELECT FROM ninefold.session WHERE token_hash = $1 AND created_at > now() - $2::bigint * interval '1 millisecond'`,
    [tokenHash(token), withinMs],
  )
  return rows.length > 0
}

/** The condition under which a session goes on. Values: its length, and the longest since signing in. */
function goesOn({ after }: SessionRules, length: string, lengthMax: string): string {
  const since = after === 'last use' ? 'last_used_at' : 'created_at'
  return `${since} > now() - ${length}::bigint * interval '1 millisecond'
      AND (${lengthMax}::bigint IS NULL OR created_at > now() - ${lengthMax}::bigint * interval '1 millisecond')`
}

/**
 * The user of a session, by one statement; null when the session is unknown or has ended. Given roles act at once. `placeOf` is asked
 * when it is written down that the session was used; null: that is nobody's matter here.
 */
export async function findSession(
  executor: Executor,
  token: string,
  rules: SessionRules,
  placeOf: (() => SessionPlace) | null,
): Promise<SessionUser | null> {
  const text = `
    SELECT session.user_id,
      array_to_json(ARRAY(SELECT role FROM ninefold.user_role WHERE user_role.user_id = session.user_id ORDER BY role)) AS roles,
      second_factor IS NOT NULL AS has_second_factor,
      address IS NULL OR last_used_at < now() - $3::bigint * interval '1 millisecond' AS is_stale
    FROM ninefold.session
    WHERE token_hash = $1 AND ${goesOn(rules, '$2', '$4')}`
  const values = [tokenHash(token), rules.lengthMs, lastUseLagMs(rules), rules.lengthMaxMs]
  const row = (await executor.runOwn(`find-session-after-${rules.after.replace(' ', '-')}`, text, values))[0]
  if (row === undefined) return null
  if (row['is_stale'] === true && placeOf !== null) await touchSession(executor, token, placeOf())
  return {
    userId: String(row['user_id']),
    roles: JSON.parse(String(row['roles'])) as string[],
    hasSecondFactor: row['has_second_factor'] === true,
  }
}

/** The condition that holds as long as `findSession` would say the same, and write nothing down. */
export function judgesSession(token: string, { userId, roles }: SessionUser, rules: SessionRules): Judgement {
  return {
    name: `own-judge-session-after-${rules.after.replace(' ', '-')}`,
    condition: `
        EXISTS (SELECT FROM ninefold.session WHERE token_hash = $1 AND user_id = $5
          AND address IS NOT NULL AND last_used_at >= now() - $3::bigint * interval '1 millisecond' AND ${goesOn(rules, '$2', '$4')})
        AND ARRAY(SELECT role FROM ninefold.user_role WHERE user_id = $5 ORDER BY role) = $6::text[]`,
    values: [
      tokenHash(token),
      String(rules.lengthMs),
      String(lastUseLagMs(rules)),
      rules.lengthMaxMs === null ? null : String(rules.lengthMaxMs),
      userId,
      arrayLiteral(roles),
    ],
  }
}

function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}

function lastUseLagMs({ lengthMs }: SessionRules): number {
  return Math.round(Math.min(LAST_USE_STEP_MS, lengthMs / 10))
}

async function touchSession(executor: Executor, token: string, place: SessionPlace): Promise<void> {
  const { browser, system, address, language } = place
  await executor.runOwn(
    'touch-session',
    `UPDATE ninefold.session SET last_used_at = now(), browser = $2, system = $3, address = $4, language = coalesce($5, language)
     WHERE token_hash = $1`,
    [tokenHash(token), browser, system, address, language],
  )
}

/** By user, the language in which each read last. Users who are not known to have read are missing. */
export async function languagesOfUsers(
  executor: Executor,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await executor.runOwn(
    'languages-of-users',
    `SELECT DISTINCT ON (user_id) user_id, language FROM ninefold.session
     WHERE user_id = ANY ($1::text[]) AND language IS NOT NULL ORDER BY user_id, last_used_at DESC`,
    [arrayLiteral(userIds)],
  )
  return new Map(rows.map((row) => [String(row['user_id']), String(row['language'])]))
}

/** Those of a user that go on, the one that asks first, then the last used. */
export async function sessionsOfUser(
  executor: Executor,
  userId: string,
  rules: SessionRules,
  askingToken: string | null,
  countMax: number,
): Promise<OwnSession[]> {
  const rows = await executor.runOwn(
    `sessions-of-user-after-${rules.after.replace(' ', '-')}`,
    `SELECT id, browser, system, address, $2::bytea IS NOT NULL AND token_hash = $2 AS is_this,
       (extract(epoch FROM created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_ms
     FROM ninefold.session
     WHERE user_id = $1 AND ${goesOn(rules, '$3', '$4')}
     ORDER BY is_this DESC, last_used_at DESC, id LIMIT $5`,
    [userId, askingToken === null ? null : tokenHash(askingToken), rules.lengthMs, rules.lengthMaxMs, countMax],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    browser: (row['browser'] as string | null) ?? null,
    system: (row['system'] as string | null) ?? null,
    address: (row['address'] as string | null) ?? null,
    createdAtMs: Number(row['created_ms']),
    lastUsedAtMs: Number(row['last_used_ms']),
    isThis: row['is_this'] === true,
  }))
}

/** Those of everybody that go on. */
export async function countSessions(executor: Executor, rules: SessionRules): Promise<number> {
  const rows = await executor.runOwn(
    `count-sessions-after-${rules.after.replace(' ', '-')}`,
    `SELECT count(*) AS sessions FROM ninefold.session WHERE ${goesOn(rules, '$1', '$2')}`,
    [rules.lengthMs, rules.lengthMaxMs],
  )
  return Number(rows[0]?.['sessions'])
}

/** Returns whether the user had it: somebody else's is like none. */
export async function endSessionOfUser(executor: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'end-session-of-user',
    'DELETE FROM ninefold.session WHERE user_id = $1 AND id = $2 RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}

/** Null: its user did not sign in by an OpenID provider, or there is no such session. */
export async function endSession(executor: Executor, token: string): Promise<SessionAtProvider | null> {
  const rows = await executor.runOwn(
    'end-session',
    'DELETE FROM ninefold.session WHERE token_hash = $1 RETURNING provider, id_token',
    [tokenHash(token)],
  )
  const row = rows[0]
  if (row === undefined || row['provider'] === null || row['id_token'] === null) return null
  return { provider: String(row['provider']), idToken: String(row['id_token']) }
}

/** Only this one stays: after a change of password, or because its user says so. */
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

/** Roles that were given, by user. */
export async function rolesGivenToEach(
  executor: Executor,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await executor.runOwn(
    'roles-given-to-each',
    'SELECT user_id, array_to_json(array_agg(role)) AS roles FROM ninefold.user_role WHERE user_id = ANY($1) GROUP BY user_id',
    [userIds],
  )
  return new Map(rows.map((row) => [String(row['user_id']), JSON.parse(String(row['roles'])) as readonly string[]]))
}
