// Finds and opens the database of a specification: the one named by --database, DATABASE_DIRECT_URL or DATABASE_URL, or
// the embedded one beside the file.

import { type Database, openDatabase } from '@ninefold/server/store/driver/database.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { openEmbeddedDatabase, reachEmbeddedDatabase, shareEmbeddedDatabase } from '../operation/embedded-database.ts'
import { placeForFiles } from '../operation/place-for-files.ts'
import { tellingFailures } from './failures-of-data.ts'

export interface PlaceOptions {
  readonly database?: string
  readonly data?: string
}

/** `as it is`: may be in use, and is not created. `shared`: is created, or may be in use. */
type PlaceMode = 'as it is' | 'shared' | 'to be made'

const OPEN: Record<PlaceMode, typeof openEmbeddedDatabase> = {
  'as it is': reachEmbeddedDatabase,
  shared: shareEmbeddedDatabase,
  'to be made': openEmbeddedDatabase,
}

export function withDatabase<Result>(
  file: string,
  options: PlaceOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withPlaceOpened(file, options, 'to be made', work)
}

export function withPlaceOpened<Result>(
  file: string,
  options: PlaceOptions,
  mode: PlaceMode,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withPlace(file, options, mode, async ({ connectionString }) => {
    const database = openDatabase({ connectionString })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })
}

export interface Place {
  readonly connectionString: string
  /** Missing: no store for uploads is configured, or it is a bucket. */
  readonly files?: FileStore
}

export async function withPlace<Result>(
  file: string,
  { database: named, data }: PlaceOptions,
  mode: PlaceMode,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  // Commands need lasting connections; a pooler in DATABASE_URL is for the requests of `ninefold start`.
  const given = named ?? (process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL']) ?? ''
  if (given !== '' && data === undefined)
    return tellingFailures(given, () => work({ connectionString: given, ...folderInEnvironment() }))
  const own = await OPEN[mode](file, data, (line) => void process.stderr.write(`${line}\n`))
  try {
    return await tellingFailures(own.connectionString, () => work(own))
  } finally {
    await own.stop()
  }
}

/** A bucket has its own means of backup. */
function folderInEnvironment(): { readonly files?: FileStore } {
  const files = placeForFiles(process.env)
  return files === null || (process.env['NINEFOLD_FILES'] ?? '').startsWith('s3:') ? {} : { files }
}
