// A database with a small specification and records, and the plan of migrating it to the next version.

import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { bring, type EntityText, type Version } from './versions.ts'

export function ticket(...fields: string[]): EntityText {
  return { name: 'Ticket', fields }
}

export async function rows({ pool }: TestDatabase, sql: string): Promise<unknown[]> {
  return (await pool.query<Record<string, unknown>>(sql)).rows.map((row) => {
    const values = Object.values(row)
    return values.length === 1 ? values[0] : values
  })
}

export async function begun(version: Version, ...inserts: string[]): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await bring(database.connectionString, version)
  for (const insert of inserts) await database.pool.query(insert)
  return database
}

export const told = ({ waiting }: Awaited<ReturnType<typeof bring>>): string[] =>
  waiting.map(({ sentence, rows: count, hint }) => `${sentence} (${count})${hint === undefined ? '' : ` ${hint}`}`)
