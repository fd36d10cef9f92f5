// Recently verified passwords of this process, for clients that send one with each request. Verification is slow on
// purpose, and should not repeat for each request.

import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const VERIFIED_MAX = 10_000
const VERIFIED_MS = 10 * 60_000

const verified = new LRUCache<string, true>({ max: VERIFIED_MAX, ttl: VERIFIED_MS })
/** A key of this process only: the entries are useless without it. */
const key = randomBytes(32)

/** A stored hash has its own salt, so it identifies the user, and changes with the password. */
function nameOf(storedHash: string, password: string): string {
  return createHmac('sha256', key).update(`${storedHash}\0${password}`).digest('base64')
}

export function isVerified(storedHash: string | null, password: string): boolean {
  return storedHash !== null && verified.has(nameOf(storedHash, password))
}

export function rememberVerified(storedHash: string | null, password: string): void {
  if (storedHash !== null) verified.set(nameOf(storedHash, password), true)
}
