// A database of its own for each test, on the run's shared server (postgres-server.ts).
//
//   const database = await createTestDatabase()
//   afterEach(() => database.drop())        or:  await using database = await createTestDatabase()

import type { ClientBase, Pool } from 'pg'
import { expect, inject } from 'vitest'
import { createDatabaseOn, type TemporaryDatabase } from './servers/temporary-database.ts'

/** The value that postgres-server.ts provides to all workers. */
declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

export type TestDatabase = TemporaryDatabase

/** `template`: another test database to copy, to which nobody is connected. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  return createDatabaseOn(inject('postgres'), template)
}

/** Resolves as soon as a statement in this database waits for a lock. Tests of other files wait on the same server. */
export async function someStatementWaits(client: Pick<Pool | ClientBase, 'query'>): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0]?.count ?? 0
  }
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0)
}
