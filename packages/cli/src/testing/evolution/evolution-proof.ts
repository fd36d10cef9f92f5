// The test of evolution on its own PostgreSQL, with the requested number of edits.

import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { type EvolutionProof, type EvolutionRun, runEvolutionMachine } from './evolution-machine.ts'
import { startedPostgres } from '../failures/own-postgres.ts'

export async function proveEvolution(run: Omit<EvolutionRun, 'pool'>): Promise<EvolutionProof> {
  await using postgres = await startedPostgres()
  const database = openDatabase({ connectionString: await postgres.database() })
  try {
    return await runEvolutionMachine({ ...run, pool: database.pool })
  } finally {
    await database.close()
  }
}
