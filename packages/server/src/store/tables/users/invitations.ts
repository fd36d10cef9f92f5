// Invitations: an opaque random token in a link, and its hash in the database. Each creates one user, until it expires.

import type { Executor } from '../../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface Invitation {
  /** The role of the new user. */
  readonly role: string
  /** Fixed fields of the new user, as in a request, by name. */
  readonly given: Readonly<Record<string, unknown>>
  /** The inviting user; missing: the operator. */
  readonly invitedBy?: string
  /** The tenant in which the user will have the role; missing: it is a role everywhere. */
  readonly tenant?: string
}

export interface OpenInvitation extends Invitation {
  readonly id: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** Returns the token, which is available only here. Null: the user already has `countMax` open invitations. */
export async function createInvitation(
  executor: Executor,
  { role, given, invitedBy, tenant }: Invitation,
  validMs: number,
  countMax: number | null = null,
): Promise<{ readonly token: string; readonly id: string } | null> {
  const token = newToken()
  const rows = await executor.runOwn(
    'create-invitation',
    `INSERT INTO ninefold.invitation (token_hash, role, given, expires_at, user_id, tenant)
     SELECT $1, $2, $3::jsonb, now() + $4::bigint * interval '1 millisecond', $5, $7
     WHERE $6::integer IS NULL
       OR (SELECT count(*) FROM ninefold.invitation WHERE user_id = $5 AND expires_at > now()) < $6::integer
     RETURNING id`,
    [tokenHash(token), role, JSON.stringify(given), validMs, invitedBy ?? null, countMax, tenant ?? null],
  )
  return rows[0] === undefined ? null : { token, id: String(rows[0]['id']) }
}

/** Null: unknown, used or expired. */
export async function findInvitation(executor: Pick<Executor, 'runOwn'>, token: string): Promise<Invitation | null> {
  const rows = await executor.runOwn(
    'find-invitation',
    `SELECT role, given, user_id, tenant FROM ninefold.invitation WHERE token_hash = $1 AND expires_at > now()
       AND NOT EXISTS (SELECT FROM ninefold.suspension WHERE suspension.user_id = invitation.user_id)`,
    [tokenHash(token)],
  )
  return rows.map(invitationOf)[0] ?? null
}

/** Consumes the invitation in one statement, so that concurrent requests create only one user. */
export async function takeInvitation(executor: Executor, token: string): Promise<Invitation | null> {
  const rows = await executor.runOwn(
    'take-invitation',
    'DELETE FROM ninefold.invitation WHERE token_hash = $1 AND expires_at > now() RETURNING role, given, user_id, tenant',
    [tokenHash(token)],
  )
  return rows.map(invitationOf)[0] ?? null
}

/** `tenant` null: of those into a tenant none is meant. */
export interface InvitationsOf {
  readonly roles: readonly string[]
  readonly tenant: string | null
}

/** Invitations to these roles, newest first. The operator's invitations are not included. */
export async function openInvitations(
  executor: Executor,
  { roles, tenant }: InvitationsOf,
  countMax: number,
): Promise<OpenInvitation[]> {
  const rows = await executor.runOwn(
    'open-invitations',
    `SELECT id, role, given, user_id, tenant, (extract(epoch FROM created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM expires_at) * 1000)::bigint AS expires_ms
     FROM ninefold.invitation WHERE user_id IS NOT NULL AND role = ANY ($1::text[]) AND expires_at > now()
       AND (tenant IS NULL OR tenant = $3)
     ORDER BY created_at DESC, id LIMIT $2`,
    [roles, countMax, tenant],
  )
  return rows.map((row) => ({
    ...invitationOf(row),
    id: String(row['id']),
    createdAtMs: Number(row['created_ms']),
    expiresAtMs: Number(row['expires_ms']),
  }))
}

/** False: there is none to one of these roles. `id`: a UUID. */
export async function endInvitation(
  executor: Executor,
  id: string,
  { roles, tenant }: InvitationsOf,
): Promise<boolean> {
  const rows = await executor.runOwn(
    'end-invitation',
    `DELETE FROM ninefold.invitation WHERE id = $1::uuid AND user_id IS NOT NULL AND role = ANY ($2::text[])
       AND (tenant IS NULL OR tenant = $3) RETURNING id`,
    [id, roles, tenant],
  )
  return rows.length > 0
}

/** Tells whether a user has the role, or an open invitation to it. */
export async function isRoleTaken(executor: Executor, role: string): Promise<boolean> {
  const rows = await executor.runOwn(
    'role-taken',
    `SELECT FROM ninefold.user_role WHERE role = $1
     UNION ALL SELECT FROM ninefold.invitation WHERE role = $1 AND expires_at > now() LIMIT 1`,
    [role],
  )
  return rows.length > 0
}

function invitationOf(row: Readonly<Record<string, unknown>>): Invitation {
  return {
    role: String(row['role']),
    given: row['given'] as Invitation['given'],
    ...(row['user_id'] === null ? {} : { invitedBy: String(row['user_id']) }),
    ...(row['tenant'] === null ? {} : { tenant: String(row['tenant']) }),
  }
}
