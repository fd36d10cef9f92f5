// The outbox for operators: waiting and failed messages, never their contents.

import type { Executor } from '../../driver/database.ts'

export type QueueState = 'waiting' | 'failed'

export interface QueuedMessage {
  readonly id: string
  readonly name: string
  readonly way: string
  readonly receiver: string
  readonly attempts: number
  readonly createdAtMs: number
  /** Null: no further attempt. */
  readonly nextTryAtMs: number | null
  readonly lastError: string | null
  /** A process is sending it now. */
  readonly isTaken: boolean
}

export interface QueuePlace {
  readonly createdAtMs: number
  readonly id: string
}

const OF_STATE: Readonly<Record<QueueState, string>> = {
  waiting: 'sent_at IS NULL AND next_try_at IS NOT NULL',
  failed: 'sent_at IS NULL AND next_try_at IS NULL',
}

/** Newest first. */
export async function queuedMessages(
  executor: Executor,
  asked: {
    readonly state: QueueState
    readonly after: QueuePlace | null
    readonly take: number
    readonly nowMs: number
  },
): Promise<QueuedMessage[]> {
  const { state, after, take, nowMs } = asked
  const rows = await executor.runOwn(
    `queued-messages-${state}${after === null ? '' : '-after'}`,
    `SELECT id, name, way, receiver, attempts, created_at, next_try_at, last_error, coalesce(taken_until > $2, false) AS is_taken
     FROM ninefold.message
     WHERE ${OF_STATE[state]}${after === null ? '' : ' AND created_at <= $3 AND (created_at < $3 OR id < $4)'}
     ORDER BY created_at DESC, id DESC LIMIT $1`,
    [
      take,
      new Date(nowMs).toISOString(),
      ...(after === null ? [] : [new Date(after.createdAtMs).toISOString(), after.id]),
    ],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    way: String(row['way']),
    receiver: String(row['receiver']),
    attempts: Number(row['attempts']),
    createdAtMs: Number(row['created_at']),
    nextTryAtMs: row['next_try_at'] === null ? null : Number(row['next_try_at']),
    lastError: row['last_error'] === null ? null : String(row['last_error']),
    isTaken: row['is_taken'] === true,
  }))
}

export async function queueLengths(executor: Executor): Promise<Readonly<Record<QueueState, number>>> {
  const rows = await executor.runOwn(
    'queue-lengths',
    `SELECT count(*) FILTER (WHERE next_try_at IS NOT NULL) AS waiting, count(*) FILTER (WHERE next_try_at IS NULL) AS failed
     FROM ninefold.message WHERE sent_at IS NULL`,
    [],
  )
  return { waiting: Number(rows[0]?.['waiting']), failed: Number(rows[0]?.['failed']) }
}

/**
 * Makes it due at once, with a fresh count of attempts. Returns its name; null: there is none, it was sent, or a
 * process is sending it.
 */
export async function tryMessageAgain(executor: Executor, id: string, nowMs: number): Promise<string | null> {
  const rows = await executor.runOwn(
    'try-message-again',
    `UPDATE ninefold.message SET next_try_at = $2::timestamptz, attempts = CASE WHEN next_try_at IS NULL THEN 0 ELSE attempts END, taken_until = NULL
     WHERE id = $1 AND sent_at IS NULL AND coalesce(taken_until <= $2::timestamptz, true) RETURNING name`,
    [id, new Date(nowMs).toISOString()],
  )
  return rows[0] === undefined ? null : String(rows[0]['name'])
}

/** Gives it up. Returns its name; null: there is none waiting, or a process is sending it. */
export async function giveMessageUp(executor: Executor, id: string, nowMs: number): Promise<string | null> {
  const rows = await executor.runOwn(
    'give-message-up',
    `UPDATE ninefold.message SET next_try_at = NULL, taken_until = NULL
     WHERE id = $1 AND sent_at IS NULL AND next_try_at IS NOT NULL AND coalesce(taken_until <= $2::timestamptz, true) RETURNING name`,
    [id, new Date(nowMs).toISOString()],
  )
  return rows[0] === undefined ? null : String(rows[0]['name'])
}
