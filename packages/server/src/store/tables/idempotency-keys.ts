// Answers of calls that may be repeated: kept in the transaction that did the work, so that there is never an
// effect without its answer, nor an answer without its effect.

import { createHash, scrypt } from 'node:crypto'
import type { Executor } from '../driver/database.ts'

export interface KeyedRequest {
  /** The user's id; keys of different callers never meet. */
  readonly caller: string
  /** Method and path pattern. */
  readonly call: string
  readonly key: string
  /** Everything that makes it the same request: path parameters and body. */
  readonly content: string
  /** Is a password or a secret in it? The stored hash is then as hard to guess from as that of a password. */
  readonly isSecret: boolean
}

export interface KeptAnswer {
  readonly status: number
  readonly json: string | null
}

/** The key was used for a request with another content. */
export class KeyUsedOtherwise extends Error {
  override name = 'KeyUsedOtherwise'
}

/**
 * Takes the key for this request and returns null, or returns the answer that the request already got. Two at the same
 * time: the second waits for the first, finds that it cannot go on as it began, and is run again by its transaction.
 */
export async function takeKey(executor: Executor, request: KeyedRequest): Promise<KeptAnswer | null> {
  const { caller, call, key } = request
  const hash = await hashOf(request)
  const taken = await executor.runOwn(
    'take-idempotency-key',
    'INSERT INTO ninefold.idempotency_key (caller, call, key, request_hash, created_at) VALUES ($1, $2, $3, $4, now()) ON CONFLICT DO NOTHING RETURNING key',
    [caller, call, key, hash],
  )
  if (taken.length > 0) return null
  const rows = await executor.runOwn(
    'find-idempotency-key',
    'SELECT request_hash = $4 AS is_same, status, answer FROM ninefold.idempotency_key WHERE caller = $1 AND call = $2 AND key = $3',
    [caller, call, key, hash],
  )
  const row = rows[0]
  if (row?.['is_same'] !== true) throw new KeyUsedOtherwise('The key belongs to another request.')
  return { status: Number(row['status']), json: row['answer'] === null ? null : String(row['answer']) }
}

/** Did a request with this key get its answer? A repeated request with it has no effect any more. */
export async function isKeyTaken(
  executor: Executor,
  { caller, call, key }: Pick<KeyedRequest, 'caller' | 'call' | 'key'>,
): Promise<boolean> {
  const found = await executor.runOwn(
    'is-key-taken',
    'SELECT FROM ninefold.idempotency_key WHERE caller = $1 AND call = $2 AND key = $3',
    [caller, call, key],
  )
  return found.length > 0
}

export async function keepAnswer(
  executor: Executor,
  { caller, call, key }: KeyedRequest,
  { status, json }: KeptAnswer,
): Promise<void> {
  await executor.runOwn(
    'keep-answer',
    'UPDATE ninefold.idempotency_key SET status = $4, answer = $5 WHERE caller = $1 AND call = $2 AND key = $3',
    [caller, call, key, status, json],
  )
}

const hashes = new WeakMap<KeyedRequest, Promise<Buffer>>()

/** Worked out once for a request, however often its transaction begins again. */
function hashOf(request: KeyedRequest): Promise<Buffer> {
  const known = hashes.get(request) ?? (request.isSecret ? slowHash(request) : quickHash(request))
  hashes.set(request, known)
  return known
}

async function quickHash({ content }: KeyedRequest): Promise<Buffer> {
  return createHash('sha256').update(content).digest()
}

const SLOWNESS = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const HASH_BYTES = 32

/** With a copy of the database, somebody could try out passwords on a quick hash, past the slow one that is kept of them. */
function slowHash({ caller, call, key, content }: KeyedRequest): Promise<Buffer> {
  const salt = createHash('sha256')
    .update(JSON.stringify([caller, call, key]))
    .digest()
  return new Promise((resolve, reject) => {
    scrypt(content, salt, HASH_BYTES, SLOWNESS, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}
