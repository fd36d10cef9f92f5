// Engine rows about an erased user.

import { TABLES_OF_USERS } from '@ninefold/core/plan/read/finds.ts'
import type { Executor } from '../../driver/database.ts'
import { eraseTraces } from '../erased-traces.ts'
import { forgetLinks } from './sign-in-links.ts'

/** An entity with emptied records. */
export interface Forgotten {
  readonly entity: string
  /** The emptied fields. */
  readonly fields: readonly string[]
  /** The column by which parts refer to the user. Null: the user's own record. */
  readonly partOf: string | null
}

/** Erases traces of the emptied records: histories, notifications, files, and restorable deleted ones. */
export async function forgetPersonalData(
  executor: Executor,
  { entity, fields, partOf }: Forgotten,
  userId: string,
  records: readonly string[],
): Promise<void> {
  await eraseTraces(executor, { entity, fields, records })
  if (partOf !== null)
    await executor.runOwn(
      'forget-deleted-parts',
      `DELETE FROM ninefold.deletion WHERE id IN (
         SELECT deletion FROM ninefold.deleted_row WHERE entity = $1 AND data ->> $2::text = $3)`,
      [entity, partOf, userId],
    )
}

/** Includes messages that were given up, and those that development keeps. */
export async function forgetMessagesTo(executor: Executor, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await executor.runOwn('forget-messages-to', 'DELETE FROM ninefold.message WHERE receiver = ANY ($1::text[])', [
    addresses,
  ])
}

/** Removes all credentials, roles and kept answers, and cancels deferred steps, which stay visible as failed. */
export async function forgetAccount(executor: Executor, userId: string): Promise<void> {
  for (const table of TABLES_OF_USERS)
    await executor.runOwn(`forget-${table}-of-user`, `DELETE FROM ninefold.${table} WHERE user_id = $1`, [userId])
  await forgetLinks(executor, userId)
  await executor.runOwn('forget-kept-answers', 'DELETE FROM ninefold.idempotency_key WHERE caller = $1', [userId])
  await executor.runOwn(
    'forget-later-of-user',
    `UPDATE ninefold.later SET kept = '', next_try_at = NULL, last_error = 'The user who asked for it was forgotten.'
     WHERE user_id = $1 AND kept <> ''`,
    [userId],
  )
}
