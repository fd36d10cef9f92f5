// The test of evolution on its own PostgreSQL, with the requested number of edits.

import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { type EmptyDatabase, type EvolutionProof, type EvolutionRun, runEvolutionMachine } from './evolution-machine.ts'
import { startedPostgres } from '../failures/own-postgres.ts'

export async function proveEvolution(run: Omit<EvolutionRun, 'pool'>): Promise<EvolutionProof> {
  await using postgres = await startedPostgres()
  const database = openDatabase({ connectionString: await postgres.database() })
  try {
    const emptyDatabase = async (): Promise<EmptyDatabase> => {
      const connectionString = await postgres.database()
      const { pool, close } = openDatabase({ connectionString })
      return { connectionString, pool, [Symbol.asyncDispose]: close }
    }
    return await runEvolutionMachine({ ...run, pool: database.pool, emptyDatabase })
  } finally {
    await database.close()
  }
}
