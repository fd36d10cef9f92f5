// A database of its own on a server, dropped with everything that is connected to it.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inDatabase } from '../../store/embedded/own-database.ts'

export interface TemporaryDatabase extends AsyncDisposable {
  readonly connectionString: string
  readonly name: string
  /** Ended by drop(). */
  readonly pool: pg.Pool
  /** Removes the database, even if clients are connected. */
  drop(): Promise<void>
}

/** `template`: another database of the server to copy, to which nobody is connected. */
export async function createDatabaseOn(server: string, template?: string): Promise<TemporaryDatabase> {
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
