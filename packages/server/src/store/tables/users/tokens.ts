// Opaque random tokens for clients, and their hashes for the database.

import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
