// A specification's file name → its own database in the embedded PostgreSQL, created if needed.

import { createHash } from 'node:crypto'
import pg from 'pg'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

const DUPLICATE_DATABASE = '42P04'

/** Returns the connection string. */
export async function ownDatabase(postgres: EmbeddedPostgres, specification: string): Promise<string> {
  const name = databaseNameOf(specification)
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error
  } finally {
    await client.end()
  }
  return inOwnDatabase(postgres.connectionString, specification)
}

/** The connection string of an existing database. */
export function inOwnDatabase(server: string, specification: string): string {
  return inDatabase(server, databaseNameOf(specification))
}

/** `server`: the connection string of an embedded PostgreSQL, or of its replica. */
export function inDatabase(server: string, name: string): string {
  return server.replace(/\/ninefold(?=\?|$)/, `/${name}`)
}

/** Copies a database, to which nobody may be connected. Returns the connection string of the copy. */
export async function copyOfDatabase(postgres: EmbeddedPostgres, from: string, to: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  const [template, name] = [from, to].map((each) => pg.escapeIdentifier(databaseNameOf(each)))
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  } finally {
    await client.end()
  }
  return inOwnDatabase(postgres.connectionString, to)
}

/** `Help desk` → `app_help_desk_5b0c1f2e`. A changed name ends in a checksum of the original. */
export function databaseNameOf(specification: string): string {
  const plain = specification
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .slice(0, 40)
  if (plain === specification) return `app_${plain}`
  return `app_${plain}_${createHash('sha256').update(specification).digest('hex').slice(0, 8)}`
}
