// The evolution machine on a PostgreSQL of its own, for as many edits as are asked for.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@ninefold/server/store/database.ts'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded-postgres.ts'
import { type EvolutionProof, type EvolutionRun, runEvolutionMachine } from './evolution-machine.ts'

export async function proveEvolution(run: Omit<EvolutionRun, 'pool'>): Promise<EvolutionProof> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'ninefold-evolution-'))
  // What is cut here is the connection; whether PostgreSQL keeps what it was told is the crash machine's question.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbeddedPostgres({ dataDirectory, settings })
  const database = openDatabase({ connectionString: server.connectionString })
  try {
    return await runEvolutionMachine({ ...run, pool: database.pool })
  } finally {
    await database.close()
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}
