// A specification's file name → its own database in the embedded PostgreSQL, made when it is not there yet.

import { createHash } from 'node:crypto'
import pg from 'pg'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

const DUPLICATE_DATABASE = '42P04'

/** Returns how to connect to it. */
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

/** How to connect to it, where it is there already. */
export function inOwnDatabase(server: string, specification: string): string {
  return server.replace(/\/ninefold(?=\?|$)/, `/${databaseNameOf(specification)}`)
}

/** A database with all that another one holds, to which nobody may be connected. Returns how to connect to it. */
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

/** `Help desk` → `app_help_desk_5b0c1f2e`. A name that had to be changed ends in a checksum of what it was. */
export function databaseNameOf(specification: string): string {
  const plain = specification
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .slice(0, 40)
  if (plain === specification) return `app_${plain}`
  return `app_${plain}_${createHash('sha256').update(specification).digest('hex').slice(0, 8)}`
}
