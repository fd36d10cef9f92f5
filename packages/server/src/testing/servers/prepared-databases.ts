// A text that is served repeatedly → a template database with its tables and data, created once and then copied.
// Creating takes several times as long as copying, and many tests serve the same text. All others copy at least the
// engine's own tables.

import { newSecretKey } from '../../store/data/secret-texts.ts'
import { openDatabase } from '../../store/driver/database.ts'
import { bringEngineTables } from '../../store/migrate/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

/** No client is connected to it. Its secret texts are encrypted with this key. */
export interface Prepared {
  readonly name: string
  readonly secretKey: ReturnType<typeof newSecretKey>
}

interface Kept extends Prepared {
  readonly database: TestDatabase
}

/** Each costs about ten megabytes of memory until the end of the run, and most texts are used by a single test file. */
const KEPT_MAX = 8

/** Null: the text was served once. Ordered by last use. */
const kept = new Map<string, Promise<Kept> | null>()

/**
 * `fill` creates tables and data, and closes its connections. Null: for a single use, preparing would only cost time.
 */
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

let engineTables: Promise<string> | null = null

/**
 * Name of a template database with the engine's own tables alone, which are the same for every text. No client is
 * connected to it, and it stays until the end of the run. Tests of the migration itself begin with an empty database.
 */
export function withEngineTables(): Promise<string> {
  return (engineTables ??= bringAlone())
}

async function bringAlone(): Promise<string> {
  const { name, connectionString } = await createTestDatabase()
  const database = openDatabase({ connectionString })
  await bringEngineTables(database.pool)
  await database.close()
  return name
}

async function prepare(fill: Parameters<typeof preparedDatabase>[1]): Promise<Kept> {
  const database = await createTestDatabase(await withEngineTables())
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
