// Statements in the embedded database of a running program, to plant faults and to read its content.

import { join } from 'node:path'
import { inOwnDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { runningPostgres } from '@ninefold/server/store/embedded/running-postgres.ts'
import pg from 'pg'

/** Returns the rows of a single statement. `folder`: contains the specification `app.md`. */
export async function inDatabase(folder: string, text: string): Promise<any[]> {
  const client = new pg.Client({
    connectionString: inOwnDatabase(await runningPostgres(join(folder, '.ninefold')), 'app'),
  })
  // If the database is killed meanwhile, the statement fails, but not this process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
