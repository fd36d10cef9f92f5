// Invitations: an opaque random token in a link, its hash in the database. Each makes one user, within its time.

import type { Executor } from '../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface Invitation {
  /** The role that the new user is given. */
  readonly role: string
  /** Fields of the new user that are settled, as a request would send them, by name. */
  readonly given: Readonly<Record<string, unknown>>
}

/** Returns the token. It is at hand only now. */
export async function createInvitation(
  executor: Executor,
  { role, given }: Invitation,
  validMs: number,
): Promise<string> {
  const token = newToken()
  await executor.runOwn(
    'create-invitation',
    `INSERT INTO ninefold.invitation (token_hash, role, given, expires_at)
     VALUES ($1, $2, $3, now() + $4::bigint * interval '1 millisecond')`,
    [tokenHash(token), role, JSON.stringify(given), validMs],
  )
  return token
}

/** Null: there is none, it has been used, or its time is over. */
export async function findInvitation(executor: Pick<Executor, 'runOwn'>, token: string): Promise<Invitation | null> {
  const rows = await executor.runOwn(
    'find-invitation',
    'SELECT role, given FROM ninefold.invitation WHERE token_hash = $1 AND expires_at > now()',
    [tokenHash(token)],
  )
  return rows.map(invitationOf)[0] ?? null
}

/** Uses the invitation up, by one statement: of several who come with it at once, one becomes a user. */
export async function takeInvitation(executor: Executor, token: string): Promise<Invitation | null> {
  const rows = await executor.runOwn(
    'take-invitation',
    'DELETE FROM ninefold.invitation WHERE token_hash = $1 AND expires_at > now() RETURNING role, given',
    [tokenHash(token)],
  )
  return rows.map(invitationOf)[0] ?? null
}

/** Does somebody have the role, or an invitation to it? */
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
  return { role: String(row['role']), given: row['given'] as Invitation['given'] }
}
