// Passwords are stored as argon2id hashes, with OWASP's recommended minimum parameters.

import { hash, verify } from '@node-rs/argon2'

// 2 is Algorithm.Argon2id; the package's const enum cannot be imported under isolated modules.
const ARGON2ID = 2
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

export function verifyPassword(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password)
}

let nobodysHash: Promise<string> | null = null

/** Takes as long as verifying a real password, so that timing does not tell whether an account exists. */
export async function verifyNobodysPassword(password: string): Promise<false> {
  nobodysHash ??= hashPassword('nobody has this password')
  await verifyPassword(await nobodysHash, password)
  return false
}
