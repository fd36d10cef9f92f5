// Where the data of a specification is → that database, opened: the one that --database or DATABASE_URL names, or the
// one beside the file.

import { type Database, openDatabase } from '@ninefold/server/store/database.ts'
import { openEmbeddedDatabase } from '../embedded-database.ts'

export interface PlaceOptions {
  readonly database?: string
  readonly data?: string
}

export async function withDatabase<Result>(
  file: string,
  { database: named, data }: PlaceOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const given = named ?? process.env['DATABASE_URL'] ?? ''
  const isOwn = given === '' || data !== undefined
  const place = isOwn ? await openEmbeddedDatabase(file, data, (line) => void process.stderr.write(`${line}\n`)) : null
  const database = openDatabase({ connectionString: place?.connectionString ?? given })
  try {
    return await work(database)
  } finally {
    await database.close()
    await place?.stop()
  }
}
