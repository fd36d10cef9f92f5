// OAuth apps and their access. A code is valid once, for a minute. Each use rotates the refresh token; a reused one
// ends the access, because it must have been copied.

import { createHmac, randomBytes } from 'node:crypto'
import type { Executor } from '../../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Seconds. */
export const CODE_LIFE = 60
/** Seconds. */
export const ACCESS_TOKEN_LIFE = 3600
/** Seconds in which an app may repeat the previous refresh token, because it did not get the answer. */
const REFRESH_RETRY = 60
/** Apps without access: above this number, the longest unused ones are removed. */
const UNUSED_APPS_MAX = 1000

export interface OAuthApp {
  readonly id: string
  readonly name: string
  readonly redirectAddresses: readonly string[]
}

export interface NewGrant {
  readonly app: string
  readonly userId: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly days: number
  /** The PKCE challenge, by SHA-256. */
  readonly codeChallenge: string
  readonly redirectAddress: string
  /** The id of the tenant that the address of the request names; null: none. */
  readonly tenant: string | null
}

/** An access, as the holder of a code or refresh token may see it. */
export interface Grant {
  readonly id: string
  /** The tenant at whose address it was given; null: the address names none. */
  readonly tenant: string | null
  readonly app: OAuthApp
  readonly userId: string
  readonly roles: readonly string[]
}

export interface GrantOfCode extends Grant {
  readonly codeChallenge: string
  readonly redirectAddress: string
}

export interface GrantOfRefreshToken extends Grant {
  readonly nextRefreshToken: string
}

export interface GrantOfUser {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Null: never. */
  readonly lastUsedAtMs: number | null
}

export async function registerApp(
  executor: Executor,
  name: string,
  redirectAddresses: readonly string[],
): Promise<{ readonly id: string; readonly createdAtMs: number }> {
  await executor.runOwn(
    'forget-unused-oauth-apps',
    `DELETE FROM ninefold.oauth_app WHERE id IN (
       SELECT id FROM ninefold.oauth_app AS app
       WHERE NOT EXISTS (SELECT FROM ninefold.oauth_grant WHERE oauth_grant.app = app.id)
       ORDER BY used_at DESC OFFSET ${UNUSED_APPS_MAX - 1})`,
    [],
  )
  const rows = await executor.runOwn(
    'register-oauth-app',
    `INSERT INTO ninefold.oauth_app (name, redirect_addresses, created_at, used_at) VALUES ($1, $2::text[], now(), now())
     RETURNING id, (extract(epoch FROM created_at) * 1000)::bigint AS created_ms`,
    [name, redirectAddresses],
  )
  return { id: String(rows[0]?.['id']), createdAtMs: Number(rows[0]?.['created_ms']) }
}

/** `id`: a UUID. */
export async function findApp(executor: Executor, id: string): Promise<OAuthApp | null> {
  const rows = await executor.runOwn(
    'find-oauth-app',
    'SELECT id, name, array_to_json(redirect_addresses) AS redirect_addresses FROM ninefold.oauth_app AS app WHERE id = $1',
    [id],
  )
  const row = rows[0]
  if (row === undefined) return null
  return { id: String(row['id']), name: String(row['name']), redirectAddresses: listOf(row['redirect_addresses']) }
}

/** Null: the user has already given access to `countMax` apps. The code is returned only here. */
export async function createGrant(executor: Executor, grant: NewGrant, countMax: number): Promise<string | null> {
  const code = newToken()
  await executor.runOwn('lock-grants-of-user', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `oauth_grant ${grant.userId}`,
  ])
  const rows = await executor.runOwn(
    'create-oauth-grant',
    `WITH used AS (UPDATE ninefold.oauth_app SET used_at = now() WHERE id = $1::uuid)
     INSERT INTO ninefold.oauth_grant
       (app, user_id, roles, only_reads, created_at, expires_at, code_hash, code_challenge, redirect_address, refresh_salt, tenant)
     SELECT $1::uuid, $2, $3::text[], $4, now(), now() + $5::integer * interval '1 day', $6, $7, $8, $9, $11
     WHERE (SELECT count(*) FROM ninefold.oauth_grant WHERE user_id = $2 AND expires_at > now() AND refresh_hash IS NOT NULL)
       < $10::integer
     RETURNING id`,
    [
      grant.app,
      grant.userId,
      grant.roles,
      grant.onlyReads,
      grant.days,
      tokenHash(code),
      grant.codeChallenge,
      grant.redirectAddress,
      randomBytes(32),
      countMax,
      grant.tenant,
    ],
  )
  return rows.length === 0 ? null : code
}

const GRANT = `g.id, g.tenant, g.user_id, array_to_json(g.roles) AS roles, app.id AS app, app.name,
  array_to_json(app.redirect_addresses) AS redirect_addresses`
const GRANTS = 'ninefold.oauth_grant AS g JOIN ninefold.oauth_app AS app ON app.id = g.app'
/** Apps of a suspended user get no tokens. */
const IS_ACTIVE = 'NOT EXISTS (SELECT FROM ninefold.suspension WHERE suspension.user_id = g.user_id)'

/** Null: unknown, expired or already used; a reuse ends the access. */
export async function findGrantByCode(executor: Executor, code: string): Promise<GrantOfCode | null> {
  const rows = await executor.runOwn(
    'find-grant-by-code',
    `SELECT ${GRANT}, g.code_challenge, g.redirect_address, g.code_used_at IS NOT NULL AS is_used,
       g.created_at > now() - ${CODE_LIFE} * interval '1 second' AS is_good
     FROM ${GRANTS} WHERE g.code_hash = $1 AND g.expires_at > now() AND ${IS_ACTIVE}`,
    [tokenHash(code)],
  )
  const row = rows[0]
  if (row === undefined) return null
  if (row['is_used'] === true) return endAndNull(executor, String(row['id']))
  if (row['is_good'] !== true) return null
  return {
    ...grantOf(row),
    codeChallenge: String(row['code_challenge']),
    redirectAddress: String(row['redirect_address']),
  }
}

/** False: a concurrent request has used it. */
export async function takeCode(executor: Executor, code: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'take-oauth-code',
    'UPDATE ninefold.oauth_grant SET code_used_at = now() WHERE code_hash = $1 AND code_used_at IS NULL RETURNING id',
    [tokenHash(code)],
  )
  return rows.length > 0
}

/** Contains the id of the access, so that a reused token is recognised. */
const REFRESH_TOKEN = /^nfr_(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/

const refreshToken = (grant: string, secret: string): string => `nfr_${grant}.${secret}`

export function firstRefreshToken(grant: string): string {
  return refreshToken(grant, newToken())
}

/** Null: unknown, or the access has ended. A reused token ends the access. */
export async function findGrantByRefreshToken(executor: Executor, token: string): Promise<GrantOfRefreshToken | null> {
  const id = REFRESH_TOKEN.exec(token)?.groups?.['id']
  if (id === undefined) return null
  const rows = await executor.runOwn(
    'find-grant-by-refresh-token',
    `SELECT ${GRANT}, encode(g.refresh_salt, 'base64') AS refresh_salt,
       g.refresh_hash = $2 OR (g.former_refresh_hash = $2 AND g.refreshed_at > now() - ${REFRESH_RETRY} * interval '1 second') AS is_good
     FROM ${GRANTS} WHERE g.id = $1::uuid AND g.expires_at > now() AND ${IS_ACTIVE}`,
    [id, tokenHash(token)],
  )
  const row = rows[0]
  if (row === undefined) return null
  if (row['is_good'] !== true) return endAndNull(executor, id)
  // Derived, so that a repeated refresh token gives the same successor. The salt prevents holders of the token from
  // computing it.
  const secret = createHmac('sha256', Buffer.from(String(row['refresh_salt']), 'base64'))
    .update(token)
    .digest('base64url')
  return { ...grantOf(row), nextRefreshToken: refreshToken(id, secret) }
}

/** False: the access has ended, or its token was rotated more than once meanwhile. */
export async function rotateRefreshToken(
  executor: Executor,
  grant: string,
  token: string,
  next: string,
): Promise<boolean> {
  const rows = await executor.runOwn(
    'rotate-refresh-token',
    `UPDATE ninefold.oauth_grant SET refresh_hash = $3, former_refresh_hash = $2,
       refreshed_at = CASE WHEN refresh_hash = $2 THEN now() ELSE refreshed_at END
     WHERE id = $1::uuid AND (refresh_hash = $2 OR (former_refresh_hash = $2 AND refresh_hash = $3)) RETURNING id`,
    [grant, tokenHash(token), tokenHash(next)],
  )
  return rows.length > 0
}

/** Stores the first refresh token, issued with a code's first access token. False: the access has ended. */
export async function keepFirstRefreshToken(executor: Executor, grant: string, token: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'keep-first-refresh-token',
    `UPDATE ninefold.oauth_grant SET refresh_hash = $2, refreshed_at = now()
     WHERE id = $1::uuid AND refresh_hash IS NULL RETURNING id`,
    [grant, tokenHash(token)],
  )
  return rows.length > 0
}

/** An access token is an API key of the user with the granted roles. False: the access has ended. */
export async function keepAccessToken(
  executor: Executor,
  grant: string,
  token: string,
  roles: readonly string[],
): Promise<boolean> {
  const rows = await executor.runOwn(
    'create-access-token',
    `INSERT INTO ninefold.api_key (token_hash, user_id, name, beginning, roles, only_reads, created_at, expires_at, oauth_grant, tenant)
     SELECT $2, g.user_id, app.name, 'OAuth ' || app.name, $3::text[], g.only_reads, now(),
       least(g.expires_at, now() + ${ACCESS_TOKEN_LIFE} * interval '1 second'), g.id, g.tenant
     FROM ${GRANTS} WHERE g.id = $1::uuid AND g.expires_at > now() AND ${IS_ACTIVE} RETURNING id`,
    [grant, tokenHash(token), roles],
  )
  return rows.length > 0
}

/** Used ones, newest first. */
export async function grantsOfUser(executor: Executor, userId: string): Promise<GrantOfUser[]> {
  const rows = await executor.runOwn(
    'oauth-grants-of-user',
    `SELECT g.id, app.name, array_to_json(g.roles) AS roles, g.only_reads,
       (extract(epoch FROM g.created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM g.expires_at) * 1000)::bigint AS expires_ms,
       (SELECT (extract(epoch FROM max(greatest(last_used_at, g.refreshed_at))) * 1000)::bigint
        FROM ninefold.api_key WHERE oauth_grant = g.id) AS last_used_ms
     FROM ${GRANTS} WHERE g.user_id = $1 AND g.expires_at > now() AND g.refresh_hash IS NOT NULL
     ORDER BY g.created_at DESC, g.id`,
    [userId],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    roles: listOf(row['roles']),
    onlyReads: row['only_reads'] === true,
    createdAtMs: Number(row['created_ms']),
    expiresAtMs: Number(row['expires_ms']),
    lastUsedAtMs: row['last_used_ms'] === null ? null : Number(row['last_used_ms']),
  }))
}

/** Its tokens end with it. Returns whether the user had it; another user's access counts as missing. `id`: a UUID. */
export async function endGrantOfUser(executor: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'end-oauth-grant-of-user',
    'DELETE FROM ninefold.oauth_grant WHERE user_id = $1 AND id = $2::uuid RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}

export async function endGrantsOfUser(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('end-oauth-grants', 'DELETE FROM ninefold.oauth_grant WHERE user_id = $1', [userId])
}

/** Token revocation: an app ends its access by one of its tokens. */
export async function endGrantByToken(executor: Executor, app: string, token: string): Promise<void> {
  await executor.runOwn(
    'end-oauth-grant-by-token',
    `DELETE FROM ninefold.oauth_grant WHERE app = $1::uuid
       AND (refresh_hash = $2 OR id = (SELECT oauth_grant FROM ninefold.api_key WHERE token_hash = $2))`,
    [app, tokenHash(token)],
  )
}

async function endAndNull(executor: Executor, id: string): Promise<null> {
  await executor.runOwn('end-oauth-grant', 'DELETE FROM ninefold.oauth_grant WHERE id = $1::uuid', [id])
  return null
}

function grantOf(row: Readonly<Record<string, unknown>>): Grant {
  return {
    id: String(row['id']),
    tenant: row['tenant'] === null ? null : String(row['tenant']),
    userId: String(row['user_id']),
    roles: listOf(row['roles']),
    app: { id: String(row['app']), name: String(row['name']), redirectAddresses: listOf(row['redirect_addresses']) },
  }
}

function listOf(json: unknown): string[] {
  return JSON.parse(String(json)) as string[]
}
