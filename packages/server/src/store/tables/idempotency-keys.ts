// Answers of idempotent calls, stored in the transaction that did the work, so that effect and answer exist together or
// not at all.

import { createHash, scrypt } from 'node:crypto'
import type { Executor } from '../driver/database.ts'
import type { Row } from '../driver/rows.ts'

export interface KeyedRequest {
  /** The user's id, because each caller has keys of their own. */
  readonly caller: string
  /** Method and path pattern, and the tenant if there are tenants. */
  readonly call: string
  readonly key: string
  /** Everything that identifies the request: path parameters and body. */
  readonly content: string
  /** The content includes a password or secret. Its hash is then a slow one, like that of a password. */
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
 * Takes the key for this request and returns null, or returns the stored answer. Of two concurrent requests, the second
 * waits for the first, fails to serialize, and is retried by its transaction.
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
  // A write, although it changes nothing: its commit waits for the synchronous replica, which then also has the stored
  // answer. A commit that was cut off while it waited is visible before it is replicated, and a repetition that only
  // reads would acknowledge it.
  const rows = await executor.runOwn(
    'find-idempotency-key',
    'UPDATE ninefold.idempotency_key SET status = status WHERE caller = $1 AND call = $2 AND key = $3 RETURNING request_hash = $4 AS is_same, status, answer',
    [caller, call, key, hash],
  )
  const row = rows[0]
  if (row?.['is_same'] !== true) throw new KeyUsedOtherwise('The key belongs to another request.')
  return answerIn(row)
}

/** Tells whether a request with this key has been answered, so that a repetition has no effect. */
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

/** The stored answer for the key, regardless of the request's content. Null: none. */
export async function keptAnswer(
  executor: Executor,
  { caller, call, key }: Pick<KeyedRequest, 'caller' | 'call' | 'key'>,
): Promise<KeptAnswer | null> {
  const rows = await executor.runOwn(
    'kept-answer',
    'SELECT status, answer FROM ninefold.idempotency_key WHERE caller = $1 AND call = $2 AND key = $3',
    [caller, call, key],
  )
  return rows[0] === undefined ? null : answerIn(rows[0])
}

function answerIn({ status, answer }: Row): KeptAnswer {
  return { status: Number(status), json: answer === null ? null : String(answer) }
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

/** Computed once per request, however often its transaction is retried. */
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

/**
 * With a copy of the database, an attacker could test passwords against a fast hash and bypass the slow password hash.
 */
function slowHash({ caller, call, key, content }: KeyedRequest): Promise<Buffer> {
  const salt = createHash('sha256')
    .update(JSON.stringify([caller, call, key]))
    .digest()
  return new Promise((resolve, reject) => {
    scrypt(content, salt, HASH_BYTES, SLOWNESS, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}
