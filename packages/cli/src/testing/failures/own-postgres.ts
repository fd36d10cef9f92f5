// A PostgreSQL for long-running tests. Durability is not tested here, so it does not wait for the disk. Everything is
// deleted afterwards.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { ownDatabase } from '@ninefold/server/store/embedded/own-database.ts'

export interface StartedPostgres extends AsyncDisposable {
  /** Returns the connection string of a new, empty database. */
  database(): Promise<string>
}

export async function startedPostgres(): Promise<StartedPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'ninefold-machine-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbeddedPostgres({ dataDirectory, settings })
  let number = 0
  return {
    database: () => ownDatabase(server, `machine ${++number}`),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}
