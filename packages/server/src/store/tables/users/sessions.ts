// Sessions: an opaque random token for the client, and its hash here. So a reader of the database cannot act as a user.
// Each sign-in makes a new token and accepts none from a request, which prevents session fixation.

import type { Executor } from '../../driver/database.ts'
import type { Judgement } from '../../driver/rows.ts'
import type { DocumentVersion } from './agreements.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface SessionRules {
  readonly lengthMs: number
  /** `last use`: every use renews it. */
  readonly after: 'last use' | 'sign-in'
  /** Maximum time since sign-in, even if it is used. */
  readonly lengthMaxMs: number | null
}

export interface SessionUser {
  readonly userId: string
  /** Given roles in the database's order; the model adds included ones. */
  readonly roles: readonly string[]
  /** Its user has shown a second factor. */
  readonly hasSecondFactor: boolean
  /** True: the user has not agreed to every document yet. */
  readonly owesTerms: boolean
}

/** `provider`: an OpenID provider has asked for it. `development`: skipped, like passwords there. */
export type ShownFactor = 'app' | 'recovery code' | 'provider' | 'passkey' | 'development'

/** Where a session is used, as far as it is known. */
export interface SessionPlace {
  readonly browser: string | null
  readonly system: string | null
  readonly address: string
  /** The preferred language; null: not stated, or the application has only one. */
  readonly language: string | null
}

/** A session as its user may see it, without credentials. */
export interface OwnSession extends Omit<SessionPlace, 'address' | 'language'> {
  readonly id: string
  /** Null: not used yet. */
  readonly address: string | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  /** The session of the request. */
  readonly isThis: boolean
}

/** The OpenID provider of the sign-in, and the token that identifies its session there. */
export interface SessionAtProvider {
  readonly provider: string
  readonly idToken: string
}

/** Writing each use would turn every read into a write; this lag does not matter over days. */
const LAST_USE_STEP_MS = 60_000

/** Returns the token, which is available only here. */
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

/** Tells whether its user has signed in within this time. */
export async function isFreshSession(executor: Executor, token: string, withinMs: number): Promise<boolean> {
  const rows = await executor.runOwn(
    'is-fresh-session',
    `SELECT FROM ninefold.session WHERE token_hash = $1 AND created_at > now() - $2::bigint * interval '1 millisecond'`,
    [tokenHash(token), withinMs],
  )
  return rows.length > 0
}

/** The condition under which a session is valid. Values: its length, and the maximum since sign-in. */
function goesOn({ after }: SessionRules, length: string, lengthMax: string): string {
  const since = after === 'last use' ? 'last_used_at' : 'created_at'
  return `${since} > now() - ${length}::bigint * interval '1 millisecond'
      AND (${lengthMax}::bigint IS NULL OR created_at > now() - ${lengthMax}::bigint * interval '1 millisecond')`
}

/** Values: names and versions of the documents that the text asks users to agree to. */
const OWES_TERMS = `second_factor IS DISTINCT FROM 'development' AND EXISTS (
        SELECT FROM unnest($5::text[], $6::text[]) AS asked (document, version) WHERE NOT EXISTS (
          SELECT FROM ninefold.agreement
          WHERE agreement.user_id = session.user_id AND (agreement.document, agreement.version) = (asked.document, asked.version)
        ))`

/**
 * The user of a session, by one statement; null: unknown or expired. Changed roles apply at once. `placeOf` is called
 * when the last use is written; null: the place is not recorded.
 */
export async function findSession(
  executor: Executor,
  token: string,
  rules: SessionRules,
  placeOf: (() => SessionPlace) | null,
  terms: readonly DocumentVersion[] = [],
): Promise<SessionUser | null> {
  const owesTerms = terms.length === 0 ? 'FALSE' : OWES_TERMS
  const text = `
    SELECT session.user_id,
      array_to_json(ARRAY(SELECT role FROM ninefold.user_role WHERE user_role.user_id = session.user_id ORDER BY role)) AS roles,
      second_factor IS NOT NULL AS has_second_factor,
      ${owesTerms} AS owes_terms,
      address IS NULL OR last_used_at < now() - $3::bigint * interval '1 millisecond' AS is_stale
    FROM ninefold.session
    WHERE token_hash = $1 AND ${goesOn(rules, '$2', '$4')}`
  const values = [
    tokenHash(token),
    rules.lengthMs,
    lastUseLagMs(rules),
    rules.lengthMaxMs,
    ...(terms.length === 0 ? [] : [terms.map(({ name }) => name), terms.map(({ version }) => version)]),
  ]
  const name = `find-session-after-${rules.after.replace(' ', '-')}${terms.length === 0 ? '' : '-with-terms'}`
  const row = (await executor.runOwn(name, text, values))[0]
  if (row === undefined) return null
  if (row['is_stale'] === true && placeOf !== null) await touchSession(executor, token, placeOf())
  return {
    userId: String(row['user_id']),
    roles: JSON.parse(String(row['roles'])) as string[],
    hasSecondFactor: row['has_second_factor'] === true,
    owesTerms: row['owes_terms'] === true,
  }
}

/** The condition under which `findSession` would return the same and write nothing. */
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

/** The language that each user last used. Unknown users are missing. */
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

/** Valid sessions of a user: the one of the request first, then the most recently used. */
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

/** The number of all valid sessions. */
export async function countSessions(executor: Executor, rules: SessionRules): Promise<number> {
  const rows = await executor.runOwn(
    `count-sessions-after-${rules.after.replace(' ', '-')}`,
    `SELECT count(*) AS sessions FROM ninefold.session WHERE ${goesOn(rules, '$1', '$2')}`,
    [rules.lengthMs, rules.lengthMaxMs],
  )
  return Number(rows[0]?.['sessions'])
}

/** Returns whether the user had it; another user's session counts as missing. */
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

/** Ends all other sessions: after a change of password, or at the user's request. */
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

/** Given roles by user. */
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
