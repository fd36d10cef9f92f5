// Steps that are to be done after the answer, in the engine's own table. A row is taken away by the transaction that
// does its steps, so they are done when it is gone, and only then.

import { createHash } from 'node:crypto'
import type { Executor } from '../driver/database.ts'
import { ATTEMPTS_MAX, nextTryMs } from './retry-delay.ts'

export type ActsAs = 'caller' | 'product' | 'clock'

export interface NewLater {
  /** The call or transition that the steps belong to, as `laterStepsOf` calls it. */
  readonly owner: string
  /** Of what the steps do. */
  readonly stepsHash: string
  readonly actsAs: ActsAs
  /** Null: nobody was signed in. */
  readonly userId: string | null
  /** Roles of a key or an agent, beyond which the steps do not go. Null: all that the user has by then. */
  readonly narrowedTo: readonly string[] | null
  /** A role of the call was asked for, and is asked for again. */
  readonly asksRole: boolean
  /** Values that the steps name, as JSON. */
  readonly kept: string
  readonly atMs: number
}

export interface KeptLater extends NewLater {
  readonly id: string
  readonly attempts: number
  readonly lastError: string | null
  readonly isGivenUp: boolean
}

const COLUMNS = `id, owner, steps_hash, acts_as, user_id, narrowed_to, asked_role, kept, created_at, next_try_at, attempts, last_error`

export function hashOfSteps(meaning: string): string {
  return createHash('sha256').update(meaning).digest('hex')
}

export async function keepLater(executor: Executor, later: NewLater): Promise<void> {
  const { owner, stepsHash, actsAs, userId, asksRole, kept, atMs, narrowedTo } = later
  await executor.runOwn(
    'keep-later',
    `INSERT INTO ninefold.later (owner, steps_hash, acts_as, user_id, asked_role, kept, created_at, next_try_at, narrowed_to)
     VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz, $8::text[])`,
    [owner, stepsHash, actsAs, userId, asksRole, kept, new Date(atMs).toISOString(), narrowedTo],
  )
}

/** The one statement that decides who does it. It is gone when the transaction is committed; null: nothing is due. */
export async function takeLater(executor: Executor, id: string, nowMs: number): Promise<KeptLater | null> {
  const rows = await executor.runOwn(
    'take-later',
    `DELETE FROM ninefold.later WHERE id = $1 AND next_try_at <= $2 RETURNING ${COLUMNS}`,
    [id, new Date(nowMs).toISOString()],
  )
  return rows.map(keptLater)[0] ?? null
}

export interface Failure {
  readonly reason: string
  /** Trying again would change nothing. */
  readonly isFinal: boolean
  readonly nowMs: number
}

/** Tried again later, each time after a longer pause. Returns whether it was the last time. */
export async function markLaterFailed(
  executor: Executor,
  id: string,
  { reason, isFinal, nowMs }: Failure,
): Promise<boolean> {
  const rows = await executor.runOwn(
    'later-attempts',
    'SELECT attempts FROM ninefold.later WHERE id = $1 AND next_try_at <= $2 FOR UPDATE',
    [id, new Date(nowMs).toISOString()],
  )
  // Somebody else has done it meanwhile, or has failed too.
  if (rows[0] === undefined) return false
  const attempts = Number(rows[0]['attempts'])
  const isLast = isFinal || attempts + 1 >= ATTEMPTS_MAX
  await executor.runOwn(
    'later-failed',
    'UPDATE ninefold.later SET attempts = attempts + 1, last_error = $2, next_try_at = $3 WHERE id = $1',
    [id, reason.slice(0, 1000), isLast ? null : new Date(nextTryMs(nowMs, attempts)).toISOString()],
  )
  return isLast
}

/** Failed steps may come through under another specification. */
export async function tryLaterAgain(executor: Executor, nowMs: number): Promise<void> {
  await executor.runOwn(
    'try-later-again',
    "UPDATE ninefold.later SET next_try_at = $1, attempts = 0 WHERE next_try_at IS NULL AND kept <> ''",
    [new Date(nowMs).toISOString()],
  )
}

/** Those that wait and those that have failed, the newest first. */
export async function newestLater(executor: Executor, countMax: number): Promise<KeptLater[]> {
  const rows = await executor.runOwn(
    'newest-later',
    `SELECT ${COLUMNS} FROM ninefold.later ORDER BY created_at DESC, id LIMIT $1`,
    [countMax],
  )
  return rows.map(keptLater)
}

function keptLater(row: Readonly<Record<string, unknown>>): KeptLater {
  const text = (name: string): string => String(row[name] ?? '')
  return {
    id: text('id'),
    owner: text('owner'),
    stepsHash: text('steps_hash'),
    actsAs: text('acts_as') as ActsAs,
    userId: row['user_id'] === null ? null : text('user_id'),
    narrowedTo: Array.isArray(row['narrowed_to']) ? row['narrowed_to'].map(String) : null,
    asksRole: row['asked_role'] === true,
    kept: text('kept'),
    attempts: Number(row['attempts']),
    atMs: Number(row['created_at']),
    lastError: row['last_error'] === null ? null : text('last_error'),
    isGivenUp: row['next_try_at'] === null,
  }
}
