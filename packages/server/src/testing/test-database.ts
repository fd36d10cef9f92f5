// A database of its own for each test, on the run's shared server (postgres-server.ts).
//
//   const database = await createTestDatabase()
//   afterEach(() => database.drop())        or:  await using database = await createTestDatabase()

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inDatabase } from '../store/embedded/own-database.ts'
import { inject } from 'vitest'

/** The value that postgres-server.ts provides to all workers. */
declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

export interface TestDatabase extends AsyncDisposable {
  readonly connectionString: string
  readonly name: string
  /** Ended by drop(). */
  readonly pool: pg.Pool
  /** Removes the database, even if clients are connected. */
  drop(): Promise<void>
}

/** `template`: another test database to copy, to which nobody is connected. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  return createDatabaseOn(inject('postgres'), template)
}

/** The same on a server of the test's own. */
export async function createDatabaseOn(server: string, template?: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const from = template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)}`
  await onServer(server, `CREATE DATABASE ${name}${from}`)
  const connectionString = inDatabase(server, name)
  const pool = new pg.Pool({ connectionString, max: 10 })
  // drop() cuts open connections; without a listener that would be an uncaught error.
  pool.on('error', () => {})
  let dropped: Promise<void> | null = null
  const drop = async (): Promise<void> => {
    await pool.end()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return {
    connectionString,
    name,
    pool,
    drop: () => (dropped ??= drop()),
    [Symbol.asyncDispose]: () => (dropped ??= drop()),
  }
}

async function onServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
