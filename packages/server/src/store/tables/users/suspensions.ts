// Suspended users: their sessions have ended, and their keys and all ways to sign in are blocked.

import type { Executor } from '../../driver/database.ts'

/**
 * Writing transactions are serializable, so none that has read this can begin a session concurrently with a suspension.
 */
export async function isSuspended(executor: Executor, userId: string): Promise<boolean> {
  const rows = await executor.runOwn('is-suspended', 'SELECT FROM ninefold.suspension WHERE user_id = $1', [userId])
  return rows.length > 0
}

/** Keys stay, and work again when the suspension ends. */
export async function keepSuspension(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn(
    'keep-suspension',
    'INSERT INTO ninefold.suspension (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
    [userId],
  )
}

export async function endSuspension(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('end-suspension', 'DELETE FROM ninefold.suspension WHERE user_id = $1', [userId])
}

/** The suspended ones of these users. */
export async function suspendedAmong(executor: Executor, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await executor.runOwn(
    'suspended-among',
    'SELECT user_id FROM ninefold.suspension WHERE user_id = ANY ($1::text[])',
    [userIds],
  )
  return new Set(rows.map((row) => String(row['user_id'])))
}
