// The encryption keys of secret texts: from the environment, or from a file beside an embedded database that is created
// on first use. The database that they protect never contains them.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Model } from '@ninefold/core/model/model.ts'
import { keepsSecrets, secretFields } from '@ninefold/core/plan/read/secret-texts.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import {
  isSecretKey,
  missingKeys,
  newSecretKey,
  type SecretTexts,
  secretTextsWith,
} from '@ninefold/server/store/data/secret-texts.ts'
import { EXIT, Stop } from '../terminal/exit.ts'

const VARIABLE = 'NINEFOLD_SECRET_KEYS'
const FILE = 'secret-keys'

/** Keys in written order; none if the variable is not set. */
export function keysInEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  const keys = (environment[VARIABLE] ?? '').split(/[\s,]+/).filter((key) => key !== '')
  if (keys.every(isSecretKey)) return keys
  throw new Stop(
    `${VARIABLE} contains a line that is not a key. A key is 32 random bytes in base64, such as "openssl rand -base64 32" prints; several are separated by commas, the newest first.`,
    EXIT.refused,
  )
}

/** The keys beside an embedded database. If two processes create them at the same time, one wins. */
export async function keysBeside(dataDirectory: string): Promise<string[]> {
  const path = join(dataDirectory, FILE)
  await writeFile(path, `${newSecretKey()}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const keys = (await readFile(path, 'utf8')).split(/\s+/).filter((key) => key !== '')
  if (keys.length > 0 && keys.every(isSecretKey)) return keys
  throw new Stop(`${path} contains a line that is not a key. Without it, secret texts can't be read.`)
}

/** Null: the specification has no secret texts. */
export function secretTextsOf(model: Model, file: string, keys: readonly string[]): SecretTexts | null {
  if (keys.length > 0) return secretTextsWith(keys)
  if (!keepsSecrets(model)) return null
  const [first] = secretFields(model)
  const what = first === undefined ? 'second factors' : `secret texts (${first.entity.name}.${first.field.name})`
  throw new Stop(
    `${file} keeps ${what}, and there is no key to encrypt them with. Set ${VARIABLE} to what "openssl rand -base64 32" prints, and keep it: without it they can't be read again.`,
    EXIT.refused,
  )
}

/** Checked at the start, so that missing keys do not show up one secret after another. */
export async function refuseMissingKeys(
  database: Database,
  model: Model,
  secretTexts: SecretTexts | null,
): Promise<void> {
  const missing = secretTexts === null ? [] : await missingKeys(database, model, secretTexts)
  if (missing.length > 0)
    throw new Stop(
      `Secret texts in the database were encrypted with keys that ${VARIABLE} does not hold: ${missing.join(', ')}. Add them behind the newest one.`,
      EXIT.refused,
    )
}
