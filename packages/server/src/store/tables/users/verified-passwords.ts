// Passwords that this process has verified a short while ago, for requests that send one each time. A hash takes some
// hundredths of a second to verify, on purpose, and a request that follows is not to pay for it again.

import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const VERIFIED_MAX = 10_000
const VERIFIED_MS = 10 * 60_000

const verified = new LRUCache<string, true>({ max: VERIFIED_MAX, ttl: VERIFIED_MS })
/** Of this process alone: who reads its memory without it learns nothing of a password. */
const key = randomBytes(32)

/** A stored hash has a salt of its own, so that it stands for its user. Another password has another hash. */
function nameOf(storedHash: string, password: string): string {
  return createHmac('sha256', key).update(`${storedHash}\0${password}`).digest('base64')
}

export function isVerified(storedHash: string | null, password: string): boolean {
  return storedHash !== null && verified.has(nameOf(storedHash, password))
}

export function rememberVerified(storedHash: string | null, password: string): void {
  if (storedHash !== null) verified.set(nameOf(storedHash, password), true)
}
