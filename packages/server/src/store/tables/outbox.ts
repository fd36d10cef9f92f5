// The outbox: waiting and delivered messages in the engine's own table, and dead letters, which are not tried again.

import type { Executor } from '../driver/database.ts'
import { ATTEMPTS_MAX, nextTryMs } from './retry-delay.ts'

export interface NewMessage {
  readonly name: string
  readonly way: string
  readonly receiver: string
  readonly subject: string
  /** The payload of a webhook, the same at each attempt. */
  readonly body: string
  /** The name of the signing secret of a webhook. */
  readonly signedWith?: string
  /** Missing: the database generates one. */
  readonly id?: string
  /** Contents of documents, as JSON; missing: none. */
  readonly documents?: string
  /** For an e-mail: a `Letter` as JSON. Missing: it has only a text. */
  readonly letter?: string | null
  readonly atMs: number
}

/** Its id identifies the event, at every attempt. */
export interface KeptMessage {
  readonly id: string
  readonly name: string
  readonly way: string
  readonly receiver: string
  readonly subject: string
  readonly body: string
  readonly signedWith: string | null
  readonly attempts: number
  readonly createdAtMs: number
  readonly sentAtMs: number | null
  readonly lastError: string | null
  readonly isGivenUp: boolean
  /** Contents of documents, as JSON. */
  readonly documents: string
  /** For an e-mail: a `Letter` as JSON. Null: it has only a text. */
  readonly letter: string | null
}

const COLUMNS = `id, name, way, receiver, subject, body, signed_with, attempts, created_at, sent_at, last_error, next_try_at, documents, letter`

export async function keepMessage(executor: Executor, message: NewMessage): Promise<void> {
  const {
    name,
    way,
    receiver,
    subject,
    body,
    signedWith = null,
    id = null,
    documents = '[]',
    letter = null,
    atMs,
  } = message
  await executor.runOwn(
    'keep-message',
    `INSERT INTO ninefold.message (id, name, way, receiver, subject, body, signed_with, created_at, next_try_at, documents, letter)
     VALUES (coalesce($8::uuid, ninefold.next_id()), $1, $2, $3, $4, $5, $7, $6::timestamptz, $6::timestamptz, $9, $10)`,
    [name, way, receiver, subject, body, new Date(atMs).toISOString(), signedWith, id, documents, letter],
  )
}

/** Lease of a message that is being sent; after it, the attempt counts as interrupted. */
const LEASE_MS = 300_000

/** Leases a due message; null if it was sent, given up, or leased by another process. */
export async function takeMessage(executor: Executor, id: string, nowMs: number): Promise<KeptMessage | null> {
  const rows = await executor.runOwn(
    'take-message',
    `UPDATE ninefold.message SET next_try_at = $2::timestamptz + $3::bigint * interval '1 millisecond',
       taken_until = $2::timestamptz + $3::bigint * interval '1 millisecond'
     WHERE id = $1 AND next_try_at <= $2::timestamptz RETURNING ${COLUMNS}`,
    [id, new Date(nowMs).toISOString(), LEASE_MS],
  )
  return rows.map(keptMessage)[0] ?? null
}

/** This process has no transport for it; another one may send it at once. */
export async function putBack(executor: Executor, { id, createdAtMs }: KeptMessage): Promise<void> {
  await executor.runOwn('put-back', 'UPDATE ninefold.message SET next_try_at = $2, taken_until = NULL WHERE id = $1', [
    id,
    new Date(createdAtMs).toISOString(),
  ])
}

/** `isKept`: it stays for the mailbox page. */
export async function markSent(executor: Executor, id: string, nowMs: number, isKept: boolean): Promise<void> {
  if (!isKept) {
    await executor.runOwn('forget-sent', 'DELETE FROM ninefold.message WHERE id = $1', [id])
    return
  }
  await executor.runOwn(
    'mark-sent',
    `UPDATE ninefold.message SET sent_at = $2, next_try_at = NULL, taken_until = NULL, last_error = NULL, attempts = attempts + 1
     WHERE id = $1`,
    [id, new Date(nowMs).toISOString()],
  )
}

/**
 * Schedules a retry with growing delays. `isFinal`: retrying would not help. Returns whether this was the last attempt.
 */
export async function markFailed(
  executor: Executor,
  { id, attempts }: KeptMessage,
  { reason, isFinal, nowMs }: { readonly reason: string; readonly isFinal: boolean; readonly nowMs: number },
): Promise<boolean> {
  const isLast = isFinal || attempts + 1 >= ATTEMPTS_MAX
  const nextMs = nextTryMs(nowMs, attempts)
  await executor.runOwn(
    'mark-failed',
    'UPDATE ninefold.message SET attempts = attempts + 1, last_error = $2, next_try_at = $3, taken_until = NULL WHERE id = $1',
    [id, reason.slice(0, 1000), isLast ? null : new Date(nextMs).toISOString()],
  )
  return isLast
}

/** Newest first. */
export async function newestMessages(executor: Executor, countMax: number): Promise<KeptMessage[]> {
  const rows = await executor.runOwn(
    'newest-messages',
    `SELECT ${COLUMNS} FROM ninefold.message ORDER BY created_at DESC, id DESC LIMIT $1`,
    [countMax],
  )
  return rows.map(keptMessage)
}

function keptMessage(row: Readonly<Record<string, unknown>>): KeptMessage {
  const text = (name: string): string => String(row[name] ?? '')
  const sentAtMs = row['sent_at'] === null ? null : Number(row['sent_at'])
  return {
    id: text('id'),
    name: text('name'),
    way: text('way'),
    receiver: text('receiver'),
    subject: text('subject'),
    body: text('body'),
    signedWith: row['signed_with'] === null ? null : text('signed_with'),
    attempts: Number(row['attempts']),
    createdAtMs: Number(row['created_at']),
    sentAtMs,
    lastError: row['last_error'] === null ? null : text('last_error'),
    documents: text('documents'),
    letter: row['letter'] === null ? null : text('letter'),
    isGivenUp: sentAtMs === null && row['next_try_at'] === null,
  }
}
