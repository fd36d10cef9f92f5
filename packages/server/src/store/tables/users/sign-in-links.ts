// Links that let somebody in who can read a mailbox: an opaque random token in the link, its hash for us. Each
// is good once, and for a while.

import type { Executor } from '../../driver/database.ts'
import { newToken, tokenHash } from './tokens.ts'

export type LinkKind = 'new password' | 'sign in'
/** Messages of the product with a link in them. */
export type LinkMessage = LinkKind | 'invitation'

export interface LinkUser {
  readonly userId: string
  /** Where the link was sent. */
  readonly receiver: string
}

/** Returns the token: the only time that it is at hand. */
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

/** Uses the link up, by one statement: of several who come with it at once, one gets the user. */
export async function takeLink(executor: Executor, kind: LinkKind, token: string): Promise<LinkUser | null> {
  const rows = await executor.runOwn(
    'take-link',
    `DELETE FROM ninefold.sign_in_link WHERE token_hash = $1 AND kind = $2 AND expires_at > now()
     RETURNING user_id, receiver`,
    [tokenHash(token), kind],
  )
  return rows.map((row) => ({ userId: String(row['user_id']), receiver: String(row['receiver']) }))[0] ?? null
}

/** Other links of the same user are good for nothing any more. */
export async function forgetLinks(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('forget-links', 'DELETE FROM ninefold.sign_in_link WHERE user_id = $1', [userId])
}

/** An author's message cannot have such a name. */
export function linkMessageName(kind: LinkMessage): string {
  return `link: ${kind}`
}

/** The message still has the link in it. */
export async function forgetLinkMessage(executor: Executor, kind: LinkMessage, token: string): Promise<void> {
  await executor.runOwn(
    'forget-link-message',
    'DELETE FROM ninefold.message WHERE name = $1 AND position($2 in body) > 0',
    [linkMessageName(kind), token],
  )
}
