// node:crypto → the algorithms that the engine and its libraries use, from maintained libraries, and random bytes of
// the browser.

import { gcm } from '@noble/ciphers/aes.js'
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { Buffer } from './buffer.ts'

type Data = string | Uint8Array

const ALGORITHMS = { md5, sha1, sha256, sha384, sha512 } as const

function algorithm(name: string) {
  const found = ALGORITHMS[name.toLowerCase().replace('-', '') as keyof typeof ALGORITHMS]
  if (found === undefined) throw new Error(`There is no hash "${name}" in the playground.`)
  return found
}

const bytesOf = (data: Data, encoding?: string): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data, encoding as 'utf8') : data

interface State {
  update(data: Uint8Array): unknown
  digest(): Uint8Array
}

export class Hash {
  private readonly state: State
  constructor(state: State) {
    this.state = state
  }
  update(data: Data, encoding?: string): this {
    this.state.update(bytesOf(data, encoding))
    return this
  }
  digest(encoding?: string): Buffer | string {
    const digest = Buffer.from(this.state.digest())
    return encoding === undefined ? digest : digest.toString(encoding as 'hex')
  }
}

export const createHash = (name: string): Hash => new Hash(algorithm(name).create())
export const hash = (name: string, data: Data, encoding = 'hex'): Buffer | string =>
  createHash(name).update(data).digest(encoding)
export const createHmac = (name: string, key: Data): Hash => new Hash(hmac.create(algorithm(name), bytesOf(key)))

/** The browser returns at most this many bytes at once. */
const RANDOM_BYTES_MAX = 65_536

export function randomFillSync<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  for (let at = 0; at < bytes.length; at += RANDOM_BYTES_MAX)
    crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES_MAX) as Uint8Array<ArrayBuffer>)
  return bytes
}

export function randomBytes(size: number, told?: (cause: null, bytes: Buffer) => void): Buffer | undefined {
  const bytes = randomFillSync(Buffer.alloc(size))
  if (told === undefined) return bytes
  queueMicrotask(() => told(null, bytes))
  return undefined
}

export function randomUUID(): string {
  return crypto.randomUUID()
}

export function randomInt(from: number, to?: number): number {
  const [low, high] = to === undefined ? [0, from] : [from, to]
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return low + Math.floor((random / 2 ** 32) * (high - low))
}

export function timingSafeEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) throw new RangeError('Input buffers must have the same byte length')
  return left.reduce((different, byte, at) => different | (byte ^ (right[at] ?? 0)), 0) === 0
}

interface ScryptOptions {
  readonly N: number
  readonly r: number
  readonly p: number
}

export function scrypt(
  password: Data,
  salt: Data,
  size: number,
  { N, r, p }: ScryptOptions,
  told: (cause: Error | null, key: Buffer) => void,
): void {
  scryptAsync(bytesOf(password), bytesOf(salt), { N, r, p, dkLen: size }).then(
    (key) => told(null, Buffer.from(key)),
    (cause: unknown) => told(cause as Error, Buffer.alloc(0)),
  )
}

const TAG_BYTES = 16

/** AES-GCM outputs nothing before its end, because the library needs the whole text. */
class Cipher {
  private readonly parts: Uint8Array[] = []
  private additional: Uint8Array = new Uint8Array(0)
  protected tag: Uint8Array = new Uint8Array(0)
  private readonly key: Uint8Array
  private readonly nonce: Uint8Array

  constructor(name: string, key: Uint8Array, nonce: Uint8Array) {
    if (name !== 'aes-256-gcm') throw new Error(`There is no cipher "${name}" in the playground.`)
    this.key = key
    this.nonce = nonce
  }
  setAAD(bytes: Uint8Array): this {
    this.additional = bytes
    return this
  }
  update(data: Data, encoding?: string): Buffer {
    this.parts.push(bytesOf(data, encoding))
    return Buffer.alloc(0)
  }
  protected get content(): Uint8Array {
    return Buffer.concat(this.parts)
  }
  protected get cipher(): ReturnType<typeof gcm> {
    return gcm(Uint8Array.from(this.key), Uint8Array.from(this.nonce), Uint8Array.from(this.additional))
  }
}

class Encryption extends Cipher {
  final(): Buffer {
    const made = this.cipher.encrypt(Uint8Array.from(this.content))
    this.tag = made.subarray(-TAG_BYTES)
    return Buffer.from(made.subarray(0, -TAG_BYTES))
  }
  getAuthTag(): Buffer {
    return Buffer.from(this.tag)
  }
}

class Decryption extends Cipher {
  setAuthTag(tag: Uint8Array): this {
    this.tag = tag
    return this
  }
  final(): Buffer {
    return Buffer.from(this.cipher.decrypt(Uint8Array.from(Buffer.concat([this.content, this.tag]))))
  }
}

export const createCipheriv = (name: string, key: Uint8Array, nonce: Uint8Array): Encryption =>
  new Encryption(name, key, nonce)
export const createDecipheriv = (name: string, key: Uint8Array, nonce: Uint8Array): Decryption =>
  new Decryption(name, key, nonce)
export const webcrypto = globalThis.crypto

export default {
  hash,
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
  randomFillSync,
  timingSafeEqual,
  scrypt,
  webcrypto,
}
