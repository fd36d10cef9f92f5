// A text that is served for the second time → a database with its tables and data, made once and copied from then on. Making
// them takes several times as long as a copy, and many tests serve the same text.

import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { newSecretKey } from '../../store/data/secret-texts.ts'

/** Nobody is connected to it. Secret texts in it were encrypted with this key. */
export interface Prepared {
  readonly name: string
  readonly secretKey: ReturnType<typeof newSecretKey>
}

interface Kept extends Prepared {
  readonly database: TestDatabase
}

/** Each takes some ten megabytes of memory until the end of the run, and most texts belong to one file of tests. */
const KEPT_MAX = 8

/** Null: the text was served once. The one that was used last is the last. */
const kept = new Map<string, Promise<Kept> | null>()

/** `fill` brings tables and data, and leaves no connection. Null: for once, preparing would only take time. */
export async function preparedDatabase(
  text: string,
  fill: (database: TestDatabase, secretKey: Prepared['secretKey']) => Promise<void>,
): Promise<Prepared | null> {
  const known = kept.get(text)
  kept.delete(text)
  if (known === undefined) {
    kept.set(text, null)
    return null
  }
  const prepared = known ?? prepare(fill)
  kept.set(text, prepared)
  await dropOldest()
  return prepared
}

async function prepare(fill: Parameters<typeof preparedDatabase>[1]): Promise<Kept> {
  const database = await createTestDatabase()
  const secretKey = newSecretKey()
  await fill(database, secretKey)
  return { name: database.name, secretKey, database }
}

async function dropOldest(): Promise<void> {
  const made = [...kept].flatMap(([text, prepared]) => (prepared === null ? [] : [{ text, prepared }]))
  for (const { text, prepared } of made.slice(0, Math.max(0, made.length - KEPT_MAX))) {
    kept.delete(text)
    await (await prepared).database.drop()
  }
}
