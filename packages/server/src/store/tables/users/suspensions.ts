// Users who are suspended: their sessions are over, their keys do nothing, and none of their ways in leads in.

import type { Executor } from '../../driver/database.ts'

/** Transactions that write are serializable, so that none which has asked begins a session beside a suspension. */
export async function isSuspended(executor: Executor, userId: string): Promise<boolean> {
  const rows = await executor.runOwn('is-suspended', 'SELECT FROM ninefold.suspension WHERE user_id = $1', [userId])
  return rows.length > 0
}

/** Keys stay, so that they are good again when the user is back. */
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

/** Those of these users who are suspended. */
export async function suspendedAmong(executor: Executor, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await executor.runOwn(
    'suspended-among',
    'SELECT user_id FROM ninefold.suspension WHERE user_id = ANY ($1::text[])',
    [userIds],
  )
  return new Set(rows.map((row) => String(row['user_id'])))
}
