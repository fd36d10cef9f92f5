// Promise: a tenant moves to another database while it is used, and whatever is killed meanwhile, nothing acknowledged is
// lost, no deferred step is done twice, and no request fails while nothing is killed.

// HOME_DATABASE_URL and SHARD_DATABASE_URL name two empty databases; otherwise the proof starts two servers of PostgreSQL.

import { runShardsMachine } from '../../../packages/cli/src/testing/shards/shards-machine.ts'
import type { Proof } from '../proof.ts'

export const shards: Proof = {
  counted: 'MOVES',
  usual: 12,
  run: async ({ size, seed, told }) => {
    const { HOME_DATABASE_URL: home, SHARD_DATABASE_URL: shard } = process.env
    const { moves, kills, acknowledged, deferred, others, slowestMs, refused, wrong } = await runShardsMachine({
      rounds: size,
      seed,
      ...(home === undefined || shard === undefined ? {} : { databases: { home, shard } }),
      told,
    })
    return {
      figures: `${moves} moves, ${kills} kills, ${acknowledged} acknowledged, ${deferred} of them deferred, ${others} reads, slowest request ${slowestMs} ms, ${refused} refused after kills, ${wrong.length} wrong`,
      broken: wrong,
    }
  },
}
