// @node-rs/argon2 → the same hashes, in the same form, by WebAssembly.

import { argon2id, argon2Verify } from 'hash-wasm'

interface Parameters {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

const SALT_BYTES = 16
const HASH_BYTES = 32

export function hash(password: string, { memoryCost, timeCost, parallelism }: Parameters): Promise<string> {
  return argon2id({
    password,
    salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
    memorySize: memoryCost,
    iterations: timeCost,
    parallelism,
    hashLength: HASH_BYTES,
    outputType: 'encoded',
  })
}

export function verify(storedHash: string, password: string): Promise<boolean> {
  return argon2Verify({ hash: storedHash, password })
}
