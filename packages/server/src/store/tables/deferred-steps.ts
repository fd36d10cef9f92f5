// Deferred steps in the engine's own table. The transaction that runs the steps deletes the row, so they are done if
// and only if it is gone.

import { createHash } from 'node:crypto'
import type { Executor } from '../driver/database.ts'
import { ATTEMPTS_MAX, nextTryMs } from './retry-delay.ts'

export type ActsAs = 'caller' | 'product' | 'clock'

export interface NewLater {
  /** The call or transition of the steps, in the terms of `laterStepsOf`. */
  readonly owner: string
  /** Hash of the steps' content. */
  readonly stepsHash: string
  readonly actsAs: ActsAs
  /** Null: a guest. */
  readonly userId: string | null
  /** Roles of an API key or agent, which limit the steps. Null: all roles that the user has when the steps run. */
  readonly narrowedTo: readonly string[] | null
  /** The tenant that the host of the request named. Null: none. */
  readonly tenant: string | null
  /** The call required one of its roles, so it is checked again. */
  readonly asksRole: boolean
  /** Values that the steps use, as JSON. */
  readonly kept: string
  readonly atMs: number
}

export interface KeptLater extends NewLater {
  readonly id: string
  readonly attempts: number
  readonly lastError: string | null
  readonly isGivenUp: boolean
}

const COLUMNS = `id, owner, steps_hash, acts_as, user_id, narrowed_to, tenant, asked_role, kept, created_at, next_try_at, attempts, last_error`

export function hashOfSteps(meaning: string): string {
  return createHash('sha256').update(meaning).digest('hex')
}

export async function keepLater(executor: Executor, later: NewLater): Promise<void> {
  const { owner, stepsHash, actsAs, userId, asksRole, kept, atMs, narrowedTo, tenant } = later
  await executor.runOwn(
    'keep-later',
    `INSERT INTO ninefold.later (owner, steps_hash, acts_as, user_id, asked_role, kept, created_at, next_try_at, narrowed_to, tenant)
     VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz, $8::text[], $9)`,
    [owner, stepsHash, actsAs, userId, asksRole, kept, new Date(atMs).toISOString(), narrowedTo, tenant],
  )
}

/** One statement decides which process runs the steps. The row disappears at the commit; null: nothing is due. */
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
  /** Retrying would not help. */
  readonly isFinal: boolean
  readonly nowMs: number
}

/** Schedules a retry with growing delays. Returns whether this was the last attempt. */
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
  // Another process has done it meanwhile, or has failed too.
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

/** Failed steps may succeed under another specification. */
export async function tryLaterAgain(executor: Executor, nowMs: number): Promise<void> {
  await executor.runOwn(
    'try-later-again',
    "UPDATE ninefold.later SET next_try_at = $1, attempts = 0 WHERE next_try_at IS NULL AND kept <> ''",
    [new Date(nowMs).toISOString()],
  )
}

/** Waiting and failed steps, newest first. */
export async function newestLater(executor: Executor, countMax: number): Promise<KeptLater[]> {
  const rows = await executor.runOwn(
    'newest-later',
    `SELECT ${COLUMNS} FROM ninefold.later ORDER BY created_at DESC, id DESC LIMIT $1`,
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
    tenant: row['tenant'] === null ? null : text('tenant'),
    asksRole: row['asked_role'] === true,
    kept: text('kept'),
    attempts: Number(row['attempts']),
    atMs: Number(row['created_at']),
    lastError: row['last_error'] === null ? null : text('last_error'),
    isGivenUp: row['next_try_at'] === null,
  }
}
