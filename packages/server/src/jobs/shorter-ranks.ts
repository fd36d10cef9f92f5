// Ranks that many moves to one place have made long → short ones in the same order, by the cleanup job.

import { planShorterRanks } from '@ninefold/core/plan/write/ranks.ts'
import type { Application } from '../gate/context/application.ts'

export async function shortenRanks({ database, model }: Application): Promise<void> {
  for (const statement of planShorterRanks(model))
    await database.write(async (transaction) => void (await transaction.run(statement, {})))
}
