// Rank rebalancing by the cleanup job: ranks that many moves to one place have made long → short ones in the same order.

import { planRankRebalancing } from '@ninefold/core/plan/write/rank-rebalancing.ts'
import { besideKeptValues } from '../store/driver/kept-values.ts'
import type { Application } from '../gate/context/application.ts'

export async function rebalanceRanks({ database, model }: Application): Promise<void> {
  for (const { hasLong, rebalance } of planRankRebalancing(model)) {
    // A read blocks no writer. The write conflicts with every move that is made meanwhile.
    if ((await database.run(hasLong, {}))[0]?.['long'] !== true) continue
    await database.write(async (transaction) => {
      await besideKeptValues(transaction, () => transaction.run(rebalance, {}))
    })
  }
}
