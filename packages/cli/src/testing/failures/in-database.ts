// A statement in the embedded database of a program that runs: how faults are planted there, and how is seen what it holds.

import { join } from 'node:path'
import { inOwnDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { runningPostgres } from '@ninefold/server/store/embedded/running-postgres.ts'
import pg from 'pg'

/** The rows of a single statement. `folder`: where the specification stands, which is `app.md`. */
export async function inDatabase(folder: string, text: string): Promise<any[]> {
  const client = new pg.Client({
    connectionString: inOwnDatabase(await runningPostgres(join(folder, '.ninefold')), 'app'),
  })
  // A database that is killed meanwhile fails the statement, and not this program.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
