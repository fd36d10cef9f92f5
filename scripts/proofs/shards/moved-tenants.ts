// Promise: tenants that move to another database and back change no answer, and all of their rows follow them.

import { startedPostgres } from '../../../packages/cli/src/testing/failures/own-postgres.ts'
import { runMovedTenantsMachine } from '../../../packages/cli/src/testing/shards/moved-tenants-machine.ts'
import type { Proof } from '../proof.ts'

export const movedTenants: Proof = {
  counted: 'SPECIFICATIONS',
  usual: 30,
  run: async ({ size, seed, told }) => {
    await using postgres = await startedPostgres()
    const { specifications, requests, moves, wrong } = await runMovedTenantsMachine({
      specifications: size,
      requestsPerSpecification: 40,
      seed,
      areSmall: false,
      home: await postgres.database(),
      shard: await postgres.database(),
      told,
    })
    return {
      figures: `${specifications} specifications, ${requests} requests, ${moves} moves, ${wrong.length} differences`,
      broken: wrong,
    }
  },
}
