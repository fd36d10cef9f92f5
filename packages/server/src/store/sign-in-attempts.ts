// Counting wrong passwords per identifier. The identifier is hashed: what people type at a sign-in page,
// passwords in the wrong field included, is nothing to keep.

import { createHash } from 'node:crypto'
import type { Executor } from './database.ts'

/**
 * Counts this attempt and allows it, unless there were already `attemptsMax` within the window: a refused one
 * is not counted, so nobody can be kept locked out. Call it in a write of its own.
 */
export async function allowAttempt(
  executor: Executor,
  identifier: string,
  attemptsMax: number,
  windowMs: number,
): Promise<boolean> {
  const hash = identifierHash(identifier)
  const text = `
    SELECT count(*) AS attempts FROM ninefold.sign_in_attempt
    WHERE identifier_hash = $1 AND at > now() - $2::bigint * interval '1 millisecond'`
  const rows = await executor.runOwn('count-attempts', text, [hash, windowMs])
  if (Number(rows[0]?.['attempts'] ?? 0) >= attemptsMax) return false
  await executor.runOwn(
    'add-attempt',
    'INSERT INTO ninefold.sign_in_attempt (identifier_hash, at) VALUES ($1, now())',
    [hash],
  )
  return true
}

/** A right password forgets the wrong ones before it. */
export async function forgetAttempts(executor: Executor, identifier: string): Promise<void> {
  await executor.runOwn('forget-attempts', 'DELETE FROM ninefold.sign_in_attempt WHERE identifier_hash = $1', [
    identifierHash(identifier),
  ])
}

function identifierHash(identifier: string): Buffer {
  return createHash('sha256').update(identifier.trim().toLowerCase()).digest()
}
