// Waiting work in detail: clocks of records, deferred steps, schedules.

import type { Executor } from '../../driver/database.ts'

export interface DueClock {
  /** `Loan.state` */
  readonly machine: string
  readonly clock: string
  readonly record: string
  readonly dueAtMs: number
}

/** Earliest first. */
export async function dueClocks(executor: Executor, take: number): Promise<DueClock[]> {
  const rows = await executor.runOwn(
    'due-clocks',
    `SELECT machine, clock, record_id, due_at FROM ninefold.clock WHERE due_at IS NOT NULL ORDER BY due_at LIMIT $1`,
    [take],
  )
  return rows.map((row) => ({
    machine: String(row['machine']),
    clock: String(row['clock']),
    record: String(row['record_id']),
    dueAtMs: Number(row['due_at']),
  }))
}

export interface PutOffSteps {
  readonly id: string
  readonly owner: string
  /** Null: a guest, or the product. */
  readonly userId: string | null
  readonly attempts: number
  readonly createdAtMs: number
  /** Null: given up. */
  readonly nextTryAtMs: number | null
  readonly lastError: string | null
}

/** Newest first. */
export async function putOffSteps(executor: Executor, take: number): Promise<PutOffSteps[]> {
  const rows = await executor.runOwn(
    'put-off-steps',
    `SELECT id, owner, CASE WHEN acts_as = 'clock' THEN NULL ELSE user_id END AS user_id, attempts, created_at, next_try_at, last_error
     FROM ninefold.later ORDER BY created_at DESC, id DESC LIMIT $1`,
    [take],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    owner: String(row['owner']),
    userId: row['user_id'] === null ? null : String(row['user_id']),
    attempts: Number(row['attempts']),
    createdAtMs: Number(row['created_at']),
    nextTryAtMs: row['next_try_at'] === null ? null : Number(row['next_try_at']),
    lastError: row['last_error'] === null ? null : String(row['last_error']),
  }))
}

/** Makes the steps due at once. Returns the call that deferred them. Null: unknown, done by now, or erased. */
export async function tryStepsAgain(executor: Executor, id: string, nowMs: number): Promise<string | null> {
  const rows = await executor.runOwn(
    'try-steps-again',
    `UPDATE ninefold.later SET next_try_at = $2::timestamptz, attempts = CASE WHEN next_try_at IS NULL THEN 0 ELSE attempts END
     WHERE id = $1 AND kept <> '' RETURNING owner`,
    [id, new Date(nowMs).toISOString()],
  )
  return rows[0] === undefined ? null : String(rows[0]['owner'])
}

/** Returns the call that deferred the steps. Null: none of them is waiting. */
export async function giveStepsUp(executor: Executor, id: string): Promise<string | null> {
  const rows = await executor.runOwn(
    'give-steps-up',
    'UPDATE ninefold.later SET next_try_at = NULL WHERE id = $1 AND next_try_at IS NOT NULL RETURNING owner',
    [id],
  )
  return rows[0] === undefined ? null : String(rows[0]['owner'])
}

export interface RecurringRow {
  /** `schedule Reminders`, `clock Loan.state overdue` */
  readonly name: string
  readonly nextAtMs: number
  /** Null: it has not run yet. */
  readonly lastAtMs: number | null
  /** Null: it succeeded. */
  readonly lastError: string | null
}

/** Next one first. Their number is bounded by the text. */
export async function recurringRows(executor: Executor): Promise<RecurringRow[]> {
  const rows = await executor.runOwn(
    'recurring-rows',
    'SELECT name, next_at, last_at, last_error FROM ninefold.recurring ORDER BY next_at, name',
    [],
  )
  return rows.map((row) => ({
    name: String(row['name']),
    nextAtMs: Number(row['next_at']),
    lastAtMs: row['last_at'] === null ? null : Number(row['last_at']),
    lastError: row['last_error'] === null ? null : String(row['last_error']),
  }))
}
