// The engine's tables → how much work is due or given up, by kind.

import type { Executor } from '../driver/database.ts'

export interface WaitingWork {
  readonly kind: string
  readonly due: number
  /** Given up; for messages, within the last day. */
  readonly failed: number
  readonly oldestSeconds: number
}

export async function waitingWork(executor: Executor): Promise<WaitingWork[]> {
  const rows = await executor.runOwn(
    'waiting-work',
    `WITH waits AS (
       SELECT 'clock' AS kind, due_at AS at FROM ninefold.clock WHERE due_at <= now()
       UNION ALL SELECT 'schedule', next_at FROM ninefold.recurring WHERE next_at <= now()
       UNION ALL SELECT way, next_try_at FROM ninefold.message WHERE next_try_at <= now()
       UNION ALL SELECT 'later', next_try_at FROM ninefold.later WHERE next_try_at <= now()),
     failed AS (
       SELECT way AS kind, count(*) AS failed FROM ninefold.message
       WHERE created_at > now() - interval '1 day' AND next_try_at IS NULL AND sent_at IS NULL GROUP BY way
       UNION ALL SELECT 'later', count(*) FROM ninefold.later WHERE next_try_at IS NULL)
     SELECT kind, (SELECT count(*) FROM waits WHERE waits.kind = kinds.kind) AS due,
       coalesce((SELECT sum(failed) FROM failed WHERE failed.kind = kinds.kind), 0)::bigint AS failed,
       coalesce((SELECT extract(epoch FROM now() - min(at)) FROM waits WHERE waits.kind = kinds.kind), 0)::float8 AS oldest
     FROM unnest(ARRAY['clock', 'schedule', 'email', 'webhook', 'later']) AS kinds (kind)`,
    [],
  )
  return rows.map((row) => ({
    kind: String(row['kind']),
    due: Number(row['due']),
    failed: Number(row['failed']),
    oldestSeconds: Number(row['oldest']),
  }))
}
