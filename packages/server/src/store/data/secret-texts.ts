// Secret texts ↔ their stored form: AES-256-GCM, with a key outside of the database and the text. Each value names its
// key, so that keys can be rotated: the first key encrypts, and all keys decrypt.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planSecretKeys } from '@ninefold/core/plan/read/secret-texts.ts'
import type { Executor } from '../driver/database.ts'
import { hashPassword } from '../tables/users/password-hashing.ts'

export interface SecretTexts {
  seal(text: string): string
  open(sealed: string): string
  /** Ids of the keys that can decrypt. */
  readonly keyIds: ReadonlySet<string>
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = '1'

/** A new key in text form: 32 random bytes in base64. */
export function newSecretKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** Tells whether the text is a key. */
export function isSecretKey(written: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(written) && Buffer.from(written, 'base64').length === KEY_BYTES
}

/** `written`: keys, of which the first one encrypts. */
export function secretTextsWith(written: readonly string[]): SecretTexts {
  const keys = written.map((text) => {
    if (!isSecretKey(text)) throw new Error('Defect: what is no key was taken for one.')
    const key = Buffer.from(text, 'base64')
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key }
  })
  const [newest] = keys
  if (newest === undefined) throw new Error('Defect: nothing is encrypted without a key.')
  return {
    keyIds: new Set(keys.map(({ id }) => id)),
    seal: (text) => {
      const head = `${VERSION}.${newest.id}`
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(head))
      const made = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${head}.${made.toString('base64url')}`
    },
    open: (sealed) => {
      const [version, id, made = ''] = sealed.split('.')
      const key = keys.find((each) => each.id === id)?.key
      if (version !== VERSION || key === undefined) throw new Error(`There is no key "${id}" for a secret text.`)
      const bytes = Buffer.from(made, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(`${version}.${id}`)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

/** Tells whether the stored value differs from the given one. */
export function isMadeUnreadable({ type }: Field): boolean {
  return type.kind === 'password' || type.kind === 'secret text'
}

/** The stored form of a value: a password's hash, an encrypted secret, everything else unchanged. */
export async function keptValue({ type }: Field, value: Value, secretTexts: SecretTexts | null): Promise<Value> {
  if (value === null) return null
  if (type.kind === 'password') return hashPassword(String(value))
  if (type.kind !== 'secret text') return value
  if (secretTexts === null) throw new Error('Defect: a secret text came, and there is no key.')
  return secretTexts.seal(String(value))
}

/** Ids of keys that stored secrets use and that are not among the given ones. */
export async function missingKeys(
  executor: Pick<Executor, 'run'>,
  model: Model,
  { keyIds }: SecretTexts,
): Promise<string[]> {
  const statement = planSecretKeys(model)
  const rows = statement === null ? [] : await executor.run(statement, {})
  return rows.map((row) => String(row['key'])).filter((id) => !keyIds.has(id))
}
