// Where the data of a specification is → that database, opened: the one that --database or DATABASE_URL names, or the
// one beside the file.

import { type Database, isDatabaseAway, openDatabase } from '@ninefold/server/store/database.ts'
import type { FileStore } from '@ninefold/server/store/file-store.ts'
import { ServerUnsuitable } from '@ninefold/server/store/suitable-server.ts'
import { openEmbeddedDatabase, reachEmbeddedDatabase, shareEmbeddedDatabase } from '../embedded-database.ts'
import { Stop } from '../exit.ts'
import { placeForFiles } from '../place-for-files.ts'

export interface PlaceOptions {
  readonly database?: string
  readonly data?: string
}

/** `as it is`: it may be in use meanwhile, and is not made. `shared`: it is made, or may be in use meanwhile. */
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
    } catch (error) {
      throw stopFor(error) ?? error
    } finally {
      await database.close()
    }
  })
}

export interface Place {
  readonly connectionString: string
  /** Missing: nobody has said where uploads are kept, or it is a bucket. */
  readonly files?: FileStore
}

export async function withPlace<Result>(
  file: string,
  { database: named, data }: PlaceOptions,
  mode: PlaceMode,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const given = named ?? process.env['DATABASE_URL'] ?? ''
  if (given !== '' && data === undefined) return work({ connectionString: given, ...folderInEnvironment() })
  const own = await OPEN[mode](file, data, (line) => void process.stderr.write(`${line}\n`))
  try {
    return await work(own)
  } finally {
    await own.stop()
  }
}

/** A bucket keeps what is in it by its own means. */
function folderInEnvironment(): { readonly files?: FileStore } {
  const files = placeForFiles(process.env)
  return files === null || (process.env['NINEFOLD_FILES'] ?? '').startsWith('s3:') ? {} : { files }
}

/** No such database, no such user, a wrong password. */
const NOT_LET_IN: readonly unknown[] = ['3D000', '28000', '28P01']
const LOCK_TIMEOUT = '55P03'

/** Null: what failed is our own. */
function stopFor(error: unknown): Stop | null {
  if (!(error instanceof Error)) return null
  if (error instanceof ServerUnsuitable) return new Stop(error.message)
  const code = 'code' in error ? error.code : undefined
  if (isDatabaseAway(error) || NOT_LET_IN.includes(code))
    return new Stop(`The database can't be reached: ${error.message}.`)
  if (code !== LOCK_TIMEOUT) return null
  return new Stop('Others have used a table for too long. Nothing was changed; try again.')
}
