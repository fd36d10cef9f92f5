// A database of its own for each test, on the run's shared server (postgres-server.ts).
//
//   const database = await createTestDatabase()
//   afterEach(() => database.drop())        or:  await using database = await createTestDatabase()

import { inject } from 'vitest'
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
