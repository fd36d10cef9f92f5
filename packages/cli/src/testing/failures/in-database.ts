// A statement in the embedded database of a program that runs: how faults are planted there.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** `dataFolder`: `.ninefold` beside the specification. */
export async function inDatabase(dataFolder: string, database: string, statement: string): Promise<void> {
  const note = join(dataFolder, 'socket-folder')
  const host = existsSync(note) ? await readFile(note, 'utf8') : join(dataFolder, 'socket')
  const password = (await readFile(join(dataFolder, 'password'), 'utf8')).trim()
  const client = new pg.Client({ host, port: 5432, user: 'owner', password, database })
  await client.connect()
  await client.query(statement)
  await client.end()
}
