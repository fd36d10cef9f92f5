// Sign-in links for the owner of a mailbox: an opaque random token in the link, and its hash here. Each works once,
// until it expires.

import type { Executor } from '../../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

export type LinkKind = 'new password' | 'sign in'
/** Product messages with a link. */
export type LinkMessage = LinkKind | 'invitation'

export interface LinkUser {
  readonly userId: string
  /** The address of the link. */
  readonly receiver: string
}

/** Returns the token, which is available only here. */
export async function createLink(
  executor: Executor,
  kind: LinkKind,
  { userId, receiver }: LinkUser,
  validMs: number,
): Promise<string> {
  const token = newToken()
  await executor.runOwn(
    'create-link',
    `INSERT INTO ninefold.sign_in_link (token_hash, kind, user_id, receiver, expires_at)
     VALUES ($1, $2, $3, $4, now() + $5::bigint * interval '1 millisecond')`,
    [tokenHash(token), kind, userId, receiver, validMs],
  )
  return token
}

/** Consumes the link in one statement, so that concurrent requests cannot share it. */
export async function takeLink(executor: Executor, kind: LinkKind, token: string): Promise<LinkUser | null> {
  const rows = await executor.runOwn(
    'take-link',
    `DELETE FROM ninefold.sign_in_link WHERE token_hash = $1 AND kind = $2 AND expires_at > now()
     RETURNING user_id, receiver`,
    [tokenHash(token), kind],
  )
  return rows.map((row) => ({ userId: String(row['user_id']), receiver: String(row['receiver']) }))[0] ?? null
}

/** Invalidates other links of the same user. */
export async function forgetLinks(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('forget-links', 'DELETE FROM ninefold.sign_in_link WHERE user_id = $1', [userId])
}

/** No author's message can have such a name. */
export function linkMessageName(kind: LinkMessage): string {
  return `link: ${kind}`
}

/** Removes the stored message, which contains the link. */
export async function forgetLinkMessage(executor: Executor, kind: LinkMessage, token: string): Promise<void> {
  await executor.runOwn(
    'forget-link-message',
    'DELETE FROM ninefold.message WHERE name = $1 AND position($2 in body) > 0',
    [linkMessageName(kind), token],
  )
}
